// Whole chips for tests: a system file as text, and programs in canonical assembly text.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/run_control.h"
#include "emu/observe/delay_meter.h"
#include "emu/observe/hazard_log.h"
#include "emu/observe/statistics.h"
#include "tests/catch.h"

#include <fmt/format.h>
#include <sstream>
#include <string>
#include <vector>

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

struct ChipRun {
  SystemConfig system;
  Images images;
  HazardLog hazards;
  Chip chip;
  RunControl control;
  DelayMeter delays;

  ChipRun(const SystemConfig& s, const Images& i, EngineKind engine, bool check = false)
      : system(s), images(i), hazards(images, system.params),
        chip(system, images, engine, with_check(hazards, check)),
        control(chip, system, system.stop.value_or(StopSpec{})), delays(chip.ledger, chip.params) {
    hazards.on_stop([this](const Hazard& h) { control.hazard_stops(h); });
    chip.tx.add_observer(delays);
  }
  RunEnd run() { return control.run(); }
  Statistics statistics(const RunEnd& end) {
    return collect_statistics(chip, system, images, end, hazards, delays);
  }

private:
  static HazardLog& with_check(HazardLog& hazards, bool check) {
    hazards.check = check;
    return hazards;
  }
};

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
