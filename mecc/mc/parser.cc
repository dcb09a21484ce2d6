#include "mecc/mc/parser.h"

#include <fmt/format.h>

namespace mecc::mc {

void Parser::define_labels(const Statement& s) {
  for (const Piece& p : s.labels) {
    LabelId id = kNothing;
    if (const LabelDefinition* other = names_.define_label(std::string(p.text), place(p), id)) {
      unit_.error(place(p), fmt::format("label '{}' is already defined in this scope", p.text));
      unit_.note_place("defined here", other->at);
    } else {
      stand_here(id);
    }
  }
}

void Parser::statement(uint32_t line) {
  line_ = line;
  try {
    const Statement s = split_statement(unit_.lines[line].text);
    define_labels(s);
    if (s.directive)
      directive(*s.directive, s.rest);
    else if (s.head)
      instruction(s);
  } catch (const SyntaxError& e) {
    msf_names_ = false;
    if (e.offset != kNothing) unit_.error({line, e.offset}, e.what());
  }
}

void Parser::run() {
  for (uint32_t line = 0; line < unit_.lines.size(); ++line)
    statement(line);
  while (!names_.at_top()) {
    unit_.error(names_.opened_at(), fmt::format("this scope is never closed; .{} is missing",
                                                names_.expected_closer()));
    names_.close(names_.expected_closer());
  }
  if (!blocks_.empty()) report_open_blocks();
  for (const uint32_t p : pending_points_)
    unit_.error(unit_.points[p].at, "it needs an instruction after it, and there is none");
  unit_.end_labels = std::move(pending_labels_);
  names_.resolve_labels();
  check_remote();
  merge_csrs();
}

} // namespace mecc::mc
