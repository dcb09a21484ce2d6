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
  bool read = false;    // the tables were read, and the TLB may have changed
};

// Kinds of faults for sections: bits [3:0] of the fault status. Pages add kOfPage.
namespace mmu_fault {
constexpr uint32_t kTranslation = 0x5, kDomain = 0x9, kPermission = 0xd, kOfPage = 2;
}

inline uint32_t tlb_index(uint32_t address) {
  return address >> kGranuleBits & (kTlbEntries - 1);
}

// Fast context switch: the process identity replaces the upper seven bits of low addresses.
inline uint32_t modified(const State& s, uint32_t address) {
  return address >> 25 ? address : address | s.system.process_id;
}

inline bool permitted(const State& s, uint32_t rights, bool write, bool user) {
  switch (rights) {
  case 0:
    if (write) return false;
    return s.system.control & control::kRom || (s.system.control & control::kSystem && !user);
  case 1: return !user;
  case 2: return !user || !write;
  default: return true;
  }
}

// Fault status, 0: the access is allowed.
inline uint32_t check_rights(const State& s, const TlbEntry& e, bool write, bool user) {
  constexpr uint32_t kClient = 1, kManager = 3;
  const uint32_t access = s.system.domains >> (2 * e.domain) & 3;
  const uint32_t status = uint32_t{e.domain} << 4 | (e.page ? mmu_fault::kOfPage : 0);
  if (access == kManager) return 0;
  if (access != kClient) return status | mmu_fault::kDomain;
  return permitted(s, e.rights, write, user) ? 0 : status | mmu_fault::kPermission;
}

// Reads the tables for an address into the TLB. Returns the fault status, or 0.
uint32_t read_tables(State& s, Bus& bus, uint32_t address);

// Address of an access on the bus. `user`: with the rights of User mode. Without the MMU addresses
// are physical.
inline Translation translate(State& s, Bus& bus, uint32_t address, AccessKind kind, bool user) {
  address = modified(s, address);
  if (!(s.system.control & control::kMmu)) return {address, 0};
  const TlbEntry& entry = s.tlb[tlb_index(address)];
  const bool absent = entry.tag != address >> kGranuleBits;
  if (absent)
    if (const uint32_t fault = read_tables(s, bus, address)) return {0, fault, true};
  const uint32_t inside = (1u << kGranuleBits) - 1;
  return {entry.frame << kGranuleBits | (address & inside),
          check_rights(s, entry, kind == AccessKind::Write, user), absent};
}

// Physical address of a virtual one, without regard to rights; nothing where none is mapped.
std::optional<uint32_t> physical_address(const State& s, const TableReader& table,
                                         uint32_t address);

// "0xc0008000 -> 0x00008000", "0xdead0000, not mapped"; the address alone without the MMU.
std::string describe_mapping(const State& s, const TableReader& table, uint32_t address);

} // namespace ixp::xscale
