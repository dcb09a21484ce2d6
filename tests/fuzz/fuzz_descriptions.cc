// TOML files other than systems: flows of ixpgen, fabrics, networks, suites of ixptest, and systems
// as the compiler reads them. The word in the first line's comment selects the reader. Any text is
// a description or an InputError with a position. A fabric may name cells.txt, the text after the
// mark.
#include "base/diagnostic.h"
#include "emu/network/network_toml.h"
#include "fabric/config.h"
#include "mecc/driver/system_file.h"
#include "rings/flow.h"
#include "tests/fuzz/input_folder.h"
#include "tools/ixpgen/flow_file.h"
#include "tools/ixptest/block_test.h"

#include <cmath>
#include <cstdlib>

namespace {

constexpr std::string_view kMark = "\n#\n";
constexpr const char* kSystem = R"([[microengine]]
at = "0:0"
image = "a.hex"
[ring.0]
size = 128
base = 0x400
[port.0]
tx = { rate_mbps = 1000 }
)";

void require(bool promise) {
  if (!promise) std::abort();
}

void read_flow_file(const std::string& path) {
  const ixp::FlowFile file = ixp::read_flows(path);
  double cpu = 0, link = 0;
  for (const ixp::Flow& f : file.flows) {
    require(!f.kinds.empty() && !f.name.empty() && f.packets_per_s() > 0);
    require(f.number <= FLOW_NUMBER_MAX && file.find(f.number) == &f);
    cpu += f.phi_cpu, link += f.phi_bw;
  }
  require(std::fabs(cpu - 1) < 1e-6 && std::fabs(link - 1) < 1e-6);
}

void read(std::string_view kind, const std::string& path) {
  if (kind == "flows") return read_flow_file(path);
  if (kind == "fabric") return require(ixp::fabric::read_fabric(path, {}).scheduler);
  if (kind == "network") {
    ixp::NetworkConfig network = ixp::read_network(path);
    ixp::check_network(network);
  } else if (kind == "suite") {
    require(!ixp::read_block_tests(path).tests.empty());
  } else {
    const mecc::SystemFile system = mecc::read_system_file(path, {});
    mecc::free_memory(system);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const InputFolder folder;
  static const bool once = (folder.write("system.toml", kSystem), folder.write("a.hex", ""), true);
  require(once);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view kind = text.starts_with("# ") ? text.substr(2, text.find('\n') - 2) : "";
  const size_t end = std::min(text.find(kMark), size);
  folder.write("input.toml", text.substr(0, end));
  folder.write("cells.txt", text.substr(std::min(end + kMark.size(), size)));
  try {
    read(kind, folder.path("input.toml"));
  } catch (const ixp::InputError& e) {
    require(!e.diagnostic().where.file.empty() && !e.diagnostic().text.empty());
  }
  return 0;
}
