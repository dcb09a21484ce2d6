// Coprocessor 15, as in the manuals of network processors with this core. Operations on caches and
// MMU, which are not modelled, do nothing; registers used only by the MMU store written values.
#include "emu/xscale/coprocessors.h"

namespace ixp::xscale {

// An IXP2400 (Linux, proc-xscale.S); caches of 32 KB with 32 ways and lines of 32 bytes.
static constexpr uint32_t kIdentity = 0x69054190, kCacheType = 0x0b1aa1aa;

static uint32_t* plain_register(State& s, const CoprocessorRegister& r) {
  switch (r.n) {
  case 2: return &s.system.translation_base;
  case 3: return &s.system.domains;
  case 5: return &s.system.fault_status;
  case 6: return &s.system.fault_address;
  default: return nullptr;
  }
}

static bool is_operation(uint32_t n) { // on caches, TLBs and their locks
  return n >= 7 && n <= 10;
}

bool read_system_control(Execution& x, const CoprocessorRegister& from, uint32_t& value) {
  const State& s = x.s;
  if (from.opcode1 != 0) return false;
  if (const uint32_t* plain = plain_register(x.s, from)) {
    value = *plain;
    return true;
  }
  switch (from.n) {
  case 0: value = from.opcode2 == 1 ? kCacheType : kIdentity; return true;
  case 1: value = from.opcode2 == 1 ? s.system.auxiliary : s.system.control; return true;
  case 13: value = 0; return true; // process identity
  case 15: value = s.system.coprocessor_access; return from.m == 1;
  default: value = 0; return is_operation(from.n);
  }
}

static bool write_control(Execution& x, uint32_t value) {
  if (value & control::kMmu) {
    x.stop(StopReason::NotModelled, Missing::Mmu);
    return false;
  }
  x.s.system.control = (value & control::kWritable) | control::kOnes;
  return true;
}

static bool write_process_id(Execution& x, uint32_t value) {
  if (value >> 25 == 0) return true;
  x.stop(StopReason::NotModelled, Missing::ProcessId);
  return false;
}

bool write_system_control(Execution& x, const CoprocessorRegister& to, uint32_t value) {
  State& s = x.s;
  if (to.opcode1 != 0) return false;
  if (uint32_t* plain = plain_register(s, to)) {
    *plain = value;
    return true;
  }
  switch (to.n) {
  case 0: return true; // read-only
  case 1:
    if (to.opcode2 != 1) return write_control(x, value);
    s.system.auxiliary = value;
    return true;
  case 13: return write_process_id(x, value);
  case 15: s.system.coprocessor_access = value & 0x3fff; return to.m == 1;
  default: return is_operation(to.n);
  }
}

} // namespace ixp::xscale
