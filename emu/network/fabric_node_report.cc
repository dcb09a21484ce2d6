// Statistics of a network's fabric at the end of a run.
#include "emu/network/fabric_node.h"
#include "fabric/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

using Json = nlohmann::ordered_json;

std::string FabricNode::statistics() const {
  Json j = Json::parse(fabric::to_json(config_.fabric, meter_));
  Json& of_node = j["fabric"];
  of_node["slots"] = now_;
  of_node["slot_ns"] = config_.slot_ns;
  of_node["grants_ahead"] = config_.grants_ahead;
  const Counts& c = counts_;
  j["cells"] = {{"in", c.cells_in}, {"out", c.cells_out}, {"inside", c.cells_in - c.cells_out}};
  j["wrong_frames"] = c.wrong;
  NetTime longest = 0;
  for (const FabricOutput* output : outputs_)
    if (output) longest = std::max(longest, output->longest_wait());
  j["longest_wait_for_line_ns"] = longest * 1000 / kNetworkMhz;
  if (config_.grants_ahead == 0) return j.dump();
  // Times from the slot of a grant to the arrival of its cell.
  Json answers = {{"cells", c.answers}};
  if (c.answers)
    answers.update({{"least", c.soonest},
                    {"mean_thousandths", c.answered_after * 1000 / c.answers},
                    {"most", c.slowest}});
  j["requests"] = c.requests;
  j["grants"] = c.grants;
  j["slots_from_grant_to_cell"] = answers;
  j["late_cells"] = c.late;
  return j.dump();
}

std::vector<std::string> FabricNode::failures() const {
  std::vector<std::string> out;
  if (counts_.wrong)
    out.push_back(fmt::format("{}: {} frames were not the expected ones and were dropped; {}",
                              config_.name, counts_.wrong, first_wrong_));
  if (counts_.late)
    out.push_back(fmt::format("{}: {} cells came too late for their slot, by {} slots at most; set "
                              "grants_ahead of [fabric] to {}",
                              config_.name, counts_.late, counts_.latest,
                              config_.grants_ahead + counts_.latest));
  return out;
}

} // namespace ixp
