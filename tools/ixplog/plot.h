// ixplog plot: one or several runs as a page of its own: a table, delay over time, distributions
// (how many frames took at most, or more than, so long; the latter on logarithmic axes) and
// histograms, throughput, and fairness over time, for each category (flow, port: the finest thing
// known). No scripts, nothing from the network. Each chart also as a file.
#pragma once

#include "tools/ixplog/passages.h"

#include <string>
#include <vector>

namespace ixp {

struct PlotRun {
  std::string name;
  Passages passages; // in the window
  Window window = {};
  Passages whole =
      {}; // of the run, for accounts that begin with it, when the window leaves frames out
};

struct PlotOptions {
  std::string title;
  const FlowFile* flows = nullptr;
  bool log_delay = false; // logarithmic axes of delay in distributions, too
};

// One chart in a file: NAME.svg and NAME.csv.
struct Figure {
  std::string name, svg, csv;
};
struct PlotPage {
  std::string html; // a complete document
  std::vector<Figure> figures;
};

// InputError when no frame passed in any run.
PlotPage plot_page(const std::vector<PlotRun>& runs, const PlotOptions& options);

} // namespace ixp
