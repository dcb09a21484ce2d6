#include "tools/ixplog/json_node.h"

#include "base/diagnostic.h"

#include <fmt/format.h>

namespace ixp {

static const char* kind(const nlohmann::json& value) {
  switch (value.type()) {
  case nlohmann::json::value_t::null: return "null";
  case nlohmann::json::value_t::boolean: return "true or false";
  case nlohmann::json::value_t::string: return "text";
  case nlohmann::json::value_t::array: return "a list";
  case nlohmann::json::value_t::object: return "an object";
  case nlohmann::json::value_t::number_float: return "a fraction";
  default: return value.is_number_unsigned() ? "a whole number" : "negative";
  }
}

void JsonNode::fail(const std::string& problem) const {
  throw InputError({file_}, key_.empty() ? problem : fmt::format("'{}' {}", key_, problem));
}

void JsonNode::refuse(const char* expected) const {
  fail(fmt::format("is {}, expected {}, as a run writes it", kind(value_), expected));
}

const nlohmann::json& JsonNode::object() const {
  if (!value_.is_object()) refuse("an object");
  return value_;
}

JsonNode JsonNode::at(const std::string& key) const {
  const auto found = object().find(key);
  if (found == value_.end()) fail(fmt::format("has no key '{}', which a run writes", key));
  return {*found, file_, key_.empty() ? key : key_ + "." + key};
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  std::vector<std::pair<std::string, JsonNode>> out;
  for (const auto& [key, value] : object().items())
    out.emplace_back(key, at(key));
  return out;
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!value_.is_array()) refuse("a list");
  std::vector<JsonNode> out;
  for (const nlohmann::json& value : value_)
    out.emplace_back(value, file_, fmt::format("{}[{}]", key_, out.size()));
  return out;
}

std::string JsonNode::text() const {
  if (!value_.is_string()) refuse("text");
  return value_;
}

uint64_t JsonNode::whole() const {
  if (!value_.is_number_unsigned()) refuse("a whole number");
  return value_;
}

} // namespace ixp
