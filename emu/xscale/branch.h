// Branches, and instructions that raise an exception.
#pragma once

#include "emu/xscale/execution.h"

namespace ixp::xscale {

inline void take_branch(Execution& x, uint32_t target) {
  x.jump(target);
  x.cycles = x.thumb() ? x.time.thumb_branch : x.time.branch;
  // This loop can never end.
  const bool masked = (x.s.cpsr & (psr::kI | psr::kF)) == (psr::kI | psr::kF);
  if (x.next() == x.pc() && masked) x.stop(StopReason::BranchHere);
}
inline void take_interworking_branch(Execution& x, uint32_t target) {
  x.cycles = x.thumb() ? x.time.thumb_branch : x.time.branch;
  x.interwork(target);
}

template <class E> void branch(Execution& x, uint32_t w) {
  take_branch(x, x.reg(15) + 4 * static_cast<uint32_t>(E::template get_signed<'i'>(w)));
}
template <class E> void branch_link(Execution& x, uint32_t w) {
  x.set(14, x.next());
  branch<E>(x, w);
}
// BLX of a label: always to Thumb state, so the target can be at any halfword (h).
template <class E> void branch_link_exchange(Execution& x, uint32_t w) {
  x.set(14, x.next());
  const uint32_t offset = 4 * static_cast<uint32_t>(E::template get_signed<'i'>(w));
  take_interworking_branch(x, (x.reg(15) + offset + 2 * E::template get<'h'>(w)) | 1);
}

template <class E> void bx(Execution& x, uint32_t w) {
  take_interworking_branch(x, x.reg(E::template get<'m'>(w)));
}
// r14 also gets the state to return to.
template <class E> void blx_register(Execution& x, uint32_t w) {
  const uint32_t target = x.reg(E::template get<'m'>(w));
  x.set(14, x.next() | uint32_t{x.thumb()});
  take_interworking_branch(x, target);
}

template <class E> void swi(Execution& x, uint32_t) {
  x.raise(Exception::SoftwareInterrupt);
}
template <class E> void undefined(Execution& x, uint32_t) {
  x.raise(Exception::Undefined);
}
template <class E> void bkpt(Execution& x, uint32_t) {
  x.s.system.fault_status = fault_status::kDebug;
  x.raise(Exception::PrefetchAbort);
}

} // namespace ixp::xscale
