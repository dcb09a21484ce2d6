// Local CSRs and the control store behind them: contents, timers, signals that CSRs send, and when
// a write by microcode takes effect (IXP2800 HRM p.39: three instructions for pointers, the
// successor's documentation: four for the others).
#pragma once

#include "emu/me/register_file.h"

#include <span>
#include <vector>

namespace ixp::me {

constexpr uint64_t kAbsent = ~uint64_t{0}; // a control-store word that was not loaded

class Csrs : public RegisterFile {
public:
  // The control store, kAbsent where nothing was loaded; the version changes with every write, and
  // with the context mode.
  std::span<const uint64_t> store() const { return store_; }
  uint64_t store_version() const { return store_version_; }
  void load_store(std::span<const uint64_t> words); // the rest becomes undefined
  void observe_instructions(InstructionObserver& observer,
                            const std::vector<uint16_t>& addresses) final {
    if (watch_.observe(observer, addresses)) ++store_version_; // forces predecoding
  }

  void write_csr(uint16_t address, uint32_t value, unsigned active, uint64_t at_cycle);
  uint32_t read_csr(uint16_t address, unsigned active, uint64_t at_cycle);
  uint32_t read_clock(uint16_t address, uint64_t at_cycle) const { // csr::is_clock
    if (address == csr::ProfileCount) return (s_.profile_base + at_cycle) & 0xffff;
    const uint64_t t = timestamp(at_cycle);
    return static_cast<uint32_t>(address == csr::TimestampLow ? t : t >> 32);
  }
  // Instructions before a write takes effect.
  uint64_t write_latency(uint16_t address) const {
    return csr::is_pointer(address) ? params_.me_lm_addr_latency : params_.me_csr_latency;
  }
  // `latency`: instructions after `instructions` of the state before it takes effect.
  void defer_write(uint16_t address, uint32_t value, uint64_t latency);
  void write_csr_by_instruction(uint16_t address, uint32_t value);
  void write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) final;
  bool flush_needs_shared_time() const;
  void send_signal(uint16_t csr_address, uint32_t value);
  void signal_self(uint32_t value, uint64_t at_cycle); // the same for SAME_ME_SIGNAL

protected:
  Csrs(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel);
  void flush_pending();
  bool writes_ahead(uint16_t address) const; // of shared time
  void start_timer(unsigned ctx, uint64_t from_cycle);
  // The context that executes, or that executed last.
  unsigned active() const {
    return s_.running >= 0 ? static_cast<unsigned>(s_.running) : s_.last_ran;
  }
  uint32_t active_context_status(unsigned active, uint32_t at_pc) const;

private:
  uint64_t timestamp(uint64_t at_cycle) const {
    return s_.timestamp_base + at_cycle / params_.clock_timestamp_div;
  }
  void write_enables(uint32_t value, uint64_t at_cycle);
  void write_control_store(uint32_t upper);
  void note_program_word(uint64_t word);
  void may_signal_neighbours();
  unsigned context_of(uint16_t address, unsigned active) const;
  void bad_csr(const char* access, uint16_t address, uint64_t at_cycle) const;

  std::vector<uint64_t> store_;
  uint64_t store_version_ = 0;
};

} // namespace ixp::me
