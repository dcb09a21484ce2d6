// Frames supplied by a Python program to a port, taken one at a time as the port needs them.
#pragma once

#include "emu/media/frame.h"

#include <deque>
#include <exception>
#include <memory>
#include <pybind11/pybind11.h>
#include <utility>
#include <vector>

namespace ixp {

// Bytes of a frame: from any buffer (bytes, bytearray, memoryview, NumPy arrays of bytes), or from
// an object that bytes() can convert (scapy's packets). Throws TypeError.
std::vector<uint8_t> frame_bytes(const pybind11::handle& object);

// Stores exceptions of Python code called by the emulator: the run must stop cleanly first.
struct PendingException {
  std::exception_ptr exception; // from pybind11; the first one
  void keep(std::exception_ptr raised = std::current_exception()) {
    if (!exception) exception = std::move(raised);
  }
};

// The items of an iterator, each taken once: frames, or pairs (time_ns, frame) with their earliest
// time. A repeated run gets the same items if they were kept.
class FedFrames {
public:
  struct Item {
    std::vector<uint8_t> bytes;
    Tick not_before = 0;
  };
  // `keep`: items remain available.
  FedFrames(unsigned port, pybind11::object frames, uint64_t pll_mhz, bool keep,
            PendingException& pending)
      : port_(port), frames_(std::move(frames)), pll_mhz_(pll_mhz), keep_(keep), pending_(pending) {
  }

  // Item `n`; null at the end. Valid until the next one is taken, or permanently if kept. Takes the
  // GIL to use the iterator. Its exception is stored in `pending`, and an InputError ends the run.
  const Item* at(uint64_t n);

  int traverse(visitproc visit, void* arg) const; // for the garbage collector

private:
  void take_next();
  bool take(Item& item);

  unsigned port_;
  pybind11::object frames_; // an iterator
  uint64_t pll_mhz_;
  bool keep_;
  PendingException& pending_;
  std::deque<Item> items_; // all of them, or only the last
  uint64_t taken_ = 0;
  bool at_end_ = false;
  pybind11::object failure_; // exception of the iterator
};

class FrameFeed final : public FrameSource {
public:
  explicit FrameFeed(std::shared_ptr<FedFrames> from) : from_(std::move(from)) {}
  bool next(Frame& frame) override;

private:
  std::shared_ptr<FedFrames> from_;
  uint64_t next_ = 0;
};

// Frames sent by a program between two slices of a run. The port waits for them until close().
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

// Tick of a time in ns; throws ValueError if it is out of range.
Tick feed_tick(int64_t ns, uint64_t pll_mhz);
// Throws ValueError unless a port can receive a frame of this size.
void check_size(const std::vector<uint8_t>& bytes);

} // namespace ixp
