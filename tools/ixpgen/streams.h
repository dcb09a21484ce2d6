// Output of ixpgen: a stream per flow, one per port, and a table of their contents.
#pragma once

#include "tools/ixpgen/generator.h"

#include <functional>
#include <string>
#include <vector>

namespace ixp {

struct StreamTotals {
  std::string file; // name within the folder
  uint64_t packets = 0, bytes = 0, cycles = 0, first_ns = 0, last_ns = 0;
  void add(const Packet& p);
};

struct FlowTotals : StreamTotals {
  const Flow* flow = nullptr;
};
struct PortTotals : StreamTotals {
  unsigned port = 0;
  std::vector<FlowTotals> flows; // by number
};

struct StreamOptions : GeneratorOptions {
  std::string folder; // "": only count
  bool per_flow = true, per_port = true;
  std::function<void(uint64_t packets)> progress; // called at intervals
};

// Writes streams by port. Files appear in the folder only when all are complete. Throws InputError
// if the folder cannot be made, a file cannot be written, or a flow's settings contradict each
// other.
std::vector<PortTotals> write_streams(const FlowFile& file, const StreamOptions& options);

// Per flow: packets, rates, sizes, work; per port: load of the line, and the line of a system file
// that plays it.
std::string describe(const FlowFile& file, const std::vector<PortTotals>& ports);

// The same for programs, as JSON (docs/flows.md): counts, and times of the first and last packet in
// ns.
std::string describe_json(const FlowFile& file, const std::vector<PortTotals>& ports);

} // namespace ixp
