// Port logs of frames that say their flow, for tests.
#pragma once

#include "emu/observe/port_log.h"
#include "tools/ixpgen/flow_frame.h"

namespace ixp {

struct TestFrame {
  unsigned flow;
  uint64_t rx_eop, tx_sop, tx_eop; // ME cycles at 600 MHz
  unsigned work = 0, bytes = 101;
};

// A receive and a transmit log of port 0. Frames are numbered as given; they leave by tx_eop.
inline std::vector<PortLog> logs_of(const std::vector<TestFrame>& frames, uint64_t link_mbps = 1) {
  PortLog rx, tx;
  rx.header = {0, Direction::Rx, 600'000'000, 100, 1};
  tx.header = {0, Direction::Tx, 600'000'000, link_mbps, 1};
  for (size_t i = 0; i < frames.size(); ++i) {
    const TestFrame& f = frames[i];
    FlowFrameSpec spec;
    spec.flow = static_cast<uint16_t>(f.flow);
    spec.work = static_cast<uint16_t>(f.work);
    std::vector<uint8_t> bytes(f.bytes);
    write_flow_frame(spec, bytes);
    const std::string tag = "p0." + std::to_string(i);
    rx.lines.push_back({f.rx_eop, f.rx_eop, i, f.bytes, tag, bytes});
    tx.lines.push_back({f.tx_sop, f.tx_eop, i, f.bytes, tag, {}});
  }
  return {rx, tx};
}

} // namespace ixp
