#include "emu/explain/accounts.h"

#include "emu/explain/wakers.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

namespace {

// Upper bound of the frames inside at the end of a run that may hold some.
//
// A frame in a buffer of [boot].freelist counts once, by its tag. Each of these may hold one more
// frame: a longword on a ring or in a queue that names no such buffer, a buffer in use without a
// tag, a longword that a command in flight moves, and a context.
class Bound {
public:
  Bound(Chip& chip, const SystemConfig& system, const Images& images, const RunEnd& end)
      : chip_(chip), system_(system), images_(images), end_(end) {}

  uint64_t frames(const Survey& found) {
    const uint64_t holders = count_holders();
    uint64_t n = holders + words_in_flight() + unnamed_words() + unknown_buffers();
    for (const FramesAt& at : found.places)
      if (at.stage >= Stage::Microcode && (holders || at.place != kHeldByMicrocode))
        n += std::ranges::count_if(at.frames, [&](PacketTag tag) {
          const Fate fate = chip_.ledger.entry(tag).fate;
          return fate == Fate::Delivered || fate == Fate::Dropped;
        });
    return n;
  }

private:
  // Contexts that can still execute; the XScale counts as much as a microengine.
  uint64_t count_holders() const {
    const Wakers wakers(chip_, system_, images_, end_.in_flight);
    uint64_t n = chip_.xscale && !chip_.xscale->ended() ? kContexts : 0;
    for (const PlacedImage& placed : images_.placed)
      for (unsigned ctx = 0; ctx < kContexts; ++ctx)
        n += wakers.lives(placed.me, ctx);
    return n;
  }

  uint64_t words_in_flight() const {
    uint64_t n = 0;
    for (const Command& c : end_.in_flight)
      n += std::max<uint64_t>(c.count, 1);
    return n;
  }

  uint64_t unnamed(QueuePlace place, const std::vector<uint32_t>& words) {
    uint64_t n = words.size();
    chip_.packet_buffers.for_each_named(place, words, [&](PacketBuffer&, size_t) { --n; });
    return n;
  }

  uint64_t unnamed_words() {
    uint64_t n = 0;
    for (uint8_t ring = 0; ring < kScratchRings; ++ring)
      n += unnamed({QueuePlace::Scratch, 0, ring}, chip_.scratch.ring_words(ring));
    for (uint8_t me = 0; me < kMicroengines; ++me)
      n += unnamed({QueuePlace::Neighbour, me, 0}, chip_.microengines[me]->neighbour_words());
    for (uint8_t channel = 0; channel < chip_.params.sram_channels; ++channel)
      for (uint8_t entry = 0; entry < kQueueEntries; ++entry)
        if (!is_freelist(channel, entry))
          n +=
              unnamed({QueuePlace::Array, channel, entry}, chip_.sram[channel]->entry_words(entry));
    return n;
  }

  bool is_freelist(unsigned channel, unsigned entry) const {
    return std::ranges::any_of(system_.boot.freelists, [&](const FreelistConfig& f) {
      return f.channel == channel && f.entry == entry;
    });
  }

  uint64_t unknown_buffers() {
    uint64_t in_use = 0, known = 0;
    for (const FreelistConfig& f : system_.boot.freelists)
      in_use += f.buffers - std::min(f.buffers, chip_.sram[f.channel]->entry(f.entry).depth());
    chip_.packet_buffers.for_each([&](const PacketBuffer&) { ++known; });
    return in_use - std::min(in_use, known);
  }

  Chip& chip_;
  const SystemConfig& system_;
  const Images& images_;
  const RunEnd& end_;
};

} // namespace

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

Accounts balance(Chip& chip, const SystemConfig& system, const Images& images, const RunEnd& end) {
  Accounts a;
  a.survey = survey(chip, system);
  a.found = named(a.survey.places, chip.ledger);
  a.lost_with_message = named(a.survey.lost, chip.ledger);
  static_cast<FrameCounts&>(a) = count_frames(chip, system, a.survey);
  // After an idle end all frames have left, so the bound is 0.
  if (end.reason != EndReason::Idle) a.places = Bound(chip, system, images, end).frames(a.survey);
  // A message takes at least a longword per frame.
  for (const auto& [ring, words] : chip.packet_buffers.unknown_words()) {
    a.unknown_words.emplace_back(name(ring, system), words);
    a.places += words;
  }
  a.error = find_error(a, system.counts_drops());
  return a;
}

} // namespace ixp
