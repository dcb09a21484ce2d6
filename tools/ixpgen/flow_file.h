// Flow descriptions (docs/flows.md): input of ixpgen, and data about flows for ixplog: names,
// categories, weights.
#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

// Uniform, both ends included.
struct Range {
  uint64_t lo = 0, hi = 0;
};

// A flow's packets are of one or several kinds; bytes and cycles are random and independent within
// a kind.
struct PacketKind {
  Range bytes;  // of the frame, without FCS
  Range cycles; // processing work
  uint64_t share = 1;
};

enum class Process : uint8_t { Cbr, Poisson, OnOff };

// Packets or bits per second; the other is 0. Integers, because time stamps depend on it.
struct Rate {
  uint64_t micropackets = 0; // packets per 10^6 s
  uint64_t bits = 0;         // of frames, without line overhead
};

// Limits of a flow: token buckets, filled at its shares of processor and link, with a depth of
// `packets` of its largest packets.
struct Buckets {
  uint64_t packets = 0;
  double cycles_per_s = 0, link_bps = 0;
  uint64_t link_overhead_bytes = 0; // per frame
};

struct Flow {
  unsigned number = 0; // 0 to 65535, unique
  std::string name;    // unique; also the file name
  SourceLocation where;
  std::string cpu, bandwidth;    // labels: "high", "low", ...
  unsigned port = 0, output = 0; // received on, and to be sent to
  std::vector<PacketKind> kinds;
  Range resized_percent{}; // remaining share of the payload after processing; 0: all
  Process process = Process::Poisson;
  Rate rate, peak;                // peak: rate within bursts of OnOff
  uint64_t burst_packets = 16;    // OnOff: mean
  std::optional<Buckets> buckets; // packets are delayed until they conform (generator.h)
  Range start_ns;
  std::optional<uint64_t> packets, duration_ns; // the earlier one ends the flow
  uint64_t seed = 0;
  // Shares of processor and link; each sums to 1 over all flows.
  double phi_cpu = 0, phi_bw = 0;

  std::string category() const; // "high/low"; "" without labels
  double mean_bytes() const;
  // Size of a frame of `bytes` bytes after processing.
  static uint64_t bytes_left(uint64_t bytes, uint64_t percent);
  double mean_cycles() const;
  double packets_per_s() const;
};

// Common resources of the flows. 0: not described.
struct Resources {
  double cpu_hz = 0, link_bps = 0;
  uint64_t link_overhead_bytes = 24; // line overhead per frame

  double cpu_seconds(double cycles) const { return cycles / cpu_hz; }
  double link_seconds(double bytes) const {
    return (bytes + static_cast<double>(link_overhead_bytes)) * 8 / link_bps;
  }
};

// Source of the shares of a resource.
enum class WeightsFrom : uint8_t {
  Flows,  // every flow has its weight
  Demand, // proportional to the demand of flows
  Equal,
};
constexpr const char* name(WeightsFrom w) {
  return w == WeightsFrom::Flows ? "flows" : w == WeightsFrom::Demand ? "demand" : "equal";
}
struct WeightsUsed {
  WeightsFrom cpu{}, bw{};
  bool said = false; // `weights` selects the source for flows without weights
};

struct FlowFile {
  std::string path;
  uint64_t seed = 1;
  Resources resources;
  WeightsUsed weights;
  std::vector<Flow> flows; // by number

  const Flow* find(unsigned number) const;
  // Throws InputError unless [resources] describes processor and link. `why`: the purpose.
  void need_resources(std::string_view why) const;
  // Warns on standard error that flows have no weights, and which were used, unless that was
  // requested. Schedulers have their own weights, and a measure relative to others would be
  // misleading.
  void warn_of_weights(bool cpu, bool bw) const;
};

// Throws InputError file:line:column. `overrides`: --set KEY=VALUE (config/toml_override.h).
FlowFile parse_flows(std::string_view text, const std::string& path,
                     const std::vector<std::string>& overrides = {});
FlowFile read_flows(const std::string& path, const std::vector<std::string>& overrides = {});

// Shares of processor and link among flows.
//
// Weights from the file, by flow number, on any scale; 0: not given.
struct GivenWeight {
  double cpu = 0, bw = 0;
};
using GivenWeights = std::map<unsigned, GivenWeight>;

// Sets phi_cpu and phi_bw: as given, else according to `otherwise`; without any demand, shares are
// equal. Returns the sources used. Throws InputError if only some flows have a weight.
WeightsUsed set_weights(std::vector<Flow>& flows, const GivenWeights& given,
                        WeightsFrom otherwise = WeightsFrom::Demand);

} // namespace ixp
