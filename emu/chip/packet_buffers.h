// The buffers of [boot].freelist and the frames in them. A frame's tag follows its bytes into a
// buffer, so that a ring word that names the buffer also identifies the frame.
//
// Exact for frames moved to such a buffer with dram[rbuf_rd], and for rings whose message has a
// field `handle` or one ending in `_handle` (docs/debugging.md). On a ring with unknown messages,
// every word that looks like a buffer address counts as one.
#pragma once

#include "emu/chip/system.h"
#include "emu/kernel/frame_watch.h"

#include <array>
#include <map>
#include <vector>

namespace ixp {

bool names_buffer(const MessageField& field);

struct PacketBuffer {
  PacketTag frame = 0; // whose bytes arrived last; 0: none since the buffer was freed
  QueuePlace lost_in;  // ring or queue that overwrote a message naming it
};

class PacketBuffers final : public FrameWatch {
public:
  explicit PacketBuffers(const SystemConfig& system);

  bool known() const { return !pools_.empty(); } // [boot].freelist defines buffers
  // The buffer named by a link word or ring word; null if there is none or it is empty.
  PacketBuffer* named(uint32_t word);
  // The same for words of a ring, of which the last ends a message.
  template <class F> void for_each_named(QueuePlace ring, std::span<const uint32_t> words, F f) {
    const Message& m = message_on(ring);
    size_t place = m.first_of(words.size());
    for (size_t i = 0; i < words.size(); ++i) {
      if (m.may_name[place])
        if (PacketBuffer* b = named(words[i])) f(*b, i);
      if (++place == m.may_name.size()) place = 0;
    }
  }
  template <class F> void for_each(F f) {
    for (Pool& pool : pools_)
      for (PacketBuffer& b : pool.buffers)
        if (b.frame) f(b);
  }

  // Longwords that rings lost and that could not be assigned to frames.
  const std::map<QueuePlace, uint64_t>& unknown_words() const { return unknown_words_; }
  void visit_tags(const TagVisitor& visit) const;

  void copied(uint32_t address, PacketTag tag) override;
  void enqueued(QueuePlace queue, uint32_t link) override;
  PacketTag frame_in(QueuePlace place, std::span<const uint32_t> words) override;
  void lost(QueuePlace place, std::span<const uint32_t> words, size_t lost) override;

private:
  struct Pool {
    FreelistConfig config;
    std::vector<PacketBuffer> buffers;
  };
  // Longwords of a ring's messages that may name buffers; if unknown, all.
  struct Message {
    std::vector<uint8_t> may_name = {true};
    // Index of the first of `words` words within its message; the last one ends a message. Messages
    // are put as a whole, even after a loss.
    size_t first_of(size_t words) const {
      const size_t size = may_name.size();
      if (words == size) return 0; // the usual case
      return words % size ? size - words % size : 0;
    }
  };
  bool is_freelist(QueuePlace queue) const;
  const Message& message_on(QueuePlace ring) const {
    return ring.kind == QueuePlace::Scratch ? messages_[ring.number] : unknown_message_;
  }

  std::vector<Pool> pools_;
  std::array<Message, kScratchRings> messages_;
  const Message unknown_message_;
  std::map<QueuePlace, uint64_t> unknown_words_;
};

} // namespace ixp
