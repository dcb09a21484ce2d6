#include "mecc/mc/optimisations.h"

#include <fmt/format.h>

namespace mecc {

namespace {

struct Info {
  std::string_view name, what;
};
constexpr std::array<Info, kOptimisations> kInfos = {{
#define X(id, name, what) {name, what},
    MECC_OPTIMISATIONS(X)
#undef X
}};

void append(std::string& list, const std::string& item) {
  list += (list.empty() ? " " : ", ") + item;
}

} // namespace

std::string_view name_of(Optimisation o) {
  return kInfos[static_cast<size_t>(o)].name;
}

std::string_view description_of(Optimisation o) {
  return kInfos[static_cast<size_t>(o)].what;
}

std::optional<Optimisation> optimisation_named(std::string_view name) {
  for (size_t n = 0; n < kOptimisations; ++n)
    if (kInfos[n].name == name) return static_cast<Optimisation>(n);
  return std::nullopt;
}

std::vector<std::string> optimisation_names() {
  std::vector<std::string> names;
  for (const Info& i : kInfos)
    names.emplace_back(i.name);
  return names;
}

std::string Optimisations::describe() const {
  std::string done, missing;
  for (size_t n = 0; n < kOptimisations; ++n)
    if (left_out_[n])
      append(missing, std::string(kInfos[n].name));
    else if (applied_[n])
      append(done, fmt::format("{} {}", kInfos[n].name, applied_[n]));
  std::string text = "optimisations:" + (done.empty() ? " none" : done);
  if (!missing.empty()) text += "; left out:" + missing;
  return text + "\n";
}

} // namespace mecc
