// The queue array of an SRAM channel: 64 entries, each a cached queue descriptor, a ring or a
// journal. The operations are plain functions on one entry and the channel's memory; the channel
// (sram.h) handles timing and notification.
//
// Queue: a linked list of buffers. A link word contains a buffer's longword address and a
// description of its content. It is in longword 0 of the PREVIOUS buffer's descriptor, that of the
// first buffer in longword 0 of the queue descriptor. The count is the number of packets: it rises
// with each enqueue and falls when a buffer that ends a packet leaves. (IXP2800 HRM p.54, 213-217.)
// Ring and journal: a size-aligned array of longwords with head, tail and count.
#pragma once

#include "emu/memory/sram_memory.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ixp {

constexpr unsigned kQueueEntries = 64;
constexpr uint32_t kQueueAddress = 0x00ff'ffff; // the low 24 bits of every word of a descriptor

// Link word: [31] EOP, [30] SOP, [29:24] cells - 1, [23:0] longword address of the buffer.
namespace link_word {
constexpr uint32_t kEop = 1u << 31, kSop = 1u << 30;
constexpr unsigned kCellsShift = 24;
constexpr uint32_t kCells = 0x3fu << kCellsShift;
constexpr uint32_t make(uint32_t buffer, bool eop, bool sop, unsigned cells_minus_1) {
  return (eop ? kEop : 0) | (sop ? kSop : 0) | (cells_minus_1 << kCellsShift & kCells) |
         (buffer & kQueueAddress);
}
constexpr uint32_t buffer(uint32_t link) {
  return link & kQueueAddress;
}
} // namespace link_word

// Use of an entry since its descriptor was loaded; the registers do not show it.
enum class QueueUse : uint8_t { Unknown, Queue, Ring };

// The registers of one entry: the three longwords of its descriptor.
struct QueueEntry {
  uint32_t head = 0; // queue: link word of the first buffer; ring: [31:29] size, [23:0] get address
  uint32_t tail = 0; // [23:0] last buffer, or put address
  uint32_t count = 0; // [23:0] packets or longwords; [31:24] belongs to software
  QueueUse use = QueueUse::Unknown;
  bool set_up = false;            // by boot software, or a descriptor was loaded
  bool tail_loaded_first = false; // rd_qdesc_tail came last: rd_qdesc_other loads the head

  uint32_t depth() const { return count & kQueueAddress; }
  bool empty() const { return depth() == 0; }
  void add(uint32_t n) { count = (count & ~kQueueAddress) | ((count + n) & kQueueAddress); }
  // Takes the entry for this use. False when it was in use as the other; the operation then works
  // on the registers as they are, as the hardware would.
  bool claim(QueueUse wanted) {
    const bool fits = use == QueueUse::Unknown || use == wanted;
    use = wanted;
    return fits;
  }
};

// Bits of SRAM_CONTROL that change a dequeue.
struct QueueModes {
  bool ignore_eop = false;   // QC_IGN_EOP: the count counts buffers
  bool ignore_cells = false; // QC_IGN_SEG_CNT: every dequeue takes a whole buffer (packet mode);
                             // the cell count is user data that passes through
};

// Appends one buffer; one packet more. `link` is the whole link word.
void enqueue(QueueEntry& entry, SramMemory& memory, uint32_t link);

// Moves the tail to the end of a chain that software has linked behind the last enqueued buffer.
void enqueue_tail(QueueEntry& entry, uint32_t link);

// The link word of the first buffer before the operation, or 0 if the queue is empty. A buffer with
// cells left (count field not 0) stays, with one cell less, unless the modes say otherwise.
uint32_t dequeue(QueueEntry& entry, SramMemory& memory, QueueModes modes);

// Link words of the buffers in a queue, in order of departure. An endless chain of links, broken by
// software, is cut.
std::vector<uint32_t> links_in_queue(const QueueEntry& entry, const SramMemory& memory,
                                     QueueModes modes);

// Ring and journal geometry: 512 << size code longwords, size aligned.
constexpr unsigned kRingSizeShift = 29;
constexpr uint32_t kSmallestRing = 512;
constexpr uint32_t ring_longwords(const QueueEntry& entry) {
  return kSmallestRing << (entry.head >> kRingSizeShift);
}

// Stores all words or none. Returns the status longword: [31] stored, [23:0] longwords that were
// in the ring before.
constexpr uint32_t kRingStored = 1u << 31;
uint32_t ring_put(QueueEntry& entry, SramMemory& memory, std::span<const uint32_t> words);

// Fills `words` from the ring, then with zeros. Returns the number of words from the ring.
unsigned ring_get(QueueEntry& entry, SramMemory& memory, std::span<uint32_t> words);

// Whether the entry is a ring that holds this longword of memory.
bool ring_holds(const QueueEntry& entry, uint32_t longword);

// The words in a ring, the oldest first.
std::vector<uint32_t> words_in_ring(const QueueEntry& entry, const SramMemory& memory);

// Like a put that never fails: the oldest words are overwritten. The count stops at the size.
void journal(QueueEntry& entry, SramMemory& memory, std::span<const uint32_t> words);

// Descriptors in memory: longwords head, tail, count at `address`, `address` + 1, `address` + 2.
// Software loads a queue in two steps, first the end it needs with the count, then the other.
void load_end(QueueEntry& entry, SramMemory& memory, uint32_t address, bool tail); // and count
void load_other(QueueEntry& entry, SramMemory& memory, uint32_t address);          // other end
void store(const QueueEntry& entry, SramMemory& memory, uint32_t address);
void store_count(const QueueEntry& entry, SramMemory& memory, uint32_t address);

} // namespace ixp
