#include "base/sarif.h"

#include <nlohmann/json.hpp>

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

// Unknown lines and columns are omitted, as the format requires.
static Json location(const SourceLocation& w) {
  Json out;
  if (w.file.empty()) return out;
  out["physicalLocation"]["artifactLocation"]["uri"] = w.file;
  if (w.line) out["physicalLocation"]["region"]["startLine"] = w.line;
  if (w.line && w.column) out["physicalLocation"]["region"]["startColumn"] = w.column;
  return out;
}

static Json result(const Diagnostic& d) {
  Json out;
  if (!d.flag.empty()) out["ruleId"] = d.flag;
  out.update(Json{{"level", level(d.severity)}, {"message", {{"text", d.text}}}});
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
  const Json run = {{"tool", {{"driver", {{"name", tool}, {"version", version}}}}},
                    {"results", results}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace ixp
