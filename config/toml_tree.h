// A TOML file as a plain tree whose nodes have their location in the text, and a reader that
// converts its tables to typed settings: keys are read one by one, and finish() rejects keys that
// were not read. toml++ itself is used only in toml_tree.cc.
#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"

#include <cstdint>
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
  std::string folder; // paths in the value are relative to it
  std::string text;   // String
  int64_t integer = 0;
  double real = 0;
  bool boolean = false;
  bool is_inline = false; // a table written as { KEY = VALUE }
  std::vector<TomlValue> items;
  std::vector<Member> members; // in the order of the file

  const Member* find(std::string_view key) const;
};
struct TomlValue::Member {
  std::string key;
  SourceLocation where; // location of the key
  TomlValue value;
};
// Adds a tree without comments, locations, and the texts of these keys.
void add(Digest& digest, const TomlValue& value, std::span<const std::string_view> without);
const char* name(TomlValue::Kind kind); // "a table", "an integer" ...

// Throws InputError file:line:column.
TomlValue parse_toml(std::string_view text, const std::string& file_name);

// One table and its name ("[port.0].rx"), for a reader of its keys. All functions throw InputError
// at the value's location if its type or range is wrong.
class TomlTable {
public:
  TomlTable(const TomlValue& value, std::string name);

  // Null if the key is absent. Marks the key as known.
  const TomlValue* find(std::string_view key);
  const TomlValue& need(std::string_view key, std::string_view example);

  uint64_t integer(std::string_view key, uint64_t otherwise, uint64_t lo, uint64_t hi);
  uint64_t need_integer(std::string_view key, uint64_t lo, uint64_t hi, std::string_view example);
  // accepts integers too
  double number(std::string_view key, double otherwise, double lo, double hi);
  bool boolean(std::string_view key, bool otherwise);
  std::string text(std::string_view key, std::string otherwise);
  std::vector<std::string> texts(std::string_view key); // a string, or an array of strings
  std::vector<std::string> paths(std::string_view key); // the same as paths
  std::vector<uint32_t> words(const TomlValue& value, std::string_view key); // 32-bit integers
  // Index in `names` of the value, which must be one of them.
  size_t choice(std::string_view key, std::span<const std::string_view> names, size_t otherwise);
  // A table, or an array of tables, each with its name.
  std::vector<TomlTable> tables(std::string_view key);
  std::optional<TomlTable> table(std::string_view key);
  // Members of a table with free names ("define", [ring.N], [counters]); empty if absent.
  std::span<const TomlValue::Member> members(std::string_view key);

  // Rejects keys that were not read, and suggests the closest known key.
  void finish() const;

  const SourceLocation& where() const { return value_->where; }
  SourceLocation where(std::string_view key) const; // location of the value, or of the table if
                                                    // absent
  const std::string& name() const { return name_; }
  const TomlValue& value() const { return *value_; }
  // "'key' of [table]", for messages.
  std::string called(std::string_view key) const;

private:
  std::vector<const TomlValue*> strings(std::string_view key); // of texts()
  void finish_misspelt(std::string_view key) const;

  const TomlValue* value_;
  std::string name_;
  std::vector<std::string> known_;
};

// Checked conversions, also for values outside tables. `what`: "'rate_mbps' of [port.0].rx".
uint64_t toml_integer(const TomlValue& v, const std::string& what, uint64_t lo, uint64_t hi);
double toml_number(const TomlValue& v, const std::string& what, double lo, double hi);
const std::string& toml_text(const TomlValue& v, const std::string& what);
// A path, relative to the value's folder. It is not normalised: `folder/..` depends on symbolic
// links, which only the file system resolves.
std::string toml_path(const TomlValue& v, const std::string& what);
void toml_expect(const TomlValue& v, TomlValue::Kind kind, const std::string& what);

// "a, b or c"
std::string alternatives(std::span<const std::string_view> words);

// Bounds of a TOML file (toml_bounds.cc), checked before it is parsed: the parser recurses for each
// part of a dotted key, and a value takes about 500 times its text in memory.
constexpr size_t kMostTomlBytes = 16 << 20, kMostTomlValues = 1 << 18, kMostTomlDepth = 256;

// Throws InputError. Text that is no TOML may pass.
void check_toml_bounds(std::string_view text, const std::string& file);

} // namespace ixp
