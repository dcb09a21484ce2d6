// Next-neighbour registers and ring. A write becomes visible after a delay; until then it is in the
// receiver's inbox. In self mode the receiver takes only its own writes, and reads them at local
// time, because no other microengine can change them.
#include "emu/kernel/frame_watch.h"
#include "emu/me/register_file.h"

namespace ixp::me {

void RegisterFile::nn_write(bool ring, unsigned reg, uint32_t value) {
  const bool self = nn_self();
  Inbox* const to = self ? this : next_;
  if (!to) return; // the last of the chain has no neighbour
  const uint64_t delay = self ? params_.nn_put_visible_self : params_.nn_put_visible_neighbour;
  if (watch_.on() && ring) [[unlikely]]
    tell_neighbour(RingAction::Put, index() + !self, value);
  to->put({tick() + params_.me(delay), self, ring, static_cast<uint8_t>(reg), value});
}

void RegisterFile::tell_neighbour(RingAction action, unsigned receiver, uint32_t word) {
  watch_.neighbour(action, receiver, word, tick(), {static_cast<int>(index()), s_.running, pc()});
}

void RegisterFile::nn_catch_up(Tick now) {
  take_words_until(now, [this](const NnWrite& w) {
    if (w.from_self != nn_self()) return; // the input multiplexer selects the other source
    const unsigned reg = w.ring ? s_.nn_put : w.reg;
    if (w.ring) {
      if (nn_entries() == kFile - 1) nn_wrapped(w);
      s_.nn_put = (s_.nn_put + 1) % kFile;
    }
    s_.regs[kNn + reg] = w.value;
    if (check_) initialised_.set(kNn + reg);
  });
}

// A wrapped ring looks empty: its contents and the new word are lost.
void RegisterFile::nn_wrapped(const NnWrite& w) {
  hazard(HazardKind::PutIntoFullRing, "next-neighbour ring wrapped", w.tick, -1, -1);
  if (!watch_.frames()) return;
  std::vector<uint32_t> words = nn_words();
  words.push_back(w.value);
  watch_.frames()->lost({QueuePlace::Neighbour, static_cast<uint8_t>(index()), 0}, words,
                        words.size());
}

std::vector<uint32_t> RegisterFile::nn_words() const {
  std::vector<uint32_t> words(nn_entries());
  for (unsigned i = 0; i < words.size(); ++i)
    words[i] = s_.regs[kNn + (s_.nn_get + i) % kFile];
  return words;
}

// Asserted on the sender's side.
bool RegisterFile::nn_full() {
  Inbox* const to = nn_self() ? this : next_;
  return to && to->ring_full(nn_self());
}

} // namespace ixp::me
