#include "emu/chip/survey.h"

#include "emu/me/state.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_set>

namespace ixp {

uint64_t Survey::frames() const {
  uint64_t n = 0;
  for (const FramesAt& at : places)
    n += at.frames.size();
  return n;
}

std::string name(const QueuePlace& place, const SystemConfig& system) {
  switch (place.kind) {
  case QueuePlace::Scratch: {
    const RingConfig* ring = system.ring(place.number);
    return ring && !ring->name.empty() ? fmt::format("ring {} ({})", ring->name, place.number)
                                       : fmt::format("ring {}", place.number);
  }
  case QueuePlace::Neighbour: return fmt::format("next-neighbour ring of {}", me_name(place.unit));
  case QueuePlace::Array: return fmt::format("sram{} entry {}", place.unit, place.number);
  case QueuePlace::None: break;
  }
  return "nowhere";
}

namespace {

// Visits the chip from the receive ports to the transmit ports, so that a frame counts at its
// latest stage.
class Surveyor {
public:
  Surveyor(Chip& chip, const SystemConfig& system) : chip_(chip), system_(system) {}

  Survey run() {
    chip_.settle();
    look_at_ports(Stage::TransmitPort);
    std::vector<PacketTag> tags;
    chip_.msf->list_tbuf(tags);
    add(Stage::Tbuf, "TBUF", tags);
    look_at_rings();
    look_at_queues();
    look_at_buffers();
    tags.clear();
    chip_.msf->list_rbuf(tags);
    add(Stage::Rbuf, "RBUF", tags);
    look_at_ports(Stage::ReceivePort);
    for (std::vector<FramesAt>& places : by_stage_)
      std::ranges::move(places, std::back_inserter(out_.places));
    return std::move(out_);
  }

private:
  // True if the frame is still inside and was not found before.
  bool is_new(PacketTag tag) {
    if (tag == 0) return false;
    const PacketLedger::Entry& e = chip_.ledger.entry(tag);
    return e.fate != Fate::Arriving && !e.left() && seen_.insert(tag).second;
  }

  void add_to(std::vector<FramesAt>& list, Stage stage, std::string place,
              std::vector<PacketTag> tags) {
    std::erase_if(tags, [&](PacketTag tag) { return !is_new(tag); });
    if (tags.empty()) return;
    std::ranges::sort(tags);
    list.push_back({stage, std::move(place), std::move(tags)});
  }
  void add(Stage stage, std::string place, std::vector<PacketTag> tags) {
    add_to(by_stage_[static_cast<unsigned>(stage)], stage, std::move(place), std::move(tags));
  }

  void look_at_ports(Stage stage) {
    for (const auto& [number, port] : system_.ports) {
      std::vector<PacketTag> tags;
      if (stage == Stage::ReceivePort && port.rx) chip_.rx.list_frames(number, tags);
      if (stage == Stage::TransmitPort && port.tx) chip_.tx.list_frames(number, tags);
      add(stage,
          fmt::format("port {} {} buffer", number,
                      stage == Stage::ReceivePort ? "receive" : "transmit"),
          tags);
    }
  }

  void add_named(QueuePlace place, const std::vector<uint32_t>& words) {
    std::vector<PacketTag> tags;
    chip_.packet_buffers.for_each_named(place, words,
                                        [&](PacketBuffer& b, size_t) { tags.push_back(b.frame); });
    add(Stage::Microcode, name(place, system_), tags);
  }

  void look_at_rings() {
    for (unsigned n = 0; n < kScratchRings; ++n)
      add_named({QueuePlace::Scratch, 0, static_cast<uint8_t>(n)}, chip_.scratch.ring_words(n));
    for (unsigned me = 0; me < kMicroengines; ++me)
      add_named({QueuePlace::Neighbour, static_cast<uint8_t>(me), 0},
                chip_.microengines[me]->neighbour_words());
  }

  void look_at_queues() {
    for (unsigned channel = 0; channel < chip_.params.sram_channels; ++channel)
      for (unsigned entry = 0; entry < kQueueEntries; ++entry)
        add_named({QueuePlace::Array, static_cast<uint8_t>(channel), static_cast<uint8_t>(entry)},
                  chip_.sram[channel]->entry_words(entry));
  }

  // Collects frames in buffers that no ring and no queue names.
  void look_at_buffers() {
    std::vector<PacketTag> held;
    std::map<QueuePlace, std::vector<PacketTag>> lost;
    chip_.packet_buffers.for_each([&](PacketBuffer& b) {
      (b.lost_in.kind == QueuePlace::None ? held : lost[b.lost_in]).push_back(b.frame);
    });
    for (auto& [place, tags] : lost)
      add_to(out_.lost, Stage::Microcode, name(place, system_), std::move(tags));
    add(Stage::Microcode, kHeldByMicrocode, std::move(held));
  }

  Chip& chip_;
  const SystemConfig& system_;
  Survey out_;
  std::array<std::vector<FramesAt>, kStages> by_stage_;
  std::unordered_set<PacketTag> seen_;
};

} // namespace

Survey survey(Chip& chip, const SystemConfig& system) {
  return Surveyor(chip, system).run();
}

FrameCounts count_frames(Chip& chip, const SystemConfig& system, const Survey& survey) {
  FrameCounts n;
  n.ledger = chip.ledger.totals();
  for (const CounterConfig& c : system.counters) {
    if (c.counts != Counts::Drops) continue;
    const uint64_t value = chip.read(c.region, c.address);
    n.counters.emplace_back(c.name, value);
    n.counted += value;
  }
  for (unsigned r = 1; r < kTransmitLosses; ++r)
    if (n.ledger.lost_on_transmit[r])
      n.lost.emplace_back(name(static_cast<TransmitLoss>(r)), n.ledger.lost_on_transmit[r]);
  for (const FramesAt& at : survey.lost)
    n.lost.emplace_back("in " + at.place, at.frames.size());
  for (const auto& [what, frames] : n.lost)
    n.lost_sum += frames;
  const uint64_t seen = n.by_fate(Fate::Delivered) + n.ledger.dropped_seen;
  n.inside = static_cast<int64_t>(seen) -
             static_cast<int64_t>(n.ledger.received_and_transmitted + n.counted + n.lost_sum);
  const uint64_t arriving =
      n.by_fate(Fate::Arriving) + n.by_fate(Fate::InPort) + n.by_fate(Fate::InRbuf);
  if (n.inside < 0 && static_cast<uint64_t>(-n.inside) <= arriving) {
    n.counted_early = static_cast<uint64_t>(-n.inside);
    n.inside = 0;
  }
  return n;
}

} // namespace ixp
