// frames.csv: a row for each received frame, in the order of FrameEnds.
#pragma once

#include "emu/record/frame_end.h"
#include "emu/record/log_file.h"

#include <memory>
#include <string>

namespace ixp {

constexpr const char* kFrameTable = "frames.csv";
constexpr const char* kFrameTableHeader =
    "tag,bytes,fate,reason,by,source,rx_port,tx_port,rx_sop_cycle,rx_eop_cycle,end_cycle\n";

class FrameTable final : public FrameEndObserver {
public:
  FrameTable(const std::string& path, Packing packing, uint64_t me_div);
  void frame_ended(const FrameEnd& end) override;
  void finish() { file_.finish(); }
  void commit() { file_.commit(); }

private:
  void number(uint64_t n);

  std::unique_ptr<Background> thread_;
  LogFile file_;
  uint64_t me_div_;
  std::string line_;
};

} // namespace ixp
