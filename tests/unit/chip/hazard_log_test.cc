#include "emu/explain/hazard_log.h"
#include "tests/catch.h"

#include <algorithm>

using namespace ixp;

static const Images kNoImages;

static std::vector<Hazard> sample() {
  std::vector<Hazard> out;
  for (unsigned i = 0; i < 20; ++i)
    out.push_back({HazardKind::LostSignal, 100 - i, 0, static_cast<int>(i % 8), 5, "signal 1"});
  out.push_back({HazardKind::BadAddress, 50, -1, -1, -1, "beyond"});
  out.push_back({HazardKind::LostSignal, 40, 4, 0, 6, "signal 2"});
  return out;
}

TEST_CASE("Hazards of one place are counted, the first few kept, whatever the order of reports") {
  std::vector<Hazard> hazards = sample();
  HazardLog forward(kNoImages, Params{}), backward(kNoImages, Params{});
  for (const Hazard& h : hazards)
    forward.report(h);
  std::ranges::reverse(hazards);
  for (const Hazard& h : hazards)
    backward.report(h);
  CHECK(forward.text() == backward.text());
  CHECK(forward.total() == 22);
  CHECK(forward.count(HazardKind::LostSignal) == 21);
  const auto& seen = forward.places().at({HazardKind::LostSignal, 0, 5});
  CHECK(seen.count == 20);
  REQUIRE(seen.first.size() == 4);
  CHECK(seen.first[0].tick == 81);
  CHECK(forward.summary().find("      20 x lost-signal ME 0:0 pc 5: signal 1\n") == 0);
}

TEST_CASE("The earliest hazard that stops the run is the one told") {
  HazardLog log(kNoImages, Params{});
  unsigned calls = 0;
  log.on_stop([&](const Hazard&) { ++calls; });
  log.report({HazardKind::LostSignal, 5, 0, 0, 0, ""});
  CHECK_FALSE(log.fatal());
  log.report({HazardKind::IllegalInstruction, 30, 1, 0, 7, "late"});
  log.report({HazardKind::StoreOverrun, 20, 0, 0, 7, "early"});
  CHECK(calls == 2);
  CHECK(log.fatal()->text == "early");
}

TEST_CASE("No hazards is said too") {
  CHECK(HazardLog(kNoImages, Params{}).text() == "no hazards\n");
}
