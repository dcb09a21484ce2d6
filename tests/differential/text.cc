// Cases as text: a line of settings, then for each microengine a line of settings and its program
// in canonical assembly, one word a line; "12 x nop" is twelve. '#' at the start of a line is a
// comment.
#include "tests/differential/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ixp::test {

std::string to_text(const Case& c) {
  std::string s =
      fmt::format("case seed={} cycles={} lookahead={} me_div={} check={} outsider={} chip={} "
                  "quick={} silent={} varied={} extreme={}\n",
                  c.seed, c.cycles, c.lookahead, c.me_div, int(c.check), int(c.outsider),
                  int(c.chip), int(c.quick), int(c.silent), int(c.varied), int(c.extreme));
  for (const MeProgram& p : c.mes) {
    s += fmt::format("me contexts={} of={} nn_self={}\n", p.contexts, unsigned(p.mode),
                     int(p.nn_self));
    for (auto w = p.words.begin(); w != p.words.end();) {
      const auto other = std::find_if(w, p.words.end(), [&](uint64_t o) { return o != *w; });
      if (other - w > 1) s += fmt::format("{} x ", other - w);
      const auto i = mev2::decode(*w, p.mode);
      // Filler may carry meaning that the text does not show.
      const auto back = i ? mev2::encode(*i, p.mode) : std::nullopt;
      s += back == *w ? mev2::print(*i) + "\n" : fmt::format("word {:010x}\n", *w);
      w = other;
    }
  }
  return s;
}

namespace {
unsigned setting(const std::string& line, const std::string& key) {
  const size_t at = line.find(" " + key + "=");
  if (at == std::string::npos) throw std::runtime_error("no " + key + " in: " + line);
  return static_cast<unsigned>(std::stoul(line.substr(at + key.size() + 2)));
}

uint64_t word_of(const std::string& text, mev2::ContextMode mode) {
  if (text.starts_with("word ")) return std::stoull(text.substr(5), nullptr, 16);
  std::string why;
  const auto i = mev2::parse(text, mode, &why);
  const auto w = i ? mev2::encode(*i, mode, &why) : std::nullopt;
  if (!w) throw std::runtime_error(text + ": " + why);
  return *w;
}
} // namespace

Case from_text(const std::string& text) {
  Case c;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("case ")) {
      c.seed = setting(line, "seed");
      c.cycles = setting(line, "cycles");
      c.lookahead = setting(line, "lookahead");
      c.me_div = setting(line, "me_div");
      c.check = setting(line, "check");
      c.outsider = setting(line, "outsider");
      c.chip = setting(line, "chip");
      c.quick = setting(line, "quick");
      c.silent = line.find(" silent=") != std::string::npos && setting(line, "silent");
      const auto optional = [&](const std::string& key) {
        return line.find(" " + key + "=") != std::string::npos && setting(line, key);
      };
      c.varied = optional("varied");
      c.extreme = optional("extreme");
    } else if (line.starts_with("me ")) {
      MeProgram p;
      p.contexts = static_cast<uint8_t>(setting(line, "contexts"));
      p.mode = setting(line, "of") == 4 ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
      p.nn_self = setting(line, "nn_self");
      c.mes.push_back(p);
    } else if (c.mes.empty()) {
      throw std::runtime_error("instruction before 'me': " + line);
    } else {
      const size_t x = line[0] <= '9' ? line.find(" x ") : std::string::npos;
      const size_t times = x == std::string::npos ? 1 : std::stoul(line);
      MeProgram& p = c.mes.back();
      p.words.insert(p.words.end(), times,
                     word_of(x == std::string::npos ? line : line.substr(x + 3), p.mode));
    }
  }
  return c;
}

} // namespace ixp::test
