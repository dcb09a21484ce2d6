#include "emu/xscale/execution.h"

namespace ixp::xscale {

void Windows::close_all() {
  for (auto& mode : windows_)
    for (auto& kind : mode)
      for (Window& w : kind)
        w.tag = ~0u;
}

// Raises an abort. The XScale's fault status covers instructions too, its fault address only data.
bool Execution::abort(uint32_t address, uint32_t status) {
  const bool data = accesses_ > 1;
  fault_address_ = address;
  s.system.fault_status = data || status == fault_status::kExternal ? status : fault_status::kFetch;
  if (data) s.system.fault_address = address;
  raise(data ? Exception::DataAbort : Exception::PrefetchAbort);
  return false;
}

bool Execution::access_bus(const Access& a, uint32_t& value) {
  AccessLog& log = s.log;
  Access placed = a;
  placed.address = on_bus(a.address, a.size, s.big_endian());
  if (s.system.translates()) {
    const Translation t = translate(s, bus_, placed.address, a.kind, user_);
    if (t.read) windows_.close(placed.address);
    if (t.fault) return abort(a.address, t.fault);
    placed.address = t.address;
  }
  const Answer answer = bus_.access(placed);
  if (answer.kind != Answer::Done) return unanswered(a, answer);
  s.cycles += answer.cycles;
  log.values[log.done++] = value = answer.value;
  if (const Direct d = bus_.direct(placed.address, a.kind == AccessKind::Write); d.bytes)
    windows_.open(on_bus(a.address, a.size, s.big_endian()), a.kind, user_, d);
  return true;
}

// An access answered before the instruction had to wait, or the one whose wait ended in a failure.
bool Execution::repeated(uint32_t address, uint32_t& value) {
  const AccessLog& log = s.log;
  if (accesses_ > log.done) return abort(address, fault_status::kExternal);
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

bool Execution::abort_misaligned(uint32_t address) {
  ++accesses_; // counts as a data access
  abort(address, fault_status::kAlignment);
  return true;
}

void Execution::stop(StopReason reason, Missing what) {
  s.stop = {.reason = reason, .at = {.pc = pc_}, .what = what};
  end = End::Stopped;
}

} // namespace ixp::xscale
