// Frames stored for playback in any order: a few in memory, more in an unnamed file in $TMPDIR (or
// /tmp), which disappears when the program ends.
#pragma once

#include "emu/media/stream_file.h"

#include <cstdint>
#include <vector>

namespace ixp {

// Bytes written sequentially and read at any offset.
class Spill {
public:
  Spill() = default;
  ~Spill();
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;
  // Throw InputError if the disk is full or the folder is not writable.
  void append(std::span<const uint8_t> bytes);
  void read(uint64_t offset, std::span<uint8_t> bytes);
  uint64_t size() const { return written_ + tail_.size(); }

private:
  void flush();

  std::vector<uint8_t> tail_; // not yet in the file
  uint64_t written_ = 0;
  int file_ = -1;
};

class FrameStore {
public:
  void add(const StreamFrame& frame);
  uint64_t size() const { return index_.size() / sizeof(uint64_t); } // frames
  StreamFrame get(uint64_t i);                                       // valid until the next call

private:
  struct Head;
  Spill frames_; // for each frame its Head and bytes
  Spill index_;  // offset of each frame
  std::vector<uint8_t> bytes_;
};

} // namespace ixp
