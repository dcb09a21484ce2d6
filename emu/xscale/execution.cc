#include "emu/xscale/execution.h"

namespace ixp::xscale {

// Raises an abort. The XScale's fault status covers instructions too, its fault address only data.
bool Execution::abort(uint32_t address, uint32_t status) {
  const bool data = accesses_ > 1;
  fault_address_ = address;
  s.system.fault_status = data || status == fault_status::kExternal ? status : fault_status::kFetch;
  if (data) s.system.fault_address = address;
  raise(data ? Exception::DataAbort : Exception::PrefetchAbort);
  return false;
}

// An access answered before the instruction had to wait, or the one whose wait ended in a failure.
bool Execution::repeated(const Access& a, uint32_t& value) {
  const AccessLog& log = s.log;
  if (accesses_ > log.done) return abort(a.address, fault_status::kExternal);
  value = log.values[accesses_ - 1];
  return true;
}

bool Execution::unanswered(const Access& a, const Answer& answer) {
  if (answer.kind == Answer::Wait) {
    s.log.waiting = true;
    end = End::Waiting;
    return false;
  }
  s.cycles += answer.cycles;
  return abort(a.address, fault_status::kExternal);
}

bool Execution::misaligned(uint32_t address, uint32_t multiple_of) {
  if (!(s.system.control & control::kAlignment) || address % multiple_of == 0) return false;
  ++accesses_; // counts as a data access
  abort(address, fault_status::kAlignment);
  return true;
}

bool Execution::load(uint32_t address, Size size, uint32_t& value, bool locked) {
  if (misaligned(address, static_cast<uint32_t>(size))) return false;
  return access({.kind = AccessKind::Read, .size = size, .locked = locked, .address = address},
                value);
}

bool Execution::store(uint32_t address, Size size, uint32_t value) {
  if (misaligned(address, static_cast<uint32_t>(size))) return false;
  const uint32_t bits = 8 * static_cast<uint32_t>(size);
  const uint32_t part = bits == 32 ? value : value & ((1u << bits) - 1);
  uint32_t ignored;
  return access({.kind = AccessKind::Write, .size = size, .address = address, .value = part},
                ignored);
}

void Execution::stop(StopReason reason, Missing what) {
  s.stop = {.reason = reason, .at = {.pc = pc_}, .what = what};
  end = End::Stopped;
}

} // namespace ixp::xscale
