// Frames of a file before they reach the chip: padded, cut, skipped, refused.
#include "tests/catch.h"

#include "base/frames/fcs.h"
#include "emu/media/stream_file.h"
#include "tests/unit/base/frame_files.h"

using namespace ixp;
using namespace ixp::test;
using Rules = FrameRules;

namespace {
struct Played {
  std::vector<std::vector<uint8_t>> frames;
  std::vector<StreamFrame> about; // `bytes` is no longer valid
  SourceCounts counts;
};

Played play(const Input& input, const Rules& rules = {}) {
  Played p;
  StreamFile file(input, rules, "[port.0].rx", 1000, p.counts); // a tick is a nanosecond
  for (StreamFrame f; file.next(f);) {
    p.frames.emplace_back(f.bytes.begin(), f.bytes.end());
    p.about.push_back(f);
  }
  return p;
}
Played play(const CaptureBytes& c, const Rules& rules = {}) {
  return play(memory_input("c.pcap", c.out), rules);
}
std::string why(const CaptureBytes& c, const Rules& rules = {}) {
  return message([&] { play(c, rules); });
}

CaptureBytes capture(uint32_t link = 1) {
  CaptureBytes c;
  c.header(link);
  return c;
}
std::vector<size_t> sizes(const Played& p) {
  std::vector<size_t> out;
  for (const auto& f : p.frames)
    out.push_back(f.size());
  return out;
}
using Sizes = std::vector<size_t>;
} // namespace

TEST_CASE("frames that a capture cut short are an error, or padded, left short or left out") {
  CaptureBytes c = capture();
  c.record(1, 0, std::string(60, 'a'));
  c.record(1, 0, std::string(10, 'b'), 80);
  c.record(1, 0, std::string(50, 'c'));
  CHECK(why(c) == "c.pcap: error: record 2 (ends at byte offset 126): only 10 of the frame's 80 "
                  "bytes were captured; capture whole frames (snap length 0), or choose in "
                  "[port.0].rx: `truncated = \"pad\"`, \"cut\" or \"skip\"");
  Rules rules;
  rules.truncated = Rules::Truncated::Pad;
  Played p = play(c, rules);
  CHECK(sizes(p) == Sizes{60, 80, 50});
  std::vector<uint8_t> padded(80);
  std::fill_n(padded.begin(), 10, 'b');
  CHECK(p.frames[1] == padded);
  CHECK(p.about[1].line_bytes == 80);
  CHECK((p.counts.padded == 1 && p.counts.cut == 0 && p.counts.skipped == 0));
  rules.truncated = Rules::Truncated::Cut;
  p = play(c, rules);
  CHECK(sizes(p) == Sizes{60, 10, 50});
  CHECK((p.counts.padded == 0 && p.counts.cut == 1 && p.counts.skipped == 0));
  rules.truncated = Rules::Truncated::Skip;
  p = play(c, rules);
  CHECK(sizes(p) == Sizes{60, 50});
  CHECK((p.counts.padded == 0 && p.counts.cut == 0 && p.counts.skipped == 1));
}

TEST_CASE("a frame of which nothing was captured can be padded, but not cut to nothing") {
  CaptureBytes c = capture();
  c.record(1, 0, "", 60);
  Rules rules;
  CHECK(why(c).find("only 0 of the frame's 60 bytes") != std::string::npos);
  rules.truncated = Rules::Truncated::Pad;
  CHECK(play(c, rules).frames.at(0) == std::vector<uint8_t>(60));
  rules.truncated = Rules::Truncated::Cut;
  CHECK(why(c, rules).find("record 1 (ends at byte offset 40): nothing is left") !=
        std::string::npos);
}

TEST_CASE("frames that are too long are an error, or cut, or left out") {
  CaptureBytes c = capture();
  c.record(1, 0, std::string(kMaxFrameBytes, 'a'));
  c.record(1, 0, std::string(kMaxFrameBytes + 1, 'b'));
  c.record(1, 0, std::string(20, 'c'), kMaxFrameBytes + 7);
  Rules rules;
  rules.truncated = Rules::Truncated::Pad;
  CHECK(why(c, rules).find("record 2") != std::string::npos);
  CHECK(why(c, rules).find("the frame has 16385 bytes, at most 16384 are supported; choose in "
                           "[port.0].rx: `oversized = \"cut\"` or \"skip\"") !=
        std::string::npos);
  rules.oversized = Rules::Oversized::Cut;
  Played p = play(c, rules);
  CHECK(sizes(p) == Sizes(3, kMaxFrameBytes));
  CHECK((p.counts.padded == 0 && p.counts.cut == 2 && p.counts.skipped == 0));
  rules.oversized = Rules::Oversized::Skip;
  p = play(c, rules);
  CHECK(sizes(p) == Sizes{kMaxFrameBytes});
  CHECK(p.counts.skipped == 2);
  rules.truncated = Rules::Truncated::Cut; // 20 bytes are not too long
  CHECK(sizes(play(c, rules)) == Sizes{kMaxFrameBytes, 20});
  const Input text = memory_input("t", "00\n" + std::string(2 * kMaxFrameBytes + 2, '0'));
  CHECK(message([&] { play(text); }).find("t:2:1: error: the frame has 16385 bytes") == 0);
  CHECK(sizes(play(text, rules)) == Sizes{1});
}

TEST_CASE("times that go back are an error in captures and text, or held") {
  CaptureBytes c = capture();
  for (const uint32_t us : {400, 900, 500, 899, 901})
    c.record(7, us, "abc");
  CHECK(why(c) == "c.pcap: error: record 3 (ends at byte offset 81): the time is before that of an "
                  "earlier frame, by 400000 ns; put frames in order of time, or say `unordered = "
                  "\"hold\"` in [port.0].rx");
  const Input text = memory_input("t", "@5 00\n11\n@4 22\n@6 33");
  CHECK(message([&] { play(text); }).find("t:3:1: error: the time is before") == 0);
  Rules rules;
  rules.unordered = Rules::Unordered::Hold;
  std::vector<Tick> times;
  for (const StreamFrame& f : play(c, rules).about)
    times.push_back(f.time);
  CHECK(times == std::vector<Tick>{0, 500'000, 500'000, 500'000, 501'000});
  times.clear();
  for (const StreamFrame& f : play(text, rules).about)
    times.push_back(f.time);
  CHECK(times == std::vector<Tick>{5, 0, 5, 6}); // the second has none
}

TEST_CASE("the first frame of a file is marked, also when those before it are left out") {
  CaptureBytes c = capture();
  c.record(1, 0, "a", 9);
  c.record(2, 0, "b");
  c.record(3, 0, "c");
  Rules rules;
  rules.truncated = Rules::Truncated::Skip;
  const Played p = play(c, rules);
  CHECK((p.about[0].first_of_file && !p.about[1].first_of_file));
  CHECK(p.about[0].time == 1'000'000'000); // times count from the file's first record
}

TEST_CASE("captures of other links than Ethernet are refused by name") {
  CHECK(why(capture(227)) == "c.pcap: error: the capture's link type is CAN_SOCKETCAN (CAN-bus "
                             "with SocketCAN headers), expected Ethernet");
  CHECK(why(capture(105)).find("IEEE802_11 (802.11)") != std::string::npos);
  CHECK(why(capture(189)).find("USB_LINUX") != std::string::npos);
  CHECK(why(capture(113)).find("LINUX_SLL") != std::string::npos);
  CHECK(why(capture(101)) ==
        "c.pcap: error: the capture's link type is RAW (Raw IP), expected Ethernet; "
        "`ethernet_header = {}` in [port.0].rx puts an Ethernet header before each packet");
  Rules rules;
  rules.ethernet_header.emplace();
  CHECK(why(capture(227), rules).find("expected Ethernet") != std::string::npos);
}

TEST_CASE("raw IP gets an Ethernet header") {
  CaptureBytes c = capture(101);
  c.record(1, 0, "\x45xyz");
  c.record(1, 0, "\x60xyz");
  Rules rules;
  rules.ethernet_header = EthernetHeader{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
  Played p = play(c, rules);
  using Bytes = std::vector<uint8_t>;
  CHECK(p.frames.at(0) == Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 8, 0, 0x45, 'x', 'y', 'z'});
  CHECK(p.frames.at(1) ==
        Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0x86, 0xdd, 0x60, 'x', 'y', 'z'});
  CHECK(p.about[0].line_bytes == 18);

  rules.ethernet_header = EthernetHeader{};
  CHECK(play(c, rules).frames[0][5] == 1);
  CHECK(play(c, rules).frames[0][11] == 2);
  c.record(1, 0, "E", 21);
  CHECK(why(c, rules).find("only 15 of the frame's 35 bytes") != std::string::npos);
  rules.truncated = Rules::Truncated::Pad;
  CHECK(sizes(play(c, rules)) == Sizes{18, 18, 35});
  rules.fcs = Fcs::Keep;
  p = play(c, rules);
  CHECK(sizes(p) == Sizes{22, 22, 39});
  CHECK(ends_with_fcs(p.frames[2]));
  CHECK(p.frames[2][14] == 'E');
  c.record(1, 0, "\x70");
  CHECK(why(c, rules).find("a packet of IP version 7, expected 4 or 6") != std::string::npos);
  CaptureBytes ethernet = capture();
  ethernet.record(1, 0, "abc");
  CHECK(sizes(play(ethernet, rules)) == Sizes{7}); // has a header, only its FCS is added
}

TEST_CASE("FCS: stripped when declared, added when kept") {
  const std::string bare(60, '\0');
  const uint32_t fcs = ethernet_fcs({reinterpret_cast<const uint8_t*>(bare.data()), bare.size()});
  std::string whole = bare, wrong;
  for (unsigned i = 0; i < 4; ++i)
    whole += static_cast<char>(fcs >> 8 * i);
  wrong = whole;
  wrong[0] ^= 1;
  constexpr uint32_t kPlain = 1, kDeclared = 0x24000001; // FCS of two 16-bit words

  struct Case {
    const std::string& frame;
    uint32_t link;
    Fcs fcs;
    unsigned bytes, line_bytes;
    bool bad;
  };
  for (const Case& k :
       {Case{bare, kPlain, Fcs::Strip, 60, 60, false}, Case{bare, kPlain, Fcs::Keep, 64, 60, false},
        Case{whole, kDeclared, Fcs::Strip, 60, 60, false},
        Case{whole, kDeclared, Fcs::Keep, 64, 60, false},
        Case{whole, kPlain, Fcs::Strip, 64, 64, false},
        Case{whole, kPlain, Fcs::Keep, 64, 60, false},
        Case{wrong, kDeclared, Fcs::Strip, 60, 60, true},
        Case{wrong, kDeclared, Fcs::Keep, 64, 60, true}}) {
    CaptureBytes c = capture(k.link);
    c.record(1, 0, k.frame);
    Rules rules;
    rules.fcs = k.fcs;
    const Played p = play(c, rules);
    CHECK(p.frames.at(0).size() == k.bytes);
    CHECK(p.about[0].line_bytes == k.line_bytes);
    CHECK(p.about[0].bad == k.bad);
    if (k.fcs == Fcs::Keep && !k.bad) CHECK(ends_with_fcs(p.frames[0]));
  }

  // A frame that was cut short has lost its FCS.
  CaptureBytes cut = capture(kDeclared);
  cut.record(1, 0, whole.substr(0, 62), 64);
  cut.record(1, 0, whole.substr(0, 30), 64);
  Rules rules;
  rules.truncated = Rules::Truncated::Pad;
  const Played p = play(cut, rules);
  CHECK(sizes(p) == Sizes{60, 60});
  CHECK((!p.about[0].bad && !p.about[1].bad));
  rules.fcs = Fcs::Keep;
  CHECK(ends_with_fcs(play(cut, rules).frames[1]));
}
