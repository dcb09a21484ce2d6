#include "emu/kernel/hazard.h"

namespace ixp {

const char* name(HazardKind k) {
  switch (k) {
  case HazardKind::ReadBeforeSignal: return "read-before-signal";
  case HazardKind::WriteBeforePull: return "write-before-pull";
  case HazardKind::LostSignal: return "lost-signal";
  case HazardKind::PutIntoFullRing: return "put-into-full-ring";
  case HazardKind::Uninitialised: return "uninitialised";
  case HazardKind::BadAddress: return "bad-address";
  case HazardKind::QueueMisuse: return "queue-misuse";
  case HazardKind::BadCsr: return "bad-csr";
  case HazardKind::MediaMisuse: return "media-misuse";
  case HazardKind::IllegalInstruction: return "illegal-instruction";
  case HazardKind::StoreOverrun: return "store-overrun";
  }
  return "unknown";
}

bool stops_run(HazardKind k) {
  return k == HazardKind::IllegalInstruction || k == HazardKind::StoreOverrun;
}

} // namespace ixp
