// A self-contained HTML page: its style (light or dark by the reader's preference), figures
// (base/figure.h) and tables. No scripts, no network access.
#pragma once

#include <string>
#include <vector>

namespace ixp {

// The page up to its heading; the title is text, not markup. The content follows, then kPageEnd.
std::string page_head(const std::string& title);
constexpr const char* kPageEnd = "</body></html>\n";

// Legend of the charts' colours.
std::string page_legend(const std::vector<std::string>& names);

} // namespace ixp
