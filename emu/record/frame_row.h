// Name and columns of frames.csv (emu/record/frame_table.h).
#pragma once

namespace ixp {

constexpr const char* kFrameTable = "frames.csv";
constexpr const char* kFrameTableHeader =
    "tag,bytes,fate,reason,by,source,rx_port,tx_port,rx_sop_cycle,rx_eop_cycle,end_cycle\n";

} // namespace ixp
