// The buffers of [boot].freelist and the frames in them. The tag of a frame follows its bytes; this
// says which buffer that makes, so that a word on a ring that names a buffer names a frame.
//
// Exact for frames that go to such a buffer with dram[rbuf_rd], and for rings whose message has a
// field `handle` (or one that ends in `_handle`), as docs/debugging.md says. On a ring without a
// known message every word that looks like the address of a buffer counts as one.
#pragma once

#include "emu/chip/system.h"
#include "emu/kernel/frame_watch.h"

#include <array>
#include <map>
#include <vector>

namespace ixp {

struct PacketBuffer {
  PacketTag frame = 0; // whose bytes came last; 0: none since the buffer was free
  QueuePlace lost_in;  // a message that named it was overwritten there
};

class PacketBuffers final : public FrameWatch {
public:
  explicit PacketBuffers(const SystemConfig& system);

  bool known() const { return !pools_.empty(); } // are there buffers of [boot].freelist?
  // The buffer that a link word, or a word on a ring, names; null: none, or an empty one.
  PacketBuffer* named(uint32_t word);
  // The same for the words of a ring, of which the last ends a message.
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

  // Longwords that rings lost and of which nobody can say which frames they were.
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
  // Which longwords of the messages on a ring may name buffers: where nothing is known, any.
  struct Message {
    std::vector<uint8_t> may_name = {true};
    // The longword in its message of the first of so many words, the last of which ends one:
    // messages are put whole, whatever was lost before.
    size_t first_of(size_t words) const {
      const size_t size = may_name.size();
      if (words == size) return 0; // mostly
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
