#include "mecc/driver/messages.h"

#include <cstdio>
#include <fmt/format.h>

namespace mecc {

void Messages::show(const std::vector<ixp::Diagnostic>& diagnostics) {
  for (const ixp::Diagnostic& d : diagnostics) {
    if (!said_.insert(ixp::format(d)).second) continue;
    all_.push_back(d);
    if (++count_[static_cast<size_t>(d.severity)] <= kMostShown)
      std::fputs(excerpts_.format(d).c_str(), stderr);
  }
}

void Messages::already_shown(const std::vector<ixp::Diagnostic>& diagnostics) {
  for (const ixp::Diagnostic& d : diagnostics)
    if (said_.insert(ixp::format(d)).second) all_.push_back(d);
}

void Messages::show_rest() const {
  for (const auto& [severity, what] :
       {std::pair{ixp::Severity::Warning, "warnings"}, std::pair{ixp::Severity::Error, "errors"}})
    if (const size_t n = count_[static_cast<size_t>(severity)]; n > kMostShown)
      ixp::complain(
          {ixp::Severity::Note,
           {},
           fmt::format("{} more {} are not shown; --sarif OUT has them all", n - kMostShown, what),
           {}},
          colour_);
}

} // namespace mecc
