// Assembles a piece of source and gives its words back as canonical text, or its diagnostics.
#pragma once

#include "mecc/mc/assembler.h"

#include <string>

namespace mecc::test {

inline AssemblerResult assemble_text(const std::string& text, AssemblerOptions options = {}) {
  options.read_source = [](const std::string&, std::string&) { return false; };
  return assemble("t.uc", text, options);
}

inline std::string diagnostics_of(const AssemblerResult& r) {
  std::string out;
  for (const ixp::Diagnostic& d : r.diagnostics)
    out += ixp::format(d) + "\n";
  return out;
}

// One instruction a line; with errors, the diagnostics instead.
inline std::string listing_of(const AssemblerResult& r) {
  if (!r.ok) return diagnostics_of(r);
  std::string out;
  for (uint64_t word : r.image.words) {
    std::string why;
    const auto i = mev2::decode(word, r.image.mode, &why);
    out += (i ? mev2::print(*i) : "undecodable: " + why) + "\n";
  }
  return out;
}

inline std::string listing_of(const std::string& text, AssemblerOptions options = {}) {
  return listing_of(assemble_text(text, std::move(options)));
}

// Location of a register or signal, e.g. "a3" or "s5"; "" if it has none.
inline std::string location_of(const Image& image, const std::string& name) {
  for (const SymbolRange& s : image.symbols)
    if (s.name == name) return s.location;
  return "";
}

} // namespace mecc::test
