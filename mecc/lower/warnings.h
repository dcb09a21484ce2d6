// Warnings of the stages after Clang, in groups like Clang's: -Wall, -Wno-signals,
// -Werror=addresses, -w.
#pragma once

#include "base/diagnostic.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mecc::lower {

class Warnings {
public:
  Warnings() : Warnings(std::vector<std::string>{}) {}
  explicit Warnings(const std::vector<std::string>& options); // as given: "-Wall", "-w"

  // True for an option that Clang does not know.
  static bool is_ours(const std::string& option);

  // Severity to report for a diagnostic; empty if it is disabled.
  std::optional<ixp::Severity> severity(const ixp::Diagnostic& d) const;
  // Applies severity() to a list; false if it contains an error.
  bool apply(std::vector<ixp::Diagnostic>& list) const;

private:
  struct Group {
    bool wanted = true;
    std::optional<bool> error; // set by -Werror=, -Wno-error=
  };

  std::map<std::string, Group> groups_;
  bool none_ = false, all_errors_ = false;
};

} // namespace mecc::lower
