// Order and times of frames.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "emu/media/line.h"
#include "emu/media/stream.h"

#include <fmt/format.h>
#include <set>

using namespace ixp;

namespace {
// Files of one-byte frames: text("1 2 @30:3") has frames 01, 02, and 03 at 30 ns.
FrameFile file(std::vector<std::pair<int, int>> frames) { // {byte, time or -1}
  std::string text;
  for (auto [byte, time] : frames)
    text += time < 0 ? fmt::format("{:02x}\n", byte) : fmt::format("@{} {:02x}\n", time, byte);
  return load_text(text, "f");
}
FrameFile bytes(std::vector<int> frames) {
  std::vector<std::pair<int, int>> untimed;
  for (int b : frames)
    untimed.emplace_back(b, -1);
  return file(untimed);
}

std::unique_ptr<FrameSource> stream(const StreamConfig& c, std::vector<FrameFile> files,
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
std::vector<int> order(const StreamConfig& c, std::vector<FrameFile> files, uint64_t seed = 1) {
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
  const std::vector<FrameFile> files = {bytes({1, 2, 3, 4}), bytes({5, 6, 7, 8, 9, 10, 11, 12})};
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
  FrameFile f;
  const uint8_t byte = 1;
  FrameFile::Entry e{};
  e.timed = true;
  for (uint64_t t : {5'000'000'000, 5'000'000'400, 5'000'000'100}) {
    e.time_ns = t;
    f.add({&byte, 1}, e);
  }
  StreamConfig c;
  c.timing = Timing::Stamps;
  CHECK(times(*stream(c, {f})) == std::vector<Tick>{0, 480, 120});
}

TEST_CASE("poisson and on-off traffic keep their average rate") {
  for (const Timing timing : {Timing::Poisson, Timing::OnOff}) {
    StreamConfig c;
    c.timing = timing;
    c.mean_mbps = 400;
    c.repeat = true;
    const auto s =
        stream(c, {load_text(std::string(120, '0') + "\n" + std::string(2000, '0'), "f")});
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

TEST_CASE("FCS: stripped when declared, added when kept") {
  FrameFile bare = load_text(std::string(120, '0'), "f");
  const uint32_t fcs = ethernet_fcs(bare.frame(0));
  std::vector<uint8_t> whole(64);
  for (unsigned i = 0; i < 4; ++i)
    whole[60 + i] = static_cast<uint8_t>(fcs >> 8 * i);
  FrameFile declared, undeclared, wrong;
  FrameFile::Entry e{};
  undeclared.add(whole, e);
  e.has_fcs = true;
  declared.add(whole, e);
  whole[0] ^= 1;
  wrong.add(whole, e);

  struct Case {
    const FrameFile& file;
    Fcs fcs;
    unsigned bytes, line_bytes;
    bool bad;
  };
  for (const Case& k :
       {Case{bare, Fcs::Strip, 60, 60, false}, Case{bare, Fcs::Keep, 64, 60, false},
        Case{declared, Fcs::Strip, 60, 60, false}, Case{declared, Fcs::Keep, 64, 60, false},
        Case{undeclared, Fcs::Strip, 64, 64, false}, Case{undeclared, Fcs::Keep, 64, 60, false},
        Case{wrong, Fcs::Strip, 60, 60, true}, Case{wrong, Fcs::Keep, 64, 60, true}}) {
    StreamConfig c;
    c.fcs = k.fcs;
    Frame f;
    const auto s = stream(c, {k.file});
    REQUIRE(s->next(f));
    CHECK(f.bytes.size() == k.bytes);
    CHECK(f.line_bytes == k.line_bytes);
    CHECK(f.bad == k.bad);
    if (k.fcs == Fcs::Keep && !k.bad)
      CHECK(std::equal(f.bytes.begin() + 60, f.bytes.end(), whole.begin() + 60));
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
