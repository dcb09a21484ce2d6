// A page for a browser, complete in itself: its style, light or dark as the reader has it, charts
// (base/chart.h) and tables. No scripts, nothing from the network.
#pragma once

#include <string>
#include <vector>

namespace ixp {

// Up to the heading; the title is text, not markup. Then comes what the page has, then kPageEnd.
std::string page_head(const std::string& title);
constexpr const char* kPageEnd = "</body></html>\n";

// Which colour of charts is whose.
std::string page_legend(const std::vector<std::string>& names);

} // namespace ixp
