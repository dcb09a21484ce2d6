// Files of frames: every format libpcap knows, ours, and what is wrong with bad ones.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "base/files.h"
#include "emu/media/stream.h"

#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <unistd.h>

using namespace ixp;

namespace {
struct CaptureBytes {
  bool big_endian, nanoseconds;
  std::string out;
  void u32(uint32_t v) {
    for (unsigned i = 0; i < 4; ++i)
      out += static_cast<char>(v >> (big_endian ? 24 - 8 * i : 8 * i));
  }
  void u16(uint16_t v) {
    for (unsigned i = 0; i < 2; ++i)
      out += static_cast<char>(v >> (big_endian ? 8 - 8 * i : 8 * i));
  }
  void header(uint32_t link = 1) {
    u32(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4);
    u16(2);
    u16(4);
    u32(0);
    u32(0);
    u32(65535);
    u32(link);
  }
  void record(uint32_t seconds, uint32_t fraction, const std::string& data, uint32_t length = 0) {
    u32(seconds);
    u32(fraction);
    u32(static_cast<uint32_t>(data.size()));
    u32(length ? length : static_cast<uint32_t>(data.size()));
    out += data;
  }
};

FrameFile load(std::string bytes) {
  bytes += '\0'; // fmemopen refuses empty buffers
  return load_capture(fmemopen(bytes.data(), bytes.size() - 1, "rb"), "test.pcap");
}

std::string message(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& e) {
    return format(e.diagnostic());
  }
  return "no error";
}
} // namespace

TEST_CASE("captures in both byte orders and resolutions") {
  for (const bool big : {false, true})
    for (const bool nano : {false, true}) {
      CaptureBytes c{big, nano, {}};
      c.header();
      c.record(10, 5, "\x01\x02\x03");
      c.record(11, 7, std::string(1514, 'x'));
      const FrameFile f = load(c.out);
      REQUIRE(f.entries.size() == 2);
      CHECK(f.entries[0].time_ns == 10'000'000'000 + (nano ? 5u : 5000u));
      CHECK(f.entries[1].time_ns == 11'000'000'000 + (nano ? 7u : 7000u));
      CHECK(f.frame(0).size() == 3);
      CHECK(f.frame(0)[2] == 3);
      CHECK(f.frame(1).size() == 1514);
      CHECK_FALSE(f.entries[0].has_fcs);
    }
}

TEST_CASE("a capture that declares its FCS says so for each frame") {
  CaptureBytes c{false, false, {}};
  c.header(0x24000001); // Ethernet, FCS of two 16-bit words
  c.record(1, 0, std::string(64, 'a'));
  CHECK(load(c.out).entries.at(0).has_fcs);
}

TEST_CASE("malformed captures are refused with record, offset and rule") {
  CaptureBytes c{false, false, {}};
  c.header();
  c.record(1, 0, std::string(60, 'a'));
  SECTION("cut within the data") {
    const std::string m = message([&] { load(c.out.substr(0, c.out.size() - 1)); });
    CHECK(m.find("test.pcap: error: record 1 (ends at byte offset") == 0);
    CHECK(m.find("truncated") != std::string::npos);
  }
  SECTION("cut within a record header") {
    const std::string m = message([&] { load(c.out + "abc"); });
    CHECK(m.find("record 2") != std::string::npos);
  }
  SECTION("cut within the file header") {
    CHECK(message([&] { load(c.out.substr(0, 10)); }).find("not a readable capture") !=
          std::string::npos);
  }
  SECTION("empty file") {
    CHECK(message([&] { load(""); }).find("not a readable capture") != std::string::npos);
  }
  SECTION("empty frame") {
    c.record(2, 0, "");
    CHECK(message([&] { load(c.out); })
              .find("record 2 (ends at byte offset 116): the frame is "
                    "empty") != std::string::npos);
  }
  SECTION("snapped frame") {
    c.record(2, 0, "abc", 60);
    CHECK(message([&] { load(c.out); }).find("only 3 of the frame's 60 bytes") !=
          std::string::npos);
  }
  SECTION("frame longer than we take") {
    c.record(2, 0, std::string(kMaxFrameBytes + 1, 'a'));
    CHECK(message([&] { load(c.out); }).find("at most 16384") != std::string::npos);
  }
}

TEST_CASE("text streams") {
  const FrameFile f = load_text("# comment\n"
                                "\n"
                                "0011aAff   # runt\n"
                                "@100 00 11\t22\r\n"
                                "  @100 33 !\n"
                                "44", // no end of line
                                "t");
  REQUIRE(f.entries.size() == 4);
  CHECK(f.frame(0).size() == 4);
  CHECK(f.frame(0)[2] == 0xaa);
  CHECK_FALSE(f.entries[0].timed);
  CHECK(f.entries[1].timed);
  CHECK(f.entries[1].time_ns == 100);
  CHECK(f.frame(1)[2] == 0x22);
  CHECK_FALSE(f.entries[1].bad);
  CHECK(f.entries[2].bad);
  CHECK(f.frame(3)[0] == 0x44);
  CHECK(load_text("", "t").entries.empty());
  CHECK(load_text(std::string(2 * kMaxFrameBytes, '0'), "t").frame(0).size() == kMaxFrameBytes);
}

TEST_CASE("malformed text is refused with line, column and rule") {
  const auto why = [](const std::string& text) {
    return message([&] { load_text(text, "f.txt"); });
  };
  CHECK(why("00\n001") == "f.txt:2:3: error: half a byte, expected two hex digits for each");
  CHECK(why("00 1x").find("f.txt:1:4: error: half a byte") == 0);
  CHECK(why("00 zz").find("f.txt:1:4: error: unexpected 'z'") == 0);
  CHECK(why("@12").find("f.txt:1:4: error: no bytes") == 0);
  CHECK(why("@ 00").find("f.txt:1:1: error: bad time") == 0);
  CHECK(why("@99999999999999999999 00").find("f.txt:1:1: error: bad time") == 0);
  CHECK(why("@5x 00").find("f.txt:1:3: error: expected a blank") == 0);
  CHECK(why("@5 00\n@4 00").find("f.txt:2:1: error: the time is before") == 0);
  CHECK(why("00 ! 11").find("f.txt:1:6: error: unexpected '1'") == 0);
  CHECK(why("!").find("f.txt:1:1: error: no bytes") == 0);
  CHECK(why("\x01").find("\\x01") != std::string::npos);
  CHECK(why(std::string(2 * kMaxFrameBytes + 2, '0')).find("more than 16384 bytes") !=
        std::string::npos);
}

TEST_CASE("files are told apart by their first bytes, then by extension") {
  const std::string dir =
      std::filesystem::temp_directory_path() / fmt::format("ixp_streams_{}", getpid());
  std::filesystem::create_directory(dir);
  CaptureBytes c{false, false, {}};
  c.header();
  c.record(1, 0, "abc");
  write_file(dir + "/capture.dat", c.out);
  write_file(dir + "/frames.txt", "001122\n");
  write_file(dir + "/not.pcap", "001122\n");
  CHECK(load_frames(dir + "/capture.dat").entries.size() == 1);
  CHECK(load_frames(dir + "/frames.txt").entries.size() == 1);
  CHECK(message([&] { load_frames(dir + "/not.pcap"); }).find("not a readable capture") !=
        std::string::npos);
  CHECK(message([&] { load_frames(dir + "/absent"); }).find("absent: error: cannot open") !=
        std::string::npos);
  CHECK(message([&] { load_frames(dir); }).find("cannot read") != std::string::npos);
  std::filesystem::remove_all(dir);
}

TEST_CASE("the FCS is Ethernet's CRC-32") {
  const std::string check = "123456789";
  CHECK(ethernet_fcs({reinterpret_cast<const uint8_t*>(check.data()), check.size()}) == 0xcbf43926);
}
