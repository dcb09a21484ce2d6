// FABRIC.toml: what a run of the fabric is made of; docs/fabric.md describes the keys.
#pragma once

#include "emu/fabric/arrival_file.h"
#include "emu/fabric/schedulers.h"
#include "emu/fabric/tcp_hosts.h"
#include "emu/fabric/traffic.h"

#include "config/toml_tree.h"

#include <span>
#include <string>
#include <string_view>

namespace ixp::fabric {

struct FabricConfig {
  std::string path; // of the file
  unsigned ports = 16;
  uint64_t slots = 1'000'000;
  uint64_t warmup = 100'000; // slots before statistics begin
  unsigned batches = 20;     // for confidence intervals
  uint64_t seed = 1;
  uint64_t speedup = 1000; // thousandths: steps of the crossbar a thousand slots
  const SchedulerKind* scheduler = nullptr;
  unsigned iterations = 4;
  uint64_t input_cells = 0; // that an input holds, 0 for all; what does not fit whole is dropped
  TrafficConfig traffic;    // without load where there is none but TCP
  TcpConfig tcp;
  ArrivalFile arrivals; // instead of both
};

// 'ports', 'speedup' and 'scheduler': what a switch is, whatever arrives.
void read_switch(TomlTable& table, FabricConfig& config);

// Throws InputError at the place of what is wrong. Captures are read.
FabricConfig parse_fabric(std::string_view text, const std::string& path,
                          std::span<const std::string> overrides = {});
FabricConfig read_fabric(const std::string& path, std::span<const std::string> overrides);

} // namespace ixp::fabric
