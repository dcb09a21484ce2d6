// A value in a JSON file. Errors name the file, the key and the expected kind:
// "stats.json: error: 'ports[0].port' is text, expected a whole number".
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

// Refers to the parsed JSON, which must outlive it. Throws InputError for other kinds of values.
class JsonNode {
public:
  JsonNode(const nlohmann::json& value, std::string file, std::string key = {})
      : value_(value), file_(std::move(file)), key_(std::move(key)) {}

  bool has(const std::string& key) const { return object().contains(key); }
  JsonNode at(const std::string& key) const;
  std::vector<std::pair<std::string, JsonNode>> members() const; // of an object
  std::vector<JsonNode> elements() const;                        // of a list
  std::string text() const;
  uint64_t whole() const;

private:
  const nlohmann::json& object() const;
  [[noreturn]] void fail(const std::string& problem) const;
  [[noreturn]] void refuse(const char* expected) const;

  const nlohmann::json& value_;
  std::string file_, key_;
};

} // namespace ixp
