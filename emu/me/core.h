// One microengine without its engine: state, wiring, and the effects of instructions, signals,
// neighbours, CSRs and the arbiter. Everything here uses two clocks:
//   cycle      local time: the ME cycle of the current instruction, maybe ahead of shared time
//   kernel.now shared time: all earlier actions of other agents have happened
// A microengine may run ahead only while no other agent can change its inputs in between.
// needs_shared_time() is the one predicate that defines the end of running ahead.
#pragma once

#include "emu/kernel/command_fifo.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/kernel.h"
#include "emu/kernel/params.h"
#include "emu/me/csr.h"
#include "emu/me/inbox.h"
#include "emu/me/state.h"
#include "emu/me/statistics.h"
#include "emu/me/watch.h"

#include <bitset>
#include <functional>
#include <string>
#include <vector>

namespace ixp::me {

struct Op;

// Flow after an instruction and its defer slots.
struct Flow {
  enum class Kind : uint8_t { Next, Jump, Swap, Halt };
  Kind kind = Kind::Next;
  uint8_t defer = 0;
  uint8_t penalty = 0; // slots lost without defer
  uint16_t target = 0;
};

// Request of a ctx_arb or ctx_swap, until its slots have passed.
struct SwapRequest {
  uint16_t resume = 0, at = 0;
  uint32_t wakeup = 0; // as Context::wakeup
  bool keep_wakeup = false, bpt = false;
};

// The part of a command in its instruction word; the context supplies the rest.
struct CommandWord {
  Command command;
  mev2::Operand left, right;      // the address is their sum, unless the command has it: a CSR
  bool uses_result = false;       // of the previous instruction, as the data or ...
  bool indirect = false;          // ... as an override
  uint8_t xfer = 0;               // relative
  uint8_t pulled = 0, pushed = 0; // words, without an override ...
  uint16_t from = 0, to = 0;      // ... and the register files
  uint32_t wakeup = 0;            // as Context::wakeup
  Flow flow;
  const Op* slots = nullptr; // with defer slots: their copy (predecode.h)
};

constexpr uint64_t kAbsent = ~uint64_t{0}; // a control-store word that was not loaded

class Core {
public:
  Core(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel, Agent& agent);

  Watch watch; // first, at the address of Core: a hook then keeps no second one in a register

  // Wiring
  const unsigned index;
  const Params& params;
  HazardSink& hazards;
  Kernel& kernel;
  CommandFifo* fifo = nullptr;
  InputStates* inputs = nullptr;
  Core* previous = nullptr;
  Core* next = nullptr;
  std::function<void(Tick)> attention;
  void step_by(Tick t) { agent_.act_by(edge(t)); } // requests a step at the first cycle edge >= t

  MeState s;
  std::vector<uint64_t> store; // control store, kAbsent where nothing was loaded
  uint64_t store_version = 0;  // changes with every write
  MeStatistics counted;        // the engine's counters; complete only through statistics()

  // Local time and place, set by the engine before it calls execute().
  uint64_t cycle = 0;
  uint16_t pc = 0;
  Tick tick() const { return cycle * div_; }
  Tick div() const { return div_; }
  // The first cycle at or after t.
  uint64_t cycle_of(Tick t) const { return whole_cycles(t + div_ - 1); }
  Tick edge(Tick t) const { return cycle_of(t) * div_; } // of the clock, at or after t
  uint64_t whole_cycles(Tick t) const { return div_ == 2 ? t / 2 : t / div_; } // 2: no division
  bool at_shared_time() const { return tick() == kernel.now(); }

  // contexts.h: the arbiter
  bool four_contexts() const { return s.ctx_enables & csr::kFourContexts; }
  mev2::ContextMode mode() const {
    return four_contexts() ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
  }
  unsigned ctx16() const { return 16u * static_cast<unsigned>(s.running); }
  // The next Ready context starts to execute; false when there is none.
  bool arbitrate();
  // The executing context has issued its last instruction and no write is pending. Returns it.
  unsigned leave_context(const SwapRequest& r);
  // It leaves in any case; a breakpoint stops it, otherwise it may wake.
  void swap_out(const SwapRequest& r);
  void stop_at_breakpoint(unsigned ctx);
  void raise(unsigned ctx, unsigned signals, Tick when); // a bit each; none is 0
  bool wake(unsigned ctx, Tick when);
  IXP_RARE void raise_again(unsigned ctx, unsigned signals, Tick when);
  // Makes a sleeping context Ready when its signals are there; an idle microengine then acts.
  void try_wake(unsigned ctx, Tick when);
  bool idle = false; // set by the engine while no context executes: signals then ask for a step
  SwapRequest swap;  // in defer slots, and until the engine may swap

  // The executing context, if there is one, leaves as requested; the next one executes as soon as
  // one is Ready, idle cycles before tick `end` included: 0. Or the tick of the next action, when
  // none will be Ready before `end` unless a unit signals.
  Tick next_context(Tick end, const SwapRequest& r);
  Tick await_context(Tick end); // the same without an executing or Ready one

  // inbox.cc: events that reach the microengine
  // Applies the inbox's events up to a tick of local time.
  void catch_up(Tick local) {
    if (inbox.due(local) || !nn_inbox.empty()) catch_up_slow(local);
  }
  // Words are pushed to the registers of one file, which wrap round; or pulled.
  void arrive(unsigned file, unsigned first, unsigned count, const uint32_t* words);
  void leave(unsigned file, unsigned first, unsigned count, uint32_t* words);
  // Applies inbox events that precede the units' actions of this tick.
  void catch_up_before(Tick now) {
    while (inbox.due_before(now)) [[unlikely]] {
      const Tick when = inbox.first();
      apply(inbox.take(), when);
    }
  }
  void signal_later(unsigned ctx, unsigned signals, Tick at);
  void write_csr_later(uint16_t address, uint32_t value, Tick effect);
  void expect(unsigned first, unsigned count); // registers of one file, from `first` on
  // Cycles at or after this tick may not execute before shared time has reached it.
  Tick run_ahead_limit(Tick now) const {
    return std::min(std::min(now + kernel.lookahead(), kernel.horizon()), inbox.first_notice());
  }
  // Context swaps at or after this tick may not execute before shared time has reached it:
  // unannounced signals may arrive by then.
  Tick swap_limit(Tick now, Tick run_ahead) const {
    return std::min(std::min(now + swaps_ahead, fifo->first_end(now)), run_ahead);
  }
  void swap_ahead(Tick ticks); // units announce signals at least `ticks` in advance
  // The program signals neighbours, or may be changed to do so.
  void may_signal_neighbours();
  Tick swaps_ahead = 0;
  bool neighbours_signal = false;
  void note_program_word(uint64_t word);
  Inbox inbox;
  void send_signal(uint16_t csr_address, uint32_t value);
  void signal_self(uint32_t value, uint64_t at_cycle); // the same for SAME_ME_SIGNAL
  void start_timer(unsigned ctx, uint64_t from_cycle);

  // neighbour.cc
  bool nn_self() const { return s.ctx_enables & csr::kNnSelf; }
  void nn_write(bool ring, unsigned reg, uint32_t value);
  IXP_RARE void nn_catch_up(Tick now);
  unsigned nn_entries() const { return (s.nn_put - s.nn_get) & 127u; }
  bool nn_empty() const;
  bool nn_full();
  std::vector<uint32_t> nn_words() const; // in the ring, oldest first
  void tell_neighbour(RingAction action, unsigned receiver, uint32_t word);
  std::vector<NnWrite> nn_inbox; // by tick

  // csr.cc
  void write_csr(uint16_t address, uint32_t value, unsigned active, uint64_t at_cycle);
  uint32_t read_csr(uint16_t address, unsigned active, uint64_t at_cycle);
  // The same from outside: shows where the executing context last started, not its current
  // instruction.
  uint32_t read_csr_from_outside(uint16_t address, Tick now);
  void write_csr_by_instruction(uint16_t address, uint32_t value);
  // Instructions before a write takes effect.
  uint64_t write_latency(uint16_t address) const {
    return csr::is_pointer(address) ? params.me_lm_addr_latency : params.me_csr_latency;
  }
  // `latency`: instructions after `s.instructions` before it takes effect.
  void defer_write(uint16_t address, uint32_t value, uint64_t latency);
  // Applies due writes before the next instruction; false if one of them needs shared time.
  bool apply_pending();
  void flush_pending();
  bool writes_ahead(uint16_t address) const; // of shared time
  bool flush_needs_shared_time() const;
  // A global pointer has one copy, which every context names.
  uint16_t& lm_pointer(unsigned x, unsigned ctx) {
    if (s.ctx_enables & (x ? csr::kLm1Global : csr::kLm0Global)) return s.lm_global[x];
    return s.ctx[ctx].lm[x];
  }
  uint16_t& lm_pointer(unsigned x) { return lm_pointer(x, static_cast<unsigned>(s.running)); }
  uint64_t timestamp(uint64_t at_cycle) const {
    return s.timestamp_base + at_cycle / params.clock_timestamp_div;
  }
  uint32_t read_clock(uint16_t address, uint64_t at_cycle) const { // csr::is_clock
    if (address == csr::ProfileCount) return (s.profile_base + at_cycle) & 0xffff;
    const uint64_t t = timestamp(at_cycle);
    return static_cast<uint32_t>(address == csr::TimestampLow ? t : t >> 32);
  }

  // execute.cc
  Flow execute(const mev2::Instruction& i);
  Flow execute_ctx_arb(const mev2::Instruction& i);
  bool needs_shared_time(const mev2::Instruction& i) const;
  bool input_state(unsigned number);

  // commands.h
  CommandWord prepare(const mev2::Instruction& i) const;
  Flow issue(const CommandWord& w);
  // The same with known address and previous result. The FIFO has space.
  void send(const CommandWord& w, uint32_t address, uint32_t result);
  SwapRequest swap_of(const CommandWord& w) const {
    return {static_cast<uint16_t>(pc + 1 + w.flow.defer), pc, w.wakeup, false, false};
  }

  // Operands; operands.h
  uint32_t read(const mev2::Operand& o) {
    using enum mev2::OperandKind;
    if (o.kind == Gpr && !check)
      return s.regs[(o.bank == mev2::Bank::A ? kGprA : kGprB) + (ctx16() + o.number) % kFile];
    return o.kind == Const ? o.number : read_other(o);
  }
  void write(const mev2::Operand& o, uint32_t value);
  // Moves pointers once per instruction, after its result is written.
  void post_modify(const mev2::Instruction& i) {
    constexpr auto kKeep = mev2::Step::Keep;
    if (i.left.step != kKeep || i.right.step != kKeep || i.dst.step != kKeep) move_pointers(i);
  }
  bool touches_outstanding(const mev2::Operand& o, bool destination) const;

  // --uninitialised
  bool check = false;
  std::bitset<kConst> initialised;
  std::bitset<kLocalMemoryDecoded> lm_initialised;

  void hazard(HazardKind kind, std::string text) const; // here and now
  void hazard(HazardKind kind, std::string text, Tick when, int ctx, int at_pc) const;
  // These stop the microengine and, through the hazard sink, the run; at shared time.
  [[nodiscard]] Flow halt(HazardKind kind, std::string text);
  [[nodiscard]] Flow halt_overrun();
  [[nodiscard]] Flow halt_in_slot();

  // Completes counters that depend on the length of the run.
  MeStatistics complete(MeStatistics counters, uint64_t end_cycle) const;

private:
  void catch_up_slow(Tick local);
  Tick await_event(Tick end);
  void report_lost_signal(unsigned ctx, unsigned signal, Tick when) const;
  IXP_RARE void apply(TimedEvent e, Tick when);
  IXP_RARE void use_result(const CommandWord& w, Command& c, uint32_t result);
  void nn_wrapped(const NnWrite& w);
  uint32_t read_other(const mev2::Operand& o);
  void move_pointers(const mev2::Instruction& i);
  uint32_t read_register(unsigned i);
  void write_register(unsigned i, uint32_t value);
  void write_control_store(uint32_t upper);
  unsigned context_of(uint16_t address, unsigned active) const;
  uint32_t active_context_status(unsigned active, uint32_t at_pc) const;

  Agent& agent_; // kernel agent of this core
  const Tick div_;
};

} // namespace ixp::me
