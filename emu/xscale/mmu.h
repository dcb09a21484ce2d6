// The memory management unit of ARMv5 as the XScale has it: translation tables of two levels in
// memory, domains, access permissions (ARM architecture reference manual, part B3; Intel XScale
// core developer's manual, chapter 3). Walking the tables takes no time.
#pragma once

#include "emu/xscale/bus.h"
#include "emu/xscale/state.h"

#include <functional>
#include <optional>
#include <string>

namespace ixp::xscale {

// The longword of a translation table at a physical address; nothing where there is no memory.
using TableReader = std::function<std::optional<uint32_t>(uint32_t)>;

struct Translation {
  uint32_t address = 0; // physical, when `fault` is 0
  uint32_t fault = 0;   // fault status: [7:4] domain, [3:0] kind
};

// Address of an access on the bus. `user`: with the rights of User mode. Without the MMU addresses
// are physical. Keeps translations in the state's TLB.
Translation translate(State& s, Bus& bus, uint32_t address, AccessKind kind, bool user);

// Physical address of a virtual one, without regard to rights; nothing where none is mapped.
std::optional<uint32_t> physical_address(const State& s, const TableReader& table,
                                         uint32_t address);

// "0xc0008000 -> 0x00008000", "0xdead0000, not mapped"; the address alone without the MMU.
std::string describe_mapping(const State& s, const TableReader& table, uint32_t address);

} // namespace ixp::xscale
