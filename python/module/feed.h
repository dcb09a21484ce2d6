// Frames that a Python program gives to a port, one after the other, as the port asks for them.
#pragma once

#include "emu/media/frame.h"

#include <deque>
#include <exception>
#include <pybind11/pybind11.h>
#include <vector>

namespace ixp {

// The bytes of a frame: of anything with a buffer (bytes, bytearray, memoryview, NumPy arrays of
// bytes), or of what bytes() makes of an object that says how (scapy's packets). Throws TypeError.
std::vector<uint8_t> frame_bytes(const pybind11::handle& object);

// Where exceptions of Python code wait that the emulator calls: the run stops in order first.
struct PendingException {
  std::exception_ptr exception; // of pybind11; the first one
  void keep() {
    if (!exception) exception = std::current_exception();
  }
};

// Items of the iterator are frames, or pairs (time_ns, frame): not before this time.
class FrameFeed final : public FrameSource {
public:
  FrameFeed(unsigned port, pybind11::iterator frames, uint64_t pll_mhz, PendingException& pending);
  ~FrameFeed() override;
  // Takes the GIL. What the iterator raises is kept in `pending`, and an InputError ends the run.
  bool next(Frame& frame) override;

private:
  bool take(Frame& frame);

  unsigned port_;
  pybind11::object frames_; // an iterator
  uint64_t pll_mhz_;
  PendingException& pending_;
  std::vector<uint8_t> bytes_;
};

// Frames that a program sends between two pieces of a run. The port waits for them until close().
class SentFrames final : public FrameSource {
public:
  void add(std::vector<uint8_t> bytes, Tick not_before);
  void close() { closed_ = true; }
  bool closed() const { return closed_; }
  Tick none_before() const override { return waiting_.empty() && !closed_ ? kNever : 0; }
  bool next(Frame& frame) override;

private:
  struct Sent {
    std::vector<uint8_t> bytes;
    Tick not_before = 0;
  };
  std::deque<Sent> waiting_;
  Sent arriving_;
  bool closed_ = false;
};

// Of a time in ns; throws ValueError when it is no time of a run.
Tick feed_tick(int64_t ns, uint64_t pll_mhz);
// Throws ValueError unless a port can receive so many bytes.
void check_size(const std::vector<uint8_t>& bytes);

} // namespace ixp
