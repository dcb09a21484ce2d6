#include "emu/media/sequence.h"

#include "emu/media/frame_store.h"

#include <algorithm>
#include <utility>

namespace ixp {

std::unique_ptr<StreamFile> StreamFiles::open(size_t i) const {
  return std::make_unique<StreamFile>(inputs[i], rules, where, pll_mhz, *counts);
}

bool StreamFiles::lasting() const {
  return std::ranges::all_of(inputs, &Input::lasting);
}

namespace {
class InOrder final : public Sequence {
public:
  explicit InOrder(const StreamFiles& files) : files_(files) {
    for (size_t i = 0; i < files_.inputs.size(); ++i)
      if (files_.inputs[i].lasting) files_.open(i);
  }
  bool next(StreamFrame& frame) override {
    while (true) {
      if (file_ && file_->next(frame)) return true;
      file_.reset();
      if (turn_ == files_.inputs.size()) return false;
      file_ = files_.open(turn_++);
    }
  }
  void restart() override {
    file_.reset();
    turn_ = 0;
  }

private:
  StreamFiles files_;
  std::unique_ptr<StreamFile> file_;
  size_t turn_ = 0; // next file to open
};

class InTurn final : public Sequence {
public:
  explicit InTurn(const StreamFiles& files) : files_(files) { open_all(); }
  bool next(StreamFrame& frame) override {
    while (!open_.empty()) {
      if (turn_ >= open_.size()) turn_ = 0;
      if (open_[turn_]->next(frame)) {
        frame.first_of_file = std::exchange(first_, false);
        ++turn_;
        return true;
      }
      open_.erase(open_.begin() + static_cast<ptrdiff_t>(turn_));
    }
    return false;
  }
  void restart() override { open_all(); }

private:
  void open_all() {
    open_.clear();
    for (size_t i = 0; i < files_.inputs.size(); ++i)
      open_.push_back(files_.open(i));
    turn_ = 0;
    first_ = true;
  }
  StreamFiles files_;
  std::vector<std::unique_ptr<StreamFile>> open_; // without those that have ended
  size_t turn_ = 0;
  bool first_ = true;
};

class ByTime final : public Sequence {
public:
  explicit ByTime(const StreamFiles& files) : files_(files) { open_all(); }
  bool next(StreamFrame& frame) override {
    if (last_ != kNone) read(heads_[last_]); // replace the frame returned last
    last_ = kNone;
    for (size_t i = 0; i < heads_.size(); ++i)
      if (heads_[i].file && (last_ == kNone || heads_[i].frame.time < heads_[last_].frame.time))
        last_ = i;
    if (last_ == kNone) return false;
    frame = heads_[last_].frame;
    frame.first_of_file = std::exchange(first_, false);
    return true;
  }
  void restart() override { open_all(); }

private:
  static constexpr size_t kNone = ~size_t{0};
  struct Head {
    std::unique_ptr<StreamFile> file; // null: at its end
    StreamFrame frame;                // its next frame
  };
  static void read(Head& h) {
    const Tick before = h.frame.time;
    if (!h.file->next(h.frame)) h.file.reset();
    h.frame.time = std::max(h.frame.time, before);
  }
  void open_all() {
    heads_.clear();
    for (size_t i = 0; i < files_.inputs.size(); ++i)
      read(heads_.emplace_back(Head{files_.open(i), {}}));
    last_ = kNone;
    first_ = true;
  }
  StreamFiles files_;
  std::vector<Head> heads_;
  size_t last_ = kNone; // index of the last frame's file
  bool first_ = true;
};

class Stored final : public Sequence {
public:
  explicit Stored(FrameStore& store) : store_(store) {}
  bool next(StreamFrame& frame) override {
    if (at_ == store_.size()) return false;
    frame = store_.get(at_++);
    return true;
  }
  void restart() override { at_ = 0; }

private:
  FrameStore& store_;
  uint64_t at_ = 0;
};
} // namespace

std::unique_ptr<Sequence> play_in_order(const StreamFiles& files) {
  return std::make_unique<InOrder>(files);
}
std::unique_ptr<Sequence> play_in_turn(const StreamFiles& files) {
  return std::make_unique<InTurn>(files);
}
std::unique_ptr<Sequence> play_by_time(const StreamFiles& files) {
  return std::make_unique<ByTime>(files);
}
std::unique_ptr<Sequence> play_stored(FrameStore& store) {
  return std::make_unique<Stored>(store);
}

} // namespace ixp
