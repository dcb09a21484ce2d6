// What the compiler has to say: shown once on standard error, and kept for --sarif.
#pragma once

#include "base/diagnostic.h"
#include "base/excerpt.h"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace mecc {

class Messages {
public:
  explicit Messages(bool colour) : colour_(colour), excerpts_(colour) {}

  // On standard error with lines of source and carets, unless the same has been said before (a
  // program compiled for several microengines says everything again). Of a flood the first
  // kMostShown errors and warnings.
  void show(const std::vector<ixp::Diagnostic>& diagnostics);
  // Clang's own output, with lines of source and carets, stands on standard error already.
  void already_shown(const std::vector<ixp::Diagnostic>& diagnostics);
  // Says how much was not shown. Once, when all is over.
  void show_rest() const;

  const std::vector<ixp::Diagnostic>& all() const { return all_; }
  bool colour() const { return colour_; }

  bool in_sarif = false; // all() has been written for --sarif

private:
  static constexpr size_t kMostShown = 100; // of each severity

  bool colour_;
  ixp::Excerpts excerpts_;
  std::vector<ixp::Diagnostic> all_;
  std::set<std::string> said_;
  std::array<size_t, 3> count_ = {}; // by severity
};

} // namespace mecc
