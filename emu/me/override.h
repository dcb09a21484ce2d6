// indirect_ref (IXP format): the previous instruction's ALU result replaces parts of a command.
#pragma once

#include "emu/kernel/command.h"

namespace ixp::me {

struct Override {
  bool no_such_me = false; // [30:26] is no microengine's number; the field is then ignored
};

// [25] count, [24:21] count - 1; [4] register, [11:5] absolute register; [31] ME, [30:26] ME
// number; [3] context, [2:0] context. Byte masks and buffer addresses stay in override_word for the
// units.
Override apply_override(Command& c, uint32_t word);

} // namespace ixp::me
