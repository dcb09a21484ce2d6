#include "base/sarif.h"

#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace ixp {

using Json = nlohmann::ordered_json;

static const char* level(Severity s) {
  switch (s) {
  case Severity::Note: return "note";
  case Severity::Warning: return "warning";
  case Severity::Error: return "error";
  }
  return "error";
}

// Dashboards match results by rule; a diagnostic without a flag has the rule of its severity.
static std::string rule(const Diagnostic& d) {
  return d.flag.empty() ? level(d.severity) : d.flag;
}

// The rules of all results, each once, sorted.
static Json rules(const std::vector<Diagnostic>& diagnostics) {
  std::set<std::string> ids;
  for (const Diagnostic& d : diagnostics)
    ids.insert(rule(d));
  Json out = Json::array();
  for (const std::string& id : ids)
    out.push_back(Json{{"id", id}});
  return out;
}

// A path as the format requires: a URI reference.
static std::string uri(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) || std::strchr("/-._~+@=,", c));
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out.starts_with('/') ? "file://" + out : out;
}

// Unknown lines and columns are omitted, as the format requires.
static Json location(const SourceLocation& w) {
  Json out;
  if (w.file.empty()) return out;
  out["physicalLocation"]["artifactLocation"]["uri"] = uri(w.file);
  if (w.line) out["physicalLocation"]["region"]["startLine"] = w.line;
  if (w.line && w.column) out["physicalLocation"]["region"]["startColumn"] = w.column;
  return out;
}

static Json result(const Diagnostic& d) {
  Json out = {{"ruleId", rule(d)}, {"level", level(d.severity)}, {"message", {{"text", d.text}}}};
  out["locations"] = Json::array();
  if (Json place = location(d.where); !place.is_null()) out["locations"].push_back(place);
  for (const Diagnostic& n : d.notes) {
    Json related = location(n.where);
    related["message"]["text"] = n.text;
    out["relatedLocations"].push_back(related);
  }
  return out;
}

std::string sarif(const std::vector<Diagnostic>& diagnostics, const std::string& tool,
                  const std::string& version) {
  Json results = Json::array();
  for (const Diagnostic& d : diagnostics)
    results.push_back(result(d));
  const Json driver = {{"name", tool}, {"version", version}, {"rules", rules(diagnostics)}};
  const Json run = {{"tool", {{"driver", driver}}}, {"results", results}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace ixp
