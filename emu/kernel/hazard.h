// Errors of microcode that the silicon does not detect, or handles in surprising ways. They are
// modelled as the chip behaves and reported here as values, never as C++ exceptions.
#pragma once

#include "emu/kernel/time.h"

#include <string>
#include <string_view>

namespace ixp {

enum class HazardKind : uint8_t {
  ReadBeforeSignal,   // transfer register read while its data are outstanding
  WriteBeforePull,    // transfer register written before a unit has pulled it
  LostSignal,         // a signal set that was already set
  PutIntoFullRing,    // a ring wrapped over unread entries, or refused a put unnoticed
  RingOverwritten,    // a plain write changed a word that is in a ring
  ShortGet,           // a get of more longwords than the ring held
  Uninitialised,      // register or memory read that was never written (--uninitialised)
  BadAddress,         // reference outside populated memory, or misaligned
  QueueMisuse,        // queue array entry used as the wrong kind
  UnknownRing,        // put to or get from a ring that was not set up
  DoubleFree,         // a buffer put on its free list while it is there already
  ForeignBuffer,      // a buffer on a free list that boot software did not put there
  UseAfterFree,       // a buffer put in a queue while it is on its free list
  BufferInUse,        // a damaged free list returns a buffer in use
  BadCsr,             // reference to a register that does not exist
  MediaMisuse,        // RBUF or TBUF element used out of turn
  IllegalInstruction, // undefined encoding, branch in a defer slot: stops the run
  StoreOverrun,       // ran past the end of the program or the control store: stops the run
  ControlCore,        // the ARM program took a fault, hangs or reports a failure: stops the run
};
constexpr unsigned kHazardKinds = static_cast<unsigned>(HazardKind::ControlCore) + 1;
const char* name(HazardKind k); // "read-before-signal" ...
bool stops_run(HazardKind k);
// True if data are lost or wrong from here on. False for a lost signal, whose visible effect is a
// delay or a hang, and for a read of uninitialised data, which is 0 in this model.
bool loses_data(HazardKind k);

// Hazards that make a run fail; those that stop it always do.
enum class FailOn : uint8_t { None, Loss, Any };
inline constexpr std::string_view kFailOnNames[] = {"none", "loss", "any"};
bool parse(std::string_view text, FailOn& fail_on);
bool fails(HazardKind k, FailOn fail_on);

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
  bool check = false; // --uninitialised: also track uninitialised data
};

} // namespace ixp
