// Files of frames: every format libpcap knows, ours, and errors of invalid ones.
#include "tests/catch.h"

#include "base/files.h"
#include "base/frames/fcs.h"
#include "tests/unit/base/frame_files.h"

#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

using namespace ixp;

using namespace ixp::test;

static std::vector<KeptFrame> load(std::string bytes, const std::string& name = "test.pcap") {
  return read_frames(memory_input(name, std::move(bytes)));
}

TEST_CASE("captures in both byte orders and resolutions") {
  for (const bool big : {false, true})
    for (const bool nano : {false, true}) {
      CaptureBytes c{big, nano, {}};
      c.header();
      c.record(10, 5, "\x01\x02\x03");
      c.record(11, 7, std::string(1514, 'x'));
      const auto f = load(c.out);
      REQUIRE(f.size() == 2);
      CHECK(f[0].time_ns == 10'000'000'000 + (nano ? 5u : 5000u));
      CHECK(f[1].time_ns == 11'000'000'000 + (nano ? 7u : 7000u));
      CHECK(f[0].data == std::vector<uint8_t>{1, 2, 3});
      CHECK(f[1].data.size() == 1514);
      CHECK_FALSE(f[0].has_fcs);
    }
}

TEST_CASE("a capture that declares its FCS says so for each frame") {
  CaptureBytes c{false, false, {}};
  c.header(0x24000001); // Ethernet, FCS of two 16-bit words
  c.record(1, 0, std::string(64, 'a'));
  CHECK(load(c.out).at(0).has_fcs);
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
}

TEST_CASE("a capture says how much of each frame it lacks") {
  CaptureBytes c;
  c.header();
  c.record(2, 0, "abc", 60);
  c.record(2, 0, "", 60);
  const auto f = load(c.out);
  CHECK(f.at(0).data.size() == 3);
  CHECK(f.at(0).length == 60);
  CHECK(f.at(1).data.empty());
  CHECK(f.at(1).length == 60);
}

TEST_CASE("captures have a link type") {
  const auto link = [](uint32_t type) {
    CaptureBytes c;
    c.header(type);
    const auto reader = open_frames(memory_input("c", c.out));
    return std::pair(reader->link(), reader->link_name());
  };
  CHECK(link(1).first == Link::Ethernet);
  CHECK(link(101) == std::pair(Link::RawIp, std::string("RAW (Raw IP)")));
  CHECK(link(228).first == Link::RawIp);
  CHECK(link(229).first == Link::RawIp);
  CHECK(link(227) == std::pair(Link::Other, std::string("CAN_SOCKETCAN (CAN-bus with SocketCAN "
                                                        "headers)")));
  CHECK(link(147).second == "147");
}

TEST_CASE("text streams") {
  const auto f = load("# comment\n"
                      "\n"
                      "0011aAff   # runt\n"
                      "@100 00 11\t22\r\n"
                      "  @100 33 !\n"
                      "44", // no end of line
                      "t");
  REQUIRE(f.size() == 4);
  CHECK(f[0].data == std::vector<uint8_t>{0, 0x11, 0xaa, 0xff});
  CHECK(f[0].length == 4);
  CHECK_FALSE(f[0].timed);
  CHECK(f[1].timed);
  CHECK(f[1].time_ns == 100);
  CHECK(f[1].data[2] == 0x22);
  CHECK_FALSE(f[1].bad);
  CHECK(f[2].bad);
  CHECK(f[3].data[0] == 0x44);
  CHECK_FALSE(f[3].bad);
  CHECK(load("", "t").empty());
  CHECK(load(std::string(40000, '0'), "t")[0].data.size() == 20000);
}

TEST_CASE("lines of text may be as long as buffers and longer") {
  std::string text = "11";
  for (unsigned n : {65533, 65534, 65535, 65536, 65537, 131072, 300000})
    text += std::string(n, ' ') + "22\n33";
  const auto f = load(text, "t");
  REQUIRE(f.size() == 8);
  CHECK(f[0].data == std::vector<uint8_t>{0x11, 0x22});
  for (unsigned i = 1; i < 7; ++i)
    CHECK(f[i].data == std::vector<uint8_t>{0x33, 0x22});
}

TEST_CASE("malformed text is refused with line, column and rule") {
  const auto why = [](const std::string& text) { return message([&] { load(text, "f.txt"); }); };
  CHECK(why("00\n001") == "f.txt:2:3: error: half a byte, expected two hex digits for each");
  CHECK(why("00 1x").find("f.txt:1:4: error: half a byte") == 0);
  CHECK(why("00 zz").find("f.txt:1:4: error: unexpected 'z'") == 0);
  CHECK(why("@12").find("f.txt:1:4: error: no bytes") == 0);
  CHECK(why("@ 00").find("f.txt:1:1: error: bad time") == 0);
  CHECK(why("@99999999999999999999 00").find("f.txt:1:1: error: bad time") == 0);
  CHECK(why("@5x 00").find("f.txt:1:3: error: expected a blank") == 0);
  CHECK(why("00 ! 11").find("f.txt:1:6: error: unexpected '1'") == 0);
  CHECK(why("!").find("f.txt:1:1: error: no bytes") == 0);
  CHECK(why("\x01").find("\\x01") != std::string::npos);
  CHECK(why("00\n" + std::string(2 << 20, ' ')) ==
        "f.txt:2:1048577: error: the line has more than 1048575 bytes");
  CHECK(why(std::string(3 << 20, '\0')).find("f.txt:1:1: error: unexpected '\\x00'") == 0);
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
  write_file(dir + "/not.pcapng.zst", zstd("001122\n"));
  const auto frames = [&](const char* name) { return read_frames(file_input(dir + name)).size(); };
  const auto why = [&](const char* name) { return message([&] { frames(name); }); };
  CHECK(frames("/capture.dat") == 1);
  CHECK(frames("/frames.txt") == 1);
  CHECK(why("/not.pcap").find("not a readable capture") != std::string::npos);
  CHECK(why("/not.pcapng.zst").find("not a readable capture") != std::string::npos);
  CHECK(why("/absent").find("absent: error: cannot open") != std::string::npos);
  CHECK(why("").find("cannot read") != std::string::npos);
  CHECK(why("").find(":1") == std::string::npos); // a folder has no lines
  std::filesystem::remove_all(dir);
}

TEST_CASE("the FCS is Ethernet's CRC-32") {
  const std::string check = "123456789";
  CHECK(ethernet_fcs({reinterpret_cast<const uint8_t*>(check.data()), check.size()}) == 0xcbf43926);
  const std::vector<uint8_t> with_fcs{'1', '2', '3',  '4',  '5',  '6', '7',
                                      '8', '9', 0x26, 0x39, 0xf4, 0xcb};
  CHECK(ends_with_fcs(with_fcs));
  const std::vector<uint8_t> nothing_but_fcs(4, 0); // the FCS of no bytes
  CHECK_FALSE(ends_with_fcs(nothing_but_fcs));
}

TEST_CASE("a look ahead reaches over the end of what is buffered") {
  std::string text;
  for (unsigned i = 0; text.size() < 200'000; ++i)
    text += std::to_string(i);
  const auto stream = memory_input("text", text).open();
  std::string got;
  while (got.size() < text.size()) {
    const auto ahead = stream->peek(ByteStream::kMostPeek);
    const std::string seen(ahead.begin(), ahead.end());
    REQUIRE(seen == text.substr(got.size(), ByteStream::kMostPeek));
    std::array<uint8_t, 13> bytes;
    const size_t n = stream->read(bytes);
    got.append(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
  }
  CHECK(got == text);
  CHECK(stream->peek(1).empty());
}

TEST_CASE("packed files are unpacked while they are read") {
  CaptureBytes c;
  c.header();
  for (unsigned i = 0; i < 5000; ++i)
    c.record(i, 0, std::string(1 + i % 1500, static_cast<char>(i)));
  const auto plain = load(c.out);
  REQUIRE(plain.size() == 5000);
  const size_t half = c.out.size() / 2;
  const std::string first = c.out.substr(0, half), second = c.out.substr(half);
  const std::string nothing("\x50\x2a\x4d\x18\x03\0\0\0abc", 11); // a frame to be skipped
  for (const std::string& packed :
       {gzip(c.out), gzip(first) + gzip(second), gzip("") + gzip(c.out), zstd(c.out),
        zstd(first) + zstd(second), nothing + zstd(c.out) + nothing}) {
    const auto f = load(packed, "capture");
    REQUIRE(f.size() == 5000);
    for (unsigned i = 0; i < 5000; ++i)
      if (f[i].data != plain[i].data) FAIL("frame " << i);
  }
  CHECK(load(zstd("001122\n33\n"), "t.txt.zst").size() == 2);
  CHECK(load(gzip(""), "t.txt.gz").empty());
}

TEST_CASE("packed files that are wrong say so, wherever they are cut") {
  std::string text;
  for (unsigned i = 0; i < 3000; ++i)
    text += fmt::format("{:08x}\n", i * 0x9e3779b1);
  for (const bool gz : {true, false}) {
    const std::string packed = gz ? gzip(text) : zstd(text);
    const auto why = [&](const std::string& bytes) { return message([&] { load(bytes, "t"); }); };
    for (size_t n : {size_t{4}, size_t{7}, size_t{100}, packed.size() / 2, packed.size() - 1})
      CHECK(why(packed.substr(0, n))
                .find("t: error: " + std::string(gz ? "gzip" : "zstd") + " data, byte offset") ==
            0);
    CHECK(why(packed.substr(0, packed.size() - 1)).find("cut short") != std::string::npos);
    std::string flipped = packed;
    flipped[packed.size() / 3] ^= 0x55;
    CHECK(why(flipped) != "no error");
    CHECK(why(packed + "abcdefgh") != "no error");
  }
  CHECK(message([] {
          load("\xfd"
               "7zXZ" +
                   std::string(20, '\0'),
               "a.pcap.xz");
        }) == "a.pcap.xz: error: packed with xz, expected gzip, zstd or none; unpack it");
  CHECK(message([] { load("BZh91AY", "a"); }).find("packed with bzip2") != std::string::npos);
}
