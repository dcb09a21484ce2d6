#include "emu/xscale/mmu.h"

#include <fmt/format.h>

namespace ixp::xscale {

namespace {

// Kinds of faults for sections: bits [3:0] of the fault status. Pages add kOfPage.
using namespace mmu_fault;
constexpr uint32_t kExternalFirst = 0xc, kExternalSecond = 0xe; // reading a table failed

constexpr uint32_t kTypeMask = 3;
enum FirstLevel : uint32_t { kCoarse = 1, kSection = 2, kFine = 3 };
enum SecondLevel : uint32_t {
  kLarge = 1,
  kSmall = 2,
  kTiny = 3
}; // kTiny in a coarse table:
   // the XScale's extended page

// Result of a walk: the granule that holds an address, or the kind of fault.
struct Walk {
  TlbEntry entry;
  uint32_t fault = 0; // with the domain where it is known
};

uint32_t first_index(uint32_t address) {
  return address >> 20;
}

// Permission bits of the quarter of a page that holds the address: bit pairs from [5:4] on.
uint8_t quarter_rights(uint32_t descriptor, uint32_t quarter) {
  return descriptor >> (4 + 2 * quarter) & 3;
}

TlbEntry entry_of(uint32_t address, uint32_t frame, uint32_t size_bits, uint32_t rights,
                  uint32_t domain, bool page) {
  const uint32_t inside = (1u << size_bits) - 1;
  const uint32_t physical = (frame & ~inside) | (address & inside);
  return {.tag = address >> kGranuleBits,
          .frame = physical >> kGranuleBits,
          .rights = static_cast<uint8_t>(rights),
          .domain = static_cast<uint8_t>(domain),
          .page = page};
}

template <class Table>
Walk walk_second(const Table& table, uint32_t address, uint32_t first, bool fine) {
  const uint32_t domain = first >> 5 & 15;
  const uint32_t at = fine ? (first & ~0xfffu) + 4 * (address >> 10 & 0x3ff)
                           : (first & ~0x3ffu) + 4 * (address >> 12 & 0xff);
  const std::optional<uint32_t> second = table(at);
  if (!second) return {{}, domain << 4 | kExternalSecond};
  switch (*second & kTypeMask) {
  case kLarge:
    return {
        entry_of(address, *second, 16, quarter_rights(*second, address >> 14 & 3), domain, true)};
  case kSmall:
    return {
        entry_of(address, *second, 12, quarter_rights(*second, address >> 10 & 3), domain, true)};
  case kTiny:
    return {entry_of(address, *second, fine ? 10 : 12, quarter_rights(*second, 0), domain, true)};
  default: return {{}, domain << 4 | kTranslation | kOfPage};
  }
}

template <class Table> Walk walk(const State& s, const Table& table, uint32_t address) {
  const uint32_t base = s.system.translation_base & ~0x3fffu;
  const std::optional<uint32_t> first = table(base + 4 * first_index(address));
  if (!first) return {{}, kExternalFirst};
  switch (*first & kTypeMask) {
  case kCoarse: return walk_second(table, address, *first, false);
  case kSection: return {entry_of(address, *first, 20, *first >> 10 & 3, *first >> 5 & 15, false)};
  case kFine: return walk_second(table, address, *first, true);
  default: return {{}, kTranslation};
  }
}

} // namespace

uint32_t read_tables(State& s, Bus& bus, uint32_t address) {
  const Walk found = walk(s, [&](uint32_t at) { return bus.table_word(at); }, address);
  if (!found.fault) s.tlb[tlb_index(address)] = found.entry;
  return found.fault;
}

std::optional<uint32_t> physical_address(const State& s, const TableReader& table,
                                         uint32_t address) {
  address = modified(s, address);
  if (!(s.system.control & control::kMmu)) return address;
  const Walk found = walk(s, table, address);
  if (found.fault) return std::nullopt;
  return found.entry.frame << kGranuleBits | (address & ((1u << kGranuleBits) - 1));
}

std::string describe_mapping(const State& s, const TableReader& table, uint32_t address) {
  const std::string text = fmt::format("{:#010x}", address);
  if (!(s.system.control & control::kMmu)) return text;
  const std::optional<uint32_t> physical = physical_address(s, table, address);
  return physical ? fmt::format("{} -> {:#010x}", text, *physical) : text + ", not mapped";
}

} // namespace ixp::xscale
