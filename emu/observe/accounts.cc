#include "emu/observe/accounts.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

static bool is_freelist(const SystemConfig& system, unsigned channel, unsigned entry) {
  return std::ranges::any_of(system.boot.freelists, [&](const FreelistConfig& f) {
    return f.channel == channel && f.entry == entry;
  });
}

// Upper bound on the frames inside, from the contents of rings and queues. A frame on a ring takes
// at least a longword; one in a buffer at least a byte.
static uint64_t count_places(Chip& chip, const SystemConfig& system) {
  uint64_t places = chip.msf->tbuf_valid();
  for (const RingConfig& r : system.rings)
    places += chip.scratch.ring_count(r.number);
  for (unsigned channel = 0; channel < chip.params.sram_channels; ++channel)
    for (unsigned entry = 0; entry < kQueueEntries; ++entry)
      if (!is_freelist(system, channel, entry))
        places += chip.sram[channel]->queue_stats(entry).depth.depth();
  for (const auto& [number, port] : system.ports)
    if (port.tx) places += chip.tx.fill(number, chip.kernel->now());
  return places;
}

// Upper bound on the frames that microcode holds: one per context, or, if it stores more in memory
// (heads of queues), one per buffer that is not free.
static uint64_t count_held(Chip& chip, const SystemConfig& system) {
  uint64_t buffers = 0;
  for (const FreelistConfig& f : system.boot.freelists)
    buffers += f.buffers - std::min(f.buffers, chip.sram[f.channel]->entry(f.entry).depth());
  return std::max<uint64_t>(buffers, system.microengines.size() * kContexts);
}

static std::string find_error(const Accounts& a, bool counts_drops) {
  if (!a.ledger.balanced())
    return fmt::format("{} frames were received, but the sum over their destinations differs",
                       a.ledger.received);
  if (a.inside < 0)
    return fmt::format("microcode accounts for {} frames more than it was given: counters say {}, "
                       "{} were transmitted, {} delivered",
                       -a.inside, a.counted, a.ledger.received_and_transmitted,
                       a.by_fate(Fate::Delivered));
  if (counts_drops && a.inside > static_cast<int64_t>(a.places))
    return fmt::format("{} frames vanished: {} were delivered and neither transmitted nor counted, "
                       "but only {} places could hold one",
                       a.inside - static_cast<int64_t>(a.places), a.inside, a.places);
  return {};
}

static NamedFrames named(const std::vector<FramesAt>& places, const PacketLedger& ledger) {
  NamedFrames out;
  for (const FramesAt& at : places) {
    auto& [place, tags] = out.emplace_back(at.place, std::vector<std::string>{});
    for (const PacketTag tag : at.frames)
      tags.push_back(ledger.text(tag));
  }
  return out;
}

Accounts balance(Chip& chip, const SystemConfig& system, const RunEnd& end) {
  Accounts a;
  a.survey = survey(chip, system);
  a.found = named(a.survey.places, chip.ledger);
  a.lost_with_message = named(a.survey.lost, chip.ledger);
  static_cast<FrameCounts&>(a) = count_frames(chip, system, a.survey);
  // After an idle end all frames have left, so the bound is 0.
  if (end.reason != EndReason::Idle)
    a.places = count_places(chip, system) + count_held(chip, system);
  // A message takes at least a longword per frame.
  for (const auto& [ring, words] : chip.packet_buffers.unknown_words()) {
    a.unknown_words.emplace_back(name(ring, system), words);
    a.places += words;
  }
  a.error = find_error(a, system.counts_drops());
  return a;
}

} // namespace ixp
