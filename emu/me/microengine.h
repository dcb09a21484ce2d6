// One microengine as used by the chip: an Agent with its own time, and the Requester that units
// access. Its parts (core.h) implement this interface, and one of two engines executes
// instructions:
//   Reference  one instruction per action, decoded each time; run it under a TickKernel
//   Threaded   predecoded, runs from one interaction to the next; run it under an EventKernel
// Both give the same commands at the same ticks, the same state and the same statistics.
//
//   const auto me = Microengine::make(0, params, hazards, kernel, EngineKind::Threaded);
//   kernel.add(*me, me_slot(0));
//   me->connect(fifo, rings, previous, next);
//   me->load(image);
//   me->start(0xff);
//   kernel.run(limit);
//   me->statistics(limit);
#pragma once

#include "emu/kernel/event_stream.h"
#include "emu/kernel/frame_watch.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/in_flight.h"
#include "emu/kernel/kernel.h"
#include "emu/kernel/params.h"
#include "emu/me/statistics.h"
#include "mecc/image/image.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace ixp {

class InstructionObserver;
struct InstructionCounts;

namespace me {
struct MeState;
class Inbox;
} // namespace me

enum class EngineKind : uint8_t { Reference, Threaded };

class Microengine : public Agent, public Requester {
public:
  // `kernel.lookahead()` and the clocks of `params` must be set before the run.
  static std::unique_ptr<Microengine> make(unsigned index, const Params& params,
                                           HazardSink& hazards, Kernel& kernel, EngineKind kind);

  // Neighbours may be null (ends of the chain). All must outlive the run.
  virtual void connect(CommandFifo& fifo, InputStates& inputs, Microengine* previous,
                       Microengine* next) = 0;
  virtual void listen(EventStream* events) = 0; // reports events there from now on; null: stops
  // Also counts cycles per instruction from now on; `counts` must outlive the run.
  virtual void count_instructions(InstructionCounts& counts) = 0;
  // Replaces the observer's addresses in the control store. Call between runs of the kernel.
  virtual void observe_instructions(InstructionObserver& observer,
                                    const std::vector<uint16_t>& addresses) = 0;
  // Guarantees that signals from outside are announced at least `ticks` in advance, and that a
  // command ends at least `ticks` after its grant. Contexts may then be swapped ahead of shared
  // time. Default 0: no guarantee.
  virtual void swap_ahead(Tick ticks) = 0;
  // Called for ctx_arb[bpt] at this tick, which raises the attention interrupt to the control core,
  // while kernel.now() == tick.
  virtual void on_attention(std::function<void(Tick)> callback) = 0;
  virtual void set_frame_watch(FrameWatch* watch) = 0;

  // Fills the control store (the rest of it becomes undefined), the mode bits of CTX_ENABLES, and
  // the image's initial CSRs, registers and local memory. Throws InputError for a location that
  // does not exist.
  virtual void load(const mecc::Image& image) = 0;
  // Makes the contexts of the mask Ready at the image's entry and enables them, from tick
  // kernel.now() on. Odd contexts in 4-context mode throw InputError.
  virtual void start(uint8_t contexts) = 0;

  // Access for initial values and debuggers: location is canonical operand text ("a3", "@b7", "$4"
  // = S_IN, "$$4" = D_IN, "n$2"); "out:$4" names S_OUT. Throws InputError if there is no such
  // register.
  virtual void set_register(std::string_view location, int ctx, uint32_t value) = 0;
  virtual uint32_t get_register(std::string_view location, unsigned ctx) const = 0;
  virtual void set_csr(uint16_t address, uint32_t value) = 0; // at once, before the run
  virtual uint32_t local_memory(unsigned word) const = 0;
  virtual void set_local_memory(unsigned word, uint32_t value) = 0;
  // Next address of a context; for the executing one, the next instruction to issue.
  virtual unsigned pc(unsigned ctx) const = 0;

  // Applies arrivals before `end`, the horizon of the run that just ended, so that state() is
  // complete; so are the iterations of a loop that would have lasted longer.
  virtual void settle(Tick end) = 0;
  // Cycles of ticks < end. Ask at the end of a run with its horizon.
  virtual MeStatistics statistics(Tick end) const = 0;
  virtual const me::MeState& state() const = 0;
  virtual unsigned index() const = 0;
  virtual std::vector<uint32_t> neighbour_words() const = 0; // in its ring, oldest first
  virtual const me::Inbox& inbox() const = 0;                // pending events
  // Instructions of statistics() that were computed together instead of one by one
  // (docs/speed.md).
  virtual uint64_t skipped() const { return 0; }
  // Requester::signal() at a future tick, before the units' actions.
  virtual void signal_later(unsigned ctx, unsigned signals, Tick tick) = 0;
};

} // namespace ixp
