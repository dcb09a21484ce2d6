// Whether a program uses the result of a command: the status of a put into an SRAM ring, which says
// whether the ring had room.
#pragma once

#include "emu/kernel/command.h"

#include <cstdint>
#include <span>

namespace ixp::me {

// Whether the words of a control store may read the first register that `c` delivers to, before
// another command delivers there. Every direction of a branch counts; a jump to a computed address
// may lead to any word.
bool may_read_result(std::span<const uint64_t> store, mev2::ContextMode mode, const Command& c);

} // namespace ixp::me
