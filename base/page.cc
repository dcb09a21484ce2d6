#include "base/page.h"

#include "base/figure.h"

#include <fmt/format.h>

namespace ixp {

// Text has a contrast of at least 4.5 against the paper, lines and areas of 3, in both schemes.
static constexpr const char* kStyle = R"(
:root { --ink: #222; --paper: #fff; --grid: #ddd; --muted: #595959; --link: #0a58a8;
  --good: #1a6e37; --warn: #8a5300; --bad: #b3261e; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #16181c; --grid: #3a3d44;
  --muted: #a9aeb6; --link: #8fc1f2; --good: #6fcf8e; --warn: #f0b429; --bad: #ff8f85; } }
body { font: 15px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 1180px; margin: 2em auto; padding: 0 1em; }
a { color: var(--link); } h1, p { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block;
  width: max-content; max-width: 100%; overflow-x: auto; }
th, td { padding: .15em .8em; border-bottom: 1px solid var(--grid); text-align: right;
  white-space: nowrap; }
tr th:first-child, tr th:nth-child(2) { text-align: left; font-weight: normal; }
.charts { display: flex; flex-wrap: wrap; gap: 8px; }
svg { max-width: 100%; height: auto; }
svg text { font-size: 11px; fill: var(--ink); } svg text.title { font-size: 13px; }
.grid { stroke: var(--grid); fill: none; }
.line { fill: none; stroke-width: 1.8; }
.limit { fill: none; stroke: var(--muted); stroke-width: 1.5; stroke-dasharray: 6 4; }
.band { stroke: none; fill-opacity: .2; }
.legend span { margin-right: 1.5em; } .key { display: inline-block; width: 1em; height: .7em;
  margin-right: .4em; }
)";

std::string page_head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}{2}@media (prefers-color-scheme: dark) {{\n{3}}}\n"
      "</style></head><body>\n<h1>{0}</h1>\n",
      escape_markup(title), kStyle, palette_style(false), palette_style(true));
}

std::string page_legend(const std::vector<std::string>& names) {
  std::string out = "<p class=\"legend\">";
  for (size_t i = 0; i < names.size(); ++i)
    out += fmt::format("<span><i class=\"key s{}\"></i>{}</span>\n", i % kSeriesColours,
                       escape_markup(names[i]));
  return out + "</p>\n";
}

} // namespace ixp
