// One microengine as used by the chip: an Agent with its own time, and the Requester that units
// access. It contains a Core with state and semantics, and one of two engines that execute
// instructions:
//   Reference  one instruction per action, decoded each time; run it under a TickKernel
//   Threaded   predecoded, runs from one interaction to the next; run it under an EventKernel
// Both give the same commands at the same ticks, the same state and the same statistics.
//
//   Microengine me(0, params, hazards, kernel, EngineKind::Threaded);
//   kernel.add(me, me_slot(0));
//   me.connect(bus, rings, previous, next);
//   me.load(image);
//   me.start(0xff);
//   kernel.run(limit);
//   me.statistics(limit);
#pragma once

#include "emu/kernel/in_flight.h"
#include "emu/kernel/event_stream.h"
#include "emu/kernel/frame_watch.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/kernel.h"
#include "emu/kernel/params.h"
#include "emu/me/statistics.h"
#include "mecc/image/image.h"

#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace ixp {

class InstructionObserver;
struct InstructionCounts;

namespace me {
class Core;
struct MeState;
class Inbox;
class Engine;
} // namespace me

enum class EngineKind : uint8_t { Reference, Threaded };

class Microengine final : public Agent, public Requester {
public:
  // `kernel.lookahead()` and the clocks of `params` must be set before the run.
  Microengine(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel,
              EngineKind kind);
  ~Microengine() override;

  // Neighbours may be null (ends of the chain). All must outlive the run.
  void connect(CommandFifo& fifo, InputStates& inputs, Microengine* previous, Microengine* next);
  void listen(EventStream* events); // reports events there from now on; null: stops
  // Also counts cycles per instruction from now on; `counts` must outlive the run.
  void count_instructions(InstructionCounts& counts);
  // Replaces the observer's addresses in the control store. Call between runs of the kernel.
  void observe_instructions(InstructionObserver& observer, const std::vector<uint16_t>& addresses);
  // Guarantees that signals from outside are announced at least `ticks` in advance, and that a
  // command ends at least `ticks` after its grant. Contexts may then be swapped ahead of shared
  // time. Default 0: no guarantee.
  void swap_ahead(Tick ticks);
  // Called for ctx_arb[bpt] at this tick, which raises the attention interrupt to the control core,
  // while kernel.now() == tick.
  void on_attention(std::function<void(Tick)> callback);
  void set_frame_watch(FrameWatch* watch);

  // Fills the control store (the rest of it becomes undefined), the mode bits of CTX_ENABLES, and
  // the image's initial CSRs, registers and local memory. Throws InputError for a location that
  // does not exist.
  void load(const mecc::Image& image);
  // Makes the contexts of the mask Ready at the image's entry and enables them, from tick
  // kernel.now() on. Odd contexts in 4-context mode throw InputError.
  void start(uint8_t contexts);

  // Access for initial values and debuggers: location is canonical operand text ("a3", "@b7", "$4"
  // = S_IN, "$$4" = D_IN, "n$2"); "out:$4" names S_OUT. Throws InputError if there is no such
  // register.
  void set_register(std::string_view location, int ctx, uint32_t value);
  uint32_t get_register(std::string_view location, unsigned ctx) const;
  void set_csr(uint16_t address, uint32_t value); // at once, before the run
  uint32_t local_memory(unsigned word) const;
  void set_local_memory(unsigned word, uint32_t value);
  // Next address of a context; for the executing one, the next instruction to issue.
  unsigned pc(unsigned ctx) const;

  // Applies arrivals before `end`, the horizon of the run that just ended, so that state() is
  // complete; so are the iterations of a loop that would have lasted longer.
  void settle(Tick end);
  // Cycles of ticks < end. Ask at the end of a run with its horizon.
  MeStatistics statistics(Tick end) const;
  const me::MeState& state() const;
  unsigned index() const;
  std::vector<uint32_t> neighbour_words() const; // in its next-neighbour ring, oldest first
  const me::Inbox& inbox() const;                // pending events

  uint64_t skipped() const; // instructions of statistics() that were not executed (docs/speed.md)

  // Agent and Requester
  IXP_OFTEN void step(Tick now) override;
  void pull(const Registers& from, unsigned count, uint32_t* words) override;
  void push(const Registers& to, unsigned count, const uint32_t* words) override;
  void signal(unsigned ctx, unsigned signals, Tick now) override;
  IXP_OFTEN void deliver(const Command& c, unsigned count, const uint32_t* words, unsigned signals,
                         Tick now) override;
  // The same at a future tick, before the units' actions.
  void signal_later(unsigned ctx, unsigned signals, Tick tick);
  void expect(Tick tick) override;
  void expect_push(const Registers& to, unsigned count) override;
  void expect_pull(const Registers& from, unsigned count) override;
  bool may_read_result(const Command& c) override;
  void fifo_advanced(Tick now) override;
  void write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) override;
  uint32_t read_csr_from_outside(uint16_t address, Tick now) override;

private:
  void load_local_memory(const mecc::MemoryInit&);
  void wake_up(); // out of a loop that waits for a clock
  std::unique_ptr<me::Core> core_;
  std::unique_ptr<me::Engine> engine_;
  std::map<uint16_t, bool> result_reads_; // by pc, of the program of this version:
  uint64_t result_reads_version_ = 0;
};

} // namespace ixp
