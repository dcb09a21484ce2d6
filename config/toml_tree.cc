#include "config/toml_tree.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace ixp {

namespace {

using Kind = TomlValue::Kind;

class Converter {
public:
  explicit Converter(const std::string& file)
      : file_(file), folder_(std::filesystem::path(file).parent_path().string()) {}

  TomlValue convert(const toml::node& node) const {
    TomlValue v;
    v.where = place(node.source());
    v.folder = folder_;
    if (const auto* t = node.as_table())
      members(*t, v);
    else if (const auto* a = node.as_array())
      items(*a, v);
    else
      scalar(node, v);
    return v;
  }

private:
  SourceLocation place(const toml::source_region& r) const {
    return {file_, static_cast<unsigned>(r.begin.line), static_cast<unsigned>(r.begin.column)};
  }
  void members(const toml::table& t, TomlValue& v) const {
    v.kind = Kind::Table;
    v.is_inline = t.is_inline();
    for (const auto& [key, node] : t)
      v.members.push_back({std::string(key.str()), place(key.source()), convert(node)});
    // toml++ sorts by key; messages should follow the order of the file.
    std::ranges::sort(v.members, {}, [](const TomlValue::Member& m) {
      return std::pair(m.where.line, m.where.column);
    });
  }
  void items(const toml::array& a, TomlValue& v) const {
    v.kind = Kind::Array;
    for (const toml::node& item : a)
      v.items.push_back(convert(item));
  }
  static void scalar(const toml::node& node, TomlValue& v) {
    if (const auto* s = node.as_string()) {
      v.kind = Kind::String;
      v.text = s->get();
    } else if (const auto* i = node.as_integer()) {
      v.kind = Kind::Integer;
      v.integer = i->get();
    } else if (const auto* f = node.as_floating_point()) {
      v.kind = Kind::Float;
      v.real = f->get();
    } else if (const auto* b = node.as_boolean()) {
      v.kind = Kind::Boolean;
      v.boolean = b->get();
    } else {
      v.kind = Kind::Time;
    }
  }
  const std::string& file_;
  std::string folder_;
};

} // namespace

// A copy without texts, including those in lists.
static TomlValue without_texts(TomlValue value) {
  value.text.clear();
  for (TomlValue& item : value.items)
    item = without_texts(std::move(item));
  return value;
}

void add(Digest& digest, const TomlValue& value, std::span<const std::string_view> without) {
  digest.add(static_cast<uint64_t>(value.kind));
  digest.add(value.text);
  digest.add(static_cast<uint64_t>(value.integer));
  digest.add(std::bit_cast<uint64_t>(value.real));
  digest.add(value.boolean);
  digest.add(value.items.size());
  for (const TomlValue& item : value.items)
    add(digest, item, without);
  digest.add(value.members.size());
  for (const TomlValue::Member& m : value.members) {
    digest.add(m.key);
    add(digest, std::ranges::count(without, m.key) ? without_texts(m.value) : m.value, without);
  }
}

const char* name(Kind kind) {
  switch (kind) {
  case Kind::Table: return "a table";
  case Kind::Array: return "an array";
  case Kind::String: return "a string";
  case Kind::Integer: return "an integer";
  case Kind::Float: return "a fraction";
  case Kind::Boolean: return "true or false";
  case Kind::Time: return "a date or time";
  }
  return "?";
}

const TomlValue::Member* TomlValue::find(std::string_view key) const {
  for (const Member& m : members)
    if (m.key == key) return &m;
  return nullptr;
}

TomlValue parse_toml(std::string_view text, const std::string& file_name) {
  check_toml_bounds(text, file_name);
  try {
    const toml::table table = toml::parse(text, std::string_view(file_name));
    return Converter(file_name).convert(table);
  } catch (const toml::parse_error& e) {
    const auto& at = e.source().begin;
    throw InputError({file_name, static_cast<unsigned>(at.line), static_cast<unsigned>(at.column)},
                     fmt::format("not TOML: {}", e.description()));
  }
}

std::string alternatives(std::span<const std::string_view> words) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i)
    out += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return out;
}

void toml_expect(const TomlValue& v, Kind kind, const std::string& what) {
  if (v.kind != kind)
    throw InputError(v.where, fmt::format("{} is {}, expected {}", what, name(v.kind), name(kind)));
}

uint64_t toml_integer(const TomlValue& v, const std::string& what, uint64_t lo, uint64_t hi) {
  toml_expect(v, Kind::Integer, what);
  if (v.integer < 0 || static_cast<uint64_t>(v.integer) < lo ||
      static_cast<uint64_t>(v.integer) > hi)
    throw InputError(v.where, fmt::format("{} is {}, expected {} to {}", what, v.integer, lo, hi));
  return static_cast<uint64_t>(v.integer);
}

double toml_number(const TomlValue& v, const std::string& what, double lo, double hi) {
  if (v.kind != Kind::Integer && v.kind != Kind::Float)
    throw InputError(v.where, fmt::format("{} is {}, expected a number", what, name(v.kind)));
  const double x = v.kind == Kind::Integer ? static_cast<double>(v.integer) : v.real;
  if (!(x >= lo && x <= hi)) // also rejects nan
    throw InputError(v.where, fmt::format("{} is {}, expected {} to {}", what, x, lo, hi));
  return x;
}

const std::string& toml_text(const TomlValue& v, const std::string& what) {
  toml_expect(v, Kind::String, what);
  return v.text;
}

std::string toml_path(const TomlValue& v, const std::string& what) {
  return (std::filesystem::path(v.folder) / toml_text(v, what)).string();
}

TomlTable::TomlTable(const TomlValue& value, std::string name)
    : value_(&value), name_(std::move(name)) {
  toml_expect(value, Kind::Table, name_);
}

std::string TomlTable::called(std::string_view key) const {
  return name_.empty() ? fmt::format("'{}'", key) : fmt::format("'{}' of {}", key, name_);
}

const TomlValue* TomlTable::find(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  const TomlValue::Member* m = value_->find(key);
  return m ? &m->value : nullptr;
}

const TomlValue& TomlTable::need(std::string_view key, std::string_view example) {
  if (const TomlValue* v = find(key)) return *v;
  finish_misspelt(key);
  throw InputError(where(), fmt::format("{} needs '{}', e.g. {} = {}",
                                        name_.empty() ? "this file" : name_, key, key, example));
}

uint64_t TomlTable::integer(std::string_view key, uint64_t otherwise, uint64_t lo, uint64_t hi) {
  const TomlValue* v = find(key);
  return v ? toml_integer(*v, called(key), lo, hi) : otherwise;
}

uint64_t TomlTable::need_integer(std::string_view key, uint64_t lo, uint64_t hi,
                                 std::string_view example) {
  return toml_integer(need(key, example), called(key), lo, hi);
}

double TomlTable::number(std::string_view key, double otherwise, double lo, double hi) {
  const TomlValue* v = find(key);
  return v ? toml_number(*v, called(key), lo, hi) : otherwise;
}

bool TomlTable::boolean(std::string_view key, bool otherwise) {
  const TomlValue* v = find(key);
  if (!v) return otherwise;
  toml_expect(*v, Kind::Boolean, called(key));
  return v->boolean;
}

std::string TomlTable::text(std::string_view key, std::string otherwise) {
  const TomlValue* v = find(key);
  return v ? toml_text(*v, called(key)) : std::move(otherwise);
}

std::vector<const TomlValue*> TomlTable::strings(std::string_view key) {
  const TomlValue* v = find(key);
  if (!v) return {};
  if (v->kind == Kind::String) return {v};
  toml_expect(*v, Kind::Array, called(key));
  std::vector<const TomlValue*> out;
  for (const TomlValue& item : v->items) {
    toml_expect(item, Kind::String, "an item of " + called(key));
    out.push_back(&item);
  }
  return out;
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  std::vector<std::string> out;
  for (const TomlValue* text : strings(key))
    out.push_back(text->text);
  return out;
}

std::vector<std::string> TomlTable::paths(std::string_view key) {
  std::vector<std::string> out;
  for (const TomlValue* text : strings(key))
    out.push_back(toml_path(*text, called(key)));
  return out;
}

std::vector<uint32_t> TomlTable::words(const TomlValue& value, std::string_view key) {
  toml_expect(value, Kind::Array, called(key));
  std::vector<uint32_t> out;
  for (const TomlValue& item : value.items)
    out.push_back(
        static_cast<uint32_t>(toml_integer(item, "an item of " + called(key), 0, ~uint32_t{0})));
  return out;
}

size_t TomlTable::choice(std::string_view key, std::span<const std::string_view> names,
                         size_t otherwise) {
  const TomlValue* v = find(key);
  if (!v) return otherwise;
  const std::string& text = toml_text(*v, called(key));
  const auto it = std::ranges::find(names, text);
  if (it == names.end())
    throw InputError(
        v->where, fmt::format("{} is '{}', expected {}", called(key), text, alternatives(names)));
  return static_cast<size_t>(it - names.begin());
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
  const TomlValue* v = find(key);
  std::vector<TomlTable> out;
  if (!v) return out;
  const bool array = v->kind == Kind::Array;
  const std::string inner = !name_.empty() ? fmt::format("{}.{}", name_, key)
                            : array        ? fmt::format("[[{}]]", key)
                                           : fmt::format("[{}]", key);
  if (array) {
    for (const TomlValue& item : v->items)
      out.emplace_back(item, inner);
  } else {
    out.emplace_back(*v, inner);
  }
  return out;
}

std::optional<TomlTable> TomlTable::table(std::string_view key) {
  const TomlValue* v = find(key);
  if (!v) return {};
  return TomlTable(*v, name_.empty() ? fmt::format("[{}]", key) : fmt::format("{}.{}", name_, key));
}

std::span<const TomlValue::Member> TomlTable::members(std::string_view key) {
  const TomlValue* v = find(key);
  if (!v) return {};
  toml_expect(*v, Kind::Table, called(key));
  return v->members;
}

SourceLocation TomlTable::where(std::string_view key) const {
  const TomlValue::Member* m = value_->find(key);
  return m ? m->value.where : value_->where;
}

// A required key is missing: suggest a similar key of the table.
void TomlTable::finish_misspelt(std::string_view key) const {
  for (const TomlValue::Member& m : value_->members)
    if (std::ranges::find(known_, m.key) == known_.end() &&
        closest(m.key, {std::string(key)}) == key)
      throw InputError(m.where, fmt::format("unknown key '{}'{}; did you mean '{}'?", m.key,
                                            name_.empty() ? "" : " in " + name_, key));
}

void TomlTable::finish() const {
  for (const TomlValue::Member& m : value_->members) {
    if (std::ranges::find(known_, m.key) != known_.end()) continue;
    const std::string best = closest(m.key, known_);
    std::vector<std::string_view> all(known_.begin(), known_.end());
    throw InputError(m.where, fmt::format("unknown key '{}'{}; {}", m.key,
                                          name_.empty() ? "" : " in " + name_,
                                          best.empty() ? "expected " + alternatives(all)
                                                       : fmt::format("did you mean '{}'?", best)));
  }
}

} // namespace ixp
