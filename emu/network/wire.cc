#include "emu/network/wire.h"

#include "base/frames/fcs.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>
#include <utility>

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

FrameIdentity WireChip::identify(const FrameRecord& record) const {
  FrameIdentity id;
  if (record.tag == 0) {
    id = {number,       static_cast<uint8_t>(record.port), true,
          record.frame, clock.time_of(record.sop),         {}};
  } else {
    const PacketLedger::Entry& entry = chip->ledger.entry(record.tag);
    if (const FrameIdentity* known = identities.find(entry.port, entry.frame))
      id = *known;
    else
      id = {number,
            entry.port,
            false,
            entry.frame,
            clock.time_of(entry.crossed == kNever ? record.sop : entry.crossed),
            {}};
  }
  id.path.push_back(number);
  return id;
}

WireFrame* WireStart::send(NetTime begins, size_t bytes) {
  constexpr uint64_t kGiga = 1'000'000'000;
  ++counts_.frames;
  counts_.bytes += bytes;
  const bool lost = config_.loss_per_giga && random_.below(kGiga) < config_.loss_per_giga;
  const NetTime added = config_.added_delay ? random_.below(config_.added_delay + 1) : 0;
  if (lost) {
    ++counts_.lost;
    return nullptr;
  }
  WireFrame& frame = outbox.emplace_back();
  last_arrival_ = std::max(last_arrival_, begins + config_.delay + added);
  frame.arrives = last_arrival_;
  return &frame;
}

WireSender::WireSender(WireChip& chip, unsigned port, Fcs fcs, const WireConfig& config,
                       uint64_t seed, unsigned number)
    : WireStart(config, seed, number), chip_(&chip), port_(port), fcs_(fcs) {
  chip.chip->tx.set_carrier(port, this);
}

void WireSender::frame_begins(const FrameRecord& record) {
  WireFrame* frame = send(chip_->clock.time_of(record.sop), record.bytes.size());
  if (!frame) return;
  frame->bytes.assign(record.bytes.begin(), record.bytes.end());
  const size_t fcs = fcs_ == Fcs::Keep ? std::min<size_t>(kFcsBytes, record.bytes.size()) : 0;
  frame->line_bytes = static_cast<uint32_t>(record.bytes.size() - fcs);
  frame->id = chip_->identify(record);
}

NetTime WireSender::next_arrival(NetTime chip_acts) const {
  if (chip_acts == kNever) return kNever;
  const NetTime line = chip_->clock.time_of(chip_->chip->tx.next_begin(port_));
  return std::max(chip_acts, line) + delay();
}

void WireSender::move_to(WireChip& chip) {
  chip_ = &chip;
  chip.chip->tx.set_carrier(port_, this);
}

class WireReceiver::Source final : public FrameSource {
public:
  explicit Source(WireReceiver& wire) : wire_(wire) {}
  Tick none_before() const override {
    return wire_.frames_.empty() ? kNever
                                 : wire_.chip_->clock.tick_at(wire_.frames_.front().arrives);
  }
  bool next(Frame& frame) override {
    frame.not_before = none_before();
    wire_.arriving_ = std::move(wire_.frames_.front());
    wire_.frames_.pop_front();
    frame.bytes = wire_.arriving_.bytes;
    frame.line_bytes = wire_.arriving_.line_bytes;
    frame.spaced = true;
    wire_.chip_->identities.add(wire_.port_, wire_.taken_++, std::move(wire_.arriving_.id));
    return true;
  }

private:
  WireReceiver& wire_;
};

WireReceiver::WireReceiver(WireChip& chip, unsigned port) : chip_(&chip), port_(port) {
  chip.chip->rx.set_source(port, std::make_unique<Source>(*this));
}

void WireReceiver::move_to(WireChip& chip, NetTime begins) {
  received_before_ += received_by_chip();
  if (chip_->chip->rx.arriving(port_)) ++lost_;
  lost_ += std::erase_if(frames_, [&](const WireFrame& f) { return f.arrives < begins; });
  begins_ = begins;
  taken_ = 0;
  chip_ = &chip;
  chip.chip->rx.set_source(port_, std::make_unique<Source>(*this));
}

void WireReceiver::deliver(WireFrame frame) {
  if (frame.arrives < begins_) {
    ++lost_;
    return;
  }
  const Tick from = chip_->clock.tick_at(frame.arrives);
  frames_.push_back(std::move(frame));
  if (frames_.size() == 1) chip_->chip->rx.expect(port_, from);
}

uint64_t WireReceiver::on_the_wire() const {
  return frames_.size() + (chip_->chip->rx.arriving(port_) ? 1 : 0);
}

uint64_t WireReceiver::received() const {
  return received_before_ + received_by_chip();
}

uint64_t WireReceiver::received_by_chip() const {
  const PortStats& s = chip_->chip->rx.stats(port_);
  return s.frames + s.error_frames + s.buffer_overflow_frames;
}

} // namespace ixp
