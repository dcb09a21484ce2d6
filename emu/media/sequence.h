// Several files of frames as one sequence: consecutive, interleaved, by time, or in random order.
#pragma once

#include "emu/media/stream_file.h"

#include <memory>
#include <string>
#include <vector>

namespace ixp {

class Sequence {
public:
  virtual ~Sequence() = default;
  // Gets the next frame, valid until the next call; false at the end. Throws InputError.
  virtual bool next(StreamFrame& frame) = 0;
  virtual void restart() = 0; // from the first frame
};

// Opens StreamFiles.
struct StreamFiles {
  std::vector<Input> inputs;
  FrameRules rules;
  std::string where;
  uint64_t pll_mhz = 0;
  SourceCounts* counts = nullptr;

  std::unique_ptr<StreamFile> open(size_t i) const;
  bool lasting() const; // all of them
};

// Plays one file after the other. Files are opened in turn, but all are checked to be files of
// frames at once.
std::unique_ptr<Sequence> play_in_order(const StreamFiles& files);
// Plays one frame of each file in turn, without files that have ended.
std::unique_ptr<Sequence> play_in_turn(const StreamFiles& files);
// Plays files simultaneously by time stamp; ties go to the earlier file. A frame without a stamp
// follows the one before it.
std::unique_ptr<Sequence> play_by_time(const StreamFiles& files);

class FrameStore;
// The frames of a store, in order.
std::unique_ptr<Sequence> play_stored(FrameStore& store);

} // namespace ixp
