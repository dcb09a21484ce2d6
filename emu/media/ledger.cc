#include "emu/media/ledger.h"

#include <charconv>

namespace ixp {

const char* name(Fate f) {
  static constexpr const char* kNames[] = {"arriving", "in port buffer", "in RBUF", "delivered",
                                           "dropped"};
  return kNames[static_cast<unsigned>(f)];
}

const char* name(DropReason r) {
  static constexpr const char* kNames[] = {"none", "port buffer overflow", "RBUF overflow",
                                           "receiver reset"};
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
  entries_.push_back({static_cast<uint32_t>(frame), static_cast<uint8_t>(port), Fate::Arriving,
                      DropReason::None, 0});
  ++totals_.by_fate[static_cast<unsigned>(Fate::Arriving)];
  return static_cast<PacketTag>(entries_.size());
}

void PacketLedger::move(Entry& e, Fate to) {
  if (e.fate == Fate::Arriving && to != Fate::Arriving) ++totals_.received;
  --totals_.by_fate[static_cast<unsigned>(e.fate)];
  ++totals_.by_fate[static_cast<unsigned>(to)];
  e.fate = to;
}

void PacketLedger::set(PacketTag tag, Fate fate) {
  if (tag == 0) return;
  Entry& e = entries_[tag - 1];
  if (e.fate != Fate::Dropped) move(e, fate);
}

void PacketLedger::delivered(PacketTag tag, bool receive_error) {
  if (tag == 0) return;
  if (entries_[tag - 1].fate == Fate::Dropped) {
    ++totals_.dropped_seen;
    return;
  }
  move(entries_[tag - 1], Fate::Delivered);
  if (receive_error) ++totals_.delivered_with_error;
}

void PacketLedger::drop(PacketTag tag, DropReason reason) {
  if (tag == 0 || entries_[tag - 1].fate == Fate::Dropped) return;
  move(entries_[tag - 1], Fate::Dropped);
  entries_[tag - 1].reason = reason;
  ++totals_.dropped[static_cast<unsigned>(reason)];
}

void PacketLedger::transmitted(PacketTag tag) {
  if (tag == 0) {
    ++totals_.transmitted_untagged;
    return;
  }
  ++totals_.transmitted_tagged;
  Entry& e = entries_[tag - 1];
  if (e.times_transmitted == 0) ++totals_.received_and_transmitted;
  if (e.times_transmitted < 255) ++e.times_transmitted;
}

void PacketLedger::append_text(PacketTag tag, std::string& out) const {
  if (tag == 0) {
    out += '-';
    return;
  }
  char buffer[24] = "p";
  const Entry& e = entries_[tag - 1];
  char* p = std::to_chars(buffer + 1, buffer + sizeof buffer, unsigned{e.port}).ptr;
  *p++ = '.';
  p = std::to_chars(p, buffer + sizeof buffer, e.frame).ptr;
  out.append(buffer, p);
}

std::string PacketLedger::text(PacketTag tag) const {
  std::string out;
  append_text(tag, out);
  return out;
}

PacketTag PacketLedger::find(unsigned port, uint64_t frame) const {
  for (size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].port == port && entries_[i].frame == frame)
      return static_cast<PacketTag>(i + 1);
  return 0;
}

} // namespace ixp
