#include "base/figure.h"

#include "base/chart.h"
#include "base/diagnostic.h"
#include "base/files.h"
#include "base/json.h"
#include "base/nesting.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numbers>
#include <optional>
#include <set>

namespace ixp {

std::string palette_style(bool dark) {
  std::string out;
  for (unsigned i = 0; i < kSeriesColours; ++i)
    out += fmt::format(".line.s{0} {{ stroke: {1}; }} .band.s{0}, .fill.s{0} {{ fill: {1}; }} "
                       ".key.s{0} {{ background: {1}; }}\n",
                       i, kPalette[dark][i]);
  return out;
}

std::string escape_markup(const std::string& text) {
  std::string out;
  for (char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    out += c == '&'   ? "&amp;"
           : c == '<' ? "&lt;"
           : c == '>' ? "&gt;"
           : control  ? "?"
                      : std::string(1, c);
  }
  return out;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr double kLeft = 58, kRight = 12, kTop = 26, kBottom = 40; // around a panel
constexpr double kCharacter = 6.4;                 // width of one of a label, at most
constexpr double kLine = 18;                       // height of a line of text
constexpr unsigned kTicksAcross = 7, kTicksUp = 4; // approximate
constexpr const char *kStart = "start", *kMiddle = "middle", *kEnd = "end";

double width_of(const std::string& text) { // of UTF-8
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return kCharacter * static_cast<double>(std::ranges::count_if(text, begins));
}

double tenth(double v) {
  return std::round(v * 10) / 10;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor,
                    const char* more = "") {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\"{}>{}</text>\n", tenth(x),
                     tenth(y), anchor, more, escape_markup(text));
}

std::string place(double x, double y) {
  return fmt::format("{:.1f} {:.1f}", x, y);
}

std::string rectangle(double x, double y, double width, double height) {
  return fmt::format("M{:g} {:g}h{:g}v{:g}h{:g}z", tenth(x), tenth(y), tenth(width), tenth(height),
                     tenth(-width));
}

std::string words(const Json& value) {
  return value.is_string() ? value.get<std::string>() : fmt::format("{:g}", value.get<double>());
}

std::string title_of(const Json& part) {
  const Json title = part.value("title", Json());
  return title.is_object() ? title.at("text") : title.is_string() ? title : "";
}

// The value of a channel in a row of data.
const Json& value_of(const Json& channel, const Json& row) {
  return row.at(channel.at("field").get<std::string>());
}

// The channels of a layer, with the position of each value in a channel's domain.
class Encoding {
public:
  explicit Encoding(Json channels) : channels_(std::move(channels)) {}
  bool contains(const char* channel) const { return channels_.contains(channel); }
  const Json& at(const char* channel) const { return channels_.at(channel); }
  // Whether colours are of series, not of classes of numbers.
  bool has_series() const {
    return contains("color") && at("color").at("scale").value("type", "") != "threshold";
  }

  size_t index_of(const char* channel, const Json& row) const {
    auto [known, added] = positions_.try_emplace(channel);
    size_t position = 0;
    if (added)
      for (const Json& value : at(channel).at("scale").at("domain"))
        known->second.emplace(value, position++);
    const Json& value = value_of(at(channel), row);
    const auto found = known->second.find(value);
    if (found == known->second.end())
      throw InputError(fmt::format("{} is not in the domain of its scale", value.dump()));
    return found->second;
  }

private:
  Json channels_;
  mutable std::map<std::string, std::map<Json, size_t>> positions_; // filled when asked for
};

// ---- Colours and dashes of all panels, and their key

std::string colour_of(const Json& value) {
  const auto colour = value.get<std::string>();
  const auto digits = std::string_view(colour).substr(colour.starts_with('#'));
  if (digits.empty() ||
      !std::ranges::all_of(digits, [](unsigned char c) { return std::isalnum(c); }))
    throw InputError(fmt::format("{} is no colour; expected e.g. \"#0072b2\"", value.dump()));
  return colour;
}

class Series {
public:
  // Attributes of a mark. `kind`: line, band or fill, the CSS class.
  std::string paint(const std::string& kind, const Json& mark, const Encoding& encoding,
                    const Json& row) {
    std::string stroke;
    if (mark.contains("stroke"))
      stroke = fmt::format(" stroke=\"{}\"", colour_of(mark.at("stroke")));
    if (!encoding.contains("color"))
      return kind == "line" ? "class=\"limit\"" : filled(mark.at("color")) + stroke;
    const Json& colour = encoding.at("color");
    if (!encoding.has_series()) return threshold(colour, value_of(colour, row)) + stroke;
    const auto out =
        fmt::format("class=\"{} s{}\"{}", kind, series(encoding, row), dash(encoding, row));
    const Entry entry{value_of(colour, row).get<std::string>(), out, kind == "line"};
    if (kind != "band" && in_key_.insert(entry.name).second) key_.push_back(entry);
    return out;
  }

  // The key from `y` on, which it moves.
  std::string key(double& y, double width) const {
    std::string out;
    double x = kLeft;
    for (const Entry& e : key_) {
      const double end = 30 + 1.1 * width_of(e.name);
      if (x + end > width && x > kLeft) x = kLeft, y += kLine;
      out += fmt::format("<path {} d=\"{}\"/>\n", e.attributes,
                         e.line ? 'M' + place(x, y + 8) + "h20" : rectangle(x + 4, y + 3, 12, 9)) +
             text_at(x + 26, y + 12, e.name, kStart);
      x += end + kLine;
    }
    if (!key_.empty()) y += kLine + 4;
    if (!threshold_.is_null()) out += scale(y);
    return out;
  }

private:
  struct Entry {
    std::string name, attributes;
    bool line;
  };

  static std::string filled(const Json& colour) {
    return fmt::format("fill=\"{}\"", colour_of(colour));
  }

  static std::string dash(const Encoding& encoding, const Json& row) {
    if (!encoding.contains("strokeDash")) return {};
    const Json& dashes = encoding.at("strokeDash").at("scale").at("range");
    const Json& dash = dashes.at(encoding.index_of("strokeDash", row));
    if (dash.at(1) == 0) return {};
    return fmt::format(" stroke-dasharray=\"{:g} {:g}\"", dash.at(0).get<double>(),
                       dash.at(1).get<double>());
  }

  static size_t series(const Encoding& encoding, const Json& row) {
    const size_t at = encoding.index_of("color", row);
    const Json& scale = encoding.at("color").at("scale");
    if (!scale.contains("range")) return at % kSeriesColours;
    const auto colour = scale.at("range").at(at).get<std::string>();
    const auto found = std::ranges::find(kPalette[0], colour);
    if (found == std::end(kPalette[0]))
      throw InputError(fmt::format("'{}' is not one of the colours of series: {}", colour,
                                   fmt::join(kPalette[0], ", ")));
    return static_cast<size_t>(found - std::begin(kPalette[0]));
  }

  std::string threshold(const Json& channel, const Json& value) {
    threshold_ = channel;
    const auto below = [&](const Json& limit) { return value >= limit; };
    return filled(channel.at("scale").at("range").at(
        static_cast<size_t>(std::ranges::count_if(channel.at("scale").at("domain"), below))));
  }

  // The classes of the threshold scale with the limits between them.
  std::string scale(double& y) const {
    constexpr double kWidth = 34, kHeight = 11;
    const Json& limits = threshold_.at("scale").at("domain");
    std::string out = text_at(kLeft, y + 12, title_of(threshold_), kStart);
    double x = kLeft;
    for (const Json& colour : threshold_.at("scale").at("range")) {
      out += fmt::format("<path {} d=\"{}\"/>\n", filled(colour),
                         rectangle(x, y + kLine, kWidth, kHeight));
      x += kWidth;
    }
    for (size_t i = 0; i < limits.size(); ++i)
      out += text_at(kLeft + kWidth * static_cast<double>(i + 1), y + kLine + 24,
                     words(limits.at(i)), kMiddle);
    y += kLine + 32;
    return out;
  }

  std::vector<Entry> key_;
  std::set<std::string> in_key_; // names
  Json threshold_;
};

// ---- Panels

const Json& channel_of(const Json& panel, const char* name) {
  return panel.at("encoding").at(name);
}

// The width or height of a panel.
double size_of(const Json& panel, const char* key) {
  const double size = panel.at(key);
  if (!(size >= 1 && size <= 1e6))
    throw InputError(fmt::format("{} is {:g}, expected 1 to 1e6 pixels", key, size));
  return size;
}

// Width of the margin left of a panel: at least that of the longest name on its vertical axis.
double left_of(const Json& panel) {
  double out = kLeft;
  const Axis axis(channel_of(panel, "y"), 0, 1);
  for (const std::string& name : axis.names)
    out = std::max(out, width_of(name) + 26);
  return out;
}

// Marks of a panel. A path has all marks of one series with the same attributes.
class Panel {
public:
  Panel(const Json& panel, Series& series, double left, double top)
      : panel_(panel), series_(series),
        x_(channel_of(panel, "x"), left, left + size_of(panel, "width")),
        y_(channel_of(panel, "y"), top + size_of(panel, "height"), top) {}

  std::string svg() {
    std::string out =
        axes() + text_at(x_.from, y_.to - 10, title_of(panel_), kStart, " class=\"title\"");
    for (const Json& layer : panel_.at("layer"))
      out += draw(layer);
    return out;
  }

private:
  struct Shape {
    std::string attributes, path, back; // back: of an area
    std::optional<double> last = {};    // y of a line's last point; none: a gap
  };
  struct Mark {
    const Json& properties;
    const Encoding& encoding;
    const Json& row;
  };

  double at(const Axis& axis, const Mark& mark, const char* channel) const {
    const auto [begin, width] = span(axis, mark, channel);
    return begin + width / 2;
  }
  std::pair<double, double> span(const Axis& axis, const Mark& mark, const char* channel) const;
  std::string axes() const;
  std::string draw(const Json& layer);
  void add(Shape& shape, const std::string& type, const Mark& mark) const;
  void add_to_line(Shape& shape, const Mark& mark) const;
  std::string bar(const Mark& mark) const;
  std::string label(const Mark& mark) const;

  const Json& panel_;
  Series& series_;
  Axis x_, y_;
};

// Labels of an axis that do not touch: all, every second, ...
std::vector<std::pair<double, std::string>> apart(const Axis& axis, unsigned wanted, bool across) {
  const auto all = axis.labels(wanted);
  for (size_t every = 1;; ++every) {
    std::vector<std::pair<double, std::string>> out;
    bool free = true;
    for (size_t i = 0; i < all.size(); i += every) {
      const double size = across ? width_of(all[i].second) + 6 : 11;
      free &= i == 0 || std::abs(all[i].first - out.back().first) >= size;
      out.push_back(all[i]);
    }
    if (free) return out;
  }
}

std::string Panel::axes() const {
  std::string out;
  const auto grid = [&](double x0, double y0, double x1, double y1) {
    out += fmt::format("<path class=\"grid\" d=\"M{}L{}\"/>\n", place(x0, y0), place(x1, y1));
  };
  const double left = x_.from, right = x_.to, floor = y_.from, top = y_.to;
  for (const auto& [x, label] : apart(x_, kTicksAcross, true)) {
    if (x_.names.empty()) grid(x, floor, x, top);
    out += text_at(std::min(x, right + kRight - width_of(label) / 2), floor + 14, label, kMiddle);
  }
  for (const auto& [y, label] : apart(y_, kTicksUp, false)) {
    if (y_.names.empty()) grid(left, y, right, y);
    out += text_at(left - 5, y + 4, label, kEnd);
  }
  out += text_at((left + right) / 2, floor + 32, title_of(channel_of(panel_, "x")), kMiddle);
  return out + fmt::format("<text transform=\"translate({:g} {:g}) rotate(-90)\" "
                           "text-anchor=\"middle\">{}</text>\n",
                           left - left_of(panel_) + 13, (top + floor) / 2,
                           escape_markup(title_of(channel_of(panel_, "y"))));
}

// Begin and width of a name's band, or of its part `xOffset`; the position of a number.
std::pair<double, double> Panel::span(const Axis& axis, const Mark& mark,
                                      const char* channel) const {
  const Json& value = value_of(mark.encoding.at(channel), mark.row);
  if (axis.names.empty()) return {axis.at(value), 0};
  if (&axis != &x_ || !mark.encoding.contains("xOffset")) return axis.band(value, 0, 1);
  return axis.band(value, mark.encoding.index_of("xOffset", mark.row),
                   mark.encoding.at("xOffset").at("scale").at("domain").size());
}

// A bar from zero or its other end, or a cell between bands.
std::string Panel::bar(const Mark& mark) const {
  const auto extent = [&](const Axis& axis, const char* channel, const char* other) {
    auto [begin, width] = span(axis, mark, channel);
    if (axis.names.empty()) {
      const double end = mark.encoding.contains(other) ? at(axis, mark, other) : axis.at(0);
      width = std::abs(end - begin);
      begin = std::min(begin, end);
    }
    return std::pair(begin, width);
  };
  const auto [x, width] = extent(x_, "x", "x2");
  const auto [y, height] = extent(y_, "y", "y2");
  return rectangle(x, y, width, height);
}

void Panel::add_to_line(Shape& shape, const Mark& mark) const {
  if (value_of(mark.encoding.at("y"), mark.row).is_null()) {
    shape.last.reset();
    return;
  }
  const double x = at(x_, mark, "x"), y = at(y_, mark, "y");
  if (shape.last && mark.properties.contains("interpolate")) // step-after
    shape.path += 'L' + place(x, *shape.last);
  shape.path += (shape.last ? 'L' : 'M') + place(x, y);
  shape.last = y;
}

void Panel::add(Shape& shape, const std::string& type, const Mark& mark) const {
  if (type == "bar" || type == "rect") {
    shape.path += bar(mark);
    return;
  }
  if (type == "line") {
    add_to_line(shape, mark);
    return;
  }
  const double x = at(x_, mark, "x"), y = at(y_, mark, "y");
  if (type == "area") {
    shape.path += (shape.path.empty() ? 'M' : 'L') + place(x, y);
    shape.back = 'L' + place(x, at(y_, mark, "y2")) + shape.back;
  } else if (type == "rule") {
    shape.path += 'M' + place(x, y) + 'L' + place(x, at(y_, mark, "y2"));
  } else if (type == "circle") {
    const double size = std::max(0.0, mark.properties.at("size").get<double>()),
                 r = tenth(std::sqrt(size / std::numbers::pi));
    shape.path += fmt::format("M{0:g} {1:g}a{2:g} {2:g} 0 1 0 {3:g} 0 {2:g} {2:g} 0 1 0-{3:g} 0",
                              tenth(x - r), tenth(y), r, 2 * r);
  } else {
    throw InputError(fmt::format("mark '{}' is not drawn; expected line, area, rule, bar, rect, "
                                 "circle or text",
                                 type));
  }
}

std::string Panel::label(const Mark& mark) const {
  const auto align = mark.properties.at("align").get<std::string>();
  return text_at(at(x_, mark, "x") + mark.properties.value("dx", 0.0),
                 at(y_, mark, "y") + mark.properties.value("dy", 0.0),
                 words(value_of(mark.encoding.at("text"), mark.row)),
                 align == "left"    ? kStart
                 : align == "right" ? kEnd
                                    : kMiddle);
}

std::string Panel::draw(const Json& layer) {
  const auto type = layer.at("mark").at("type").get<std::string>();
  const std::string kind = type == "line" || type == "rule" ? "line"
                           : type == "area"                 ? "band"
                                                            : "fill";
  Json channels = panel_.at("encoding");
  channels.update(layer.value("encoding", Json::object()), true);
  const Encoding encoding(std::move(channels));
  std::string out;
  std::vector<Shape> shapes;
  std::map<std::pair<std::string, Json>, size_t> shape_of; // attributes, series
  for (const Json& row : layer.at("data").at("values")) {
    const Mark mark{layer.at("mark"), encoding, row};
    if (type == "text") {
      out += label(mark);
      continue;
    }
    const auto attributes = series_.paint(kind, mark.properties, encoding, row);
    const Json series = encoding.has_series() ? value_of(encoding.at("color"), row) : Json();
    const auto [shape, added] = shape_of.try_emplace({attributes, series}, shapes.size());
    if (added) shapes.push_back({attributes, {}, {}});
    add(shapes[shape->second], type, mark);
  }
  for (const Shape& s : shapes)
    out += fmt::format("<path {} d=\"{}{}{}\"/>\n", s.attributes, s.path, s.back,
                       s.back.empty() ? "" : "Z");
  return out;
}

// ---- The whole figure

class Drawing {
public:
  Drawing(const Json& figure, bool in_page) : figure_(figure), in_page_(in_page) {
    const Json title = figure.value("title", Json());
    if (title.is_object()) {
      heading(title_of(figure), " class=\"title\" style=\"font-weight: bold\"");
      heading(title.value("subtitle", ""), "");
    }
    const Json all = figure.value("vconcat", Json::array({figure}));
    for (const Json& row : all)
      for (const Json& panel : panels(row))
        left_ = std::max(left_, left_of(panel));
    for (const Json& row : all) {
      if (row.contains("hconcat")) heading(title_of(row), " class=\"title\"");
      draw(panels(row));
    }
    if (!in_page) body_ += series_.key(height_, width_);
  }

  std::string svg() const {
    return fmt::format("<svg {}viewBox=\"0 0 {:g} {:g}\" width=\"{:g}\" height=\"{:g}\" "
                       "role=\"img\">\n<title>{}</title>\n{}{}</svg>\n",
                       in_page_ ? "" : "xmlns=\"http://www.w3.org/2000/svg\" ", width_, height_,
                       width_, height_, escape_markup(title_of(figure_)), in_page_ ? "" : frame(),
                       body_);
  }

private:
  static Json panels(const Json& row) { return row.value("hconcat", Json::array({row})); }

  // Style and background of a file.
  static std::string frame() {
    constexpr const char
        *kStyle =
            "text { font: 11px sans-serif; fill: #222; } .title { font-size: 13px; }\n"
            ".paper { fill: #fff; } .grid { stroke: #ddd; } .line, .limit, .grid { fill: none; }\n"
            ".line { stroke-width: 1.4; } .limit { stroke: #595959; stroke-dasharray: 6 4; }\n"
            ".band { fill-opacity: .2; }\n",
        *kDark = "text { fill: #ddd; } .paper { fill: #16181c; } .grid { stroke: #3a3d44; }\n"
                 ".limit { stroke: #a9aeb6; }\n";
    return fmt::format("<style>\n{}{}@media (prefers-color-scheme: dark) {{\n{}{}}}\n</style>\n"
                       "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
                       kStyle, palette_style(false), kDark, palette_style(true));
  }

  void heading(const std::string& text, const char* style) {
    if (text.empty()) return;
    body_ += text_at(kRight, height_ + kLine, text, kStart, style);
    width_ = std::max(width_, 2 * kRight + 1.2 * width_of(text));
    height_ += kLine + 4;
  }

  void draw(const Json& row) {
    double down = 0, x = 0;
    for (const Json& panel : row) {
      body_ += Panel(panel, series_, x + left_, height_ + kTop).svg();
      x += left_ + size_of(panel, "width") + kRight;
      down = std::max(down, size_of(panel, "height"));
    }
    width_ = std::max(width_, x);
    height_ += kTop + down + kBottom;
  }

  const Json& figure_;
  const bool in_page_;
  Series series_;
  std::string body_;
  double left_ = 0, width_ = 0, height_ = 0;
};

std::string drawn(const Json& figure, bool in_page) {
  try {
    return Drawing(figure, in_page).svg();
  } catch (const Json::exception& e) {
    throw InputError(fmt::format("{}; base/figure.h describes figures", e.what()));
  }
}
} // namespace

std::string draw_in_page(const Json& figure) {
  return drawn(figure, true);
}

std::string draw_figure(const Json& figure) {
  return drawn(figure, false);
}

std::string draw_file(const std::string& path) {
  constexpr int kDeepest = 100;
  const std::string text = read_file(path);
  if (nesting_of(text) > kDeepest)
    throw InputError({path}, fmt::format("has more than {} nested lists and objects", kDeepest));
  const nlohmann::json figure = parse_json(text, path);
  try {
    return draw_figure(figure);
  } catch (const std::exception& e) {
    throw InputError(fmt::format("{}: {}", path, e.what()));
  }
}

} // namespace ixp
