// CAP (Slot::Cap): access to registers outside the microengines, and from one microengine to
// registers of another. Timing: memory_unit.h.
//
//   0x401c            INTERTHREAD_SIG: [11:7] microengine, [6:4] context, [3:0] signal, delivered
//                     signal.inter_me after the issue
//   0x4800            scratch rings, 16 bytes each: BASE, HEAD, TAIL
//   0x4900            HASH_MULTIPLIER 48_0, 48_1, 64_0, 64_1, 128_0 .. 128_3
//   0x4a00            PRODUCT_ID, MISC_CONTROL, MSF_CLK_CNTRL, RESET_0, RESET_1, CCR, STRAP_OPTIONS
//   0x4b20, 0x4b24    XSCALE_INT_A, _B: a write raises the writer's thread interrupt
//   0x8000 + me<<10   reflector: S transfer registers of a microengine, absolute number * 4. A
//                     write reaches its S_IN, a read takes its S_OUT, cap.reflect from issue to
//                     signal; the issuer is signalled, the other microengine is not
//   0x18000 + me<<10  local CSRs of a microengine that exist (isa); a write takes effect
//                     signal.inter_me after its data are pulled
// `me` is the microengine's number (0..3, 0x10..0x13). Anything else is reported (BadCsr), reads 0.
#pragma once

#include "emu/memory/hash.h"
#include "emu/memory/memory_unit.h"
#include "emu/memory/scratch.h"

#include <array>
#include <bitset>
#include <functional>

namespace ixp {

enum class ThreadInterrupt : uint8_t { A, B }; // XSCALE_INT_A, XSCALE_INT_B

class Cap final : public PipelinedUnit {
public:
  Cap(const Params& params, const MemoryWiring& wiring, Inlet& inlet, Scratch& scratch, Hash& hash,
      HazardSink& hazards);
  // Called for a write of XSCALE_INT, at the tick of its effect.
  void on_interrupt(std::function<void(ThreadInterrupt line, unsigned me, unsigned ctx)> call) {
    interrupt_ = std::move(call);
  }
  // STRAP_OPTIONS, pins that the board selects.
  static constexpr uint32_t kBootsFromFlash = 1u << 1, kPciHost = 1u << 2;
  void set_strap_options(uint32_t value) { globals_[kStrapOptions] = value; }

  // Access by the control core to the same addresses (its physical address less 0xc0000000), except
  // INTERTHREAD_SIG, XSCALE_INT and the reflector: immediate, no timing.
  bool has_csr(uint32_t address) const { return locate(address).reg != Register::None; }
  uint32_t read_csr(uint32_t address);
  void write_csr(uint32_t address, uint32_t value);

  // IRQ_THD_RAW_STATUS of a cluster: bit context + 8 * microengine in the cluster (assumed for
  // cluster 1). Bits stay set until cleared.
  uint32_t thread_interrupts(ThreadInterrupt line, unsigned cluster) const;
  void clear_thread_interrupts(ThreadInterrupt line, unsigned cluster, uint32_t mask);

private:
  static constexpr unsigned kGlobals = 7, kStrapOptions = 6; // PRODUCT_ID .. STRAP_OPTIONS
  enum Kind : uint8_t { Plain, Signal, Reflected };          // InFlight::kind
  enum class Register : uint8_t {
    None,
    Ring, // index: ring << 4 | offset
    Multiplier,
    Global,
    Interrupt,
    Signal,
    LocalCsr, // index: longword in the window of `me`
    Transfer,
  };
  struct Place {
    Register reg = Register::None;
    uint8_t index = 0, me = 0;
  };
  Place locate(uint32_t address) const;
  static unsigned words_of(const InFlight& t) { return std::max({1, +t.pulls, +t.pushes}); }
  Tick accept(InFlight& t, Tick now, Tick arrival) override;

  // Changes the record and the row of a command whose data and times depend on its address.
  void adjust(InFlight& t, CommandRow& row);
  void perform(InFlight& t) override;
  void finished(InFlight& t) override;

  uint32_t read_place(const Place& place);
  void write_place(const Place& place, uint32_t value);
  void raise(const Command& c, ThreadInterrupt line);
  void bad_csr(const InFlight& t, uint32_t address);

  Scratch& scratch_;
  Hash& hash_;
  std::function<void(ThreadInterrupt, unsigned, unsigned)> interrupt_;
  std::array<Place, 0x1000 / 4> places_{}; // 0x4000 .. 0x4fff
  std::bitset<256> local_csrs_;            // longwords of a microengine's window that are registers
  std::array<uint32_t, kGlobals> globals_{};
  std::array<std::array<uint32_t, 2>, 2> raw_interrupts_{}; // by line, then cluster
};

} // namespace ixp
