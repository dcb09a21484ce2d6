// Compiles snippets for the tests of the front end.
#pragma once

#include "mecc/dialect/front_end.h"

#include <string>
#include <vector>

struct Compiled {
  bool ok = false;
  std::string ir;                           // text of the module, when ok
  std::vector<ixp::Diagnostic> diagnostics; // in order

  bool has(const std::string& text) const { return ir.find(text) != std::string::npos; }
  // "line:column: severity: text" of each, notes too, a line each.
  std::string said() const;
};

Compiled compile_text(const std::string& text, mecc::dialect::FrontEndOptions options = {});
// Requires a module; warnings are allowed.
Compiled compile_good(const std::string& text);
