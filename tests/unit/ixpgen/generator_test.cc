#include "base/files.h"
#include "base/frames/fcs.h"
#include "tests/catch.h"
#include "tests/unit/base/frame_files.h"
#include "tools/ixpgen/streams.h"

#include <filesystem>
#include <map>

using namespace ixp;
namespace fs = std::filesystem;

static const char* const kTwo =
    "seed = 7\n[default]\npackets = 200\n"
    "[[flow]]\nname = 'a'\nbytes = [42, 48]\ncycles = [10, 20]\npackets_per_s = 3000\n"
    "[[flow]]\nname = 'b'\nnumber = 300\nkinds = [{ bytes = 60 }, { bytes = 1500, share = 3 }]\n"
    "mbps = 20\noutput = 2\n";

namespace {
struct Seen {
  uint64_t time;
  unsigned flow;
  uint32_t sequence;
  size_t bytes;
  unsigned work;
  auto operator<=>(const Seen&) const = default;
};
} // namespace

static std::vector<Seen> packets_of(const FlowFile& file, GeneratorOptions options = {}) {
  std::vector<const Flow*> flows;
  for (const Flow& f : file.flows)
    flows.push_back(&f);
  std::vector<Seen> out;
  generate(flows, options, [&](const Packet& p) {
    const auto id = read_flow_frame(p.frame);
    REQUIRE(id);
    CHECK(id->flow == p.flow->number);
    out.push_back({p.time_ns, id->flow, id->sequence, p.frame.size(), id->work});
  });
  return out;
}

TEST_CASE("The smallest frame, byte by byte") {
  FlowFrameSpec s;
  s.flow = 0x0102;
  s.sequence = 0x00030405;
  s.work = 3000;
  s.in_port = 1;
  s.out_port = 2;
  std::vector<uint8_t> frame(44);
  write_flow_frame(s, frame);
  CHECK(frame == std::vector<uint8_t>{
                     2,    0,    0,  0,   1,  1,  2,  0, 0,  0,  1,    2,    8, 0, // MACs, type
                     0x45, 0,    0,  30,  4,  5,  64, 0, 64, 17, 0x21, 0xc3, // length .. checksum
                     10,   1,    1,  2,   10, 2,  0,  3,                     // addresses
                     0x49, 0x58, 11, 184, 0,  10, 0,  0, 5,  6});            // UDP, payload
  const auto back = read_flow_frame(frame);
  REQUIRE(back);
  CHECK(back->flow == 0x0102);
  CHECK(back->sequence == 0x00030405);
  CHECK(back->work == 3000);
}

TEST_CASE("Other frames, and frames cut short, have no flow") {
  std::vector<uint8_t> frame(60);
  write_flow_frame({}, frame);
  CHECK(read_flow_frame(std::span(frame).first(38)));
  CHECK_FALSE(read_flow_frame(std::span(frame).first(37)));
  for (unsigned at : {12u, 14u, 23u, 26u, 34u}) {
    auto other = frame;
    other[at] ^= 1;
    CHECK_FALSE(read_flow_frame(other));
  }
}

TEST_CASE("Packets come by time; sequence numbers count, sizes and work stay in their ranges") {
  const auto packets = packets_of(parse_flows(kTwo, "f"));
  REQUIRE(packets.size() == 400);
  std::map<unsigned, uint32_t> next;
  uint64_t time = 0;
  size_t long_ones = 0;
  for (const Seen& p : packets) {
    CHECK(p.time >= time);
    time = p.time;
    CHECK(p.sequence == next[p.flow]++);
    if (p.flow == 1) {
      CHECK((p.bytes >= 42 && p.bytes <= 48));
      CHECK((p.work >= 10 && p.work <= 20));
    } else {
      CHECK((p.bytes == 60 || p.bytes == 1500));
      CHECK(p.work == 0);
      long_ones += p.bytes == 1500;
    }
  }
  CHECK(long_ones > 120);
  CHECK(long_ones < 180);
}

TEST_CASE("Another load means other times, the same packets") {
  const FlowFile file = parse_flows(kTwo, "f");
  auto once = packets_of(file), twice = packets_of(file, {.load_percent = 200, .packets = {}});
  const auto last = [](const auto& v) { return static_cast<double>(v.back().time); };
  CHECK(last(once) == Approx(2 * last(twice)).epsilon(0.001));
  const auto without_time = [](std::vector<Seen> v) {
    for (Seen& s : v)
      s.time = 0;
    std::ranges::sort(v);
    return v;
  };
  CHECK(without_time(once) == without_time(twice));
}

TEST_CASE("A flow's packets do not depend on the other flows") {
  FlowFile file = parse_flows(kTwo, "f");
  auto both = packets_of(file);
  std::erase_if(both, [](const Seen& s) { return s.flow == 1; });
  file.flows.erase(file.flows.begin());
  CHECK(both == packets_of(file));
}

TEST_CASE("Duration and number of packets end a flow, whichever comes first") {
  const auto count = [](const std::string& text, GeneratorOptions options = {}) {
    return packets_of(parse_flows("[[flow]]\nbytes = 42\narrivals = 'cbr'\npackets_per_s = 1000\n"
                                  "start_ns = 500\n" +
                                      text,
                                  "f"),
                      options)
        .size();
  };
  CHECK(count("duration_ms = 10") == 10);
  CHECK(count("duration_ms = 10\npackets = 3") == 3);
  CHECK(count("duration_ms = 10\npackets = 30") == 10);
  CHECK(count("duration_ms = 10", {.load_percent = 100, .packets = 50}) == 50);
}

TEST_CASE("More work than a frame can say is refused") {
  CHECK_THROWS_AS(packets_of(parse_flows("[[flow]]\nbytes = 42\ncycles = 65536\nmbps = 1\npackets "
                                         "= 1\n",
                                         "f")),
                  InputError);
}

TEST_CASE("Streams are captures the emulator reads, the same bytes on every machine") {
  const fs::path folder = fs::path(IXP_BINARY_DIR) / "ixpgen_test";
  fs::remove_all(folder);
  StreamOptions options;
  options.folder = folder.string();
  const FlowFile file = parse_flows(kTwo, "f");
  const auto ports = write_streams(file, options);
  REQUIRE(ports.size() == 1);
  CHECK(ports[0].packets == 400);
  CHECK(ports[0].flows[1].packets == 200);

  const auto merged = test::read_frames(file_input((folder / "port0.pcap").string()));
  const auto b = test::read_frames(file_input((folder / "b.pcap").string()));
  REQUIRE(merged.size() == 400);
  REQUIRE(b.size() == 200);
  CHECK(merged[0].time_ns == ports[0].first_ns);
  CHECK(b.back().time_ns == ports[0].flows[1].last_ns);

  const std::string bytes = read_file((folder / "port0.pcap").string());
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  CHECK(ethernet_fcs({data, bytes.size()}) == 0xe37f1dad);
  fs::remove_all(folder);
}

TEST_CASE("Only what is wanted is written; contradictions leave nothing behind") {
  const fs::path folder = fs::path(IXP_BINARY_DIR) / "ixpgen_test_some";
  fs::remove_all(folder);
  StreamOptions options;
  options.folder = folder.string();
  options.per_flow = false;
  write_streams(parse_flows(kTwo, "f"), options);
  CHECK(fs::exists(folder / "port0.pcap"));
  CHECK_FALSE(fs::exists(folder / "a.pcap"));
  fs::remove_all(folder);
  CHECK_THROWS_AS(write_streams(parse_flows(kTwo + std::string("cycles = 70000\n"), "f"), options),
                  InputError);
  fs::create_directories(folder);
  CHECK_THROWS_AS(
      write_streams(parse_flows("[[flow]]\nbytes=42\ncycles=70000\nmbps=1\npackets=1\n", "f"),
                    options),
      InputError);
  CHECK(fs::is_empty(folder));
  fs::remove_all(folder);
}
