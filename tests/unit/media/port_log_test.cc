#include "tests/catch.h"

#include "base/diagnostic.h"
#include "emu/record/port_log.h"

#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <unistd.h>

using namespace ixp;

namespace {
struct Directory {
  std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("ixp_port_logs_{}", getpid())).string();
  Directory() { std::filesystem::create_directory(path); }
  ~Directory() { std::filesystem::remove_all(path); }
  size_t files() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path), {}));
  }
};

std::string why(std::string_view text) {
  try {
    read_port_log(memory_input("x.log", std::string(text)));
  } catch (const InputError& e) {
    return format(e.diagnostic());
  }
  return "accepted";
}
const std::string kHeader = "# ixp port log 1 port=0 dir=rx me_hz=600000000 rate_mbps=50 seed=1\n";
} // namespace

TEST_CASE("a log is written in the golden format and appears when committed") {
  const Directory dir;
  const Params params;
  PacketLedger ledger;
  const PacketTag tag = ledger.begin(0, 17);
  const std::vector<uint8_t> frame = {0x00, 0x11, 0xfe};
  {
    PortLogs logs(dir.path, {}, params, ledger, 42);
    logs.open(0, Direction::Rx, 50);
    logs.open(3, Direction::Tx, 1000);
    logs.frame_crossed({0, Direction::Rx, 1001, 2003, 17, tag, frame});
    logs.frame_crossed({3, Direction::Tx, 3000, 4000, 0, 0, frame});
    logs.frame_crossed({1, Direction::Tx, 0, 0, 0, 0, frame}); // not opened: not logged
    CHECK_FALSE(std::filesystem::exists(dir.path + "/port0_rx.log"));
    logs.mark({"0123456789abcdef", {}});
    logs.commit();
  }
  CHECK(dir.files() == 2);
  CHECK(read_file(dir.path + "/port0_rx.log") ==
        "# ixp port log 1 port=0 dir=rx me_hz=600000000 rate_mbps=50 seed=42 run=0123456789abcdef\n"
        "# sop_cycle eop_cycle frame bytes tag data\n"
        "500 1001 17 3 p0.17 0011fe\n");
  CHECK(read_file(dir.path + "/port3_tx.log") ==
        "# ixp port log 1 port=3 dir=tx me_hz=600000000 rate_mbps=1000 seed=42 "
        "run=0123456789abcdef\n"
        "# sop_cycle eop_cycle frame bytes tag data\n"
        "1500 2000 0 3 - 0011fe\n");
}

TEST_CASE("a log says which run it was, and where that was interrupted") {
  const Directory dir;
  const Params params;
  const PacketLedger ledger;
  const std::vector<uint8_t> frame(1000);
  PortLogs logs(dir.path, {}, params, ledger, 1);
  logs.open(0, Direction::Tx, 50);
  for (unsigned i = 0; i < 500; ++i) // more than the buffer in memory holds
    logs.frame_crossed({0, Direction::Tx, 100 * i, 100 * i + 99, i, 0, frame});
  logs.mark({"0123456789abcdef", 25'032});
  logs.commit();
  const PortLog log = read_port_log(file_input(dir.path + "/port0_tx.log"));
  CHECK(log.name == dir.path + "/port0_tx.log");
  CHECK(log.header.mark.run == "0123456789abcdef");
  CHECK(log.header.mark.interrupted_at == 25'032);
  CHECK(log.lines.size() == 500);
  const PortLogHeader header = read_port_log_header(file_input(dir.path + "/port0_tx.log"));
  CHECK(header.mark.run == "0123456789abcdef");
  CHECK(header.mark.interrupted_at == 25'032);
  CHECK(header.rate_mbps == 50);
  CHECK(read_file(dir.path + "/port0_tx.log").ends_with("\n# interrupted at cycle 25032\n"));
  CHECK(read_port_log(memory_input("x", kHeader)).header.mark.run.empty());
  CHECK_FALSE(read_port_log(memory_input("x", kHeader)).header.mark.interrupted_at);
}

TEST_CASE("without commit nothing is left") {
  const Directory dir;
  const Params params;
  const PacketLedger ledger;
  {
    PortLogs logs(dir.path, {}, params, ledger, 1);
    logs.open(0, Direction::Rx, 50);
    CHECK(dir.files() == 1);
  }
  CHECK(dir.files() == 0);
  PortLogs nowhere(dir.path + "/absent", {}, params, ledger, 1);
  CHECK_THROWS_AS(nowhere.open(0, Direction::Rx, 50), InputError);
}

TEST_CASE("what was written reads back, over many buffers") {
  const Directory dir;
  const Params params;
  PacketLedger ledger;
  for (const uint32_t most : {~0u, 20u, 0u}) {
    PortLogs logs(dir.path, {most}, params, ledger, 9);
    logs.open(1, Direction::Tx, 1000);
    std::vector<std::vector<uint8_t>> frames;
    for (unsigned i = 0; i < 1000; ++i) {
      frames.emplace_back(1 + i * 7 % 1500, static_cast<uint8_t>(i));
      const PacketTag tag = i % 3 ? ledger.begin(2, i) : 0;
      logs.frame_crossed({1, Direction::Tx, 100 * i, 100 * i + 99, i, tag, frames.back()});
    }
    logs.mark({"0123456789abcdef", {}});
    logs.commit();
    const PortLog log = read_port_log(file_input(dir.path + "/port1_tx.log"));
    CHECK(log.header.port == 1);
    CHECK(log.header.direction == Direction::Tx);
    CHECK(log.header.me_hz == 600'000'000);
    CHECK(log.header.rate_mbps == 1000);
    CHECK(log.header.seed == 9);
    REQUIRE(log.lines.size() == 1000);
    for (unsigned i = 0; i < 1000; ++i) {
      const PortLogLine& l = log.lines[i];
      CHECK(l.sop_cycle == 50 * i);
      CHECK(l.eop_cycle == 50 * i + 49);
      CHECK(l.frame == i);
      CHECK(l.bytes == frames[i].size());
      CHECK(tag_text(l.tag) == (i % 3 ? fmt::format("p2.{}", i) : "-"));
      std::vector<uint8_t> head = frames[i];
      head.resize(std::min<size_t>(head.size(), most));
      CHECK(l.data == head);
    }
  }
}

TEST_CASE("--log-data") {
  LogData d;
  CHECK((parse("none", d) && d.max_bytes == 0));
  CHECK((parse("header:34", d) && d.max_bytes == 34));
  CHECK((parse("full", d) && d.max_bytes == ~0u));
  for (const char* bad :
       {"", "header", "header:", "header:0", "header:x", "header:1x", "headers:1"})
    CHECK_FALSE(parse(bad, d));
}

TEST_CASE("the reader takes what editors do to files") {
  const PortLog log = read_port_log(memory_input(
      "x", "\n" + kHeader + "# a remark\r\n  1 2 0 3 - 00\t\r\n\n3 4 1 3 p1.2\n# end"));
  REQUIRE(log.lines.size() == 2);
  CHECK(log.lines[0].data.size() == 1);
  CHECK(tag_text(log.lines[1].tag) == "p1.2");
  CHECK(log.lines[1].data.empty());
}

TEST_CASE("the reader names place and rule of what is wrong") {
  CHECK(why("").find("x.log:1: error: not a port log") == 0);
  CHECK(why("1 2 0 3 -").find("x.log:1:1: error: a frame before the header") == 0);
  CHECK(why(kHeader + kHeader).find("x.log:2:1: error: a second header") == 0);
  CHECK(why("# ixp port log 2 port=0").find("x.log:1:16: error: unknown version") == 0);
  CHECK(why("# ixp port log 1 dir=up").find("direction \"up\"") != std::string::npos);
  CHECK(why("# ixp port log 1 port").find("x.log:1:18: error: \"port\" is not of the form") == 0);
  CHECK(why("# ixp port log 1 port=x").find("bad port \"x\"") != std::string::npos);
  CHECK(why("# ixp port log 1 run=12")
            .find("x.log:1:22: error: run \"12\", expected 16 hexadecimal digits") == 0);
  CHECK(why("# ixp port log 1 port=0 me_hz=1")
            .find("x.log:1:32: error: the header does not say dir, expected port=N dir=rx") == 0);
  CHECK(why("# ixp port log 1 port=32 dir=rx me_hz=1").find("port 32, expected 0 to 31") !=
        std::string::npos);
  CHECK(why("# ixp port log 1 port=0 dir=rx me_hz=0").find("a clock of 0 Hz") != std::string::npos);
  const auto line = [](const std::string& l) { return why(kHeader + l); };
  CHECK(line("1 18446744073709551615 0 3 -").find("more than 10000000 seconds after reset") !=
        std::string::npos);
  CHECK(line("1 2 0").find("x.log:2:6: error: the line ends before the frame's length") == 0);
  CHECK(line("1 x 0 3 -").find("x.log:2:3: error: bad the cycle of its last byte \"x\"") == 0);
  CHECK(line("5 2 0 3 -").find("x.log:2:3: error: the last byte is before the first") == 0);
  CHECK(line("1 2 0 99999 -").find("x.log:2:7: error: length 99999") == 0);
  CHECK(line("1 2 0 16389 -").find("at most 16388 are possible") != std::string::npos);
  CHECK(line("1 2 0 16388 -").find("length") == std::string::npos);
  CHECK(line("1 2 0 3 - 001").find("the data end within a byte") != std::string::npos);
  CHECK(line("1 2 0 3 - 00zz").find("x.log:2:13: error: expected hex digits") == 0);
  CHECK(line("1 2 0 3 - 00+1").find("expected hex digits") != std::string::npos);
  CHECK(line("1 2 0 3 - 00112233").find("4 bytes of data for a frame of 3") != std::string::npos);
  CHECK(line("1 2 0 3 - 00 11").find("unexpected text") != std::string::npos);
}

TEST_CASE("a packed log has the same text, and says which run it was") {
  const Directory dir;
  const Params params;
  PacketLedger ledger;
  const std::vector<uint8_t> frame(700);
  const auto write = [&](Packing packing) {
    PortLogs logs(dir.path, {}, params, ledger, 7, packing);
    logs.open(2, Direction::Rx, 50);
    for (unsigned i = 0; i < 2000; ++i)
      logs.frame_crossed({2, Direction::Rx, 100 * i, 100 * i + 99, i, 0, frame});
    logs.mark({"0123456789abcdef", 25'032});
    logs.commit();
  };
  write(Packing::None);
  write(Packing::Zstd);
  const std::string text = dir.path + "/port2_rx.log", packed = text + ".zst";
  CHECK(read_log(file_input(packed)) == read_file(text));
  CHECK(read_log(file_input(text)) == read_file(text));
  CHECK(read_file(packed).size() * 20 < read_file(text).size());
  const PortLogHeader header = read_port_log_header(file_input(packed));
  CHECK(header.mark.run == "0123456789abcdef");
  CHECK(header.mark.interrupted_at == 25'032);
  CHECK(read_port_log(file_input(packed)).lines.size() == 2000);
  CHECK(log_name(packed) == "port2_rx.log");
  CHECK(log_name(text) == "port2_rx.log");
}

TEST_CASE("packed logs that are cut short or damaged are refused") {
  const Directory dir;
  const std::string path = dir.path + "/port0_rx.log.zst";
  {
    Background thread;
    LogFile log(dir.path + "/port0_rx.log", &thread, kHeader);
    log.write(std::string(5000, '#') + "\n");
    log.commit();
  }
  const std::string whole = read_file(path);
  CHECK(read_port_log(file_input(path)).lines.empty());
  size_t refused = 0;
  for (size_t n = 1; n < whole.size(); ++n) {
    write_file(path, whole.substr(0, n));
    if (n == kPackedFirstLineAt + kHeader.size()) continue; // a log of its first line only
    CHECK_THROWS_AS(read_port_log(file_input(path)), InputError);
    ++refused;
  }
  CHECK(refused + 2 == whole.size());
  write_file(path, whole + "more");
  CHECK_THROWS_WITH(read_port_log(file_input(path)), Catch::Contains("zstd data"));
  write_file(path, "BZh91AY");
  CHECK_THROWS_WITH(read_port_log(file_input(path)), Catch::Contains("bzip2"));
}

TEST_CASE("a packed log that cannot be written is an error, while it grows or at its end") {
  const bool long_log = GENERATE(false, true);
  const Directory dir;
  std::filesystem::create_symlink("/dev/full", dir.path + "/x.log.zst");
  Background thread;
  LogFile log(dir.path + "/x.log", &thread, "first\n");
  std::mt19937 random(1);
  const auto write = [&] {
    for (unsigned n = long_log ? 1000 : 1; n > 0; --n) {
      std::string text(10'000, ' ');
      for (char& c : text)
        c = static_cast<char>(random());
      log.write(text);
    }
  };
  const std::string why = dir.path + "/x.log.zst: error: cannot write: No space left on device";
  const auto fails = [&](const auto& part) {
    try {
      part();
      return false;
    } catch (const InputError& e) {
      return format(e.diagnostic()) == why;
    }
  };
  CHECK(fails(write) == long_log);
  CHECK(fails([&] { log.finish(); }));
}

TEST_CASE("a packed log without commit leaves nothing") {
  const Directory dir;
  {
    Background thread;
    LogFile log(dir.path + "/x.log", &thread, "first\n");
    log.write("second\n");
  }
  CHECK(dir.files() == 0);
}
