#include "emu/kernel/hazard.h"

#include <algorithm>
#include <iterator>

namespace ixp {

const char* name(HazardKind k) {
  static constexpr const char* kNames[] = {
      "read-before-signal",  "write-before-pull", "lost-signal",   "put-into-full-ring",
      "ring-overwritten",    "short-get",         "uninitialised", "bad-address",
      "queue-misuse",        "unknown-ring",      "double-free",   "foreign-buffer",
      "use-after-free",      "buffer-in-use",     "bad-csr",       "media-misuse",
      "illegal-instruction", "store-overrun",     "control-core"};
  static_assert(std::size(kNames) == kHazardKinds);
  return kNames[static_cast<unsigned>(k)];
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
