// Memory declared by a program: .sram, .dram, .scratch, .local_mem, .alloc_mem, and .init of it. A
// name means the address of its first byte.
#include "mecc/mc/parser.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

constexpr int64_t kMaxBytes = int64_t{1} << 30;

struct RegionName {
  std::string_view name;
  MemoryRegion region;
};
constexpr RegionName kRegions[] = {
    {"sram", MemoryRegion::Sram},       {"sram0", MemoryRegion::Sram},
    {"dram", MemoryRegion::Dram},       {"sdram", MemoryRegion::Dram},
    {"scratch", MemoryRegion::Scratch}, {"lmem", MemoryRegion::Local},
    {"local_mem", MemoryRegion::Local}};

} // namespace

// ---- Declarations

// `.sram name bytes [aligned n] [global|me]`; the other memories alike.
void Parser::declare_memory(const Piece& word, const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  const std::string directive = lower(word.text);
  if (words.size() < 2)
    fail(rest,
         fmt::format("a name and its bytes are expected: {} table 256 aligned 16", directive));
  MemoryRequest m;
  m.region = *region_named(directive.substr(1));
  m.bytes = memory_size(words[1]);
  m.align = m.region == MemoryRegion::Dram ? 8 : 4;
  for (size_t k = 2; k < words.size(); ++k) {
    const std::string text = lower(words[k].text);
    if (text == "aligned" && k + 1 < words.size())
      m.align = alignment(words[++k], m.align);
    else if (text.starts_with("aligned("))
      m.align = alignment(trim(words[k].text.substr(7), words[k].offset + 7), m.align);
    else
      m.scope = memory_scope(words[k], m.region);
  }
  add_memory(words[0], std::move(m));
}

// `.alloc_mem name region scope bytes [alignment]`; the region may include an address:
// `scratch+0x3f00`.
void Parser::alloc_memory(const Piece&, const Piece& rest) {
  std::vector<Piece> words = split_words(rest);
  const char* syntax = ".alloc_mem name region scope bytes alignment";
  if (words.size() < 2) fail(rest, fmt::format("write {}", syntax));
  MemoryRequest m;
  const Piece name = words[0];
  words.erase(words.begin());
  const Piece address = place_in_region(words, m.region);
  if (words.size() < 2 || words.size() > 3) fail(rest, fmt::format("write {}", syntax));
  m.scope = memory_scope(words[0], m.region);
  m.bytes = memory_size(words[1]);
  m.align = m.region == MemoryRegion::Dram ? 8 : 4;
  if (words.size() == 3) m.align = alignment(words[2], m.align);
  if (!address.empty()) {
    m.address = static_cast<uint32_t>(known_number(address, 0, kMaxBytes - m.bytes, "address"));
    if (*m.address % m.align)
      fail(address,
           fmt::format("address {:#x} is no multiple of the alignment {}", *m.address, m.align));
  }
  add_memory(name, std::move(m));
}

// Removes the region from `words`: "sram", "sram+0x100", "sram + 0x100". Returns the address, if
// any.
Piece Parser::place_in_region(std::vector<Piece>& words, MemoryRegion& region) {
  const Piece whole = words[0];
  const size_t plus = std::min(whole.text.find('+'), whole.text.size());
  const Piece name = trim(whole.text.substr(0, plus), whole.offset);
  const auto found = region_named(name.text);
  if (!found)
    fail(name, fmt::format("'{}' is no memory; there are sram, dram, scratch and lmem{}", name.text,
                           name.text == "sram1" ? " (the assembler uses channel 0)" : ""));
  region = *found;
  words.erase(words.begin());
  if (plus < whole.text.size()) {
    if (plus + 1 < whole.text.size())
      return trim(whole.text.substr(plus + 1), whole.offset + static_cast<uint32_t>(plus + 1));
  } else if (words.empty() || words[0].text != "+") {
    return {};
  } else {
    words.erase(words.begin());
  }
  if (words.empty()) fail(whole, "an address is expected behind '+'");
  const Piece address = words[0];
  words.erase(words.begin());
  return address;
}

std::optional<MemoryRegion> Parser::region_named(std::string_view name) {
  const auto r = std::ranges::find(kRegions, lower(name), &RegionName::name);
  return r == std::end(kRegions) ? std::optional<MemoryRegion>() : r->region;
}

uint32_t Parser::memory_size(const Piece& p) {
  return static_cast<uint32_t>(known_number(p, 1, kMaxBytes, "size in bytes"));
}

uint32_t Parser::alignment(const Piece& p, uint32_t least) {
  const auto n = static_cast<uint32_t>(known_number(p, 1, 1 << 20, "alignment"));
  if (!std::has_single_bit(n)) fail(p, fmt::format("the alignment {} is no power of two", n));
  return std::max(n, least);
}

MemoryScope Parser::memory_scope(const Piece& p, MemoryRegion region) {
  const std::string word = lower(p.text);
  if (word == "global" && region == MemoryRegion::Local)
    fail(p, "local memory is the microengine's own; write me");
  if (word == "global") return MemoryScope::Global;
  if (word == "me") return MemoryScope::Microengine;
  if (word == "island") fail(p, "this chip has no islands; write global or me");
  fail(p, fmt::format("'{}' is no scope; there are global (one for the system, by its name) and me "
                      "(one for each microengine)",
                      p.text));
}

void Parser::add_memory(const Piece& name, MemoryRequest m) {
  if (sigils_of(name.text) != 0)
    fail(name,
         fmt::format("'{}' is no name of memory; names are letters, digits and _", name.text));
  check_register_name(name, name.text);
  m.name = std::string(name.text);
  m.where = unit_.where(place(name));
  const Symbol symbol{Symbol::Kind::Memory, static_cast<uint32_t>(unit_.memory.size()), 1, false,
                      place(name)};
  if (!declare(name, m.name, symbol, false)) return;
  std::string why;
  const auto address = unit_.take_memory(m, place(name), why);
  if (!address) unit_.error(place(name), why);
  unit_.memory.push_back({std::move(m), address.value_or(0), {}});
}

// ---- .init

// `.init name+offset value...`: longwords. False if the name is no memory.
bool Parser::initial_memory(const std::vector<Piece>& words) {
  const size_t plus = std::min(words[0].text.find('+'), words[0].text.size());
  const Piece name = trim(words[0].text.substr(0, plus), words[0].offset);
  const Symbol* s = names_.find(std::string(name.text), names_.current());
  if (!s || s->kind != Symbol::Kind::Memory) return false;
  Memory& m = unit_.memory[s->first];
  uint32_t at = 0;
  if (plus < words[0].text.size())
    at = static_cast<uint32_t>(known_number(
        trim(words[0].text.substr(plus + 1), words[0].offset + static_cast<uint32_t>(plus + 1)), 0,
        m.request.bytes, "offset"));
  if (at % 4)
    fail(words[0], fmt::format("offset {} is no multiple of 4; values are longwords", at));
  for (size_t k = 1; k < words.size(); ++k, at += 4) {
    if (at + 4 > (m.request.bytes + 3) / 4 * 4)
      fail(words[k], fmt::format("{} has {} bytes; there is no longword at {}", name.text,
                                 m.request.bytes, at));
    m.values.push_back({at, number(words[k])});
  }
  return true;
}

} // namespace mecc::mc
