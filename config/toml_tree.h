// A TOML file as a plain tree whose every node knows its place in the text, and the reader that
// turns its tables into typed settings: keys are asked for one by one, and finish() refuses those
// nobody asked for. toml++ itself stays inside toml_tree.cc.
#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ixp {

struct TomlValue {
  enum class Kind : uint8_t { Table, Array, String, Integer, Float, Boolean, Time };
  struct Member;

  Kind kind = Kind::Table;
  SourceLocation where;
  std::string text; // String
  int64_t integer = 0;
  double real = 0;
  bool boolean = false;
  std::vector<TomlValue> items;
  std::vector<Member> members; // in the order of the file

  const Member* find(std::string_view key) const;
};
struct TomlValue::Member {
  std::string key;
  SourceLocation where; // of the key
  TomlValue value;
};
// What a tree says: not its comments, nor where things stand, nor the texts of these keys.
void add(Digest& digest, const TomlValue& value, std::span<const std::string_view> without);
const char* name(TomlValue::Kind kind); // "a table", "an integer" ...

// Throws InputError file:line:column.
TomlValue parse_toml(std::string_view text, const std::string& file_name);

// One table under its name ("[port.0].rx") in the hands of somebody who knows what belongs there.
// All functions throw InputError at the place of the value when it has the wrong type or range.
class TomlTable {
public:
  TomlTable(const TomlValue& value, std::string name);

  // Null when the key is absent. Whatever was asked for counts as known.
  const TomlValue* find(std::string_view key);
  const TomlValue& need(std::string_view key, std::string_view example);

  uint64_t integer(std::string_view key, uint64_t otherwise, uint64_t lo, uint64_t hi);
  uint64_t need_integer(std::string_view key, uint64_t lo, uint64_t hi, std::string_view example);
  double number(std::string_view key, double otherwise, double lo, double hi); // integers, too
  bool boolean(std::string_view key, bool otherwise);
  std::string text(std::string_view key, std::string otherwise);
  std::vector<std::string> texts(std::string_view key); // a string, or an array of strings
  std::vector<uint32_t> words(const TomlValue& value, std::string_view key); // 32-bit integers
  // One of the names; the index in `names`.
  size_t choice(std::string_view key, std::span<const std::string_view> names, size_t otherwise);
  // A table, or an array of tables: each under its name.
  std::vector<TomlTable> tables(std::string_view key);
  std::optional<TomlTable> table(std::string_view key);
  // What a table of free names holds ("define", [ring.N], [counters]); nothing when absent.
  std::span<const TomlValue::Member> members(std::string_view key);

  // Refuses keys that nobody asked for, with the closest that somebody did.
  void finish() const;

  const SourceLocation& where() const { return value_->where; }
  SourceLocation where(std::string_view key) const; // of the value, of the table when absent
  const std::string& name() const { return name_; }
  const TomlValue& value() const { return *value_; }
  // "'key' of [table]", for messages.
  std::string called(std::string_view key) const;

private:
  void finish_misspelt(std::string_view key) const;

  const TomlValue* value_;
  std::string name_;
  std::vector<std::string> known_;
};

// Checked conversions that also serve values outside tables. `what`: "'rate_mbps' of [port.0].rx".
uint64_t toml_integer(const TomlValue& v, const std::string& what, uint64_t lo, uint64_t hi);
double toml_number(const TomlValue& v, const std::string& what, double lo, double hi);
const std::string& toml_text(const TomlValue& v, const std::string& what);
void toml_expect(const TomlValue& v, TomlValue::Kind kind, const std::string& what);

// A path that a file in `folder` names. Nothing is taken out of it: where `folder/..` leads is for
// the file system to say, which knows symbolic links.
std::string path_from(const std::filesystem::path& folder, const std::string& path);

// "a, b or c"
std::string alternatives(std::span<const std::string_view> words);

} // namespace ixp
