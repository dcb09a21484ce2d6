#include "emu/memory/queue_array.h"

#include <algorithm>

namespace ixp {

void enqueue(QueueEntry& entry, SramMemory& memory, uint32_t link) {
  if (entry.empty())
    entry.head = link;
  else
    memory.write(link_word::buffer(entry.tail), link);
  entry.tail = link_word::buffer(link);
  entry.add(1);
}

void enqueue_tail(QueueEntry& entry, uint32_t link) {
  entry.tail = link_word::buffer(link);
}

uint32_t dequeue(QueueEntry& entry, SramMemory& memory, QueueModes modes) {
  if (entry.empty()) return 0;
  const uint32_t first = entry.head;
  if (!modes.ignore_cells && (first & link_word::kCells)) {
    entry.head -= 1u << link_word::kCellsShift;
    return first;
  }
  if (modes.ignore_eop || (first & link_word::kEop)) entry.add(-1u);
  // The last buffer's link is stale. It is never followed, so it causes no fault.
  if (!entry.empty()) entry.head = memory.read(link_word::buffer(first));
  return first;
}

std::vector<uint32_t> links_in_queue(const QueueEntry& entry, const SramMemory& memory,
                                     QueueModes modes) {
  std::vector<uint32_t> links;
  uint32_t packets = entry.depth(), link = entry.head;
  while (packets > 0 && links.size() < memory.longwords()) {
    links.push_back(link);
    if (modes.ignore_eop || (link & link_word::kEop)) --packets;
    link = memory.peek(link_word::buffer(link));
  }
  return links;
}

// The address `steps` longwords further, wrapped inside the size-aligned ring. Bits above the
// address (the size code in the head register) are unchanged.
static uint32_t advance(uint32_t reg, uint32_t steps, uint32_t size) {
  const uint32_t wrap = size - 1;
  return (reg & ~wrap) | ((reg + steps) & wrap);
}

static void append(QueueEntry& entry, SramMemory& memory, std::span<const uint32_t> words) {
  const uint32_t size = ring_longwords(entry);
  for (const uint32_t word : words) {
    memory.write(entry.tail & kQueueAddress, word);
    entry.tail = advance(entry.tail, 1, size);
  }
}

uint32_t ring_put(QueueEntry& entry, SramMemory& memory, std::span<const uint32_t> words) {
  const uint32_t before = entry.depth();
  if (before + words.size() > ring_longwords(entry)) return before;
  append(entry, memory, words);
  entry.add(static_cast<uint32_t>(words.size()));
  return kRingStored | before;
}

unsigned ring_get(QueueEntry& entry, SramMemory& memory, std::span<uint32_t> words) {
  const auto present = static_cast<unsigned>(std::min<size_t>(entry.depth(), words.size()));
  const uint32_t size = ring_longwords(entry);
  for (unsigned i = 0; i < present; ++i) {
    words[i] = memory.read(entry.head & kQueueAddress);
    entry.head = advance(entry.head, 1, size);
  }
  std::fill(words.begin() + present, words.end(), 0);
  entry.add(-present);
  return present;
}

bool ring_holds(const QueueEntry& entry, uint32_t longword) {
  const uint32_t within = ring_longwords(entry) - 1, first = entry.head & kQueueAddress;
  return entry.use == QueueUse::Ring && (longword & ~within) == (first & ~within) &&
         ((longword - first) & within) < entry.depth();
}

std::vector<uint32_t> words_in_ring(const QueueEntry& entry, const SramMemory& memory) {
  const uint32_t size = ring_longwords(entry);
  std::vector<uint32_t> words(std::min(entry.depth(), size));
  uint32_t at = entry.head;
  for (uint32_t& word : words) {
    word = memory.peek(at & kQueueAddress);
    at = advance(at, 1, size);
  }
  return words;
}

void journal(QueueEntry& entry, SramMemory& memory, std::span<const uint32_t> words) {
  const uint32_t size = ring_longwords(entry);
  append(entry, memory, words);
  const uint32_t room = size - std::min(size, entry.depth());
  const auto grow = std::min<uint32_t>(room, static_cast<uint32_t>(words.size()));
  entry.add(grow);
  // Overwritten words are the oldest: the head moves on with the tail.
  entry.head = advance(entry.head, static_cast<uint32_t>(words.size()) - grow, size);
}

void load_end(QueueEntry& entry, SramMemory& memory, uint32_t address, bool tail) {
  (tail ? entry.tail : entry.head) = memory.read(address + tail);
  entry.count = memory.read(address + 2);
  entry.use = QueueUse::Unknown;
  entry.set_up = true;
  entry.tail_loaded_first = tail;
}

void load_other(QueueEntry& entry, SramMemory& memory, uint32_t address) {
  if (entry.tail_loaded_first)
    entry.head = memory.read(address);
  else
    entry.tail = memory.read(address + 1);
}

void store(const QueueEntry& entry, SramMemory& memory, uint32_t address) {
  memory.write(address, entry.head);
  memory.write(address + 1, entry.tail);
  memory.write(address + 2, entry.count);
}

void store_count(const QueueEntry& entry, SramMemory& memory, uint32_t address) {
  memory.write(address + 2, entry.count);
}

} // namespace ixp
