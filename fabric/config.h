// FABRIC.toml: the configuration of a fabric run; docs/fabric.md describes the keys.
#pragma once

#include "fabric/arrival_file.h"
#include "fabric/match.h"
#include "fabric/tcp_hosts.h"
#include "fabric/traffic.h"

#include "config/toml_tree.h"

#include <span>
#include <string>
#include <string_view>

namespace ixp::fabric {

struct FabricConfig {
  std::string path; // path of the file
  unsigned ports = 16;
  uint64_t slots = 1'000'000;
  uint64_t warmup = 100'000; // slots before statistics begin
  unsigned batches = 20;     // batches for confidence intervals
  uint64_t seed = 1;
  uint64_t speedup = 1000; // thousandths: crossbar steps per thousand slots
  const SchedulerKind* scheduler = nullptr;
  unsigned iterations = 4;
  uint64_t input_cells = 0; // capacity of an input, 0: unlimited; a packet that does not fit whole
                            // is dropped
  TrafficConfig traffic;    // its load is 0 if all traffic is TCP
  TcpConfig tcp;
  ArrivalFile arrivals; // replaces generated traffic and TCP
};

// Reads 'ports', 'speedup' and 'scheduler': the keys of a switch, independent of its traffic.
void read_switch(TomlTable& table, FabricConfig& config);

// Throws InputError at the position of the error. Also reads the captures.
FabricConfig parse_fabric(std::string_view text, const std::string& path,
                          std::span<const std::string> overrides = {});
FabricConfig read_fabric(const std::string& path, std::span<const std::string> overrides);

// Reads [tcp]. Throws InputError at the position of the error.
TcpConfig read_tcp(TomlTable& table);

} // namespace ixp::fabric
