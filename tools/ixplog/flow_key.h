// Which flow a received frame belongs to: the number that frames of ixpgen carry, else addresses,
// protocol and ports of the packet in it.
#pragma once

#include "emu/observe/port_log.h"
#include "tools/ixpgen/flow_file.h"

#include <string>

namespace ixp {

// Flows in the order of their reports: those of the description as it has them, others by number,
// then 5-tuples, then what is no IP packet.
struct FlowKey {
  std::string order; // compares as bytes
  std::string name;  // "flow01", "10.0.0.1:80 > 10.0.1.2:5000 tcp", "ethertype 0806"
  std::string category;
};

// Indices into flows.flows as the file has them: the flows of one table by number.
std::vector<size_t> order_of(const FlowFile& flows);

class FlowKeys {
public:
  explicit FlowKeys(const FlowFile* flows);
  // InputError when the description lacks a flow that frames say.
  FlowKey of(const PortLogLine& line, unsigned port) const;
  std::vector<FlowKey> described() const; // all of the description, in its order

private:
  const FlowFile* flows_;
  std::vector<size_t> place_; // of flows_->flows, in its order
};

} // namespace ixp
