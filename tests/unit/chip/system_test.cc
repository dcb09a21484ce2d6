// System files: their values arrive typed; invalid ones are refused. Messages are in
// tests/must-fail/system.toml.
#include "emu/chip/budget.h"
#include "emu/chip/system.h"
#include "tests/catch.h"

using namespace ixp;

static const char* const kEverything = R"(
seed = 7
[chip]
clock.me_div = 3
scratch.read = 61
[chip.sram]
channels = 1
[msf]
mode = "mphy4"
element_bytes = 128
registers = { RX_MPHY_POLL_LIMIT = 2 }
[[microengine]]
at = "1:2"
image = "../code/tx.uc"
define = { FLOWS = 16, NAME = "x", FAST = true }
[[microengine]]
at = "0:1"
image = "/abs/rx.hex"
contexts = 4
start = 0x15
csr = { CTX_ENABLES = 0x100 }
registers = { "@a0" = 5, "ctx2.b3" = 7 }
[ring.3]
size = 256
base = 0x400
status = "empty"
[ring.0]
size = 128
base = 0
[port.2]
rx = { rate_mbps = 50, buffer_bytes = 1000, threshold_bytes = 64, streams = ["a.pcap", "b.txt"], select = "random", repeat = true, timing = "poisson", mean_mbps = 20, seed = 3, fcs = "keep", start_ns = 5 }
tx = { rate_mbps = 60, high_water = 800, low_water = 100, start_bytes = 200, flow_control = false }
[boot]
freelist = [{ entry = 0, buffers = 16, descriptor_base = 0x10000, data_base = 0x100000 }]
queue = { entry = 1, descriptor = 0x8000 }
sram_ring = { entry = 2, base = 0x1000, size = 1024 }
load = [{ region = "dram", address = 0x1000, file = "t.bin" }, { ring = 3, words = [1, 0xffffffff] }]
rbuf = false
[[agent]]
kind = "move"
from = 0
to = 3
[[agent]]
kind = "count"
[counters]
ttl = { region = "scratch", address = 0x3f00 }
checksum = { region = "sram", address = 8 }
[stop]
packets_tx = 10
time_ms = 2.5
idle = true
)";

TEST_CASE("Every key of a system file arrives") {
  const SystemConfig s = parse_system(kEverything, "some/where/x.toml");
  CHECK(s.name() == "x.toml");
  CHECK(s.seed == 7);
  CHECK(s.params.clock_me_div == 3);
  CHECK(s.params.scratch_read == 61);
  CHECK(s.params.sram_channels == 1);
  CHECK(s.msf.mode == MsfMode::Mphy4);
  CHECK(s.msf.element_bytes == 128);
  CHECK(s.msf_registers == std::vector<std::pair<uint32_t, uint32_t>>{{0x48, 2}});

  REQUIRE(s.microengines.size() == 2);
  const MicroengineConfig &rx = s.microengines[0], &tx = s.microengines[1];
  CHECK(rx.index == 1);
  CHECK(rx.image() == "/abs/rx.hex");
  CHECK(rx.mode == mev2::ContextMode::Four);
  CHECK(rx.start == 0x15);
  REQUIRE(rx.csrs.size() == 1);
  CHECK(rx.csrs[0].address == 0x18);
  CHECK(rx.csrs[0].value == 0x100);
  REQUIRE(rx.registers.size() == 2);
  CHECK(rx.registers[0].location == "@a0");
  CHECK(rx.registers[0].context == -1);
  CHECK(rx.registers[1].location == "b3");
  CHECK(rx.registers[1].context == 2);
  CHECK(rx.registers[1].value == 7);
  CHECK(tx.index == 6);
  CHECK(tx.image() == "some/where/../code/tx.uc");
  CHECK(tx.defines == std::vector<std::pair<std::string, std::string>>{
                          {"FLOWS", "16"}, {"NAME", "x"}, {"FAST", "1"}});
  CHECK(me_name(tx.index) == "1:2");

  REQUIRE(s.rings.size() == 2);
  CHECK(s.rings[1].number == 3);
  CHECK(s.rings[1].longwords == 256);
  CHECK(s.rings[1].base == 0x400);
  CHECK(s.rings[1].status_empty);
  CHECK_FALSE(s.rings[0].status_empty);

  REQUIRE(s.ports.count(2));
  const RxConfig& in = *s.ports.at(2).rx;
  CHECK(in.port.rate_mbps == 50);
  CHECK(in.port.threshold_bytes == 64);
  CHECK(in.stream.files == std::vector<std::string>{"some/where/a.pcap", "some/where/b.txt"});
  CHECK(in.stream.select == Select::Random);
  CHECK(in.stream.timing == Timing::Poisson);
  CHECK(in.stream.mean_mbps == 20);
  CHECK(in.stream.repeat);
  CHECK(in.stream.rules.fcs == Fcs::Keep);
  CHECK(in.stream.start_ns == 5);
  CHECK(in.seed == 3);
  const TxPortConfig& out = s.ports.at(2).tx->port;
  CHECK(out.rate_mbps == 60);
  CHECK(out.buffer_bytes == 16384);
  CHECK(out.high_water == 800);
  CHECK(out.low_water == 100);
  CHECK(out.start_bytes == 200);
  CHECK_FALSE(out.flow_control);

  CHECK(s.boot.freelists.at(0).descriptor_bytes == 32);
  CHECK(s.boot.queues.at(0).descriptor == 0x8000);
  CHECK(s.boot.sram_rings.at(0).longwords == 1024);
  CHECK(s.boot.loads.at(0).region == Region::Dram);
  CHECK(s.boot.loads.at(0).file == "some/where/t.bin");
  CHECK(s.boot.loads.at(1).ring == 3);
  CHECK(s.boot.loads.at(1).words == std::vector<uint32_t>{1, 0xffffffff});
  CHECK_FALSE(s.boot.rbuf);
  CHECK(s.boot.leave_out_erratum_69);
  CHECK(s.agents.at(0).kind == AgentConfig::Kind::Move);
  CHECK(s.agents.at(0).to == 3);
  CHECK(s.agents.at(1).kind == AgentConfig::Kind::Count);
  CHECK(s.counters.at(0).name == "ttl"); // the file's order, not the alphabet's
  CHECK(s.counters.at(1).region == Region::Sram0);
  CHECK(s.stop->packets_tx == 10);
  CHECK(s.stop->time_us == 2500);
  CHECK(s.stop->idle);
}

TEST_CASE("An empty system file has the documented defaults") {
  const SystemConfig s = parse_system("", "x.toml");
  CHECK(s.msf.mode == MsfMode::Mphy32);
  CHECK(s.msf.element_bytes == 64);
  CHECK(s.params.clock_me_div == 2);
  CHECK(s.boot.rbuf);
  CHECK_FALSE(s.stop.has_value());
  CHECK(s.seed == 1);
}

TEST_CASE("Every parameter can be overridden by its dotted key, within its range") {
  for (const ParamInfo& p : all_params()) {
    if (p.max <= p.value) continue;
    const std::string text = "[chip]\n" + std::string(p.key) + " = " + std::to_string(p.value + 1);
    CHECK(parse_system(text, "x.toml").params.*(p.field) == p.value + 1);
    const std::string beyond = "[chip]\n" + std::string(p.key) + " = " + std::to_string(p.max + 1);
    CHECK_THROWS_AS(parse_system(beyond, "x.toml"), InputError);
  }
}

TEST_CASE("Stop conditions of the command line") {
  CHECK(parse_stop("packets_tx=600").packets_tx == 600);
  CHECK(parse_stop("time_ms=2").time_us == 2000);
  CHECK(parse_stop("time_ms=0.125").time_us == 125);
  const StopSpec both = parse_stop("idle,cycles=0x10");
  CHECK(both.idle);
  CHECK(both.cycles == 16);
  CHECK(parse_stop("packets_rx=3,idle").text() == "packets_rx=3, idle");
  for (const char* bad : {"", "packets", "packets_tx", "packets_tx=", "packets_tx=-1", "cycles=1x",
                          "cycles=0", "time_ms=1.2345", "time_ms=.", "idle=1", "idle,"})
    CHECK_THROWS_AS(parse_stop(bad), InputError);
}

TEST_CASE("Dumps of the command line") {
  const DumpSpec d = parse_dump("sram0:0x1000+16");
  CHECK(d.region == Region::Sram0);
  CHECK(d.address == 0x1000);
  CHECK(d.longwords == 16);
  for (const char* bad :
       {"", "sram0", "sram0:+", "sram9:0+1", "dram:2+1", "dram:0+0", "dram+1:0", "dram:0+99999999"})
    CHECK_THROWS_AS(parse_dump(bad), InputError);
}

TEST_CASE("--rx replaces the streams of a port and plays them once") {
  SystemConfig s = parse_system(kEverything, "x.toml");
  replace_stream(s, "2=other.pcap");
  CHECK(s.ports.at(2).rx->stream.files == std::vector<std::string>{"other.pcap"});
  CHECK_FALSE(s.ports.at(2).rx->stream.repeat);
  for (const char* bad : {"", "2", "2=", "=a", "1=a.pcap", "99=a.pcap", "x=a"})
    CHECK_THROWS_AS(replace_stream(s, bad), InputError);
}

TEST_CASE("The budget of three Gigabit ports is the textbook's") {
  std::string text;
  for (const char* port : {"0", "1", "2"})
    text += std::string("[port.") + port + "]\nrx = { rate_mbps = 1000 }\n";
  const Budget b = budget_of(parse_system(text, "x.toml"));
  REQUIRE(b.ports.size() == 3);
  CHECK(b.ports[0].packets_per_second == Approx(1.488e6).epsilon(0.001));
  CHECK(b.ports[0].cycles_between == Approx(403.2).epsilon(0.0001));
  CHECK(b.total.packets_per_second == Approx(4.464e6).epsilon(0.001));
  CHECK(b.total.cycles_between == Approx(134.4).epsilon(0.0001));
  CHECK(b.per_packet_chip() == Approx(1075.2).epsilon(0.0001));
}

TEST_CASE("CSIX: modes of receive and transmit, the CBUS, rates of pins") {
  const SystemConfig s = parse_system(R"(
[msf]
mode = "sphy"
tx = { mode = "csix", element_bytes = 128 }
cbus = { port = 3, bits = 8, full_duplex = false }
[port.0]
rx = {}
tx = {}
[port.3]
rx = {}
tx = { rate_mbps = 100 }
[stop]
idle = true
)",
                                      "x.toml");
  CHECK(s.msf.mode == MsfMode::Sphy);
  CHECK(s.msf.element_bytes == 64);
  CHECK(s.msf.transmit().mode == MsfMode::Csix);
  CHECK(s.msf.transmit().element_bytes == 128);
  CHECK(s.msf.cbus == 3u);
  CHECK(s.msf.cbus_bits == 8);
  CHECK_FALSE(s.msf.full_duplex);
  const PortConfig &line = s.ports.at(0), &cbus = s.ports.at(3);
  CHECK((line.rx->port.rate_mbps == 1000 && !line.rx->port.cframes));
  CHECK((line.tx->port.rate_mbps == 3328 && line.tx->port.cframes));
  CHECK((cbus.rx->port.rate_mbps == 832 && cbus.rx->port.cframes));
  CHECK((cbus.tx->port.rate_mbps == 100 && cbus.tx->port.cframes));
}
