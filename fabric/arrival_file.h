// Cell arrivals read from a file, for example as recorded from line cards: CSV with one row per
// cell,
//
//   slot,input,packet,class,output,last
//   12,0,7,long,2,0
//
// sorted by slot. `packet` identifies a packet among those arriving at an input at the same time: a
// short packet may interleave with the cells of a long one. `last` is 1 in the row of a packet's
// last cell; the number can be reused after it.
#pragma once

#include "fabric/traffic.h"

#include <string>
#include <string_view>
#include <vector>

namespace ixp::fabric {

struct ArrivalFile {
  struct Cell {
    Slot slot = 0;
    uint32_t packet = 0; // index in `packets`
    bool first = false;
  };
  std::vector<Draw> packets;
  std::vector<std::vector<Cell>> cells; // indexed by input

  bool empty() const { return packets.empty(); }
};

// Throws InputError that names the invalid line.
ArrivalFile parse_arrivals(std::string_view text, const std::string& path, unsigned ports);

} // namespace ixp::fabric
