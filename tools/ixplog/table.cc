#include "tools/ixplog/table.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace ixp {

void Table::row(std::vector<Cell> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

static std::string text_of(const Cell& cell, int decimals) {
  if (const auto* s = std::get_if<std::string>(&cell)) return *s;
  if (const auto* n = std::get_if<uint64_t>(&cell)) return fmt::format("{}", *n);
  if (std::holds_alternative<std::monostate>(cell)) return "-";
  return fmt::format("{:.{}f}", std::get<double>(cell), decimals);
}

std::string Table::text() const {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& c : columns_)
    lines[0].push_back(c.heading);
  for (const auto& cells : rows_) {
    auto& line = lines.emplace_back();
    for (size_t i = 0; i < cells.size(); ++i)
      line.push_back(text_of(cells[i], columns_[i].decimals));
  }
  std::vector<size_t> widths(columns_.size(), 0);
  for (const auto& line : lines)
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  std::string out;
  for (const auto& line : lines) {
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      const bool words = !rows_.empty() && std::holds_alternative<std::string>(rows_[0][i]);
      text += fmt::format(fmt::runtime(words ? "{}{:<{}}" : "{}{:>{}}"), i ? "  " : "", line[i],
                          widths[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  return out;
}

// Fields with commas or quotes are quoted (RFC 4180).
static std::string csv_of(const Cell& cell) {
  if (const auto* n = std::get_if<uint64_t>(&cell)) return fmt::format("{}", *n);
  if (const auto* x = std::get_if<double>(&cell)) return fmt::format("{}", *x);
  if (std::holds_alternative<std::monostate>(cell)) return "";
  const std::string& text = std::get<std::string>(cell);
  if (text.find_first_of(",\"\n") == text.npos) return text;
  std::string out = "\"";
  for (char c : text)
    out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

std::string Table::csv() const {
  std::string out;
  const auto line = [&](auto&& field) {
    bool first = true;
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].key.empty()) continue;
      if (!first) out += ',';
      first = false;
      out += field(i);
    }
    out += '\n';
  };
  line([&](size_t i) { return columns_[i].key; });
  for (const auto& cells : rows_)
    line([&](size_t i) { return csv_of(cells[i]); });
  return out;
}

nlohmann::ordered_json Table::json() const {
  auto out = nlohmann::ordered_json::array();
  for (const auto& cells : rows_) {
    nlohmann::ordered_json object;
    for (size_t i = 0; i < cells.size(); ++i)
      if (!columns_[i].key.empty())
        object[columns_[i].key] = std::visit(
            [](const auto& value) -> nlohmann::ordered_json {
              if constexpr (std::is_same_v<decltype(value), const std::monostate&>)
                return nullptr;
              else
                return value;
            },
            cells[i]);
    out.push_back(std::move(object));
  }
  return out;
}

} // namespace ixp
