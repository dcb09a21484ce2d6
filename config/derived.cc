#include "config/derived.h"

#include "config/toml_override.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ixp {

namespace {

constexpr size_t kMostBases = 16;

// Removes a key of the top level and returns it.
std::optional<TomlValue::Member> take(TomlValue& root, std::string_view key) {
  const auto it = std::ranges::find(root.members, key, &TomlValue::Member::key);
  if (it == root.members.end()) return {};
  TomlValue::Member taken = std::move(*it);
  root.members.erase(it);
  return taken;
}

// For comparison only, so a path that cannot be resolved stays.
std::filesystem::path canonical(const std::string& path) {
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, error);
  return error ? std::filesystem::path(path) : resolved;
}

bool is_list_of_tables(const TomlValue& v) {
  return v.kind == TomlValue::Kind::Array &&
         std::ranges::all_of(
             v.items, [](const TomlValue& item) { return item.kind == TomlValue::Kind::Table; });
}

// Adds keys to tables, and items to lists of tables.
void add_to(TomlValue& table, std::vector<TomlValue::Member> added, const std::string& prefix) {
  for (TomlValue::Member& m : added) {
    const auto old = std::ranges::find(table.members, m.key, &TomlValue::Member::key);
    if (old == table.members.end())
      table.members.push_back(std::move(m));
    else if (is_list_of_tables(old->value) && is_list_of_tables(m.value))
      std::ranges::move(m.value.items, std::back_inserter(old->value.items));
    else if (old->value.kind == TomlValue::Kind::Table && m.value.kind == TomlValue::Kind::Table)
      add_to(old->value, std::move(m.value.members), prefix + m.key + ".");
    else
      throw InputError(m.where,
                       fmt::format("'{}{}' is in the base already ({}:{}); change it in [set]",
                                   prefix, m.key, old->where.file, old->where.line));
  }
}

class Deriver {
public:
  explicit Deriver(const FileReader& read) : read_(read) {}

  TomlValue derive(std::string_view text, const std::string& file) {
    TomlValue own = parse_toml(text, file);
    const auto base = take(own, "base");
    const auto set = take(own, "set");
    if (base) {
      visited_.push_back(canonical(file));
      TomlValue root = derive_base(base->value);
      if (set) apply_overrides(root, set->value);
      add_to(root, std::move(own.members), "");
      own.members = std::move(root.members);
    } else if (set) {
      throw InputError(set->where, "[set] changes a base, but there is none; expected a system "
                                   "file, e.g. base = \"pcfq.toml\"");
    }
    return own;
  }

  std::vector<std::string> bases;

private:
  TomlValue derive_base(const TomlValue& base) {
    const std::string path = toml_path(base, "'base'");
    if (std::ranges::count(visited_, canonical(path)))
      throw InputError(base.where, fmt::format("base {} derives from this file; expected a system "
                                               "file that does not",
                                               path));
    if (bases.size() == kMostBases)
      throw InputError(base.where,
                       fmt::format("there are more than {} bases, one upon another", kMostBases));
    bases.push_back(path);
    return derive(read_base(base, path), path);
  }

  std::string read_base(const TomlValue& base, const std::string& path) const {
    try {
      return read_(path);
    } catch (const InputError& e) {
      throw InputError(base.where, fmt::format("base {}: {}; expected a system file, its path "
                                               "relative to this file",
                                               path, e.diagnostic().text));
    }
  }

  const FileReader& read_;
  std::vector<std::filesystem::path> visited_;
};

} // namespace

DerivedToml parse_derived(std::string_view text, const std::string& file_name,
                          const FileReader& read, std::span<const std::string> overrides) {
  Deriver deriver(read);
  TomlValue root = deriver.derive(text, file_name);
  apply_overrides(root, overrides);
  return {std::move(root), std::move(deriver.bases)};
}

} // namespace ixp
