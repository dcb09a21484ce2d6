// Source positions of preprocessed text, including the macro calls that led there.
#include "preprocess/source.h"

#include <fmt/format.h>

namespace mecc {

ixp::SourceLocation Line::at(size_t offset) const {
  if (columns.empty()) return {file, line, 0};
  const bool inside = offset < columns.size();
  const size_t i = inside ? offset : columns.size() - 1;
  const unsigned row = rows.empty() ? line : rows[i];
  return {file, row, columns[i] + (inside ? 0 : 1)};
}

std::vector<ixp::Diagnostic> expansion_notes(const Expansion* expansion) {
  std::vector<ixp::Diagnostic> notes;
  for (; expansion; expansion = expansion->outer.get())
    notes.push_back({ixp::Severity::Note,
                     expansion->called_from,
                     fmt::format("in expansion of macro '{}'", expansion->macro),
                     {}});
  return notes;
}

ixp::Diagnostic diagnose(ixp::Severity severity, const Line& line, size_t offset,
                         std::string text) {
  return {severity, line.at(offset), std::move(text), expansion_notes(line.expansion.get())};
}

} // namespace mecc
