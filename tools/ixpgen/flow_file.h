// Flow descriptions (docs/flows.md): what ixpgen makes packets of, and what ixplog knows about
// flows beyond their packets: names, categories, weights.
#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

// Uniform, both ends included.
struct Range {
  uint64_t lo = 0, hi = 0;
};

// Packets of a flow are of one or several kinds; bytes and cycles are drawn independently within
// a kind.
struct PacketKind {
  Range bytes;  // of the frame, without FCS
  Range cycles; // of work
  uint64_t share = 1;
};

enum class Process : uint8_t { Cbr, Poisson, OnOff };

// Packets or bits in a second, the other is 0. Kept in integers: time stamps come from it.
struct Rate {
  uint64_t micropackets = 0; // packets in 10^6 s
  uint64_t bits = 0;         // of frames, without what the line adds
};

// What a flow may send: token buckets, filled at its shares of processor and link, that hold so
// many of its greatest packets.
struct Buckets {
  uint64_t packets = 0;
  double cycles_per_s = 0, link_bps = 0;
  uint64_t link_overhead_bytes = 0; // of a frame
};

struct Flow {
  unsigned number = 0; // 0 to 65535, unique
  std::string name;    // unique; of the file, too
  SourceLocation where;
  std::string cpu, bandwidth;    // labels: "high", "low", ...
  unsigned port = 0, output = 0; // received from, to be sent to
  std::vector<PacketKind> kinds;
  Range resized_percent{}; // what processing leaves of the payload; 0: all of it
  Process process = Process::Poisson;
  Rate rate, peak;                // peak: within the bursts of OnOff
  uint64_t burst_packets = 16;    // OnOff: mean
  std::optional<Buckets> buckets; // packets wait until they conform (reservation.h)
  Range start_ns;
  std::optional<uint64_t> packets, duration_ns; // ends with the first of them
  uint64_t seed = 0;
  // Shares of processor and link; each sums to 1 over all flows.
  double phi_cpu = 0, phi_bw = 0;

  std::string category() const; // "high/low"; "" without labels
  double mean_bytes() const;
  // Of a frame of so many, after processing.
  static uint64_t bytes_left(uint64_t bytes, uint64_t percent);
  double mean_cycles() const;
  double packets_per_s() const;
};

// What the flows share. 0: not described.
struct Resources {
  double cpu_hz = 0, link_bps = 0;
  uint64_t link_overhead_bytes = 24; // what the line adds to a frame

  double cpu_seconds(double cycles) const { return cycles / cpu_hz; }
  double link_seconds(double bytes) const {
    return (bytes + static_cast<double>(link_overhead_bytes)) * 8 / link_bps;
  }
};

// Where the shares of a resource come from.
enum class WeightsFrom : uint8_t {
  Flows,  // every flow has its weight
  Demand, // proportional to what flows ask for
  Equal,
};
constexpr const char* name(WeightsFrom w) {
  return w == WeightsFrom::Flows ? "flows" : w == WeightsFrom::Demand ? "demand" : "equal";
}
struct WeightsUsed {
  WeightsFrom cpu{}, bw{};
  bool said = false; // `weights` says which to take where flows have none
};

struct FlowFile {
  std::string path;
  uint64_t seed = 1;
  Resources resources;
  WeightsUsed weights;
  std::vector<Flow> flows; // by number

  const Flow* find(unsigned number) const;
  // InputError when [resources] does not say both. `why`: who wants to know.
  void need_resources(std::string_view why) const;
  // Says on standard error that flows have no weights and what was taken instead, when nobody asked
  // for that: schedulers have weights of their own, and a measure against others misleads.
  void warn_of_weights(bool cpu, bool bw) const;
};

// InputError file:line:column.
// `overrides`: --set KEY=VALUE (config/toml_override.h).
FlowFile parse_flows(std::string_view text, const std::string& path,
                     const std::vector<std::string>& overrides = {});
FlowFile read_flows(const std::string& path, const std::vector<std::string>& overrides = {});

} // namespace ixp
