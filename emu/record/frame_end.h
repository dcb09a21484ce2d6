// Ends of received frames: departure, drop or loss, in the order of time. Frames without an end
// follow at the end of the run, by arrival. frames.csv and captures show them.
#pragma once

#include "emu/explain/accounts.h"
#include "emu/record/journey.h"
#include "emu/record/log_file.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

struct FrameEnd {
  PacketTag tag;
  FrameName name;
  uint32_t bytes;         // 0: unknown, as the frame was lost before it was complete
  std::string_view fate;  // as in frames.csv
  std::string reason;     // of a drop or loss, or the position; "": transmitted
  std::string by, source; // context and line that counted the drop; "": not by microcode
  int tx_port;            // -1: not transmitted
  bool ended;             // false: `at` is the end of the run
  Tick begin, received, at;
};

class FrameEndObserver {
public:
  virtual ~FrameEndObserver() = default;
  virtual void frame_ended(const FrameEnd& end) = 0;
  // All frames that ended before `tick` have been reported.
  virtual void ends_complete(Tick) {}
};

// Puts ends into words for its observers.
class FrameEnds {
public:
  void add_observer(FrameEndObserver& observer) { observers_.push_back(&observer); }
  bool observed() const { return !observers_.empty(); }
  // Positions of frames without an end, for add().
  void found(const NamedFrames& inside, const NamedFrames& lost);
  // `place`: ByMicrocode: the line; Inside: the last known position.
  void add(FrameEnd end, const JourneyEnd& how, std::string place) const;
  void complete(Tick tick) const;

private:
  struct Position {
    const char* fate;
    std::string place;
  };
  void put_position(FrameEnd& end, const std::string& last) const;

  std::vector<FrameEndObserver*> observers_;
  std::map<std::string, Position> positions_; // by name of the frame
};

// frames.csv: a row for each received frame, in the order of FrameEnds.
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
