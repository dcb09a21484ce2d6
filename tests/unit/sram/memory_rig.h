// A memory unit on a bench: eight microengines that only hold transfer registers and record
// events, and a command source that plays the bus. Used for SRAM and DRAM.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/memory/memory_unit.h"

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace ixp::test {

struct Hazards final : HazardSink {
  std::vector<Hazard> seen;
  void report(Hazard h) override { seen.push_back(std::move(h)); }
  bool has(HazardKind kind) const {
    for (const Hazard& h : seen)
      if (h.kind == kind) return true;
    return false;
  }
};

// An event at a microengine. tick is 0 for pulls and pushes: units move data inside step().
struct RigEvent {
  enum Kind : uint8_t { Pull, Push, Signal, Expect } kind;
  Tick tick;
  unsigned me, ctx; // ctx: of signals; the register file of the others
  uint32_t number;  // register or signal
  uint32_t value;
  friend bool operator==(const RigEvent&, const RigEvent&) = default;
};

class FakeMicroengine final : public Requester {
public:
  unsigned index = 0;
  std::vector<RigEvent>* log = nullptr;
  std::array<std::array<uint32_t, 128>, 2> out{}, in{};

  void pull(const Registers& from, unsigned count, uint32_t* words) override {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned file = static_cast<unsigned>(from.file), reg = (from.first + i) % 128;
      words[i] = out[file][reg];
      note(RigEvent::Pull, 0, file, reg, words[i]);
    }
  }
  void push(const Registers& to, unsigned count, const uint32_t* words) override {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned file = static_cast<unsigned>(to.file), reg = (to.first + i) % 128;
      in[file][reg] = words[i];
      note(RigEvent::Push, 0, file, reg, words[i]);
    }
  }
  void expect_push(const Registers& to, unsigned count) override {
    note(RigEvent::Expect, 0, static_cast<unsigned>(to.file), to.first, count);
  }
  void signal(unsigned ctx, unsigned signals, Tick now) override {
    for (unsigned number = 1; number < 16; ++number)
      if (signals >> number & 1) note(RigEvent::Signal, now, ctx, number, 0);
  }
  void fifo_advanced(Tick) override {}
  void write_csr_from_outside(uint16_t, uint32_t, Tick) override {}
  uint32_t read_csr_from_outside(uint16_t, Tick) override { return 0; }
  bool may_read_result(const Command&) override { return reads_results; }
  bool reads_results = true;

private:
  void note(RigEvent::Kind kind, Tick tick, unsigned ctx, uint32_t number, uint32_t value) {
    log->push_back({kind, tick, index, ctx, number, value});
  }
};

// Hands commands to the unit in order, at most one a microengine cycle, each not before its issue
// tick. Asks again every cycle while the unit has no room.
class Source final : public Agent {
public:
  Source(MemoryUnit& unit, const Params& params, CommandPool& pool)
      : unit_(unit), params_(params), pool_(pool) {}
  std::function<void(const Command&)> on_accept = [](const Command&) {};
  unsigned refused = 0;

  void issue(Command c, Tick at) {
    c.issued = at;
    InFlight& t = pool_.take();
    t.command = c;
    t.in_use = true;
    commands_.push_back(&t);
    schedule_by(at + 1);
  }
  IXP_OFTEN void step(Tick now) override {
    InFlight& t = *commands_.front();
    const Command c = t.command;
    constexpr unsigned kTransit = 14; // cycles of bus.command_latency after the grant
    const Tick full = params_.me(params_.bus_command_latency);
    if (unit_.accept(t, now, std::max(c.issued + full, now + params_.me(kTransit)))) {
      ++refused;
      return schedule(now + params_.me(1));
    }
    on_accept(c);
    commands_.pop_front();
    schedule(commands_.empty()
                 ? kNever
                 : std::max(now + params_.me(1), commands_.front()->command.issued + 1));
  }

private:
  MemoryUnit& unit_;
  const Params& params_;
  CommandPool& pool_;
  std::deque<InFlight*> commands_;
};

// The parts around a unit; a rig owns one and the unit.
struct Bench {
  Params params;
  Hazards hazards;
  std::vector<RigEvent> log;
  std::array<FakeMicroengine, kMicroengines> me;
  CommandPool pool;
  std::optional<CommandTable> commands; // of the parameters when the unit is connected

  Bench() {
    for (unsigned i = 0; i < kMicroengines; ++i) {
      me[i].index = i;
      me[i].log = &log;
      for (unsigned file = 0; file < 2; ++file)
        for (unsigned reg = 0; reg < 128; ++reg)
          me[i].out[file][reg] = (i << 24 | file << 20 | reg) * 2654435761u + 12345;
    }
  }
  Bench(const Bench&) = delete;
  MemoryWiring wiring() {
    MemoryWiring w;
    w.commands = &commands.emplace(params);
    w.pool = &pool;
    for (unsigned i = 0; i < kMicroengines; ++i)
      w.microengines[i] = &me[i];
    return w;
  }
  // Ticks of all signals with this number, in order.
  std::vector<Tick> signals(unsigned number) const {
    std::vector<Tick> ticks;
    for (const RigEvent& e : log)
      if (e.kind == RigEvent::Signal && e.number == number) ticks.push_back(e.tick);
    return ticks;
  }
  std::vector<uint32_t> pushed() const {
    std::vector<uint32_t> values;
    for (const RigEvent& e : log)
      if (e.kind == RigEvent::Push) values.push_back(e.value);
    return values;
  }
};

} // namespace ixp::test
