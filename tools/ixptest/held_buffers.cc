#include "tools/ixptest/held_buffers.h"

#include "emu/chip/packet_buffers.h"
#include "emu/memory/queue_array.h"

#include <fmt/format.h>

namespace ixp {

void HeldBuffers::use(const RingConfig& ring, const std::vector<uint32_t>& words,
                      const SourceLocation& where) {
  const size_t size = ring.message.longwords();
  for (const MessageField& field : ring.message.fields)
    if (names_buffer(field))
      for (size_t at = field.longword; at < words.size(); at += size)
        used_.try_emplace(link_word::buffer(words[at]), where);
}

void HeldBuffers::take() {
  for (const FreelistConfig& f : sim_.system().boot.freelists) {
    SramChannel& sram = *sim_.chip().sram[f.channel];
    for (uint32_t n = 0; n < f.buffers; ++n)
      if (const uint32_t link = sram.dequeue(f.entry); !used_.contains(link_word::buffer(link)))
        sram.enqueue(f.entry, link);
  }
}

void HeldBuffers::find_places() {
  Chip& chip = sim_.chip();
  for (const RingConfig& ring : sim_.system().rings)
    for (const uint32_t word : chip.scratch.ring_words(ring.number))
      placed_.insert(link_word::buffer(word));
  for (const auto& sram : chip.sram)
    for (unsigned entry = 0; sram && entry < kQueueEntries; ++entry)
      if (sram->entry(entry).use == QueueUse::Ring)
        for (const uint32_t word : sram->entry_words(entry))
          placed_.insert(link_word::buffer(word));
      else
        for (const uint32_t buffer : sram->chain(entry, sram->entry(entry).depth()))
          placed_.insert(buffer);
}

std::string HeldBuffers::taker(EventSource by) const {
  const std::string source = sim_.hazards().source(by.me, by.pc);
  return fmt::format("ME {} pc {}{}", me_name(static_cast<unsigned>(by.me)), by.pc,
                     source.empty() ? "" : fmt::format(" ({})", source));
}

std::vector<HeldBuffers::Failure> HeldBuffers::held(const BufferList& list,
                                                    const FreelistConfig& f) {
  std::vector<Failure> out;
  for (uint32_t n = 0; n < list.size(); ++n) {
    const uint32_t buffer = list.longword(n);
    if (list.is_free(n) || placed_.contains(buffer)) continue;
    const EventSource by = list.taken_by(n);
    const auto used = used_.find(buffer);
    const std::string origin = by.me >= 0 ? "taken at " + taker(by) : "of this message";
    out.push_back({by.me < 0 && used != used_.end() ? used->second : SourceLocation{},
                   fmt::format("buffer {:#x}, {}, is still held: it is neither free nor in a queue "
                               "or on a ring, and 'held' of [boot].freelist is {}",
                               buffer * 4, origin, f.held)});
  }
  if (out.size() <= f.held) out.clear();
  return out;
}

std::vector<HeldBuffers::Failure> HeldBuffers::failures() {
  find_places();
  std::vector<Failure> out;
  for (const FreelistConfig& f : sim_.system().boot.freelists)
    for (const BufferList& list : sim_.chip().sram[f.channel]->buffer_lists())
      if (list.entry() == f.entry && list.known())
        for (Failure& one : held(list, f))
          out.push_back(std::move(one));
  return out;
}

} // namespace ixp
