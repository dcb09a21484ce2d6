// frames.csv: a row for each received frame, in the order of their ends: departure, drop or loss.
// Frames without an end follow, by arrival.
#pragma once

#include "emu/explain/accounts.h"
#include "emu/record/frame_row.h"
#include "emu/record/journey.h"
#include "emu/record/log_file.h"

#include <map>
#include <string>

namespace ixp {

class FrameTable {
public:
  FrameTable(const std::string& path, Packing packing, uint64_t me_div);

  struct Row {
    FrameName name;
    uint32_t bytes; // 0: unknown, as the frame was lost before it was complete
    JourneyEnd end;
    std::string source; // ByMicrocode: the line; Inside: the last known position
    Tick begin, received, ended;
  };
  void add(const Row& row);
  // Positions of frames without an end, for add().
  void found(const NamedFrames& inside, const NamedFrames& lost);
  void finish() { file_.finish(); }
  void commit() { file_.commit(); }

private:
  struct Position {
    const char* fate;
    std::string place;
  };
  void number(uint64_t n);
  void end_of(const Row& row);

  std::unique_ptr<Background> thread_;
  LogFile file_;
  uint64_t me_div_;
  std::string line_;
  std::map<std::string, Position> positions_; // by tag
};

} // namespace ixp
