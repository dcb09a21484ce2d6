// Parses values that the loader sets before a program runs: .init, .init_csr, .import_var.
#include "mecc/mc/parser.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

void Parser::initial_value(const Piece&, const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.size() < 2) fail(rest, "a register or memory and its value are expected: .init name 5");
  if (initial_memory(words)) return;
  const std::vector<RegisterId> found = registers_named(words[0]);
  if (found.empty()) unknown_name(words[0], "register or memory");
  if (words.size() - 1 > found.size())
    fail(words[found.size() + 1],
         fmt::format("{} has {} element{}; put an expression in parentheses", words[0].text,
                     found.size(), found.size() == 1 ? "" : "s"));
  for (size_t k = 0; k + 1 < words.size(); ++k) {
    Register& r = unit_.registers[found[k]];
    const auto value = static_cast<uint32_t>(
        known_number(words[k + 1], -(int64_t{1} << 31), (int64_t{1} << 32) - 1, "value"));
    if (r.initial.value_or(value) != value)
      fail(words[k + 1], fmt::format("{} has another value already", r.name));
    r.initial = value;
  }
}

// ---- .init_csr

mev2::CsrField Parser::csr_field(uint16_t csr, const Piece& p) {
  std::vector<std::string> names;
  for (const mev2::CsrField& f : mev2::local_csr_fields()) {
    if (f.csr != csr) continue;
    if (lower(f.name) == lower(p.text)) return f;
    names.emplace_back(f.name);
  }
  const std::string_view register_name = mev2::local_csr_name(csr);
  if (names.empty())
    fail(p,
         fmt::format("{} has no fields with names; give the whole of it a value", register_name));
  fail(p, fmt::format("{} has no field '{}'; it has {}", register_name, p.text,
                      fmt::join(names, ", ")));
}

// `NAME value` for a whole local CSR, `NAME.FIELD value` for some bits of it.
void Parser::initial_csr(const Piece&, const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.size() < 2)
    fail(rest, "a local CSR and its value are expected: .init_csr CTX_ENABLES 0x100");
  const Piece& whole = words[0];
  const size_t dot = std::min(whole.text.find('.'), whole.text.size());
  CsrValue v;
  v.at = place(whole);
  v.address = local_csr_named(trim(whole.text.substr(0, dot), whole.offset));
  mev2::CsrField bits{v.address, "", 0, 32};
  if (dot < whole.text.size())
    bits = csr_field(
        v.address, trim(whole.text.substr(dot + 1), whole.offset + static_cast<uint32_t>(dot + 1)));
  v.mask = bits.mask();
  const Piece value = trim(rest.text.substr(words[1].offset - rest.offset), words[1].offset);
  const int64_t least = bits.width == 32 ? -(int64_t{1} << 31) : 0;
  v.value =
      static_cast<uint32_t>(known_number(value, least, (int64_t{1} << bits.width) - 1, "value"))
      << bits.low;
  csr_values_.push_back(v);
}

// One value per CSR: fields take precedence over the whole register, in any order.
void Parser::merge_csrs() {
  const uint16_t enables = mev2::local_csr_address("CTX_ENABLES").value();
  for (const CsrValue& first : csr_values_) {
    if (std::ranges::find(unit_.csrs, first.address, &CsrInit::address) != unit_.csrs.end())
      continue;
    CsrValue whole{first.address, 0, 0, {}}, fields = whole;
    for (const CsrValue& v : csr_values_) {
      if (v.address != first.address) continue;
      CsrValue& sum = v.mask == ~0u ? whole : fields;
      const uint32_t twice = sum.mask & v.mask;
      if ((sum.value ^ v.value) & twice) {
        unit_.error(v.at,
                    fmt::format("{} is given another value here", mev2::local_csr_name(v.address)));
        unit_.note_place("its value is given here too", sum.at);
      }
      sum.value |= v.value;
      sum.mask |= v.mask;
      sum.at = v.at;
    }
    uint32_t value = (whole.value & ~fields.mask) | fields.value;
    if (first.address == enables) value = with_mode(value, fields, first.at);
    unit_.csrs.push_back({first.address, value});
  }
}

// The number of contexts has its own directive; CTX_ENABLES repeats it.
uint32_t Parser::with_mode(uint32_t enables, const CsrValue& fields, Place at) {
  constexpr uint32_t kFour = 1u << 31; // IN_USE_CONTEXTS
  const uint32_t mode = unit_.mode == mev2::ContextMode::Four ? kFour : 0;
  if ((enables & kFour) != mode && (enables & kFour || fields.mask & kFour))
    unit_.error(at, fmt::format("this makes {} contexts, and the program has {}; say so with "
                                ".num_contexts",
                                mode ? 8 : 4, unit_.contexts()));
  return enables | mode;
}

// ---- .import_var

// The names stay unresolved until the program is linked or loaded.
void Parser::import_variables(const Piece&, const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.empty()) fail(rest, "names are expected: .import_var RING_BASE TABLE_SIZE");
  for (const Piece& p : words) {
    if (!is_name_start(p.text[0])) continue; // -D replaced the name by its value
    for (char c : p.text)
      if (!is_name_char(c)) fail(p, fmt::format("'{}' is no name of a variable", p.text));
    const std::string name(p.text);
    if (names_.find(name, names_.current()))
      fail(p, fmt::format("{} is declared already; import it under another name", name));
    if (std::ranges::find(unit_.imports, name) == unit_.imports.end())
      unit_.imports.push_back(name);
  }
}

} // namespace mecc::mc
