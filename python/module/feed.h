// Frames that a Python program gives to a port, one after the other, as the port asks for them.
#pragma once

#include "emu/media/frame.h"

#include <deque>
#include <exception>
#include <memory>
#include <pybind11/pybind11.h>
#include <utility>
#include <vector>

namespace ixp {

// The bytes of a frame: of anything with a buffer (bytes, bytearray, memoryview, NumPy arrays of
// bytes), or of what bytes() makes of an object that says how (scapy's packets). Throws TypeError.
std::vector<uint8_t> frame_bytes(const pybind11::handle& object);

// Where exceptions of Python code wait that the emulator calls: the run stops in order first.
struct PendingException {
  std::exception_ptr exception; // of pybind11; the first one
  void keep(std::exception_ptr raised = std::current_exception()) {
    if (!exception) exception = std::move(raised);
  }
};

// The items of an iterator, each taken from it once: frames, or pairs (time_ns, frame), not before
// this time. A run that goes once more hears what the first one heard, where that was kept.
class FedFrames {
public:
  struct Item {
    std::vector<uint8_t> bytes;
    Tick not_before = 0;
  };
  // `keep`: items can be had again.
  FedFrames(unsigned port, pybind11::object frames, uint64_t pll_mhz, bool keep,
            PendingException& pending)
      : port_(port), frames_(std::move(frames)), pll_mhz_(pll_mhz), keep_(keep), pending_(pending) {
  }

  // Item `n`; null: there are no more. Valid until the next one is taken, or for good. Takes the
  // GIL when it asks the iterator. What that raises is kept in `pending`, and an InputError ends
  // the run.
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
  std::deque<Item> items_; // all of them, or the last one
  uint64_t taken_ = 0;
  bool at_end_ = false;
  pybind11::object failure_; // what the iterator raised
};

class FrameFeed final : public FrameSource {
public:
  explicit FrameFeed(std::shared_ptr<FedFrames> from) : from_(std::move(from)) {}
  bool next(Frame& frame) override;

private:
  std::shared_ptr<FedFrames> from_;
  uint64_t next_ = 0;
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
