// The warnings of the stages behind Clang, by groups as Clang has them: -Wall, -Wno-signals,
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

  // Of an option that Clang would not know.
  static bool is_ours(const std::string& option);

  // What becomes of a diagnostic; nothing when nobody wants it.
  std::optional<ixp::Severity> severity(const ixp::Diagnostic& d) const;
  // Of a whole list; false when an error is in it.
  bool apply(std::vector<ixp::Diagnostic>& list) const;

private:
  struct Group {
    bool wanted = true;
    std::optional<bool> error; // as -Werror=, -Wno-error= say
  };

  std::map<std::string, Group> groups_;
  bool none_ = false, all_errors_ = false;
};

} // namespace mecc::lower
