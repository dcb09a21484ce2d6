// Things microcode does that silicon does not forgive, or forgives in surprising ways. They are
// modelled as the chip behaves and reported here as values, never as C++ exceptions.
#pragma once

#include "emu/kernel/time.h"

#include <string>

namespace ixp {

enum class HazardKind : uint8_t {
  ReadBeforeSignal,   // transfer register read while its data are outstanding
  WriteBeforePull,    // transfer register written while a unit has still to take it
  LostSignal,         // a signal set that was already set
  PutIntoFullRing,    // a ring wrapped over entries nobody had read
  Uninitialised,      // register or memory read that was never written (--check)
  BadAddress,         // reference outside populated memory, or misaligned
  QueueMisuse,        // queue array entry used as something it is not
  BadCsr,             // reference to a register that does not exist
  MediaMisuse,        // RBUF or TBUF element used out of turn
  IllegalInstruction, // undefined encoding, branch in a defer slot: stops the run
  StoreOverrun,       // ran past the end of the program or the control store: stops the run
};
const char* name(HazardKind k); // "read-before-signal" ...
bool stops_run(HazardKind k);

struct Hazard {
  HazardKind kind{};
  Tick tick = 0;
  int me = -1, ctx = -1, pc = -1; // -1 = does not apply
  std::string text;
};

class HazardSink {
public:
  virtual ~HazardSink() = default;
  virtual void report(Hazard h) = 0;
  bool check = false; // --check: also track what was never initialised
};

} // namespace ixp
