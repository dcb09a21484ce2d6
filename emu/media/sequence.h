// Several files of frames as one sequence: one after the other, interleaved, or in any order.
#pragma once

#include "emu/media/stream_file.h"

#include <memory>
#include <string>
#include <vector>

namespace ixp {

class Sequence {
public:
  virtual ~Sequence() = default;
  // The next frame, valid until the next call; false at the end. Throws InputError.
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

// One file after the other. Files are opened when their turn comes, but it is seen at once whether
// they are files of frames.
std::unique_ptr<Sequence> play_in_order(const StreamFiles& files);
// One frame of each file in turn; files that have ended are passed over.
std::unique_ptr<Sequence> play_in_turn(const StreamFiles& files);
// Files played at the same time: by their stamps, files in order where those are equal. A frame
// without a stamp stays behind the one before it.
std::unique_ptr<Sequence> play_by_time(const StreamFiles& files);

class FrameStore;
// The frames of a store, in order.
std::unique_ptr<Sequence> play_stored(FrameStore& store);

} // namespace ixp
