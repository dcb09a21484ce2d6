// Flow of a received frame: the number in frames of ixpgen, otherwise addresses, protocol and ports
// of its packet.
#pragma once

#include "emu/record/port_log.h"
#include "tools/ixpgen/flow_file.h"

#include <string>

namespace ixp {

// A flow, ordered as in reports: described ones in file order, others by number, then 5-tuples,
// then frames without IP.
struct FlowKey {
  std::string order; // compared as bytes
  std::string name;  // "flow01", "10.0.0.1:80 > 10.0.1.2:5000 tcp", "ethertype 0806"
  std::string category;
};

// Indices into flows.flows in file order; flows of one table by number.
std::vector<size_t> order_of(const FlowFile& flows);

class FlowKeys {
public:
  explicit FlowKeys(const FlowFile* flows);
  // Throws InputError if the description lacks the frame's flow.
  FlowKey of(const PortLogLine& line, unsigned port) const;
  std::vector<FlowKey> described() const; // all of the description, in order

private:
  const FlowFile* flows_;
  std::vector<size_t> place_; // rank of each of flows_->flows
};

} // namespace ixp
