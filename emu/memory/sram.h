// One QDR SRAM channel with its queue array: Slot::Sram0 or Sram1.
//
// QDR memory reads and writes at the same time: each direction carries one longword per
// `sram.service_per_lw` and is a separate resource; the queue array is a third, busy for
// `sram.q_op_busy` per command. A command starts when its resources are free. Its row
// (command.h) gives the times of its effect and its end for one longword; each further one
// adds the service time, and words wait for the push and pull buses. So an unloaded command takes
// exactly its parameter, from issue to signal.
//
// Reads take effect in command order, and so do writes and atomics; the two wait for
// each other only if they access the same memory. Effects of queue-array commands happen in the
// order of their entry. Between memory and array, and between entries, software waits for signals
// (it reads a descriptor back before it loads it).
#pragma once

#include "emu/kernel/frame_watch.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/memory/buffer_list.h"
#include "emu/memory/depth_meter.h"
#include "emu/memory/memory_unit.h"
#include "emu/memory/queue_array.h"
#include "emu/memory/sram_memory.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

// The channel's CSRs as sram[csr_rd/csr_wr] address them, in bytes.
namespace sram_csr {
constexpr uint32_t kControl = 0, kParityStatus1 = 4, kParityStatus2 = 8;
constexpr uint32_t kIgnoreEop = 1u << 14;   // QC_IGN_EOP
constexpr uint32_t kIgnoreCells = 1u << 13; // QC_IGN_SEG_CNT
constexpr unsigned kSizeShift = 7;          // [9:7] 1 MB << n
} // namespace sram_csr

constexpr uint32_t kSramChannelBits = 0xc000'0000; // [31:30] of every SRAM address

struct SramStats {
  uint64_t commands = 0, longwords_read = 0, longwords_written = 0, queue_ops = 0;
  Tick read_busy = 0, write_busy = 0, queue_busy = 0; // ticks of each resource
  unsigned waiting_max = 0; // maximum number of commands accepted and not started, including those
                            // in transit
  Tick waiting_ticks = 0;   // summed over commands: divide by the run's ticks for the mean
};

// One entry of the queue array over the run.
struct QueueStats {
  uint64_t puts = 0;    // enqueues; words put or journalled
  uint64_t gets = 0;    // dequeues that returned something; words got
  uint64_t refused = 0; // put commands without room
  uint64_t empty = 0;   // dequeues and gets without result
  DepthMeter depth;     // packets or longwords
};

// The link word of an enqueue. Without an override the buffer is a packet of its own: EOP, one
// cell. With one, the byte-mask field of the override word contains the attributes: [20] enable,
// [19] EOP, [18] SOP, [17:12] cells - 1. (Assumed: no public source gives their position.)
uint32_t enqueue_link(const Command& c);

class SramChannel final : public MemoryUnit {
public:
  // Set HazardSink::check before.
  SramChannel(unsigned number, const Params& params, HazardSink& hazards);
  void connect(const MemoryWiring& wiring) { wiring_ = wiring; }
  void set_frame_watch(FrameWatch* watch) { watch_ = watch; }

  bool can_accept(const Command& c, Tick now) const override;
  Tick accept(InFlight& t, Tick now, Tick arrival) override;

  // For boot, dumps and the control core, outside step()s of microengines: immediate, no timing.
  // Byte addresses inside the channel, multiples of 4; beyond memory reads 0, writes do nothing.
  uint32_t bytes() const { return memory_.longwords() * 4; }
  uint32_t read(uint32_t address);
  void write(uint32_t address, uint32_t value);
  uint32_t read_csr(uint32_t address) const;
  void write_csr(uint32_t address, uint32_t value);

  // Queue-array entries 0..63; addresses of descriptors and buffers in bytes, multiples of 4.
  const QueueEntry& entry(unsigned number);
  // Contents of an entry, oldest first: link words of buffers, or the words of a ring.
  std::vector<uint32_t> entry_words(unsigned number);
  // An empty queue, in the entry and in its descriptor in memory.
  void set_up_queue(unsigned number, uint32_t descriptor);
  // Loads the entry from the descriptor there, like rd_qdesc commands. Its use as a queue or a ring
  // is still unknown.
  void load_entry(unsigned number, uint32_t descriptor);
  // An empty ring or journal. Size in longwords: 512 << n, n 0..7; base aligned to it. InputError
  // when it is not, or beyond memory.
  void set_up_ring(unsigned number, uint32_t base, uint32_t longwords);
  // Enqueues `count` buffers whose descriptors are `stride` bytes apart. The channel then knows
  // them as the buffers of this free list.
  void fill_freelist(unsigned number, uint32_t first, uint32_t count, uint32_t stride);
  void enqueue(unsigned number, uint32_t link);
  uint32_t dequeue(unsigned number); // a link word, 0 when empty
  bool put(unsigned number, uint32_t word);
  unsigned get(unsigned number, std::span<uint32_t> words); // returns how many there were
  std::optional<unsigned> ring_with(uint32_t address); // the entry whose ring holds this longword

  const SramStats& stats() const { return stats_; }
  const QueueStats& queue_stats(unsigned number) const {
    return queue_stats_[number];
  } // settle() first
  const std::vector<BufferList>& buffer_lists(); // likewise; in the order of fill_freelist()
  // The buffers of a queue, in order, by following its links from the head as dequeues would;
  // `most` at most. Longword addresses, as in link words.
  std::vector<uint32_t> chain(unsigned number, size_t most);

private:
  static constexpr unsigned kMaxLongwords = 16; // of a command

  // Use of the channel by an opcode.
  enum class Amount : uint8_t { None, One, Two, Three, Count };
  enum class Stream : uint8_t { Memory, Queue, Ring }; // Queue and Ring address an entry
  struct Shape {
    void (SramChannel::*body)(InFlight&) = nullptr; // null: not a command of this unit
    Stream stream = Stream::Memory;
    Amount reads = Amount::None, writes = Amount::None; // longwords of memory
  };
  static constexpr std::array<Shape, mev2::kOpcodes> make_shapes();
  static const Shape& shape(mev2::Opcode op);
  static unsigned amount(Amount a, const Command& c) {
    return a == Amount::Count ? std::clamp<unsigned>(c.count, 1, kMaxLongwords)
                              : static_cast<unsigned>(a);
  }
  static unsigned entry_of(const Command& c, Stream stream) {
    return stream == Stream::Ring ? c.address >> 2 & 0x3f : c.address >> 24 & 0x3f;
  }

  void take(InFlight& t, const Shape& s, Tick now, Tick arrival);
  Tick start(const Command& c, const Shape& s, Tick now, Tick arrival);
  void set_times(InFlight& t, const Shape& s, const CommandRow& row, Tick begin);
  struct Span {
    uint32_t first, end; // longwords of memory
  };
  static Span span_of(const Command& c, const Shape& s);
  static bool accesses_memory(const Shape& s) {
    return s.stream == Stream::Memory && (s.reads != Amount::None || s.writes != Amount::None);
  }
  Tick effect_order(const Command& c, const Shape& s, Tick effect);
  Tick memory_order(const Command& c, const Shape& s, Tick effect);
  Tick last_overlapping(Span span, bool write) const;
  void perform(InFlight& t) override;

  // Bodies.
  void do_read(InFlight&);
  void do_write(InFlight&);
  void do_atomic(InFlight&);
  void do_ring_put(InFlight&);
  void do_ring_get(InFlight&);
  void do_journal(InFlight&);
  void do_fast_journal(InFlight&);
  void do_dequeue(InFlight&);
  void do_enqueue(InFlight&);
  void do_enqueue_tail(InFlight&);
  void do_csr_read(InFlight&);
  void do_csr_write(InFlight&);
  void do_load_end(InFlight&);
  void do_load_other(InFlight&);
  void do_store(InFlight&);
  void do_store_count(InFlight&);

  QueuePlace place(unsigned number) const;
  QueueModes modes() const;
  QueueEntry& claim(const InFlight& t, unsigned number, QueueUse use);
  void lose_put(const InFlight& t, unsigned number, std::span<const uint32_t> words);
  // Rings in memory: plain writes must not change their words.
  void note_ring(const QueueEntry& e);
  std::optional<unsigned> find_ring(uint32_t longword) const;
  void watch_rings(const InFlight& t, uint32_t first, unsigned longwords);
  // An entry changed; `f` null: by the control core.
  void note(const InFlight* t, QueueAction action, unsigned number, uint32_t word);
  [[gnu::noinline]] void tell(const InFlight* t, QueueAction action, unsigned number,
                              uint32_t word);
  // Free lists (sram_buffers.cc); called before the command changes the entry, but for dequeues.
  BufferList* list_of(unsigned entry); // null: none, or not known
  void follow_enqueue(const InFlight* t, unsigned entry, uint32_t buffer);
  void follow_enqueue_tail(const InFlight* t, unsigned entry, uint32_t tail, uint32_t new_tail);
  void follow_dequeue(const InFlight* t, unsigned entry, uint32_t link);
  void follow_load(unsigned entry);
  void give_back(const InFlight* t, BufferList& list, uint32_t buffer);

  static EventSource source_of(const InFlight* t);
  void report(const InFlight* t, HazardKind kind, std::string text); // null: the control core
  void report(const InFlight& t, HazardKind kind, std::string text) {
    report(&t, kind, std::move(text));
  }
  void report_fault(const InFlight& t);

  HazardSink& hazards_;
  FrameWatch* watch_ = nullptr;
  unsigned number_;
  SramMemory memory_;
  uint32_t control_;
  const Tick service_, queue_busy_, dequeue_gap_; // ticks
  std::array<QueueEntry, kQueueEntries> entries_{};

  // Resources: free from.
  Tick read_free_ = 0, write_free_ = 0, queue_free_ = 0;
  // Latest effect of reads, of writes and atomics, and on a CSR.
  Tick last_read_ = 0, last_write_ = 0, csr_order_ = 0;
  std::array<Tick, kQueueEntries> entry_order_{}, next_dequeue_{};

  std::vector<bool> ring_blocks_; // by kSmallestRing longwords: a ring was there; empty: none yet

  Backlog queue_;        // of commands, in order
  Tick last_leaves_ = 0; // it
  SramStats stats_;
  std::array<QueueStats, kQueueEntries> queue_stats_{};
  std::vector<BufferList> buffer_lists_;
};

} // namespace ixp
