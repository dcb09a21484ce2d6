// Frames through the chip: received frames matched with transmitted ones by tag, even if
// microcode rewrote them; and their flows and categories.
#pragma once

#include "tools/ixpgen/flow_file.h"
#include "tools/ixpgen/flow_frame.h"
#include "tools/ixplog/logs.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct Passage {
  FrameName tag;
  unsigned rx_port = 0, tx_port = 0;
  uint64_t rx_eop = 0, tx_sop = 0, tx_eop = 0; // ME cycles
  uint32_t bytes = 0;                          // as transmitted
  std::optional<FlowFrame> id = {};            // for frames with flow data (rings/flow.h)
  uint64_t cycles() const { return tx_eop - rx_eop; }
};

struct Passages {
  uint64_t me_hz = 0;
  std::map<unsigned, uint64_t> link_mbps; // of transmit ports; 0: unbounded
  std::vector<Passage> frames;            // in the order of the transmit logs
  uint64_t received = 0, not_transmitted = 0, made_by_microcode = 0, unmatched = 0;
};

// Called for every received frame.
using OnReceived = std::function<void(const PortLogLine&, unsigned port)>;

// Logs of both directions in any order, each read once: receive logs, then transmit logs. Throws
// InputError if a direction is missing, clocks differ, a tag was received twice, or a log is
// truncated (run_account.h).
Passages match_frames(OpenLogs logs, const OnReceived& on_received = {});

// Selects frames received at from_ms or later, before to_ms.
struct Window {
  double from_ms = 0;
  std::optional<double> to_ms = {};
  bool has(uint64_t cycle, uint64_t me_hz) const;
};
void keep(Passages& passages, const Window& window);

// Frames of one group.
struct Group {
  std::string name;
  std::vector<const Passage*> frames; // by time of departure
};
std::vector<Group> by_port(const Passages& p); // transmit ports: "port 0"
// Named by `flows` if given, which must describe all flows seen (InputError). By number.
std::vector<Group> by_flow(const Passages& p, const FlowFile* flows);
// In the order of first mention in `flows`.
std::vector<Group> by_category(const Passages& p, const FlowFile& flows);
Group all_frames(const Passages& p);

} // namespace ixp
