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
    for (size_t i = 0; i < words.size(); ++i)
      if (may_name(ring, words.size() - 1 - i))
        if (PacketBuffer* b = named(words[i])) f(*b, i);
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
  // What is known of the messages on a scratch ring.
  struct Message {
    unsigned longwords = 0;    // 0: nothing
    std::vector<bool> handles; // by longword
  };
  bool is_freelist(QueuePlace queue) const;
  bool may_name(QueuePlace ring, size_t from_end) const;

  std::vector<Pool> pools_;
  std::array<Message, kScratchRings> messages_;
  std::map<QueuePlace, uint64_t> unknown_words_;
};

} // namespace ixp
