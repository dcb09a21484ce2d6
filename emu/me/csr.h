// Byte addresses of the local CSRs, and their properties.
#pragma once

#include <cstdint>

namespace ixp::me::csr {

enum : uint16_t {
  UstoreAddress = 0x000,
  UstoreDataLower = 0x004,
  UstoreDataUpper = 0x008,
  UstoreErrorStatus = 0x00c,
  AluOut = 0x010,
  CtxArbCntl = 0x014,
  CtxEnables = 0x018,
  CcEnable = 0x01c,
  CsrCtxPointer = 0x020,
  IndirectCtxSts = 0x040,
  ActiveCtxSts = 0x044,
  IndirectSigEvents = 0x048,
  ActiveSigEvents = 0x04c,
  IndirectWakeupEvents = 0x050,
  ActiveWakeupEvents = 0x054,
  IndirectFutureCount = 0x058,
  ActiveFutureCount = 0x05c,
  IndirectLmAddr0 = 0x060,
  ActiveLmAddr0 = 0x064,
  IndirectLmAddr1 = 0x068,
  ActiveLmAddr1 = 0x06c,
  ByteIndex = 0x070,
  TIndex = 0x074,
  IndirectFutureSignal = 0x078,
  ActiveFutureSignal = 0x07c,
  NnPut = 0x080,
  NnGet = 0x084,
  TimestampLow = 0x0c0,
  TimestampHigh = 0x0c4,
  IndirectLmAddr0ByteIndex = 0x0e0,
  ActiveLmAddr0ByteIndex = 0x0e4,
  IndirectLmAddr1ByteIndex = 0x0e8,
  ActiveLmAddr1ByteIndex = 0x0ec,
  TIndexByteIndex = 0x0f4,
  NextNeighborSignal = 0x100,
  PrevNeighborSignal = 0x104,
  SameMeSignal = 0x108,
  CrcRemainder = 0x140,
  ProfileCount = 0x144,
  PseudoRandomNumber = 0x148,
  LocalCsrStatus = 0x180,
};

// CTX_ENABLES
constexpr uint32_t kFourContexts = 1u << 31, kRandomEveryCycle = 1u << 30, kParityError = 1u << 29,
                   kBreakpoint = 1u << 27, kRegisterParity = 1u << 25, kNnSelf = 1u << 20,
                   kLm1Global = 1u << 17, kLm0Global = 1u << 16;
constexpr uint32_t kWriteOneToClear = kParityError | kBreakpoint | kRegisterParity;
constexpr uint32_t kCcEnabled = 1u << 13; // CC_ENABLE

// True for a register that each context has. It has two addresses: Indirect.. for the context that
// CSR_CTX_POINTER selects, and Active.. for the executing one.
constexpr bool of_context(uint16_t a) {
  return (a >= IndirectSigEvents && a <= ActiveLmAddr1) ||
         (a >= IndirectFutureSignal && a <= ActiveFutureSignal) ||
         (a >= IndirectLmAddr0ByteIndex && a <= ActiveLmAddr1ByteIndex);
}
// The Indirect address of such a register; that of any other one.
constexpr uint16_t indirect(uint16_t a) {
  return static_cast<uint16_t>(of_context(a) ? a & ~4u : a);
}

// True if writes take effect after the shorter latency of pointers.
constexpr bool is_pointer(uint16_t a) {
  return (a >= IndirectLmAddr0 && a <= TIndex) || a == NnPut || a == NnGet ||
         (a >= IndirectLmAddr0ByteIndex && a <= TIndexByteIndex);
}

// True if only the microengine itself accesses it between two interactions, so that it may run
// ahead of shared time.
constexpr bool is_private(uint16_t a) {
  switch (indirect(a)) {
  case UstoreAddress:
  case UstoreDataLower:
  case CcEnable:
  case ByteIndex:
  case TIndex:
  case TIndexByteIndex:
  case IndirectLmAddr0:
  case IndirectLmAddr1:
  case IndirectLmAddr0ByteIndex:
  case IndirectLmAddr1ByteIndex:
  case CrcRemainder:
  case ProfileCount:
  case PseudoRandomNumber: return true;
  default: return false;
  }
}

// True if a write starts a context's timer.
constexpr bool sets_timer(uint16_t a) {
  return indirect(a) == IndirectFutureCount || indirect(a) == IndirectFutureSignal;
}

// True if reading it needs no shared time.
constexpr bool reads_ahead(uint16_t a) {
  return is_private(a) || a == TimestampLow || a == TimestampHigh || a == ActiveCtxSts ||
         a == CtxEnables || a == CsrCtxPointer;
}

// True for a clock: reading has no side effects and depends only on the cycle.
constexpr bool is_clock(uint16_t a) {
  return a == TimestampLow || a == TimestampHigh || a == ProfileCount;
}

// True if a write only posts a signal.
constexpr bool sends_signal(uint16_t a) {
  return a == NextNeighborSignal || a == PrevNeighborSignal || a == SameMeSignal;
}

} // namespace ixp::me::csr
