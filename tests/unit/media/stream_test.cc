// Order and times of frames.
#include "tests/catch.h"

#include "emu/media/line.h"
#include "emu/media/stream.h"
#include "tests/unit/base/frame_files.h"

#include <fmt/format.h>
#include <set>

using namespace ixp;
using namespace ixp::test;

namespace {
// Files of one-byte frames: text("1 2 @30:3") has frames 01, 02, and 03 at 30 ns.
Input file(std::vector<std::pair<int, int>> frames) { // {byte, time or -1}
  std::string text;
  for (auto [byte, time] : frames)
    text += time < 0 ? fmt::format("{:02x}\n", byte) : fmt::format("@{} {:02x}\n", time, byte);
  return memory_input("f", text);
}
Input bytes(std::vector<int> frames) {
  std::vector<std::pair<int, int>> untimed;
  for (int b : frames)
    untimed.emplace_back(b, -1);
  return file(untimed);
}

std::unique_ptr<FrameSource> stream(const StreamConfig& c, std::vector<Input> files,
                                    uint64_t seed = 1, uint64_t number = 0, LineConfig line = {}) {
  return make_stream(c, line, seed, number, "port.0.rx", std::move(files));
}

std::vector<int> order(FrameSource& s, size_t most = 12) {
  std::vector<int> out;
  Frame f;
  while (out.size() < most && s.next(f))
    out.push_back(f.bytes[0]);
  return out;
}
std::vector<int> order(const StreamConfig& c, std::vector<Input> files, uint64_t seed = 1) {
  return order(*stream(c, std::move(files), seed));
}
std::vector<Tick> times(FrameSource& s, size_t most = 100) {
  std::vector<Tick> out;
  Frame f;
  while (out.size() < most && s.next(f))
    out.push_back(f.not_before);
  return out;
}

std::string refusal(const StreamConfig& c, LineConfig line = {}) {
  try {
    stream(c, {bytes({1, 2})}, 1, 0, line);
  } catch (const InputError& e) {
    return e.diagnostic().text;
  }
  return "accepted";
}
using V = std::vector<int>;
} // namespace

TEST_CASE("sequential selection") {
  StreamConfig c;
  CHECK(order(c, {bytes({1, 2}), bytes({}), bytes({3})}) == V{1, 2, 3});
  CHECK(order(c, {}) == V{});
  c.start = 1;
  CHECK(order(c, {bytes({1, 2}), bytes({3})}) == V{2, 3});
  c.repeat = true;
  CHECK(order(c, {bytes({1, 2}), bytes({3})}) == V{2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1});
  c.start = 0;
  CHECK(order(c, {bytes({})}) == V{});
}

TEST_CASE("interleaved selection takes one frame of each file in turn") {
  StreamConfig c;
  c.select = Select::Interleaved;
  CHECK(order(c, {bytes({1, 2, 3}), bytes({4}), bytes({5, 6})}) == V{1, 4, 5, 2, 6, 3});
  c.start = 2;
  CHECK(order(c, {bytes({1, 2, 3}), bytes({4}), bytes({5, 6})}) == V{5, 2, 6, 3});
}

TEST_CASE("interleaved with stamps merges files by time") {
  StreamConfig c;
  c.select = Select::Interleaved;
  c.timing = Timing::Stamps;
  CHECK(order(c, {file({{1, 0}, {2, 50}, {3, -1}}), file({{4, 0}, {5, 20}, {6, 50}})}) ==
        V{1, 4, 5, 2, 3, 6});
}

TEST_CASE("random selection depends on the seed alone, and ends unless repeated") {
  StreamConfig c;
  c.select = Select::Random;
  const std::vector<Input> files = {bytes({1, 2, 3, 4}), bytes({5, 6, 7, 8, 9, 10, 11, 12})};
  CHECK(order(c, files, 5) == order(c, files, 5));
  CHECK(order(c, files, 5) != order(c, files, 6));
  CHECK(order(*stream(c, files, 5, 0)) != order(*stream(c, files, 5, 1)));
  CHECK(order(*stream(c, files), 100).size() == 12);
  c.repeat = true;
  const auto many = stream(c, files);
  std::set<int> seen;
  for (int b : order(*many, 300))
    seen.insert(b);
  CHECK(seen.size() == 12);
}

TEST_CASE("stamps become ticks, files follow each other, repeats too") {
  StreamConfig c;
  c.timing = Timing::Stamps;
  // 1 Gbit/s: a one-byte frame takes 25 bytes of line = 240 ticks
  CHECK(times(*stream(c, {file({{1, 0}, {2, 1000}, {3, -1}})})) == std::vector<Tick>{0, 1200, 0});
  CHECK(times(*stream(c, {file({{1, 10}, {2, 1000}}), file({{3, 0}, {4, 500}})})) ==
        std::vector<Tick>{12, 1200, 1440, 2040});
  c.repeat = true;
  CHECK(times(*stream(c, {file({{1, 0}, {2, 1000}})}), 4) ==
        std::vector<Tick>{0, 1200, 1440, 2640});
  c.repeat = false;
  c.start = 1;
  c.start_ns = 100;
  CHECK(times(*stream(c, {file({{1, 0}, {2, 1000}, {3, 1500}})})) == std::vector<Tick>{120, 720});
}

TEST_CASE("captures count from their first frame") {
  CaptureBytes c{false, true, {}};
  c.header();
  for (const uint32_t ns : {0, 400, 500})
    c.record(5, ns, "a");
  StreamConfig config;
  config.timing = Timing::Stamps;
  CHECK(times(*stream(config, {memory_input("c", c.out)})) == std::vector<Tick>{0, 480, 600});
}

TEST_CASE("poisson and on-off traffic keep their average rate") {
  for (const Timing timing : {Timing::Poisson, Timing::OnOff}) {
    StreamConfig c;
    c.timing = timing;
    c.mean_mbps = 400;
    c.repeat = true;
    const auto s =
        stream(c, {memory_input("f", std::string(120, '0') + "\n" + std::string(2000, '0'))});
    Line line(1000, 1200);
    uint64_t bytes_sent = 0;
    unsigned back_to_back = 0;
    constexpr unsigned kFrames = 100000;
    Frame f;
    for (unsigned i = 0; i < kFrames; ++i) {
      REQUIRE(s->next(f));
      back_to_back += f.not_before <= line.free();
      line.begin(f.not_before);
      line.end(f.line_bytes + 24);
      bytes_sent += f.line_bytes + 24;
    }
    const double mbps =
        static_cast<double>(bytes_sent) * 8 * 1200 / static_cast<double>(line.free());
    CHECK(mbps == Approx(400).epsilon(0.02));
    // on-off: all but the first of each burst, 15 of 16
    if (timing == Timing::OnOff)
      CHECK(back_to_back / double(kFrames) == Approx(15 / 16.0).epsilon(0.01));
    else
      CHECK(back_to_back / double(kFrames) < 0.6);
  }
}

TEST_CASE("settings that contradict each other are refused with a way out") {
  StreamConfig c;
  c.start = 2;
  CHECK(refusal(c) ==
        "port.0.rx: `start` is 2, but the streams hold 2 frames; the first frame is 0");
  c = {};
  c.select = Select::Random;
  c.start = 1;
  CHECK(refusal(c).find("leave it out") != std::string::npos);
  c.start = 0;
  c.timing = Timing::Stamps;
  CHECK(refusal(c).find("random selection cannot keep") != std::string::npos);
  c = {};
  c.timing = Timing::Poisson;
  CHECK(refusal(c).find("set `mean_mbps`") != std::string::npos);
  c.mean_mbps = 1000;
  CHECK(refusal(c).find("less than the port's rate of 1000") != std::string::npos);
  c.mean_mbps = 999;
  CHECK(refusal(c) == "accepted");
  c.timing = Timing::OnOff;
  c.burst_frames = 0;
  CHECK(refusal(c).find("`burst_frames` is 0") != std::string::npos);
}

TEST_CASE("inputs that can be read once play as those that can be read again") {
  const std::vector<Input> files = {file({{1, 0}, {2, 700}, {3, -1}, {4, 2000}}), bytes({}),
                                    bytes({5, 6, 7})};
  for (const Select select : {Select::Sequential, Select::Interleaved, Select::Random})
    for (const Timing timing : {Timing::Rate, Timing::Stamps, Timing::Poisson, Timing::OnOff})
      for (const bool repeat : {false, true})
        for (const uint64_t start : {0, 5}) {
          if (select == Select::Random && (start != 0 || timing == Timing::Stamps)) continue;
          StreamConfig c;
          c.select = select;
          c.timing = timing;
          c.repeat = repeat;
          c.start = start;
          c.mean_mbps = 100;
          std::vector<Input> once = files;
          for (Input& input : once) {
            input.lasting = false;
            input.reader = [reader = input.reader, opened = std::make_shared<bool>(false)] {
              REQUIRE_FALSE(std::exchange(*opened, true));
              return reader();
            };
          }
          const auto a = stream(c, files), b = stream(c, once);
          Frame x, y;
          unsigned frames = 0;
          while (frames < 50 && a->next(x)) {
            ++frames;
            REQUIRE(b->next(y));
            CHECK(x.bytes[0] == y.bytes[0]);
            CHECK(x.not_before == y.not_before);
          }
          CHECK(frames == (repeat ? 50 : 7 - start));
          if (!repeat) CHECK_FALSE(b->next(y));
        }
}

TEST_CASE("a file that is none of frames is refused before the first is played") {
  CaptureBytes can;
  can.header(227);
  const auto why = [&](const StreamConfig& c) {
    return message([&] { stream(c, {bytes({1}), memory_input("can.pcap", can.out)}); });
  };
  StreamConfig c;
  CHECK(why(c).find("can.pcap: error: the capture's link type is CAN_SOCKETCAN") == 0);
  c.select = Select::Interleaved;
  CHECK(why(c).find("can.pcap: error: the capture's link type is CAN_SOCKETCAN") == 0);
}

TEST_CASE("what is wrong within a file shows when it is reached") {
  const Input input = memory_input("f", "01\n02\nzz\n");
  const auto s = stream({}, {input});
  CHECK(order(*s, 2) == V{1, 2});
  Frame f;
  CHECK_THROWS_AS(s->next(f), InputError);
  StreamConfig c;
  c.select = Select::Random; // all is read first
  CHECK_THROWS_AS(stream(c, {input}), InputError);
}

TEST_CASE("frames that were padded, cut or skipped are counted as they are read") {
  CaptureBytes capture;
  capture.header();
  capture.record(1, 0, "a", 60);
  capture.record(1, 0, "b");
  StreamConfig c;
  c.rules.truncated = FrameRules::Truncated::Skip;
  c.repeat = true;
  const auto s = stream(c, {memory_input("c", capture.out)});
  CHECK(order(*s, 3) == V{'b', 'b', 'b'});
  CHECK(s->counts().skipped == 3);
  c.timing = Timing::Poisson; // the pass that computes the mean does not count
  c.mean_mbps = 10;
  CHECK(stream(c, {memory_input("c", capture.out)})->counts().skipped == 0);
}
