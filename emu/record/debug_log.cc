#include "emu/record/debug_log.h"

#include "base/diagnostic.h"
#include "emu/chip/system.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <string_view>
#include <tuple>

namespace ixp {

namespace {

using Operator = std::optional<uint32_t> (*)(uint32_t, uint32_t);
int32_t sign(uint32_t v) {
  return static_cast<int32_t>(v);
}
uint32_t bits(int64_t v) {
  return static_cast<uint32_t>(v);
}

// C's operators on longwords; shifts use the low five bits, as in compiled code.
const std::map<std::string_view, Operator>& operators() {
  using Result = std::optional<uint32_t>;
  static const std::map<std::string_view, Operator> all = {
      {"+", [](uint32_t a, uint32_t b) -> Result { return a + b; }},
      {"-", [](uint32_t a, uint32_t b) -> Result { return a - b; }},
      {"*", [](uint32_t a, uint32_t b) -> Result { return a * b; }},
      {"&", [](uint32_t a, uint32_t b) -> Result { return a & b; }},
      {"|", [](uint32_t a, uint32_t b) -> Result { return a | b; }},
      {"^", [](uint32_t a, uint32_t b) -> Result { return a ^ b; }},
      {"<<", [](uint32_t a, uint32_t b) -> Result { return a << (b & 31); }},
      {">>", [](uint32_t a, uint32_t b) -> Result { return a >> (b & 31); }},
      {"s>>", [](uint32_t a, uint32_t b) -> Result { return bits(sign(a) >> (b & 31)); }},
      {"/", [](uint32_t a, uint32_t b) { return b ? Result(a / b) : std::nullopt; }},
      {"%", [](uint32_t a, uint32_t b) { return b ? Result(a % b) : std::nullopt; }},
      {"s/",
       [](uint32_t a, uint32_t b) {
         return b ? Result(bits(int64_t{sign(a)} / sign(b))) : std::nullopt;
       }},
      {"s%",
       [](uint32_t a, uint32_t b) {
         return b ? Result(bits(int64_t{sign(a)} % sign(b))) : std::nullopt;
       }},
      {"==", [](uint32_t a, uint32_t b) -> Result { return a == b; }},
      {"!=", [](uint32_t a, uint32_t b) -> Result { return a != b; }},
      {"<", [](uint32_t a, uint32_t b) -> Result { return a < b; }},
      {"<=", [](uint32_t a, uint32_t b) -> Result { return a <= b; }},
      {">", [](uint32_t a, uint32_t b) -> Result { return a > b; }},
      {">=", [](uint32_t a, uint32_t b) -> Result { return a >= b; }},
      {"s<", [](uint32_t a, uint32_t b) -> Result { return sign(a) < sign(b); }},
      {"s<=", [](uint32_t a, uint32_t b) -> Result { return sign(a) <= sign(b); }},
      {"s>", [](uint32_t a, uint32_t b) -> Result { return sign(a) > sign(b); }},
      {"s>=", [](uint32_t a, uint32_t b) -> Result { return sign(a) >= sign(b); }}};
  return all;
}

// One conversion of a format, such as "%08x", without h and l, which do not apply to 32 bits.
// Widths are limited, as images may contain anything.
struct Conversion {
  std::string spec;
  size_t length = 0; // length of its text in the format
};
std::optional<Conversion> conversion_at(std::string_view format) {
  Conversion c{"%", 1};
  const auto take = [&](std::string_view set, size_t most, bool keep) {
    for (; most && c.length < format.size() && set.find(format[c.length]) != set.npos; --most) {
      if (keep) c.spec += format[c.length];
      ++c.length;
    }
  };
  take("-+ #0", 5, true);
  take("0123456789", 3, true);
  take("hl", 2, false);
  if (c.length == format.size()) return {};
  const char kind = format[c.length++];
  if (std::string_view("diuxXoc").find(kind) == std::string_view::npos) return {};
  c.spec += kind;
  return c;
}

} // namespace

PointExpression::PointExpression(const std::string& text) {
  std::istringstream words(text);
  size_t depth = 0;
  for (std::string word; words >> word;) {
    Step s{word, {}, false};
    uint32_t number = 0;
    const char* end = word.data() + word.size();
    if (const auto [p, error] = std::from_chars(word.data(), end, number);
        error == std::errc() && p == end)
      s.number = number;
    else if (word != "?" && !operators().contains(word))
      s.is_register = true;
    const size_t takes = s.number || s.is_register ? 0 : word == "?" ? 3 : 2;
    if (depth < takes)
      throw InputError(fmt::format("'{}' of a debug point has too few values before '{}': the "
                                   "image is damaged",
                                   text, word));
    depth += 1 - takes;
    steps_.push_back(std::move(s));
  }
  if (depth > 1)
    throw InputError(
        fmt::format("'{}' of a debug point has {} values: the image is damaged", text, depth));
}

std::optional<uint32_t> PointExpression::value(const Microengine& me, unsigned ctx) const {
  std::vector<uint32_t> stack;
  const auto pop = [&] {
    const uint32_t v = stack.back();
    stack.pop_back();
    return v;
  };
  for (const Step& s : steps_) {
    if (s.number) {
      stack.push_back(*s.number);
    } else if (s.is_register) {
      stack.push_back(me.get_register(s.word, ctx));
    } else if (s.word == "?") {
      const uint32_t no = pop(), yes = pop();
      stack.push_back(pop() ? yes : no);
    } else {
      const uint32_t b = pop(), a = pop();
      const std::optional<uint32_t> v = operators().at(s.word)(a, b);
      if (!v) return {};
      stack.push_back(*v);
    }
  }
  if (stack.empty()) return {};
  return stack.back();
}

DebugLog::DebugLog(const Images& images, std::span<const std::unique_ptr<Microengine>> microengines,
                   Tick me_div)
    : microengines_(microengines), me_div_(me_div) {
  for (const PlacedImage& placed : images.placed) {
    std::vector<uint16_t> addresses;
    for (const mecc::DebugPoint& says : placed.image.points) {
      try {
        Point p{placed.me, says.address, &says, PointExpression(says.condition), {}};
        for (const std::string& a : says.arguments)
          p.arguments.emplace_back(a);
        p.condition.value(*microengines_[placed.me],
                          0); // checks that the registers exist
        for (const PointExpression& a : p.arguments)
          a.value(*microengines_[placed.me], 0);
        points_.push_back(std::move(p));
      } catch (const InputError& e) {
        throw InputError({says.file, says.line}, e.diagnostic().text);
      }
      addresses.push_back(static_cast<uint16_t>(says.address));
    }
    if (!addresses.empty()) microengines_[placed.me]->observe_instructions(*this, addresses);
  }
  std::ranges::sort(points_, {}, [](const Point& p) { return std::tuple(p.me, p.pc, p.says); });
}

bool DebugLog::has_prints() const {
  return std::ranges::any_of(points_, [](const Point& p) { return !p.says->assertion; });
}

void DebugLog::issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) {
  const auto at = [](const Point& p) { return std::pair(p.me, p.pc); };
  for (const Point& p : std::ranges::equal_range(points_, std::pair(me, pc), {}, at)) {
    if (!p.condition.known()) continue;
    const Microengine& engine = *microengines_[me];
    const std::optional<uint32_t> condition = p.condition.value(engine, ctx);
    const std::string place = fmt::format("{}:{}", p.says->file, p.says->line);
    if (p.says->assertion) {
      if (condition && *condition) continue;
      const Failure failure{fmt::format("{}: assertion '{}' failed", place, p.says->text), me, ctx,
                            pc, tick};
      for (const auto& callback : fail_)
        callback(failure);
    } else if (print_ && condition && *condition) {
      print_(fmt::format("cycle {} ME {} ctx {} {}: {}", tick / me_div_, me_name(me), ctx, place,
                         text(p, engine, ctx)),
             tick);
    }
  }
}

std::string DebugLog::text(const Point& p, const Microengine& me, unsigned ctx) const {
  std::string out;
  auto argument = p.arguments.begin();
  const std::string_view format = p.says->text;
  for (size_t n = 0; n < format.size(); ++n) {
    if (format[n] != '%') {
      out += format[n];
      continue;
    }
    const std::optional<Conversion> c = conversion_at(format.substr(n));
    if (!c || argument == p.arguments.end()) { // %%, or a damaged image
      out += '%';
      n += n + 1 < format.size() && format[n + 1] == '%';
      continue;
    }
    n += c->length - 1;
    const bool known = argument->known();
    const std::optional<uint32_t> value = argument++->value(me, ctx);
    char buffer[1200]; // a width has three digits
    if (value) std::snprintf(buffer, sizeof buffer, c->spec.c_str(), *value);
    out += value ? buffer : known ? "<divided by 0>" : "<optimized out>";
  }
  while (!out.empty() && out.back() == '\n')
    out.pop_back();
  return out;
}

} // namespace ixp
