// Coprocessor 15, as in the manuals of network processors with this core. Operations on caches,
// which are not modelled, do nothing.
#include "emu/xscale/coprocessors.h"

namespace ixp::xscale {

// An IXP2400 (Linux, proc-xscale.S); caches of 32 KB with 32 ways and lines of 32 bytes.
static constexpr uint32_t kIdentity = 0x69054190, kCacheType = 0x0b1aa1aa;

constexpr uint32_t kTranslationBase = 2;
static uint32_t* plain_register(State& s, const CoprocessorRegister& r) {
  switch (r.n) {
  case kTranslationBase: return &s.system.translation_base;
  case 3: return &s.system.domains;
  case 5: return &s.system.fault_status;
  case 6: return &s.system.fault_address;
  default: return nullptr;
  }
}

constexpr uint32_t kTlbOperations = 8;
static bool is_operation(uint32_t n) { // on caches, TLBs and their locks
  return n >= 7 && n <= 10;
}

// Any operation on the TLB empties all of it. No program can see that: entries are read again from
// its tables.
static void empty_tlb(State& s) {
  ++s.system.changes;
  s.tlb.fill({});
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
  case 13: value = s.system.process_id; return true;
  case 15: value = s.system.coprocessor_access; return from.m == 1;
  default: value = 0; return is_operation(from.n);
  }
}

static void write_control(State& s, uint32_t value) {
  ++s.system.changes;
  s.system.control = (value & control::kWritable) | control::kOnes;
}

bool write_system_control(Execution& x, const CoprocessorRegister& to, uint32_t value) {
  State& s = x.s;
  if (to.opcode1 != 0) return false;
  if (uint32_t* plain = plain_register(s, to)) {
    *plain = value;
    ++s.system.changes;
    if (to.n == kTranslationBase) empty_tlb(s);
    return true;
  }
  switch (to.n) {
  case 0: return true; // read-only
  case 1:
    if (to.opcode2 == 1)
      s.system.auxiliary = value;
    else
      write_control(s, value);
    return true;
  case kTlbOperations: empty_tlb(s); return true;
  case 13:
    ++s.system.changes;
    s.system.process_id = value & 0xfe000000;
    return true;
  case 15: s.system.coprocessor_access = value & 0x3fff; return to.m == 1;
  default: return is_operation(to.n);
  }
}

} // namespace ixp::xscale
