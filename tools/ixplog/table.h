// Results as rows and columns, printed as aligned text, CSV or JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

namespace ixp {

enum class Format : uint8_t { Text, Csv, Json };

struct Column {
  std::string heading; // for text
  std::string key;     // for CSV and JSON; empty: omitted there
  int decimals = 0;    // of fractions in text; CSV and JSON get all
};
// Empty: a value that does not exist, such as the mean of nothing: "-", in CSV empty, in JSON null.
using Cell = std::variant<std::monostate, std::string, uint64_t, double>;

class Table {
public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void row(std::vector<Cell> cells); // one per column
  bool empty() const { return rows_.empty(); }
  size_t rows() const { return rows_.size(); }

  std::string text() const; // headings and rows, words left, numbers right
  std::string csv() const;
  nlohmann::ordered_json json() const; // an array of objects

private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

} // namespace ixp
