// Port logs for tests: made as lines, read as text; and logs of frames that name their flow.
#pragma once

#include "tools/ixpgen/flow_frame.h"
#include "tools/ixplog/logs.h"

#include <fmt/format.h>

namespace ixp {

struct TestLogs : std::vector<PortLog> {
  using vector::vector;
  operator OpenLogs() const {
    OpenLogs out;
    for (const PortLog& log : *this)
      out.emplace_back(memory_input(log.name, text(log)));
    return out;
  }
  static std::string text(const PortLog& log) {
    const PortLogHeader& h = log.header;
    std::string out =
        fmt::format("# ixp port log 1 port={} dir={} me_hz={} rate_mbps={} seed={}", h.port,
                    h.direction == Direction::Rx ? "rx" : "tx", h.me_hz, h.rate_mbps, h.seed);
    if (h.mark.run != RunMark::kUnknown && !h.mark.run.empty()) out += " run=" + h.mark.run;
    out += '\n';
    for (const PortLogLine& l : log.lines) {
      out += fmt::format("{} {} {} {} {} ", l.sop_cycle, l.eop_cycle, l.frame, l.bytes,
                         tag_text(l.tag));
      for (uint8_t byte : l.data)
        out += fmt::format("{:02x}", byte);
      out += '\n';
    }
    return out + h.mark.last_line();
  }
};

struct TestFrame {
  unsigned flow;
  uint64_t rx_eop, tx_sop, tx_eop; // ME cycles at 600 MHz
  unsigned work = 0, bytes = 101;
};

// A receive and a transmit log of port 0. Frames are numbered as given; they leave by tx_eop.
inline TestLogs logs_of(const std::vector<TestFrame>& frames, uint64_t link_mbps = 1) {
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
    const FrameName tag{0, static_cast<uint32_t>(i)};
    rx.lines.push_back({f.rx_eop, f.rx_eop, i, f.bytes, tag, bytes});
    tx.lines.push_back({f.tx_sop, f.tx_eop, i, f.bytes, tag, {}});
  }
  return {rx, tx};
}

} // namespace ixp
