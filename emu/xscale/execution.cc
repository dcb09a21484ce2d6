#include "emu/xscale/execution.h"

namespace ixp::xscale {

bool Execution::fetch(uint32_t& word) {
  pc_ = s.r[15];
  thumb_ = s.thumb();
  mode_ = s.mode();
  const Size size = thumb_ ? Size::Half : Size::Word;
  next_ = pc_ + static_cast<uint32_t>(size);
  if (!access({.kind = AccessKind::Fetch, .size = size, .address = pc_}, word)) return false;
  s.r[15] = pc_ + 2 * static_cast<uint32_t>(size);
  return true;
}

// The XScale's fault status tells of instructions too, its fault address of data only.
bool Execution::abort(uint32_t address, uint32_t status) {
  const bool data = accesses_ > 1;
  fault_address_ = address;
  s.system.fault_status = status;
  if (data) s.system.fault_address = address;
  raise(data ? Exception::DataAbort : Exception::PrefetchAbort);
  return false;
}

// Bytes and halfwords of a little-endian program, as the bus counts them.
static uint32_t on_bus(uint32_t address, Size size, bool big_endian) {
  const uint32_t aligned = address & ~(static_cast<uint32_t>(size) - 1);
  return big_endian ? aligned : aligned ^ (4 - static_cast<uint32_t>(size));
}

bool Execution::access(Access a, uint32_t& value) {
  AccessLog& log = s.log;
  const uint32_t address = a.address;
  if (accesses_++ < log.done) {
    value = log.values[accesses_ - 1];
    return true;
  }
  if (log.failed) return abort(address, fault_status::kExternal);
  a.address = on_bus(address, a.size, s.big_endian());
  const Answer answer = bus_.access(a);
  switch (answer.kind) {
  case Answer::Wait:
    log.waiting = true;
    end = End::Waiting;
    return false;
  case Answer::Failed: s.cycles += answer.cycles; return abort(address, fault_status::kExternal);
  case Answer::Done: break;
  }
  s.cycles += answer.cycles;
  log.values[log.done++] = value = answer.value;
  return true;
}

bool Execution::misaligned(uint32_t address, uint32_t multiple_of) {
  if (!(s.system.control & control::kAlignment) || address % multiple_of == 0) return false;
  ++accesses_; // data, whatever comes first
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
