#include "emu/explain/buffer_audit.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

namespace ixp {

namespace {

// Counts the buffers of one list by position.
class BufferCount {
public:
  explicit BufferCount(const BufferList& list) : list_(list), seen_(list.size()) {}

  void count_free(const std::vector<uint32_t>& chain, BufferAudit& a) {
    for (const uint32_t longword : chain) {
      const auto number = list_.number(longword);
      if (!number)
        ++a.foreign;
      else
        ++(see(*number) ? a.free : a.double_free);
    }
  }

  void count_queued(const std::vector<uint32_t>& chain, BufferAudit& a) {
    for (const uint32_t longword : chain)
      if (const auto number = list_.number(longword); number && see(*number)) ++a.queued;
  }

  // Counts the buffers that are in no queue.
  void count_rest(const HazardLog& hazards, BufferAudit& a) const {
    std::map<std::pair<int, int>, uint32_t> places;
    for (uint32_t n = 0; n < list_.size(); ++n) {
      if (seen_[n]) continue;
      if (list_.is_free(n)) {
        ++a.unreachable;
        continue;
      }
      ++a.in_use;
      if (const EventSource by = list_.taken_by(n); by.me >= 0) ++places[{by.me, by.pc}];
    }
    for (const auto& [place, taken] : places) {
      const auto& [me, pc] = place;
      a.taken.push_back(
          {static_cast<unsigned>(me), static_cast<unsigned>(pc), hazards.source(me, pc), taken});
    }
    std::ranges::sort(a.taken, [](const auto& x, const auto& y) {
      return std::tie(y.buffers, x.me, x.pc) < std::tie(x.buffers, y.me, y.pc);
    });
  }

private:
  bool see(uint32_t number) {
    const bool first = !seen_[number];
    seen_[number] = true;
    return first;
  }

  const BufferList& list_;
  std::vector<bool> seen_;
};

BufferAudit audit(SramChannel& sram, const FreelistConfig& f, const BufferList& list, bool idle,
                  const HazardLog& hazards) {
  BufferAudit a;
  a.channel = f.channel;
  a.entry = f.entry;
  a.known = list.known();
  a.buffers = list.size();
  if (!a.known) return a;
  // A damaged list may be circular: its count bounds the walk, or else this does.
  const size_t most = 2 * size_t{list.size()};
  BufferCount tally(list);
  tally.count_free(sram.chain(list.entry(), most), a);
  for (unsigned entry = 0; entry < kQueueEntries; ++entry)
    if (entry != list.entry() && sram.entry(entry).use != QueueUse::Ring)
      tally.count_queued(sram.chain(entry, most), a);
  tally.count_rest(hazards, a);
  a.held_at_most = f.held;
  a.held = std::min(a.in_use, f.held);
  if (idle) a.leaked = a.in_use - a.held;
  return a;
}

} // namespace

std::string BufferAudit::leak() const {
  std::string out =
      fmt::format("{} of {} buffers leaked: no frame is left, they are in no queue, and "
                  "'held' is {}",
                  leaked, buffers, held_at_most);
  if (!taken.empty()) {
    const Taken& most = taken.front();
    out += fmt::format("; {} in use were taken at ME {} pc {}{}", most.buffers, me_name(most.me),
                       most.pc, most.source.empty() ? "" : fmt::format(" ({})", most.source));
  }
  return out + "; give them back, or say in 'held' of [boot].freelist how many microcode keeps";
}

std::string BufferAudit::error() const {
  std::vector<std::string> wrong;
  if (double_free)
    wrong.push_back(
        fmt::format("{} of its positions hold a buffer that it has already", double_free));
  if (foreign)
    wrong.push_back(fmt::format("{} of its positions hold none of its buffers", foreign));
  if (unreachable)
    wrong.push_back(fmt::format("its links do not lead to {} free buffers", unreachable));
  if (leaked) wrong.push_back(leak());
  if (wrong.empty()) return {};
  return fmt::format("the free list of sram{} entry {}: {}", channel, entry,
                     fmt::join(wrong, "; "));
}

std::vector<BufferAudit> audit_buffers(Chip& chip, const SystemConfig& system, const RunEnd& end,
                                       const HazardLog& hazards) {
  std::vector<BufferAudit> audits;
  for (const FreelistConfig& f : system.boot.freelists) {
    SramChannel& sram = *chip.sram[f.channel];
    for (const BufferList& list : sram.buffer_lists())
      if (list.entry() == f.entry)
        audits.push_back(audit(sram, f, list, end.reason == EndReason::Idle, hazards));
  }
  return audits;
}

} // namespace ixp
