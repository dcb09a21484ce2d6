// ixplog plot: one or several runs as an HTML page: a table, delay over time, distributions (the
// share of frames with at most, or more than, each delay; the latter on logarithmic axes) and
// histograms, throughput, and fairness over time, for each category (or flow, or port: the finest
// known). No scripts, no network access. Each chart is also a file.
#pragma once

#include "tools/ixplog/passages.h"

#include <string>
#include <vector>

namespace ixp {

struct PlotRun {
  std::string name;
  Passages passages; // in the window
  Window window = {};
  Passages whole = {}; // the run, for accounts from its start, if the window excludes frames
};

struct PlotOptions {
  std::string title;
  const FlowFile* flows = nullptr;
  bool log_delay = false; // logarithmic delay axes in distributions, too
};

// One chart in files: NAME.svg, NAME.vl.json (base/figure.h) and NAME.csv.
struct Figure {
  std::string name, svg, vega_lite, csv;
};
struct PlotPage {
  std::string html; // a complete document
  std::vector<Figure> figures;
};

// Throws InputError if no run has a transmitted frame.
PlotPage plot_page(const std::vector<PlotRun>& runs, const PlotOptions& options);

} // namespace ixp
