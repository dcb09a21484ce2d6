#include "emu/network/identity.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace ixp {

std::string text(const FrameIdentity& id, const std::vector<std::string>& chip_names) {
  return fmt::format("{}:{}{}.{}", chip_names[id.chip], id.made ? 'm' : 'p', id.port, id.frame);
}

void Identities::add(unsigned port, uint64_t ordinal, FrameIdentity id) {
  identities_.insert_or_assign(key(port, ordinal), std::move(id));
}

const FrameIdentity* Identities::find(unsigned port, uint64_t ordinal) const {
  const auto it = identities_.find(key(port, ordinal));
  return it == identities_.end() ? nullptr : &it->second;
}

void Identities::forget(const PacketLedger& ledger, const EachTag& each_tag) {
  if (identities_.size() < look_at_) return;
  std::unordered_set<uint64_t> held;
  each_tag([&](std::span<const PacketTag> tags) {
    for (const PacketTag tag : tags)
      if (tag != 0) held.insert(key(ledger.entry(tag).port, ledger.entry(tag).frame));
  });
  std::erase_if(identities_, [&](const auto& entry) { return !held.contains(entry.first); });
  look_at_ = std::max<size_t>(1024, 2 * identities_.size());
}

} // namespace ixp
