// The picture of ixplog journey.
#include "tools/ixplog/journey.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

namespace {

// Colours distinguishable with any colour vision (P. Tol, "Colour schemes", 2021: muted).
constexpr const char* kColours[] = {"#332288", "#88ccee", "#44aa99", "#117733", "#999933",
                                    "#ddcc77", "#cc6677", "#882255", "#aa4499"};
constexpr int kLabel = 190, kWidth = 560, kBar = 22, kGap = 8, kKey = 18, kMargin = 12;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor = "start") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

} // namespace

std::string journey_svg(const JourneyReport& r) {
  std::vector<std::string> stages; // the last group has the stages of all groups
  for (const DelaySummary& s : r.groups.back().stages)
    stages.push_back(s.name);
  double longest = 1;
  for (const JourneyGroup& g : r.groups)
    longest = std::max(longest, g.whole.mean);
  const double us = 1e6 / static_cast<double>(r.me_hz);
  const int bars = static_cast<int>(r.groups.size()) * (kBar + kGap);
  const int height = 2 * kMargin + 20 + bars + 30 + kKey * static_cast<int>(stages.size());
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n",
      kLabel + kWidth + 100, height);
  double y = kMargin + 12;
  out += text_at(kMargin, y, "Mean time of frames by stage, last byte in to last byte out");
  y += 12;
  for (const JourneyGroup& g : r.groups) {
    out += text_at(kLabel - 6, y + kBar * 0.7, g.name, "end");
    double x = kLabel;
    for (const DelaySummary& s : g.stages) {
      const double mean = static_cast<double>(s.sum) / static_cast<double>(g.whole.count);
      const double width = mean / longest * kWidth;
      const auto colour = static_cast<size_t>(std::ranges::find(stages, s.name) - stages.begin());
      out += fmt::format("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" "
                         "fill=\"{}\"><title>{}: {:.3f} us</title></rect>\n",
                         x, y, width, kBar, kColours[colour % std::size(kColours)], escaped(s.name),
                         mean * us);
      x += width;
    }
    out += text_at(x + 6, y + kBar * 0.7, fmt::format("{:.2f} us", g.whole.mean * us));
    y += kBar + kGap;
  }
  y += kGap;
  for (size_t n = 0; n < stages.size(); ++n, y += kKey) {
    out += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n",
                       kLabel, y, kColours[n % std::size(kColours)]);
    out += text_at(kLabel + 18, y + 10, stages[n]);
  }
  return out + "</svg>\n";
}

} // namespace ixp
