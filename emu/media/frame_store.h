// Frames kept to be played in any order: in memory while they are few, then in a file without a
// name in $TMPDIR (or /tmp), which is gone when the program is.
#pragma once

#include "emu/media/stream_file.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ixp {

// Bytes that are written in order and read anywhere.
class Spill {
public:
  Spill() = default;
  ~Spill();
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;
  // Throw InputError when the disk is full or the folder cannot be written.
  void append(std::span<const uint8_t> bytes);
  void read(uint64_t offset, std::span<uint8_t> bytes);
  uint64_t size() const { return written_ + tail_.size(); }

private:
  void flush();

  std::vector<uint8_t> tail_; // what is not in the file yet
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
  Spill frames_; // of each its Head and its bytes
  Spill index_;  // where each begins
  std::vector<uint8_t> bytes_;
};

} // namespace ixp
