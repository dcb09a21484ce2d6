// Fixtures for tests of ports and MSF: frames, sources without files, recorders.
#pragma once

#include "emu/kernel/hazard.h"
#include "emu/media/msf.h"
#include "emu/media/port.h"
#include "emu/media/stream.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ixp::test {

using Bytes = std::vector<uint8_t>;

// A frame whose bytes distinguish it from others.
inline Bytes make_frame(unsigned bytes, unsigned number) {
  Bytes f(bytes);
  for (unsigned i = 0; i < bytes; ++i)
    f[i] = static_cast<uint8_t>(number * 31 + i * 7 + (i >> 8));
  return f;
}

class ListSource final : public FrameSource {
public:
  struct Item {
    Bytes bytes;
    Tick not_before = 0;
    bool bad = false;
  };
  explicit ListSource(std::vector<Item> items) : items_(std::move(items)) {}
  bool next(Frame& frame) override {
    if (at_ == items_.size()) return false;
    const Item& item = items_[at_++];
    frame.bytes = item.bytes;
    frame.line_bytes = static_cast<uint32_t>(item.bytes.size());
    frame.not_before = item.not_before;
    frame.bad = item.bad;
    return true;
  }

private:
  std::vector<Item> items_;
  size_t at_ = 0;
};

inline std::unique_ptr<FrameSource> same_frames(unsigned count, unsigned bytes) {
  std::vector<ListSource::Item> items;
  for (unsigned i = 0; i < count; ++i)
    items.push_back({make_frame(bytes, i)});
  return std::make_unique<ListSource>(std::move(items));
}

struct Crossed {
  unsigned port;
  Direction direction;
  Tick sop, eop;
  uint64_t frame;
  PacketTag tag;
  Bytes bytes;
  friend bool operator==(const Crossed&, const Crossed&) = default;
};

class Recorder final : public PortObserver {
public:
  std::vector<Crossed> frames;
  void frame_crossed(const FrameRecord& r) override {
    frames.push_back(
        {r.port, r.direction, r.sop, r.eop, r.frame, r.tag, Bytes(r.bytes.begin(), r.bytes.end())});
  }
};

class Hazards final : public HazardSink {
public:
  std::vector<Hazard> seen;
  void report(Hazard h) override { seen.push_back(std::move(h)); }
  bool contains(HazardKind kind, std::string_view text) const {
    for (const Hazard& h : seen)
      if (h.kind == kind && h.text.find(text) != std::string::npos) return true;
    return false;
  }
};

// Runs a function at given ticks, in a slot of its own.
class Script final : public Agent {
public:
  void at(Tick t, std::function<void(Tick)> what) {
    todo_.emplace(t, std::move(what));
    schedule_by(t);
  }
  IXP_OFTEN void step(Tick now) override {
    while (!todo_.empty() && todo_.begin()->first <= now) {
      auto what = std::move(todo_.begin()->second);
      todo_.erase(todo_.begin());
      what(now);
    }
    schedule(todo_.empty() ? kNever : todo_.begin()->first);
  }

private:
  std::multimap<Tick, std::function<void(Tick)>> todo_;
};

// A microengine that records the actions of units on it.
class FakeMe final : public Requester {
public:
  struct Signal {
    unsigned ctx, number;
    Tick tick;
  };
  std::array<uint32_t, 128> s_in{}, s_out{};
  std::vector<Signal> signals;
  std::vector<unsigned> expected; // registers announced
  std::function<void(const Signal&)> on_signal;

  void pull(const Registers& from, unsigned count, uint32_t* words) override {
    for (unsigned i = 0; i < count; ++i)
      words[i] = s_out[(from.first + i) % 128];
  }
  void push(const Registers& to, unsigned count, const uint32_t* words) override {
    for (unsigned i = 0; i < count; ++i)
      s_in[(to.first + i) % 128] = words[i];
  }
  void expect_push(const Registers& to, unsigned count) override {
    for (unsigned i = 0; i < count; ++i)
      expected.push_back(to.first + i);
  }
  void signal(unsigned ctx, unsigned mask, Tick now) override {
    for (unsigned number = 1; number < 16; ++number) {
      if (!(mask >> number & 1)) continue;
      signals.push_back({ctx, number, now});
      if (on_signal) on_signal(signals.back());
    }
  }
  void fifo_advanced(Tick) override {}
  void write_csr_from_outside(uint16_t, uint32_t, Tick) override {}
  uint32_t read_csr_from_outside(uint16_t, Tick) override { return 0; }
};

// Ports, MSF, eight fake microengines and a script under a kernel of type K.
template <class K = EventKernel> struct Bench {
  Params params;
  PacketLedger ledger;
  Hazards hazards;
  RxPorts rx{params, ledger};
  TxPorts tx{params, ledger};
  Recorder recorder;
  std::array<FakeMe, kMicroengines> me;
  Script script;
  CommandPool pool;
  std::unique_ptr<Msf> msf;
  std::optional<CommandTable> commands; // of the parameters when the MSF is built
  K kernel;

  // After the ports were added.
  void build(MsfConfig config = {}) {
    msf = std::make_unique<Msf>(config, params, rx, tx, ledger, hazards);
    MemoryWiring wiring;
    wiring.commands = &commands.emplace(params);
    wiring.pool = &pool;
    for (unsigned i = 0; i < kMicroengines; ++i)
      wiring.microengines[i] = &me[i];
    msf->connect(wiring);
    rx.add_observer(recorder);
    tx.add_observer(recorder);
    kernel.add(rx, Slot::RxPorts);
    kernel.add(tx, Slot::TxPorts);
    kernel.add(*msf, Slot::Msf);
    kernel.add(script, Slot::ControlCore);
  }

  // Hands a command to the MSF; false if it has no space.
  bool accept(const Command& c, Tick now, Tick arrival) {
    InFlight& t = pool.take();
    t.command = c;
    const bool taken = msf->accept(t, now, arrival) == MemoryUnit::kTaken;
    if (!taken) pool.give_back(t);
    return taken;
  }

  // RX_THREAD_FREELIST entry
  static uint32_t entry(unsigned me_idx, unsigned ctx, unsigned reg, unsigned signal) {
    return signal << 12 | me_idx << 7 | ctx << 4 | reg;
  }
  void add_thread(Tick now, unsigned me_idx, unsigned ctx, unsigned reg = 0, unsigned signal = 1,
                  unsigned list = 0) {
    msf->write_register(msf_reg::kRxThreadFreelist0 + 4 * list, entry(me_idx, ctx, reg, signal),
                        now);
  }
};

} // namespace ixp::test
