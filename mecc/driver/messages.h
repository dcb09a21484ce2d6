// The compiler's messages: shown once on standard error, and stored for --sarif.
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

  // Prints to standard error with source lines and carets. Repeated messages are omitted, since a
  // program compiled for several microengines produces them each time. At most kMostShown errors
  // and warnings are printed.
  void show(const std::vector<ixp::Diagnostic>& diagnostics);
  // Stores messages that Clang has already printed with source lines and carets.
  void already_shown(const std::vector<ixp::Diagnostic>& diagnostics);
  // Prints the number of omitted messages. Called once, at the end.
  void show_rest() const;

  const std::vector<ixp::Diagnostic>& all() const { return all_; }
  bool colour() const { return colour_; }

  bool in_sarif = false; // all() has been written for --sarif

private:
  static constexpr size_t kMostShown = 100; // limit per severity

  bool colour_;
  ixp::Excerpts excerpts_;
  std::vector<ixp::Diagnostic> all_;
  std::set<std::string> said_;
  std::array<size_t, 3> count_ = {}; // indexed by severity
};

} // namespace mecc
