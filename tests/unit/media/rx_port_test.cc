// Receive ports alone: the test fetches mpackets in place of the MSF.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "tests/unit/media/media_fixture.h"

using namespace ixp;
using namespace ixp::test;

namespace {
struct Alone {
  Params params;
  PacketLedger ledger;
  RxPorts rx{params, ledger};
  Recorder recorder;
  Script script;
  EventKernel kernel;
  explicit Alone(const RxPortConfig& config, std::unique_ptr<FrameSource> source) {
    rx.add(2, config, std::move(source));
    rx.add_observer(recorder);
    kernel.add(rx, Slot::RxPorts);
    kernel.add(script, Slot::Msf);
  }
  uint64_t dropped() const { return ledger.totals().dropped[unsigned(DropReason::PortOverflow)]; }
};
} // namespace

TEST_CASE("frames cross at line rate, exactly") {
  RxPortConfig config;
  config.buffer_bytes = 1 << 30;
  Alone a(config, same_frames(1000, 60));
  a.kernel.run(kNever);
  REQUIRE(a.recorder.frames.size() == 1000);
  for (uint64_t i = 0; i < 1000; ++i) {
    const Crossed& f = a.recorder.frames[i];
    CHECK(f.sop == (i * 84 * 96 + 9) / 10); // 9.6 ticks a byte
    CHECK(f.eop == ((i * 84 + 60) * 96 + 9) / 10);
    CHECK(f.frame == i);
    CHECK(a.ledger.text(f.tag) == "p2." + std::to_string(i));
  }
  const PortStats& s = a.rx.stats(2);
  CHECK(s.frames == 1000);
  CHECK(s.bytes == 60000);
  CHECK(s.line_bytes == 84000);
  CHECK(s.first_sop == 0);
  // 1 / 672 ns = 1488095.238 frames/s over whole frame times
  CHECK(s.millframes_per_s(1000 * 84 * 96 / 10, 1'200'000'000) == 1'488'095'238);
  CHECK(s.kbit_per_s(1000 * 84 * 96 / 10, 1'200'000'000) == 714285);
  CHECK(a.rx.fill(2, a.kernel.now()) == 60000);
  CHECK(a.ledger.totals().by_fate[unsigned(Fate::InPort)] == 1000);
  CHECK(a.ledger.totals().balanced());
}

TEST_CASE("rates count from the first SOP") {
  std::vector<ListSource::Item> items = {{make_frame(60, 0), 12000}};
  Alone a({}, std::make_unique<ListSource>(std::move(items)));
  a.kernel.run(kNever);
  CHECK(a.rx.stats(2).first_sop == 12000);
  CHECK(a.rx.stats(2).kbit_per_s(12000 + 576, 1'200'000'000) == 1'000'000);
  CHECK(a.rx.stats(2).kbit_per_s(12000, 1'200'000'000) == 0);
  a.rx.reset_stats();
  CHECK(a.rx.stats(2).kbit_per_s(13000, 1'200'000'000) == 0);
}

TEST_CASE("mpackets are cut at element size and ready when their last byte has crossed") {
  Alone a({}, same_frames(1, 150));
  a.kernel.run(1);
  CHECK(a.rx.ready_at(2) == 615); // 64 bytes, 614.4
  CHECK_FALSE(a.rx.ready(2, 614));
  REQUIRE(a.rx.ready(2, 615));
  RxMpacket m = a.rx.peek(2);
  CHECK((m.sop && !m.eop && m.bytes.size() == 64));
  a.rx.take(2, 615);
  CHECK(a.rx.ready_at(2) == 1229);
  a.kernel.run(1440);
  CHECK(a.rx.ready(2, 1300));
  a.rx.take(2, 1300);
  CHECK_FALSE(a.rx.ready(2, 1439));
  CHECK(a.rx.ready_at(2) == 1440);
  a.kernel.run(1441);
  REQUIRE(a.rx.ready(2, 1440));
  m = a.rx.peek(2);
  CHECK((!m.sop && m.eop && !m.error && m.bytes.size() == 22));
  a.rx.take(2, 1440);
  CHECK(a.rx.exhausted());
  CHECK(a.rx.ready_at(2) == kNever);
}

TEST_CASE("the threshold holds a frame back until enough, or all of it, is there") {
  RxPortConfig config;
  config.threshold_bytes = 128;
  Alone a(config, same_frames(2, 150));
  a.kernel.run(1);
  CHECK(a.rx.ready_at(2) == 1229); // 128 bytes
  a.kernel.run(1400);
  CHECK(a.rx.ready(2, 1399));
  a.rx.take(2, 1399);
  CHECK(a.rx.ready_at(2) == 1440); // the end of the frame
  config.buffer_bytes = 100;
  CHECK_THROWS_AS(check(config, 64, "port.0.rx"), InputError);
}

TEST_CASE("a full buffer loses frames it cannot hold, wholly") {
  RxPortConfig config;
  config.buffer_bytes = 150;
  Alone a(config, same_frames(4, 60));
  a.kernel.run(kNever);
  CHECK(a.rx.stats(2).frames == 2);
  CHECK(a.rx.stats(2).buffer_overflow_frames == 2);
  CHECK(a.rx.stats(2).overflow_bytes == 120);
  CHECK(a.rx.fill(2, a.kernel.now()) == 120);
  CHECK(a.recorder.frames.size() == 2);
  CHECK(a.rx.stats(2).buffer_high_water == 150);
  CHECK(a.dropped() == 2);
  CHECK(a.ledger.totals().balanced());
}

TEST_CASE("a frame the MSF has begun to fetch ends early, with an error") {
  RxPortConfig config;
  config.buffer_bytes = 128;
  Alone a(config, same_frames(1, 500));
  a.kernel.run(700);
  REQUIRE(a.rx.ready(2, 700));
  a.rx.take(2, 700); // 64 bytes; the next fetch is after the frame's end
  a.kernel.run(6000);
  REQUIRE(a.rx.ready(2, 6000));
  RxMpacket m = a.rx.peek(2);
  CHECK((m.bytes.size() == 64 && !m.eop));
  a.rx.take(2, 6000);
  m = a.rx.peek(2);
  CHECK((m.bytes.size() == 64 && m.eop && m.error));
  CHECK(a.rx.stats(2).buffer_overflow_frames == 1);
  CHECK(a.rx.stats(2).overflow_bytes == 500 - 192);
  CHECK(a.rx.stats(2).frames == 0);
}

TEST_CASE("bad frames are fetched with an error and not reported as complete") {
  std::vector<ListSource::Item> items = {{make_frame(60, 0), 0, true}, {make_frame(60, 1)}};
  Alone a({}, std::make_unique<ListSource>(std::move(items)));
  a.kernel.run(2000);
  REQUIRE(a.rx.ready(2, 2000));
  CHECK(a.rx.peek(2).error);
  CHECK(a.rx.stats(2).error_frames == 1);
  REQUIRE(a.recorder.frames.size() == 1);
  CHECK(a.recorder.frames[0].frame == 1);
}

TEST_CASE("an unbounded port fills its buffer at once and follows the reader") {
  RxPortConfig config;
  config.rate_mbps = 0;
  config.buffer_bytes = 200;
  Alone a(config, same_frames(10, 60));
  a.kernel.run(10);
  CHECK(a.rx.fill(2, 9) == 180);
  REQUIRE(a.rx.ready(2, 9));
  a.script.at(20, [&](Tick now) {
    REQUIRE(a.rx.ready(2, now));
    a.rx.take(2, now);
  });
  CHECK(a.rx.none_on_its_way()); // the fourth waits for room
  CHECK_FALSE(a.rx.ended());
  a.kernel.run(30);
  CHECK(a.rx.stats(2).frames == 4);
  CHECK(a.recorder.frames[3].eop == 21);
  CHECK(a.dropped() == 0);
}

TEST_CASE("a port is exhausted when its stream has ended and its buffer is empty") {
  Alone a({}, same_frames(1, 60));
  const auto state = [&] { return std::pair(a.rx.ended(), a.rx.exhausted()); };
  CHECK(state() == std::pair(false, false)); // before the first request
  a.kernel.run(100);
  CHECK(state() == std::pair(false, false)); // on the line
  a.kernel.run(1000);
  CHECK(state() == std::pair(true, false)); // in the buffer
  REQUIRE(a.rx.ready(2, 1000));
  a.rx.take(2, 1000);
  CHECK(state() == std::pair(true, true));
}

TEST_CASE("an unbounded port loses a frame larger than its buffer and goes on") {
  RxPortConfig config;
  config.rate_mbps = 0;
  config.buffer_bytes = 128;
  std::vector<ListSource::Item> items = {{make_frame(200, 0)}, {make_frame(60, 1)}};
  Alone a(config, std::make_unique<ListSource>(std::move(items)));
  a.kernel.run(100);
  CHECK(a.dropped() == 1);
  CHECK(a.rx.stats(2).frames == 1);
}

TEST_CASE("an unbounded port that can take nothing still lets time pass") {
  RxPortConfig config;
  config.rate_mbps = 0;
  config.buffer_bytes = 128;
  const Input file = memory_input("f", std::string(400, '0'));
  StreamConfig endless;
  endless.repeat = true;
  Alone a(config, make_stream(endless, {0, 24, 1200}, 1, 0, "rx", {file}));
  a.kernel.run(100);
  CHECK(a.kernel.now() == 100);
  CHECK(a.dropped() == 100);
}

// Against a model with an event per byte.
TEST_CASE("buffer fill and losses equal a byte-by-byte model") {
  std::minstd_rand random(11);
  for (int round = 0; round < 30; ++round) {
    RxPortConfig config;
    config.buffer_bytes = 64 + random() % 300;
    std::vector<ListSource::Item> items;
    for (int i = 0; i < 40; ++i)
      items.push_back({make_frame(1 + random() % 400, i)});
    const auto copy = items;
    Alone a(config, std::make_unique<ListSource>(std::move(items)));
    uint64_t taken = 0;
    std::vector<uint64_t> fills;
    const uint64_t period = 200 + random() % 1500;
    const Tick end = 40 * 424 * 10;
    std::vector<std::pair<Tick, unsigned>> takes;
    for (Tick t = period; t < end; t += period)
      a.script.at(t, [&](Tick now) {
        if (!a.rx.ready(2, now)) return;
        const auto n = static_cast<unsigned>(a.rx.peek(2).bytes.size());
        takes.emplace_back(now, n);
        a.rx.take(2, now);
        taken += n;
        fills.push_back(a.rx.fill(2, now));
      });
    a.kernel.run(end);

    // model: bytes one at a time; a frame that meets a full buffer is cut or forgotten
    uint64_t fill = 0, lost = 0, position = 0;
    size_t next_take = 0;
    std::vector<uint64_t> model_fills;
    uint64_t of_frame = 0, taken_before = 0, in_before = 0; // bytes in buffer of earlier frames
    const auto take_until = [&](Tick t) {
      for (; next_take < takes.size() && takes[next_take].first < t; ++next_take) {
        fill -= takes[next_take].second;
        model_fills.push_back(fill);
      }
    };
    (void)taken_before;
    for (const auto& item : copy) {
      bool cut = false;
      in_before = fill;
      of_frame = 0;
      uint64_t takes_at_begin = next_take;
      for (uint64_t i = 0; i < item.bytes.size(); ++i) {
        const Tick t = ((position + i + 1) * 96 + 9) / 10;
        if (t >= end) break;
        take_until(t);
        if (cut) continue;
        if (fill == config.buffer_bytes) {
          cut = true;
          ++lost;
          // bytes taken since the frame began, beyond earlier frames' bytes, are its own
          uint64_t out = 0;
          for (size_t k = takes_at_begin; k < next_take; ++k)
            out += takes[k].second;
          if (out <= in_before) fill -= of_frame;
          continue;
        }
        ++fill;
        ++of_frame;
      }
      position += item.bytes.size() + 24;
    }
    take_until(end);
    CHECK(a.rx.stats(2).buffer_overflow_frames == lost);
    CHECK(fills == model_fills);
  }
}
