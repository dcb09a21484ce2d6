#include "emu/chip/packet_buffers.h"

#include "emu/memory/queue_array.h"

#include <algorithm>

namespace ixp {

bool names_buffer(const MessageField& field) {
  return field.name == "handle" || field.name.ends_with("_handle");
}

PacketBuffers::PacketBuffers(const SystemConfig& system) {
  for (const FreelistConfig& f : system.boot.freelists)
    pools_.push_back({f, std::vector<PacketBuffer>(f.buffers)});
  for (const RingConfig& ring : system.rings) {
    const unsigned longwords = ring.message.longwords();
    if (longwords == 0) continue;
    std::vector<uint8_t>& may_name = messages_[ring.number].may_name;
    may_name.assign(longwords, false);
    for (const MessageField& field : ring.message.fields)
      if (names_buffer(field)) may_name[field.longword] = true;
  }
}

PacketBuffer* PacketBuffers::named(uint32_t word) {
  const uint64_t address = uint64_t{link_word::buffer(word)} * 4;
  for (Pool& pool : pools_) {
    const FreelistConfig& f = pool.config;
    if (address < f.descriptor_base || (address - f.descriptor_base) % f.descriptor_bytes) continue;
    const uint64_t n = (address - f.descriptor_base) / f.descriptor_bytes;
    if (n < pool.buffers.size() && pool.buffers[n].frame) return &pool.buffers[n];
  }
  return nullptr;
}

void PacketBuffers::copied(uint32_t address, PacketTag tag) {
  for (Pool& pool : pools_) {
    const FreelistConfig& f = pool.config;
    if (address < f.data_base) continue;
    const uint64_t n = (address - f.data_base) / f.buffer_bytes;
    if (n >= pool.buffers.size()) continue;
    PacketBuffer& b = pool.buffers[n];
    if (b.frame != tag) b = {tag, {}};
    return;
  }
}

bool PacketBuffers::is_freelist(QueuePlace queue) const {
  return std::ranges::any_of(pools_, [&](const Pool& p) {
    return p.config.channel == queue.unit && p.config.entry == queue.number;
  });
}

void PacketBuffers::enqueued(QueuePlace queue, uint32_t link) {
  if (!is_freelist(queue)) return;
  if (PacketBuffer* b = named(link)) *b = {};
}

void PacketBuffers::lost(QueuePlace place, std::span<const uint32_t> words, size_t lost) {
  if (!known()) {
    unknown_words_[place] += lost;
    return;
  }
  for_each_named(place, words, [&](PacketBuffer& b, size_t i) {
    if (i < lost) b.lost_in = place;
  });
}

PacketTag PacketBuffers::frame_in(QueuePlace place, std::span<const uint32_t> words) {
  PacketTag first = 0;
  for_each_named(place, words, [&](const PacketBuffer& b, size_t) {
    if (!first) first = b.frame;
  });
  return first;
}

void PacketBuffers::visit_tags(const TagVisitor& visit) const {
  for (const Pool& pool : pools_)
    for (const PacketBuffer& b : pool.buffers)
      visit({&b.frame, 1});
}

} // namespace ixp
