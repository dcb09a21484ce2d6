#include "mecc/lower/warnings.h"

#include <string_view>

namespace mecc::lower {

namespace {

struct Known {
  const char* name;
  bool wanted; // enabled without -Wall
};
constexpr Known kGroups[] = {
    {"addresses", true}, // constant addresses outside every memory, or misaligned
    {"debug", true},     // ixp_print and ixp_assert that were optimised away
    {"loops", true},     // loops that wait for another context and never swap
    {"registers", true}, // transfer registers used while a command is in flight
    {"signals", false},  // signals shared by two commands, or never raised
};

bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

// The group: "signals" of "-Wno-error=signals".
std::string group_of(std::string_view option) {
  if (!take(option, "-W")) return {};
  take(option, "no-");
  take(option, "error=");
  return std::string(option);
}

} // namespace

Warnings::Warnings(const std::vector<std::string>& options) {
  for (const Known& k : kGroups)
    groups_[k.name].wanted = k.wanted;
  for (std::string_view o : options) {
    if (o == "-w") none_ = true;
    if (o == "-Wall" || o == "-Weverything" || o == "-Wno-everything")
      for (auto& [name, group] : groups_)
        group.wanted = o != "-Wno-everything";
    if (o == "-Werror" || o == "-Wno-error") all_errors_ = o == "-Werror";
    const auto group = groups_.find(group_of(o));
    if (group == groups_.end()) continue;
    const bool on = !o.starts_with("-Wno-"), about_errors = o.find("error=") != o.npos;
    if (about_errors) group->second.error = on;
    if (on || !about_errors) group->second.wanted = on;
  }
}

bool Warnings::is_ours(const std::string& option) {
  for (const Known& k : kGroups)
    if (group_of(option) == k.name) return true;
  return false;
}

std::optional<ixp::Severity> Warnings::severity(const ixp::Diagnostic& d) const {
  const auto known = groups_.find(d.flag);
  const Group group = known == groups_.end() ? Group{} : known->second;
  if (d.severity == ixp::Severity::Error) {
    if (group.error == false) return none_ ? std::nullopt : std::optional(ixp::Severity::Warning);
    return d.severity;
  }
  if (d.severity != ixp::Severity::Warning) return d.severity;
  if (none_ || !group.wanted) return std::nullopt;
  return group.error.value_or(all_errors_) ? ixp::Severity::Error : ixp::Severity::Warning;
}

bool Warnings::apply(std::vector<ixp::Diagnostic>& list) const {
  std::erase_if(list, [&](const ixp::Diagnostic& d) { return !severity(d); });
  bool good = true;
  for (ixp::Diagnostic& d : list) {
    d.severity = *severity(d);
    good &= d.severity != ixp::Severity::Error;
  }
  return good;
}

} // namespace mecc::lower
