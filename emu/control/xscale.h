// The ARM program of the control core in the chip's time (Slot::XScale). The core executes until an
// access leaves its own memory. That access takes effect on the chip after its duration
// (AddressMap::cycles), and then the core continues. Own memory is the DRAM area the program was
// loaded to: accesses there complete at once, as if they always hit the caches, up to xscale.slice
// cycles ahead of the chip.
//
// A program ends with a branch to itself with interrupts masked, kHalt in r1 and its status in r0.
// Any other endless loop, a fault, or a nonzero status is a hazard that stops the run
// (ControlCore).
#pragma once

#include "emu/control/address_map.h"
#include "emu/control/interrupt_meter.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/kernel.h"
#include "emu/xscale/core.h"
#include "emu/xscale/elf.h"

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ixp::control {

struct XScaleStats {
  uint64_t accesses = 0; // outside its own memory
  uint64_t writes = 0;   // included in `accesses`
  Tick waiting = 0;      // time spent on them
};

class XScale final : public Agent, private xscale::Bus {
public:
  static constexpr uint32_t kHalt = 0x68616c74; // "halt"

  // Loads the program, which starts at tick 0. Throws InputError if it does not fit the memories.
  // `stop_at_faults`: undefined instructions and aborts end the run instead of being taken.
  XScale(const Params& params, AddressMap& map, HazardSink& hazards, const xscale::Program& program,
         bool stop_at_faults);

  IXP_OFTEN void step(Tick now) override;
  // Notifies of a possible change of an interrupt line at the kernel's current tick.
  void interrupt();
  // Drives a GPIO pin externally from tick `at` on (Gpio::drive_at).
  void drive_pin(Tick at, unsigned pin, bool level);

  // Types bytes at the console at tick `at`, the first after the kernel's current one or later.
  void type(Tick at, std::string bytes);

  // The registers before an instruction, and the tick at which it begins.
  struct Moment {
    Tick tick = 0;
    std::array<uint32_t, 16> r{};
    uint32_t cpsr = 0;
    uint64_t instructions = 0, cycles = 0; // of the core, before it
  };
  // Records instructions from now on, for a debugger. The run is the same, and slower.
  void trace(std::function<void(const Moment&)> observer) { observer_ = std::move(observer); }
  // Instructions since the core's last step, which may be ahead of the chip; needs trace().
  const std::vector<Moment>& moments() const { return moments_; }
  // The state with the registers of tick `at`, which is the chip's; needs trace().
  xscale::State state_at(Tick at) const;

  bool ended() const { return ended_; }
  bool asleep()
      const; // it has ended, or waits for an interrupt that no timer, pin or typed byte will raise
  std::string report(); // position, code, registers
  const xscale::State& state() const { return core_.state(); }
  const XScaleStats& stats() const { return stats_; }
  const InterruptMeter& interrupts() const { return interrupts_; }

private:
  xscale::Answer access(const xscale::Access& access) override;
  xscale::Direct direct(uint32_t address, bool write) override;
  std::optional<uint32_t> table_word(uint32_t address) override { return map_.peek(address); }
  struct Result {
    bool done = false;
    uint32_t value = 0;
  };
  Result perform(const xscale::Access& a, Tick now);
  bool is_own(const xscale::Access& a) const;
  void load(const xscale::Program& program);
  void finish_access(Tick now);
  void update_lines(Tick now);
  Tick next_change() const; // of an interrupt line, without an access
  void stopped(Tick now);
  void stop_at(Tick now, const std::string& why); // a hazard that ends the run
  xscale::Step run_slice();
  void note_instruction();
  bool panicked();
  bool may_be_interrupted(uint32_t masks) const;
  bool hangs(Tick now);
  Tick core_ticks(uint64_t cycles) const { return cycles * div_; }

  const Params& params_;
  AddressMap& map_;
  HazardSink& hazards_;
  const Tick div_;
  const uint32_t own_cycles_; // of the core, an access to its own memory
  xscale::Core core_;
  std::vector<std::pair<uint32_t, uint32_t>> own_; // [first, end) addresses

  // State of the current step.
  Tick now_ = 0;
  uint64_t cycles_before_ = 0;
  bool swapping_ = false; // the read of SWP was done at this tick, and its write follows

  bool waiting_ = false; // for the end of `access_`, at effect_
  xscale::Access access_;
  Tick issued_ = 0, effect_ = 0;
  bool ended_ = false;
  bool kernel_ = false;
  Tick next_look_ = 0; // for an endless loop
  size_t read_ = 0;    // bytes of the console that were searched for a panic
  XScaleStats stats_;
  InterruptMeter interrupts_;
  std::function<void(const Moment&)> observer_; // null: no moments
  std::vector<Moment> moments_;
};

} // namespace ixp::control
