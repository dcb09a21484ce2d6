#include "emu/media/ledger.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <utility>

namespace ixp {

const char* name(Fate f) {
  static constexpr const char* kNames[] = {"arriving", "in port buffer", "in RBUF", "delivered",
                                           "dropped"};
  return kNames[static_cast<unsigned>(f)];
}

const char* name(DropReason r) {
  static constexpr const char* kNames[] = {"none",
                                           "port buffer overflow",
                                           "RBUF overflow",
                                           "receiver reset",
                                           "idle C-frame",
                                           "C-frame discarded by type",
                                           "damaged C-frame",
                                           "FCEFIFO overflow",
                                           "damaged flow control",
                                           "FCIFIFO overflow"};
  return kNames[static_cast<unsigned>(r)];
}

const char* name(TransmitLoss r) {
  static constexpr const char* kNames[] = {
      "none",    "transmit buffer overflow", "transmit underrun",
      "aborted", "no such transmit port",    "transmitter reset"};
  return kNames[static_cast<unsigned>(r)];
}

bool PacketLedger::Totals::balanced() const {
  uint64_t reasons = 0, fates = 0;
  for (uint64_t n : dropped)
    reasons += n;
  for (uint64_t n : by_fate)
    fates += n;
  return reasons == by_fate[static_cast<unsigned>(Fate::Dropped)] &&
         fates - by_fate[static_cast<unsigned>(Fate::Arriving)] == received;
}

PacketTag PacketLedger::begin(unsigned port, uint64_t frame) {
  if (given_ % kPageEntries == 0) add_page();
  Entry& e = pages_.back()->entries[given_ % kPageEntries];
  e = {};
  e.crossed = kNever;
  e.frame = static_cast<uint32_t>(frame);
  e.port = static_cast<uint8_t>(port);
  ++totals_.by_fate[static_cast<unsigned>(Fate::Arriving)];
  const auto tag = static_cast<PacketTag>(++given_);
  tell(FrameAction::Drawn, 0, tag);
  return tag;
}

const PacketLedger::Entry& PacketLedger::entry(PacketTag tag) const {
  const Page* page = pages_[(tag - 1) / kPageEntries].get();
  assert(page); // otherwise a holder of the tag did not report it
  return page->entries[(tag - 1) % kPageEntries];
}

size_t PacketLedger::pages_left() const {
  return static_cast<size_t>(
      std::ranges::count_if(pages_, [](const auto& page) { return page != nullptr; }));
}

uint64_t PacketLedger::remembered() const {
  const uint64_t unused = (kPageEntries - given_ % kPageEntries) % kPageEntries; // in the last page
  return pages_left() * kPageEntries - unused;
}

// Drops unheld entries when the number of pages has doubled since the last pass: this bounds both
// the memory and the time of the passes.
void PacketLedger::add_page() {
  if (holders_ && pages_.size() >= forget_at_) {
    forget();
    forget_at_ = pages_.size() + std::max(kFewPages, pages_left());
  }
  pages_.push_back(std::make_unique<Page>());
}

void PacketLedger::forget() {
  holders_([this](std::span<const PacketTag> tags) {
    for (const PacketTag tag : tags)
      if (tag != 0) pages_[(tag - 1) / kPageEntries]->held = true;
  });
  for (std::unique_ptr<Page>& page : pages_)
    if (page && !std::exchange(page->held, false)) page.reset();
}

void PacketLedger::move(Entry& e, Fate to) {
  if (e.fate == Fate::Arriving && to != Fate::Arriving) ++totals_.received;
  --totals_.by_fate[static_cast<unsigned>(e.fate)];
  ++totals_.by_fate[static_cast<unsigned>(to)];
  e.fate = to;
}

void PacketLedger::set(PacketTag tag, Fate fate) {
  if (tag == 0) return;
  Entry& e = find(tag);
  if (e.fate != Fate::Dropped) move(e, fate);
}

void PacketLedger::delivered(PacketTag tag, bool receive_error) {
  if (tag == 0) return;
  Entry& e = find(tag);
  if (e.fate == Fate::Dropped) {
    ++totals_.dropped_seen;
    return;
  }
  move(e, Fate::Delivered);
  if (receive_error) ++totals_.delivered_with_error;
}

void PacketLedger::drop(PacketTag tag, DropReason reason) {
  if (tag == 0) return;
  Entry& e = find(tag);
  if (e.fate == Fate::Dropped) return;
  move(e, Fate::Dropped);
  e.reason = reason;
  ++totals_.dropped[static_cast<unsigned>(reason)];
  tell(FrameAction::Dropped, static_cast<uint8_t>(reason), tag);
}

void PacketLedger::transmitted(PacketTag tag) {
  if (tag == 0) {
    ++totals_.transmitted_untagged;
    return;
  }
  ++totals_.transmitted_tagged;
  Entry& e = find(tag);
  if (e.lost != TransmitLoss::None) --totals_.lost_on_transmit[static_cast<unsigned>(e.lost)];
  e.lost = TransmitLoss::None;
  if (e.times_transmitted == 0) ++totals_.received_and_transmitted;
  if (e.times_transmitted < 255) ++e.times_transmitted;
}

void PacketLedger::lost_on_transmit(PacketTag tag, TransmitLoss reason) {
  if (tag == 0) return;
  Entry& e = find(tag);
  if (e.left()) return;
  e.lost = reason;
  ++totals_.lost_on_transmit[static_cast<unsigned>(reason)];
  tell(FrameAction::LostOnTransmit, static_cast<uint8_t>(reason), tag);
}

void PacketLedger::tell(FrameAction action, uint8_t reason, PacketTag tag) const {
  if (!heard(events_, EventKind::Frame)) [[likely]]
    return;
  const Entry& e = entry(tag);
  const Slot slot = action == FrameAction::LostOnTransmit ? Slot::TxPorts : Slot::RxPorts;
  events_->add(EventKind::Frame, slot, events_->now(), {}).frame = {action, reason, e.port, e.frame,
                                                                    0,      tag,    0};
}

char* PacketLedger::write_text(PacketTag tag, char* out) const {
  if (tag == 0) {
    *out++ = '-';
    return out;
  }
  const Entry& e = entry(tag);
  *out++ = 'p';
  out = std::to_chars(out, out + 10, unsigned{e.port}).ptr;
  *out++ = '.';
  return std::to_chars(out, out + 20, e.frame).ptr;
}

std::string PacketLedger::text(PacketTag tag) const {
  char buffer[kMostText];
  return {buffer, write_text(tag, buffer)};
}

} // namespace ixp
