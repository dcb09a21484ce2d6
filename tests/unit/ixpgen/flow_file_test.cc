#include "tests/catch.h"
#include "tools/ixpgen/flow_file.h"

using namespace ixp;

static const char* const kBase = "[default]\npackets = 10\n";

static Flow only(const std::string& flow) {
  const FlowFile f = parse_flows(kBase + ("[[flow]]\n" + flow), "f.toml");
  REQUIRE(f.flows.size() == 1);
  return f.flows[0];
}

TEST_CASE("A flow needs a size, a rate and an end; the rest has defaults") {
  const Flow f = only("bytes = 60\npackets_per_s = 1000\n");
  CHECK(f.number == 1);
  CHECK(f.name == "flow01");
  CHECK(f.category().empty());
  CHECK(f.process == Process::Poisson);
  CHECK(f.rate.micropackets == 1'000'000'000);
  CHECK(f.kinds.size() == 1);
  CHECK(f.kinds[0].bytes.lo == 60);
  CHECK(f.kinds[0].bytes.hi == 60);
  CHECK(f.mean_cycles() == 0);
  CHECK(f.packets == 10);
  CHECK(f.phi_cpu == 1);
  CHECK(f.phi_bw == 1);
  CHECK_THROWS_AS(parse_flows("[[flow]]\nbytes=60\npackets_per_s=1\n", "f"), InputError); // no end
  CHECK_THROWS_AS(only("bytes = 60\n"), InputError);
  CHECK_THROWS_AS(only("packets_per_s = 10\n"), InputError);
}

TEST_CASE("Kinds have shares, and means follow them") {
  const Flow f = only("mbps = 8\nkinds = [{ bytes = [50, 70], cycles = 100, share = 3 }, "
                      "{ bytes = 100, cycles = [0, 400] }]");
  REQUIRE(f.kinds.size() == 2);
  CHECK(f.mean_bytes() == 70);
  CHECK(f.mean_cycles() == 125);
  CHECK(f.packets_per_s() == Approx(8e6 / 8 / 70));
}

TEST_CASE("What a flow lacks is looked up in [default]; its own way of a rate wins") {
  const FlowFile file = parse_flows("[default]\npackets = 1\nmbps = 5\n"
                                    "kinds = [{ bytes = 42 }]\ncpu = 'low'\n"
                                    "[[flow]]\npackets_per_s = 7\nbandwidth = 'high'\n"
                                    "[[flow]]\nbytes = 99\nnumber = [4, 9]\nname = 'x'\n",
                                    "f.toml");
  REQUIRE(file.flows.size() == 3);
  CHECK(file.flows[0].rate.bits == 0);
  CHECK(file.flows[0].rate.micropackets == 7'000'000);
  CHECK(file.flows[0].kinds[0].bytes.hi == 42);
  CHECK(file.flows[0].category() == "low/high");
  CHECK(file.flows[1].kinds[0].bytes.hi == 99);
  CHECK(file.flows[1].name == "x04");
  CHECK(file.flows[2].number == 9);
  CHECK(file.flows[2].rate.bits == 5'000'000);
}

TEST_CASE("Flows that are alike have numbers from one on") {
  const FlowFile file =
      parse_flows(std::string(kBase) + "[[flow]]\nbytes = 50\npackets_per_s = 10\nflows = 2\n"
                                       "[[flow]]\nbytes = 60\npackets_per_s = 10\nflows = 3\n",
                  "f");
  REQUIRE(file.flows.size() == 5);
  CHECK(file.flows[0].number == 1);
  CHECK(file.flows[1].kinds[0].bytes.hi == 50);
  CHECK(file.flows[4].number == 5);
  CHECK(file.flows[4].kinds[0].bytes.hi == 60);
  CHECK(file.flows[4].name == "flow05");
  CHECK_THROWS_AS(parse_flows(std::string(kBase) +
                                  "[[flow]]\nbytes = 50\npackets_per_s = 10\nnumber = 65535\n"
                                  "flows = 2\n",
                              "f"),
                  InputError);
}

TEST_CASE("Weights are shares: as given, or by demand; never for some flows only") {
  const std::string a = "[[flow]]\nbytes = 50\ncycles = 300\npackets_per_s = 10\n",
                    b = "[[flow]]\nbytes = 150\ncycles = 100\npackets_per_s = 10\n";
  const FlowFile demand = parse_flows(kBase + a + b, "f");
  CHECK(demand.flows[0].phi_cpu == Approx(0.75));
  CHECK(demand.flows[0].phi_bw == Approx(0.25));
  const FlowFile given = parse_flows(kBase + a + "weight_cpu = 1\n" + b + "weight_cpu = 4\n", "f");
  CHECK(given.flows[0].phi_cpu == Approx(0.2));
  CHECK(given.flows[1].phi_cpu == Approx(0.8));
  CHECK(given.flows[1].phi_bw == Approx(0.75));
  CHECK_THROWS_AS(parse_flows(kBase + a + "weight_cpu = 1\n" + b, "f"), InputError);
}

TEST_CASE("[resources] turns cycles and bytes into seconds") {
  const FlowFile f = parse_flows("[resources]\ncpu_mhz = 500\nlink_mbps = 0.4\n"
                                 "link_overhead_bytes = 0\n[[flow]]\npackets = 1\nbytes = 42\nmbps "
                                 "= 1\n",
                                 "f");
  CHECK(f.resources.cpu_seconds(2e6) == Approx(0.004));
  CHECK(f.resources.link_seconds(1000) == Approx(0.02));
  CHECK_NOTHROW(f.need_resources("it"));
  const FlowFile none = parse_flows(kBase + std::string("[[flow]]\nbytes = 42\nmbps = 1\n"), "f");
  CHECK_THROWS_AS(none.need_resources("it"), InputError);
}

TEST_CASE("The example files are right") {
  const std::string folder = std::string(IXP_SOURCE_DIR) + "/traces/flows/";
  const FlowFile table = read_flows(folder + "table1.toml");
  REQUIRE(table.flows.size() == 16);
  double bits = 0, cycles = 0;
  for (const Flow& f : table.flows) {
    bits += f.mean_bytes() * 8 * f.packets_per_s();
    cycles += f.mean_cycles() / 16;
  }
  CHECK(bits == Approx(50e6).epsilon(0.002));
  CHECK(cycles == Approx(1546).epsilon(0.001));
  CHECK(table.find(16)->category() == "medium/medium");
  CHECK(table.find(6)->category() == "low/high");
  CHECK(read_flows(folder + "two_flows.toml").flows.size() == 2);
}
