#include "config/toml_override.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace ixp {

namespace {

using Kind = TomlValue::Kind;

class Override {
public:
  Override(const std::string& change, const std::string& folder)
      : where_{"--set " + change}, expected_("expected KEY=VALUE, e.g. chip.sram.read=80") {
    const size_t equals = split_key(change);
    value_ = parse_value(change.substr(equals + 1));
    place(value_, folder);
  }

  explicit Override(const TomlValue::Member& change)
      : where_(change.where), value_(change.value),
        expected_("expected a dotted key in quotes, e.g. \"chip.sram.read\" = 80") {
    // TOML reads chip.sram.read = 80 as nested tables, which would replace all of [chip].
    if (value_.kind == Kind::Table && !value_.is_inline)
      fail(fmt::format("'{}' is a table; {}", change.key, expected_));
    if (split_key(change.key + "=") != change.key.size()) fail(expected_);
  }

  void apply(TomlValue& root) const { descend(root, 0); }

private:
  [[noreturn]] void fail(const std::string& text) const { throw InputError(where_, text); }

  // Fills keys_; returns the offset of '='.
  size_t split_key(const std::string& change) {
    size_t i = 0;
    for (std::string part;; part.clear()) {
      if (i < change.size() && change[i] == '"') {
        const size_t close = change.find('"', i + 1);
        if (close == change.npos) fail("a quoted part of the key has no end; expected '\"'");
        part = change.substr(i + 1, close - i - 1);
        i = close + 1;
      } else {
        const size_t end = std::min(change.find_first_of(".=", i), change.size());
        part = change.substr(i, end - i);
        i = end;
      }
      if (part.empty()) fail(expected_);
      keys_.push_back(part);
      if (keys_.size() > kMostTomlDepth)
        fail(fmt::format("the key has more than {} parts", kMostTomlDepth));
      if (i == change.size() || (change[i] != '.' && change[i] != '=')) fail(expected_);
      if (change[i++] == '=') return i - 1;
    }
  }

  TomlValue parse_value(const std::string& text) const {
    if (text.empty()) fail("there is no value; expected KEY=VALUE, an empty text is KEY='\"\"'");
    TomlValue v;
    try {
      TomlValue table = parse_toml("value = " + text, where_.file);
      if (table.members.size() != 1) fail("expected one value");
      v = std::move(table.members[0].value);
    } catch (const InputError&) {
      if (text.find_first_of("\n[]{}\"") != text.npos)
        fail(fmt::format("{} is no value of TOML", text));
      v.kind = Kind::String;
      v.text = text;
    }
    return v;
  }

  // The location of all parts of the value is the command line.
  void place(TomlValue& v, const std::string& folder) const {
    v.where = where_;
    v.folder = folder;
    for (TomlValue& item : v.items)
      place(item, folder);
    for (TomlValue::Member& m : v.members) {
      m.where = where_;
      place(m.value, folder);
    }
  }

  std::string path(size_t depth) const { // the key up to but without keys_[depth]
    return fmt::format("{}",
                       fmt::join(keys_.begin(), keys_.begin() + static_cast<long>(depth), "."));
  }

  void descend(TomlValue& v, size_t depth) const {
    if (depth == keys_.size()) {
      v = value_;
      return;
    }
    if (v.kind == Kind::Array)
      descend_array(v, depth);
    else if (v.kind == Kind::Table && keys_[depth] == "*" && !v.members.empty())
      for (TomlValue::Member& m : v.members)
        descend(m.value, depth + 1);
    else if (v.kind == Kind::Table)
      descend(member(v, keys_[depth]), depth + 1);
    else
      fail(fmt::format("'{}' is {}, which has no '{}'", path(depth), name(v.kind), keys_[depth]));
  }

  TomlValue& member(TomlValue& table, const std::string& key) const {
    const auto it = std::ranges::find(table.members, key, &TomlValue::Member::key);
    if (it != table.members.end()) return it->value;
    TomlValue fresh;
    fresh.where = where_;
    table.members.push_back({key, where_, fresh});
    return table.members.back().value;
  }

  void descend_array(TomlValue& array, size_t depth) const {
    const std::string& key = keys_[depth];
    if (key == "*" && !array.items.empty()) {
      for (TomlValue& item : array.items)
        descend(item, depth + 1);
      return;
    }
    for (TomlValue& item : array.items)
      if (goes_by(item, key)) return descend(item, depth + 1);
    size_t number = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
    if (error == std::errc{} && end == key.data() + key.size() && number < array.items.size())
      return descend(array.items[number], depth + 1);
    fail(fmt::format("'{}' has no item '{}'; {}", path(depth), key, items_text(array)));
  }

  static constexpr std::string_view kNames[] = {"at", "name", "number"};

  static std::string name_of(const TomlValue& item) {
    for (const std::string_view key : kNames)
      if (const TomlValue::Member* m = item.find(key)) {
        if (m->value.kind == Kind::String) return m->value.text;
        if (m->value.kind == Kind::Integer) return fmt::format("{}", m->value.integer);
      }
    return {};
  }
  static bool goes_by(const TomlValue& item, const std::string& key) {
    return item.kind == Kind::Table && name_of(item) == key;
  }
  static std::string items_text(const TomlValue& array) {
    if (array.items.empty()) return "it is empty";
    std::vector<std::string> names;
    for (size_t i = 0; i < array.items.size(); ++i) {
      const std::string own = name_of(array.items[i]);
      names.push_back(own.empty() ? fmt::format("{}", i) : own);
    }
    return fmt::format("expected {} or * for all", fmt::join(names, ", "));
  }

  SourceLocation where_;
  std::vector<std::string> keys_;
  TomlValue value_;
  std::string expected_;
};

} // namespace

void apply_overrides(TomlValue& root, std::span<const std::string> changes) {
  for (const std::string& change : changes)
    Override(change, root.folder).apply(root);
}

void apply_overrides(TomlValue& root, const TomlValue& changes) {
  toml_expect(changes, Kind::Table, "'set'");
  for (const TomlValue::Member& change : changes.members)
    Override(change).apply(root);
}

} // namespace ixp
