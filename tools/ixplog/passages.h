// Frames through the chip: what was received matched with what was transmitted, by tag, so it does
// not matter what microcode rewrote; and the flows and categories they belong to.
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
  std::optional<FlowFrame> id = {};            // of frames that say so (rings/flow.h)
  uint64_t cycles() const { return tx_eop - rx_eop; }
};

struct Passages {
  uint64_t me_hz = 0;
  std::map<unsigned, uint64_t> link_mbps; // of transmit ports; 0: unbounded
  std::vector<Passage> frames;            // in the order of the transmit logs
  uint64_t received = 0, not_transmitted = 0, made_by_microcode = 0, unmatched = 0;
};

// Hears of every received frame.
using OnReceived = std::function<void(const PortLogLine&, unsigned port)>;

// Logs of both directions in any order, each read once: receive logs, then transmit logs.
// InputError when one direction is missing, clocks differ, or a tag was received twice,
// and of logs that were cut (run_account.h).
Passages match_frames(OpenLogs logs, const OnReceived& on_received = {});

// Which of them count: received at from_ms or later, before to_ms.
struct Window {
  double from_ms = 0;
  std::optional<double> to_ms = {};
};
void keep(Passages& passages, const Window& window);

// Frames that have something in common.
struct Group {
  std::string name;
  std::vector<const Passage*> frames; // by time of departure
};
std::vector<Group> by_port(const Passages& p); // transmit ports: "port 0"
// Named by `flows` when given, which must describe all flows seen (InputError). By number.
std::vector<Group> by_flow(const Passages& p, const FlowFile* flows);
// In the order in which `flows` first mentions them.
std::vector<Group> by_category(const Passages& p, const FlowFile& flows);
Group all_frames(const Passages& p);

} // namespace ixp
