// ixplog journey: time of a run's frames by stage and flow. The ring log separates the stages: up
// to a ring, the ring, from one ring to the next, and to the line. A frame's stages add up to its
// delay.
#pragma once

#include "tools/ixplog/delay.h"
#include "tools/ixplog/passages.h"

#include <string>
#include <vector>

namespace ixp {

enum class JourneyBy : uint8_t { All, Flow, Category, Port };

struct JourneyOptions {
  JourneyBy by = JourneyBy::Flow;
  const FlowFile* flows = nullptr;
  Window window = {};
};

struct JourneyGroup {
  std::string name;
  DelaySummary whole;               // cycles
  std::vector<DelaySummary> stages; // in the order frames reach them
};

struct JourneyReport {
  uint64_t me_hz = 0;
  std::vector<JourneyGroup> groups; // all frames last
  uint64_t not_transmitted = 0;
  uint64_t on_no_ring = 0; // transmitted ones that were on no ring
};

// `folder`: a run with --rings and --ring-frames. Throws InputError if it is none.
JourneyReport measure_journey(const std::string& folder, const JourneyOptions& options);
// Text: a table; CSV: a line per group and stage; JSON: the same.
std::string print_journey(const JourneyReport& report, Format format);
// Writes stacked bars of the mean time by stage, one bar per group, as SVG; with NAME.svg also
// NAME.vl.json (base/figure.h). Throws InputError.
void draw_journey(const JourneyReport& report, const std::string& path);

} // namespace ixp
