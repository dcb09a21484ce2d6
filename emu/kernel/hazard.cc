#include "emu/kernel/hazard.h"

#include <algorithm>

namespace ixp {

const char* name(HazardKind k) {
  switch (k) {
  case HazardKind::ReadBeforeSignal: return "read-before-signal";
  case HazardKind::WriteBeforePull: return "write-before-pull";
  case HazardKind::LostSignal: return "lost-signal";
  case HazardKind::PutIntoFullRing: return "put-into-full-ring";
  case HazardKind::RingOverwritten: return "ring-overwritten";
  case HazardKind::ShortGet: return "short-get";
  case HazardKind::Uninitialised: return "uninitialised";
  case HazardKind::BadAddress: return "bad-address";
  case HazardKind::QueueMisuse: return "queue-misuse";
  case HazardKind::UnknownRing: return "unknown-ring";
  case HazardKind::DoubleFree: return "double-free";
  case HazardKind::ForeignBuffer: return "foreign-buffer";
  case HazardKind::UseAfterFree: return "use-after-free";
  case HazardKind::BufferInUse: return "buffer-in-use";
  case HazardKind::BadCsr: return "bad-csr";
  case HazardKind::MediaMisuse: return "media-misuse";
  case HazardKind::IllegalInstruction: return "illegal-instruction";
  case HazardKind::StoreOverrun: return "store-overrun";
  case HazardKind::ControlCore: return "control-core";
  }
  return "unknown";
}

bool stops_run(HazardKind k) {
  return k == HazardKind::IllegalInstruction || k == HazardKind::StoreOverrun ||
         k == HazardKind::ControlCore;
}

bool loses_data(HazardKind k) {
  return k != HazardKind::LostSignal && k != HazardKind::Uninitialised;
}

bool parse(std::string_view text, FailOn& fail_on) {
  const auto* name = std::ranges::find(kFailOnNames, text);
  if (name == std::end(kFailOnNames)) return false;
  fail_on = static_cast<FailOn>(name - kFailOnNames);
  return true;
}

bool fails(HazardKind k, FailOn fail_on) {
  if (stops_run(k) || fail_on == FailOn::Any) return true;
  return fail_on == FailOn::Loss && loses_data(k);
}

} // namespace ixp
