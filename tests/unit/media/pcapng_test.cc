// Our pcapng files, read by libpcap and, where it is installed, by capinfos and tshark.
#include "tests/catch.h"

#include "emu/record/pcapng.h"
#include "tests/unit/base/frame_files.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

using namespace ixp;

namespace {
std::string output_of(const std::string& command) {
  std::string out;
  FILE* p = popen((command + " 2>/dev/null").c_str(), "r");
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, p)) > 0;)
    out.append(buffer, n);
  pclose(p);
  return out;
}
} // namespace

TEST_CASE("pcapng of all ports reads back") {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("ixp_{}.pcapng", getpid())).string();
  std::vector<std::vector<uint8_t>> frames;
  {
    PcapngWriter w(path, "unit test");
    w.open(0, Direction::Rx, 1000);
    w.open(0, Direction::Tx, 1000, Fcs::Keep);
    w.open(2, Direction::Tx, 0);
    w.open_chip();
    for (unsigned i = 0; i < 500; ++i) {
      const auto& bytes = frames.emplace_back(14 + i * 5, static_cast<uint8_t>(i));
      const PcapngWriter::Frame frame{600 * i + 600, 1000 * i + 1000, bytes,
                                      static_cast<uint32_t>(bytes.size()),
                                      FrameName{i == 1 ? 3u : 0u, i}};
      if (i == 499)
        w.write(w.lost(frame, {Fcs::Keep, true, "dropped by microcode", "full", "0:1.5 a.uc:7"}));
      else
        w.write(w.crossed(i % 3 == 2 ? 2 : 0, i % 3 ? Direction::Tx : Direction::Rx, frame, i));
    }
    CHECK(w.crossed(7, Direction::Rx, {0, 0, frames[0], 14, {}}, 0).empty()); // no interface
    CHECK_FALSE(std::filesystem::exists(path));
    w.mark({"0123456789abcdef", 300'000});
    w.commit();
  }
  const std::string file = read_file(path);
  CHECK(file.find("run=0123456789abcdef") < 100);
  CHECK(file.find("interrupted at cycle 300000") > file.size() - 60);
  using namespace std::string_literals;
  CHECK(file.find("\x08\0\x08\0\x00\xca\x9a\x3b\0\0\0\0"s) < 300); // if_speed: 1,000,000,000 bit/s
  const auto back = test::read_frames(file_input(path));
  REQUIRE(back.size() == 500);
  for (unsigned i = 0; i < 500; ++i) {
    CHECK(back[i].data == frames[i]);
    CHECK(back[i].time_ns == 1000 * i + 1000);
  }
  if (system("command -v capinfos >/dev/null 2>&1") == 0) {
    const std::string info = output_of("LC_ALL=C capinfos " + path);
    CHECK(info.find("Wireshark/... - pcapng") != std::string::npos);
    CHECK(info.find("nanoseconds (9)") != std::string::npos);
    CHECK(info.find("run=0123456789abcdef") != std::string::npos);
    CHECK(info.find("Name = port2_tx") != std::string::npos);
  }
  if (system("command -v tshark >/dev/null 2>&1") == 0) {
    const std::string line = output_of(
        "LC_ALL=C tshark -r " + path +
        " -Y 'frame.number in {1, 2, 500}' -T fields -e frame.interface_name -e frame.comment "
        "-e frame.time_relative -e frame.packet_flags_direction "
        "-e frame.packet_id -e frame.packet_flags_fcs_length");
    CHECK(line == "port0_rx\tp0.0 frame 0 cycle 600\t0.000000000\t0x00000001\t0\t0\n"
                  "port0_tx\tp3.1 frame 1 cycle 1200\t0.000001000\t0x00000002\t12884901889\t0\n"
                  "chip\tp0.499 cycle 300000,dropped by microcode: full,0:1.5 a.uc:7\t0.000499000\t"
                  "0x00000000\t499\t4\n");
  }
  std::filesystem::remove(path);
}
