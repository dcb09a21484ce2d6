// Whole chips for tests: a system file as text, and programs in canonical assembly text.
#pragma once

#include "emu/sim/simulation.h"
#include "tests/catch.h"

#include <fmt/format.h>
#include <sstream>
#include <string>

namespace ixp::test {

// One instruction a line; l<n># is the address n.
inline mecc::Image assemble(const std::string& text,
                            mev2::ContextMode mode = mev2::ContextMode::Eight) {
  mecc::Image image;
  image.name = "test";
  image.mode = mode;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    std::string why;
    const auto instruction = mev2::parse(line, mode, &why);
    INFO(line << ": " << why);
    REQUIRE(instruction.has_value());
    const auto word = mev2::encode(*instruction, mode, &why);
    INFO(line << ": " << why);
    REQUIRE(word.has_value());
    image.words.push_back(*word);
  }
  return image;
}

// The same image on each microengine of the system file.
inline Images place(const SystemConfig& system, const mecc::Image& image) {
  Images images;
  for (const MicroengineConfig& me : system.microengines)
    images.placed.push_back({me.index, image});
  return images;
}

// "0:0" ... for the first n microengines, each with `contexts` started.
inline std::string microengines(unsigned n, unsigned start, const std::string& more = "") {
  std::string out;
  for (unsigned i = 0; i < n; ++i)
    out += fmt::format("[[microengine]]\nat = \"{}\"\nimage = \"test.hex\"\nstart = {}\n{}\n",
                       me_name(i), start, more);
  return out;
}

// The first line in which two texts differ, both sides; "" when they are equal.
inline std::string difference(const std::string& a, const std::string& b) {
  std::istringstream x(a), y(b);
  std::string p, q;
  for (unsigned line = 1;; ++line) {
    const bool more_x = static_cast<bool>(std::getline(x, p));
    const bool more_y = static_cast<bool>(std::getline(y, q));
    if (!more_x && !more_y) return {};
    if (more_x != more_y || p != q) return fmt::format("line {}: {} | {}", line, p, q);
  }
}

} // namespace ixp::test
