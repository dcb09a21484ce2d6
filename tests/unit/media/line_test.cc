#include "tests/catch.h"

#include "emu/media/line.h"

using namespace ixp;

TEST_CASE("a million frames back to back do not drift") {
  for (const uint64_t mbps : {10u, 50u, 155u, 622u, 1000u, 2488u, 10000u}) {
    Line line(mbps, 1200);
    constexpr uint64_t kFrames = 1'000'000, kBytes = 84;
    for (uint64_t i = 0; i < kFrames; ++i) {
      line.begin(0);
      line.end(kBytes);
    }
    const uint64_t exact = (kFrames * kBytes * 8 * 1200 + mbps - 1) / mbps;
    CHECK(line.free() == exact);
  }
}

TEST_CASE("an idle gap begins a new epoch at its end") {
  Line line(1000, 1200); // 9.6 ticks a byte
  CHECK(line.begin(5) == 5);
  CHECK(line.crossed_at(1) == 15);
  CHECK(line.crossed_at(5) == 53);
  CHECK(line.crossed_by(14) == 0);
  CHECK(line.crossed_by(15) == 1);
  CHECK(line.crossed_by(0) == 0);
  line.end(5);
  CHECK(line.free() == 53);
  CHECK(line.begin(53) == 53);
  CHECK(line.crossed_by(53) == 0);
  line.end(1);
  CHECK(line.free() == 63); // 5 + 57.6
  CHECK(line.begin(1000) == 1000);
}

TEST_CASE("crossed_at and crossed_by agree") {
  for (const uint64_t mbps : {7u, 1000u, 9999u, 10000u}) {
    Line line(mbps, 1200);
    line.begin(0);
    line.end(13);
    line.begin(0);
    for (uint64_t n = 1; n < 300; ++n) {
      const Tick t = line.crossed_at(n);
      CHECK(line.crossed_by(t) >= n);
      CHECK(line.crossed_by(t - 1) < n);
    }
  }
}

TEST_CASE("ratios stay exact where 64 bits do not hold the product") {
  const Ratio r(104'000'000, 1'200'000'000); // 13 / 150
  for (const uint64_t x : {uint64_t{0}, uint64_t{149}, uint64_t{150}, ~uint64_t{0} / 13 - 1,
                           ~uint64_t{0} / 13 + 1, ~uint64_t{0}}) {
    const auto exact = static_cast<unsigned __int128>(x) * 13;
    CHECK(r.floor(x) == static_cast<uint64_t>(exact / 150));
    CHECK(r.ceil(x) == static_cast<uint64_t>((exact + 149) / 150));
  }
}
