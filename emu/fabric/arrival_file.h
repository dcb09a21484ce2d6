// Cells that arrive as a file says, such as those that line cards sent: CSV with a row for each
// cell,
//
//   slot,input,packet,class,output,last
//   12,0,7,long,2,0
//
// in the order of slots. `packet` tells the packets apart that arrive at an input at the same time:
// a short one may come between the cells of a long one. `last` is 1 in the row of a packet's last
// cell, after which its number is free again.
#pragma once

#include "emu/fabric/traffic.h"

#include <string>
#include <string_view>
#include <vector>

namespace ixp::fabric {

struct ArrivalFile {
  struct Cell {
    Slot slot = 0;
    uint32_t packet = 0; // in `packets`
    bool first = false;
  };
  std::vector<Draw> packets;
  std::vector<std::vector<Cell>> cells; // by input

  bool empty() const { return packets.empty(); }
};

// Throws InputError at the line that is wrong.
ArrivalFile parse_arrivals(std::string_view text, const std::string& path, unsigned ports);

} // namespace ixp::fabric
