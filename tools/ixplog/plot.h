// ixplog plot: delays of one or several runs as a page of its own: a table, delay over time,
// distributions and histograms, for each category (flow, port: the finest thing known). No
// scripts, nothing from the network.
#pragma once

#include "tools/ixplog/passages.h"

#include <string>
#include <vector>

namespace ixp {

struct PlotRun {
  std::string name;
  Passages passages;
};

struct PlotOptions {
  std::string title;
  const FlowFile* flows = nullptr;
};

// A complete HTML document. InputError when no frame passed in any run.
std::string plot_page(const std::vector<PlotRun>& runs, const PlotOptions& options);

} // namespace ixp
