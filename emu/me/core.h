// One microengine without its engine. Each part implements its share of the interface
// (microengine.h), uses earlier parts alone and hides its data:
//   Inbox         inbox.h          all that reaches it at a later tick; its clock
//   Contexts      contexts.h       state and local time, contexts and arbiter
//   RegisterFile  register_file.h  registers, local memory, next-neighbour ring, outstanding words
//   Csrs          csrs.h           local CSRs, control store, timers, signals to neighbours
//   Core                           effects of instructions; words, signals and events, in order
// Two engines derive from it: threaded.cc and reference.cc.
//
// A microengine may run ahead only while no other agent can change its inputs in between.
// needs_shared_time() is the one predicate that defines the end of running ahead.
#pragma once

#include "emu/kernel/in_flight.h"
#include "emu/me/csrs.h"

#include <map>
#include <memory>
#include <string_view>

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

class Core : public Csrs {
public:
  Core(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel)
      : Csrs(index, params, hazards, kernel) {}
  void connect(CommandFifo& fifo, InputStates& inputs, Microengine* previous,
               Microengine* next) final {
    fifo_ = &fifo;
    inputs_ = &inputs;
    previous_ = static_cast<Inbox*>(previous);
    next_ = static_cast<Inbox*>(next);
  }
  void listen(EventStream* events) final { watch_.listen(events); }
  void count_instructions(InstructionCounts& counts) final { watch_.count(counts); }
  void set_frame_watch(FrameWatch* watch) final { watch_.set_frames(watch); }
  void load(const mecc::Image& image) final;
  void start(uint8_t contexts) final;
  void set_register(std::string_view location, int ctx, uint32_t value) final;
  uint32_t get_register(std::string_view location, unsigned ctx) const final;
  void set_csr(uint16_t address, uint32_t value) final;
  void settle(Tick end) final;

  // ---- Units, at their tick (Requester).

  void pull(const Registers& from, unsigned count, uint32_t* words) final {
    catch_up_before(kernel_.now());
    leave(out_file(from.file), from.first % kFile, count, words);
  }
  void push(const Registers& to, unsigned count, const uint32_t* words) final {
    catch_up_before(kernel_.now());
    arrive(in_file(to.file), to.first % kFile, count, words);
  }
  void signal(unsigned ctx, unsigned signals, Tick now) final {
    catch_up_before(now);
    raise(ctx % kContexts, signals, now);
  }
  IXP_OFTEN void deliver(const Command& c, unsigned count, const uint32_t* words, unsigned signals,
                         Tick now) final {
    catch_up_before(now);
    arrive(in_file(c.file), c.xfer % kFile, count, words);
    if (signals) raise(c.ctx % kContexts, signals, now);
  }
  void expect_push(const Registers& to, unsigned count) final {
    expect_words(in_file(to.file) + to.first % kFile, count);
  }
  void expect_pull(const Registers& from, unsigned count) final {
    expect_words(out_file(from.file) + from.first % kFile, count);
  }
  bool may_read_result(const Command& c) final; // result_use.cc
  uint32_t read_csr_from_outside(uint16_t address, Tick now) final;

  bool at_shared_time() const { return tick() == kernel_.now(); }

  // ---- Events that reach the microengine.

  // Applies the inbox's events up to a tick of local time.
  void catch_up(Tick local) {
    if (due(local) || has_words()) catch_up_slow(local);
  }
  // Applies those that precede the units' actions of this tick.
  void catch_up_before(Tick now) {
    while (due_before(now)) [[unlikely]] {
      const Tick when = first();
      apply(take(), when);
    }
  }
  bool ring_full(bool from_self) final;

  // The executing context, if there is one, leaves as requested; the next one executes as soon as
  // one is Ready, idle cycles before tick `end` included: 0. Or the tick of the next action, when
  // none will be Ready before `end` unless a unit signals.
  Tick next_context(Tick end, const SwapRequest& r);
  // It leaves, and no write of its CSRs is pending.
  [[gnu::always_inline]] void swap_out(const SwapRequest& r) {
    if (!s_.pending.empty()) [[unlikely]]
      flush_pending();
    leave_context(r);
  }
  // Context swaps at or after this tick may not execute before shared time has reached it:
  // unannounced signals may arrive by then.
  Tick swap_limit(Tick now, Tick run_ahead) const {
    return std::min(std::min(now + swaps_ahead(), fifo_->first_end(now)), run_ahead);
  }

  // ---- Instructions.

  Flow execute(const mev2::Instruction& i);
  Flow execute_ctx_arb(const mev2::Instruction& i);
  bool needs_shared_time(const mev2::Instruction& i) const;
  bool input_state(unsigned number);
  // Applies due writes of CSRs before the next instruction; false if one of them needs shared time.
  bool apply_pending();

  CommandWord prepare(const mev2::Instruction& i) const;
  Flow issue(const CommandWord& w);
  // The same with known address and previous result. The FIFO has space.
  void send(const CommandWord& w, uint32_t address, uint32_t result);
  bool fifo_full() const { return fifo_->full(); }
  SwapRequest swap_of(const CommandWord& w) const {
    return {static_cast<uint16_t>(pc() + 1 + w.flow.defer), pc(), w.wakeup, false, false};
  }

  // These stop the microengine and, through the hazard sink, the run; at shared time.
  [[nodiscard]] Flow halt(HazardKind kind, std::string text);
  [[nodiscard]] Flow halt_overrun();
  [[nodiscard]] Flow halt_in_slot();

private:
  void load_local_memory(const mecc::MemoryInit&);
  void catch_up_slow(Tick local);
  Tick await_event(Tick end);
  IXP_RARE void apply(TimedEvent e, Tick when);
  IXP_RARE void use_result(const CommandWord& w, Command& c, uint32_t result);

  CommandFifo* fifo_ = nullptr;
  InputStates* inputs_ = nullptr;
  std::map<uint16_t, bool> result_reads_; // by pc, of the program of this version:
  uint64_t result_reads_version_ = 0;
};

std::unique_ptr<Core> make_reference(unsigned index, const Params& params, HazardSink& hazards,
                                     Kernel& kernel);

[[gnu::always_inline]] inline Tick Core::next_context(Tick end, const SwapRequest& r) {
  catch_up(tick());
  if (s_.running >= 0) swap_out(r);
  if (arbitrate()) return 0;
  if (!empty()) return await_event(end);
  set_idle(true);
  return kNever;
}

[[gnu::always_inline]] inline void Core::send(const CommandWord& w, uint32_t address,
                                              uint32_t result) {
  Command& c = fifo_->next();
  c = w.command;
  c.ctx = static_cast<uint8_t>(s_.running);
  c.xfer = static_cast<uint8_t>((ctx16() + w.xfer) % kFile);
  c.address += address; // one that names a CSR has no operands
  c.pc = pc();
  c.issued = tick();
  if (w.uses_result) [[unlikely]] {
    use_result(w, c, result);
  } else {
    await_words(w.to, c.xfer, w.pushed);
    await_words(w.from, c.xfer, w.pulled);
  }
  if (watch_.on()) [[unlikely]]
    watch_.issued(c, s_.running);
  fifo_->post();
}

} // namespace ixp::me
