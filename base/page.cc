#include "base/page.h"

#include "base/chart.h"

#include <fmt/format.h>

namespace ixp {

static constexpr const char* kStyle = R"(
:root { --ink: #222; --paper: #fff; --grid: #ddd; color-scheme: light dark;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #e69f00; --c5: #56b4e9;
  --c6: #7a5195; --c7: #8c6d31; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #16181c; --grid: #3a3d44; } }
body { font: 15px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 1180px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15em .8em; border-bottom: 1px solid var(--grid); text-align: right; }
tr th:first-child, tr th:nth-child(2) { text-align: left; font-weight: normal; }
.charts { display: flex; flex-wrap: wrap; gap: 8px; }
svg { max-width: 100%; height: auto; }
svg text { font-size: 11px; fill: var(--ink); } svg text.title { font-size: 13px; }
.grid { stroke: var(--grid); fill: none; }
.line { fill: none; stroke-width: 1.4; }
.band { stroke: none; fill-opacity: .2; }
.legend span { margin-right: 1.5em; } .key { display: inline-block; width: 1em; height: .7em;
  margin-right: .4em; }
)";

static std::string style() {
  std::vector<std::string> colours;
  for (unsigned i = 0; i < kSeriesColours; ++i)
    colours.push_back(fmt::format("var(--c{})", i));
  return kStyle + series_style(colours);
}

std::string page_head(const std::string& title) {
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                     "<title>{0}</title>\n<style>{1}</style></head><body>\n<h1>{0}</h1>\n",
                     escape_markup(title), style());
}

std::string page_legend(const std::vector<std::string>& names) {
  std::string out = "<p class=\"legend\">";
  for (size_t i = 0; i < names.size(); ++i)
    out += fmt::format("<span><i class=\"key s{}\"></i>{}</span>\n", i % kSeriesColours,
                       escape_markup(names[i]));
  return out + "</p>\n";
}

} // namespace ixp
