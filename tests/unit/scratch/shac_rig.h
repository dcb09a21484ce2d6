// Scratchpad, hash unit and CAP behind real command and data buses, driven by scripted
// microengines: each issues its commands at given ticks, later while its command FIFO is full, and
// records the actions of units on it. Scripts are posted exactly when their commands issue, as by a
// microengine that keeps to shared time, or up to the lookahead earlier, as by one that runs ahead.
#pragma once

#include "emu/kernel/hazard.h"
#include "emu/memory/absent_unit.h"
#include "emu/memory/bus.h"
#include "emu/memory/cap.h"
#include "emu/memory/data_bus.h"
#include "emu/memory/hash.h"
#include "emu/memory/scratch.h"

#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

namespace ixp::test {

struct Hazards final : HazardSink {
  std::vector<Hazard> seen;
  void report(Hazard h) override { seen.push_back(std::move(h)); }
  unsigned count(HazardKind kind) const {
    unsigned n = 0;
    for (const Hazard& h : seen)
      n += h.kind == kind;
    return n;
  }
};

// A command as microengine `me` makes it; count and signal 0 mean none.
inline Command command(mev2::Opcode op, uint32_t address, unsigned xfer, unsigned count,
                       unsigned signal, unsigned me = 0) {
  Command c;
  c.op = op;
  c.me = c.data_me = static_cast<uint8_t>(me);
  c.address = address;
  c.xfer = static_cast<uint8_t>(xfer);
  c.count = static_cast<uint8_t>(mev2::info(op).has_count ? count : 0);
  c.signal = static_cast<uint8_t>(signal);
  return c;
}

enum class Posting { Exact, Ahead };

// An event at a microengine.
struct RigEvent {
  enum Kind : uint8_t { Issue, Pull, Push, Signal, Expect, WriteCsr, ReadCsr } kind;
  Tick tick; // WriteCsr: of the effect
  unsigned me;
  unsigned number; // register, signal or CSR; Issue: opcode
  uint32_t value;  // Issue: address; Signal: context; Expect: count
  friend bool operator==(const RigEvent&, const RigEvent&) = default;
  friend auto operator<=>(const RigEvent&, const RigEvent&) = default;
};
using Log = std::vector<RigEvent>;

class ScriptedMe final : public Agent, public Requester {
public:
  ScriptedMe(unsigned index, const Params& params, Posting posting, Log& log)
      : index_(index), params_(params), posting_(posting), random_(index + 1), log_(log) {
    for (unsigned i = 0; i < 128; ++i)
      out[i] = (index << 24 | i) * 2654435761u + 12345;
  }
  std::array<uint32_t, 128> out{}, in{};
  CommandFifo* fifo = nullptr;

  // Issues not before `at`; scripts are in order.
  void add(Tick at, Command c) {
    c.me = static_cast<uint8_t>(index_);
    c.issued = at;
    script_.push_back(c);
    schedule_by(posting_ == Posting::Exact ? at : now());
  }

  IXP_OFTEN void step(Tick now) override {
    stalled_ = false;
    while (next_ < script_.size()) {
      Command c = script_[next_];
      c.issued = align_up(std::max({c.issued, free_, now}), params_.me(1));
      if (const Tick visit = when_to_post(c.issued, now); visit > now) return schedule(visit);
      if (fifo->full()) {
        stalled_ = c.issued == now;
        return schedule(stalled_ ? kNever : c.issued);
      }
      fifo->next() = c;
      fifo->post();
      note(RigEvent::Issue, c.issued, static_cast<unsigned>(c.op), c.address);
      free_ = c.issued + params_.me(1);
      ++next_;
    }
    schedule(kNever);
  }
  void fifo_advanced(Tick now) override {
    if (stalled_) schedule(align_up(now, params_.me(1)));
  }

  void pull(const Registers& from, unsigned count, uint32_t* words) override {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned reg = (from.first + i) % 128;
      words[i] = out[reg];
      note(RigEvent::Pull, now(), reg, out[reg]);
    }
  }
  void push(const Registers& to, unsigned count, const uint32_t* words) override {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned reg = (to.first + i) % 128;
      in[reg] = words[i];
      note(RigEvent::Push, now(), reg, words[i]);
    }
  }
  void expect_push(const Registers& to, unsigned count) override {
    note(RigEvent::Expect, now(), to.first, count);
  }
  void signal(unsigned ctx, unsigned signals, Tick tick) override {
    if (tick != now()) throw std::logic_error("a signal at another tick than now");
    for (unsigned number = 1; number < 16; ++number)
      if (signals >> number & 1) note(RigEvent::Signal, tick, number, ctx);
  }
  void write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) override {
    if (effect < now() + params_.me(params_.kernel_lookahead))
      throw std::logic_error("a write within the lookahead");
    note(RigEvent::WriteCsr, effect, address, value);
  }
  uint32_t read_csr_from_outside(uint16_t address, Tick tick) override {
    note(RigEvent::ReadCsr, tick, address, 0);
    return 0xc5000000 | index_ << 16 | address;
  }

private:
  // Ahead: a random tick within the lookahead before the issue, but not before now.
  Tick when_to_post(Tick issue, Tick now) {
    if (posting_ == Posting::Exact) return issue;
    const Tick ahead = random_() % params_.me(params_.kernel_lookahead);
    return issue > now + ahead ? issue - ahead : now;
  }
  void note(RigEvent::Kind kind, Tick tick, unsigned number, uint32_t value) {
    log_.push_back({kind, tick, index_, number, value});
  }

  unsigned index_;
  const Params& params_;
  Posting posting_;
  std::minstd_rand random_;
  Log& log_;
  std::vector<Command> script_;
  size_t next_ = 0;
  Tick free_ = 0;
  bool stalled_ = false;
};

class ShacRig {
public:
  struct Options {
    Params params{};
    Posting posting = Posting::Exact;
    bool tick_kernel = false;
    bool check = false;
  };
  ShacRig() : ShacRig(Options{}) {}
  explicit ShacRig(const Options& options) : params(options.params) {
    hazards.check = options.check;
    if (options.tick_kernel)
      kernel = std::make_unique<TickKernel>();
    else
      kernel = std::make_unique<EventKernel>();
    kernel->set_lookahead(params.me(params.kernel_lookahead));
    wiring.commands = &commands;
    wiring.pool = &pool;
    wiring.data_bus = &data_bus;
    for (unsigned i = 0; i < kMicroengines; ++i) {
      me[i] = std::make_unique<ScriptedMe>(i, params, options.posting, log);
      wiring.microengines[i] = me[i].get();
      kernel->add(*me[i], me_slot(i));
    }
    inlet = std::make_unique<Inlet>(params);
    scratch = std::make_unique<Scratch>(params, wiring, *inlet, hazards);
    hash = std::make_unique<Hash>(params, wiring, *inlet, hazards);
    cap = std::make_unique<Cap>(params, wiring, *inlet, *scratch, *hash, hazards);
    absent = std::make_unique<AbsentUnit>(params, wiring, hazards);
    router.set_absent(*absent);
    router.route(mev2::InstrClass::Scratch, *scratch);
    router.route(mev2::InstrClass::Hash, *hash);
    router.route(mev2::InstrClass::Cap, *cap);
    for (unsigned i = 0; i < 2; ++i) {
      bus[i] = std::make_unique<CommandBus>(i, params, router, wiring);
      kernel->add(*bus[i], i ? Slot::CommandBus1 : Slot::CommandBus0);
    }
    for (unsigned i = 0; i < kMicroengines; ++i)
      me[i]->fifo = &bus[cluster_of(i)]->fifo(i);
    kernel->add(*scratch, Slot::Scratch);
    kernel->add(*hash, Slot::Hash);
    kernel->add(*cap, Slot::Cap);
    kernel->add(*absent, Slot::Absent);
  }
  ShacRig(const ShacRig&) = delete;

  void run(Tick until) { kernel->run(until); }

  // Ticks of events, in order.
  std::vector<Tick> ticks(RigEvent::Kind kind, unsigned of_me, unsigned number) const {
    std::vector<Tick> found;
    for (const RigEvent& e : log)
      if (e.kind == kind && e.me == of_me && e.number == number) found.push_back(e.tick);
    return found;
  }
  std::vector<Tick> signals(unsigned of_me, unsigned number) const {
    return ticks(RigEvent::Signal, of_me, number);
  }
  unsigned count(RigEvent::Kind kind) const {
    unsigned n = 0;
    for (const RigEvent& e : log)
      n += e.kind == kind;
    return n;
  }

  const Params params;
  const CommandTable commands{params};
  Hazards hazards;
  Log log;
  std::unique_ptr<Kernel> kernel;
  std::array<std::unique_ptr<ScriptedMe>, kMicroengines> me;
  CommandPool pool;
  CommandRouter router;
  DataBus data_bus{params};
  MemoryWiring wiring;
  std::unique_ptr<Inlet> inlet;
  std::unique_ptr<Scratch> scratch;
  std::unique_ptr<Hash> hash;
  std::unique_ptr<Cap> cap;
  std::unique_ptr<AbsentUnit> absent;
  std::array<std::unique_ptr<CommandBus>, 2> bus;
};

} // namespace ixp::test
