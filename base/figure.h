// Draws a figure as SVG from a description in a part of Vega-Lite 5, which the Vega editor opens.
//
// A figure is a panel, or `vconcat` of panels or of rows of panels (`hconcat`). A panel has `width`
// and `height` in pixels, a title, an `encoding` of x and y, and a `layer` of marks with
// `data.values`: line, area, rule, bar, rect, circle or text. A null y is a gap in a line. Every
// scale has its `domain`: two numbers of a linear or logarithmic axis, the limits of a threshold
// scale, otherwise names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ixp {

constexpr const char* kVegaLite = "https://vega.github.io/schema/vega-lite/v5.json";

// Colours of series, on light and on dark paper: CSS classes s0, s1, ...
constexpr unsigned kSeriesColours = 8;
constexpr const char* kPalette[2][kSeriesColours] = {
    {"#0072b2", "#c95100", "#00805c", "#b3518a", "#a06a00", "#3388bb", "#7a5195", "#7a5c2b"},
    {"#56a9e0", "#f28c45", "#34c9a0", "#e39bc5", "#f0b429", "#8fd0f5", "#b99ad6", "#c8a86b"}};
std::string palette_style(bool dark); // CSS

std::string escape_markup(const std::string& text); // control characters become '?'

// SVG for a page with palette_style() and the key to the colours. Throws InputError if a member
// lacks or cannot be drawn; so do the others.
std::string draw_in_page(const nlohmann::ordered_json& figure);
// A stand-alone SVG with its key, light or dark by the reader's preference.
std::string draw_figure(const nlohmann::ordered_json& figure);
std::string draw_file(const std::string& path); // as a figure; "-" is standard input

} // namespace ixp
