// Next-neighbour registers and ring. A write becomes visible after a delay; until then it is in the
// receiver's inbox. In self mode the receiver takes only its own writes, and reads them at local
// time, because no other microengine can change them.
#include "emu/kernel/frame_watch.h"
#include "emu/me/core.h"

namespace ixp::me {

void Core::nn_write(bool ring, unsigned reg, uint32_t value) {
  Core* to = nn_self() ? this : next;
  if (!to) return; // the last of the chain has no neighbour
  NnWrite w;
  w.tick =
      tick() + params.me(nn_self() ? params.nn_put_visible_self : params.nn_put_visible_neighbour);
  w.from_self = nn_self();
  w.ring = ring;
  w.reg = static_cast<uint8_t>(reg);
  w.value = value;
  const auto later = [](const NnWrite& a, const NnWrite& b) {
    return a.tick != b.tick ? a.tick < b.tick : a.from_self < b.from_self;
  };
  if (watch.on() && ring) [[unlikely]]
    tell_neighbour(RingAction::Put, to->index, value);
  auto& writes = to->nn_inbox;
  writes.insert(std::upper_bound(writes.begin(), writes.end(), w, later), w);
}

void Core::tell_neighbour(RingAction action, unsigned receiver, uint32_t word) {
  watch.neighbour(action, receiver, word, tick(), {static_cast<int>(index), s.running, pc});
}

void Core::nn_catch_up(Tick now) {
  size_t n = 0;
  for (; n < nn_inbox.size() && nn_inbox[n].tick <= now; ++n) {
    const NnWrite& w = nn_inbox[n];
    if (w.from_self != nn_self()) continue; // the input multiplexer selects the other source
    const unsigned reg = w.ring ? s.nn_put : w.reg;
    if (w.ring) {
      if (nn_entries() == kFile - 1) nn_wrapped(w);
      s.nn_put = (s.nn_put + 1) % kFile;
    }
    s.regs[kNn + reg] = w.value;
    if (check) initialised.set(kNn + reg);
  }
  if (n) nn_inbox.erase(nn_inbox.begin(), nn_inbox.begin() + static_cast<std::ptrdiff_t>(n));
}

// A wrapped ring looks empty: its contents and the new word are lost.
void Core::nn_wrapped(const NnWrite& w) {
  hazard(HazardKind::PutIntoFullRing, "next-neighbour ring wrapped", w.tick, -1, -1);
  if (!watch.frames) return;
  std::vector<uint32_t> words = nn_words();
  words.push_back(w.value);
  watch.frames->lost({QueuePlace::Neighbour, static_cast<uint8_t>(index), 0}, words, words.size());
}

std::vector<uint32_t> Core::nn_words() const {
  std::vector<uint32_t> words(nn_entries());
  for (unsigned i = 0; i < words.size(); ++i)
    words[i] = s.regs[kNn + (s.nn_get + i) % kFile];
  return words;
}

bool Core::nn_empty() const {
  return nn_entries() <= (s.ctx_enables >> 18 & 3);
}

// Asserted on the sender's side.
bool Core::nn_full() {
  Core* to = nn_self() ? this : next;
  if (!to || to->nn_self() != nn_self()) return false;
  if (to == this)
    nn_catch_up(kernel.now());
  else if (kernel.now() > 0)
    to->catch_up(kernel.now() - 1); // words of this tick are not visible yet
  return to->nn_entries() >= params.nn_full_at;
}

} // namespace ixp::me
