// What the compiler has to say: shown once on standard error, and kept for --sarif.
#pragma once

#include "base/diagnostic.h"

#include <set>
#include <string>
#include <vector>

namespace mecc {

class Messages {
public:
  explicit Messages(bool colour) : colour_(colour) {}

  // On standard error, unless the same has been said before (a program compiled for several
  // microengines says everything again).
  void show(const std::vector<ixp::Diagnostic>& diagnostics);
  // Clang's own output, with lines of source and carets, stands on standard error already.
  void already_shown(const std::vector<ixp::Diagnostic>& diagnostics);

  const std::vector<ixp::Diagnostic>& all() const { return all_; }
  bool colour() const { return colour_; }

private:
  bool colour_;
  std::vector<ixp::Diagnostic> all_;
  std::set<std::string> said_;
};

} // namespace mecc
