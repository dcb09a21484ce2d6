#include "emu/debug/event_text.h"

#include "emu/chip/survey.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

std::string describe_ring(const Event& e, const Simulation& sim, const FrameNames& names) {
  const RingConfig* ring = sim.system().ring(e.ring.place.number);
  const bool put = e.ring.action == RingAction::Put;
  const std::span<const uint32_t> words = e.ring.span();
  std::string out = fmt::format(
      "{} of {} longwords {} ring {}", put ? "put" : "get", words.size(), put ? "into" : "from",
      ring && !ring->name.empty() ? ring->name : fmt::to_string(e.ring.place.number));
  const MessageLayout none, &layout = ring ? ring->message : none;
  const unsigned length = layout.longwords();
  if (length && words.size() % length == 0) {
    for (size_t begin = 0; begin < words.size(); begin += length)
      for (const MessageField& f : layout.fields)
        out += fmt::format(fmt::runtime(f.unit == "hex" ? " {}={:#x}" : " {}={}"), f.name,
                           f.of(words[begin + f.longword]));
  } else {
    for (const uint32_t word : words)
      out += fmt::format(" {:#010x}", word);
  }
  if (e.ring.lost) out += fmt::format(", {} unread longwords were lost", e.ring.lost);
  if (e.ring.tag) out += ", frame " + names.text(e.ring.tag);
  return out;
}

std::string describe_queue(const Event& e, const Simulation& sim, const FrameNames& names) {
  const Event::OfQueue& q = e.queue;
  const std::string place = name({QueuePlace::Array, q.channel, q.entry}, sim.system());
  std::string out;
  switch (q.action) {
  case QueueAction::Enqueue:
  case QueueAction::EnqueueTail: out = fmt::format("enqueue of {:#x} in {}", q.word, place); break;
  case QueueAction::Dequeue: out = fmt::format("dequeue of {:#x} from {}", q.word, place); break;
  case QueueAction::Put: out = fmt::format("put of {} longwords into {}", q.word, place); break;
  case QueueAction::Get: out = fmt::format("get of {} longwords from {}", q.word, place); break;
  case QueueAction::Load: out = fmt::format("load of {}", place); break;
  }
  out += fmt::format(", {} in it then", q.depth);
  if (q.tag) out += ", frame " + names.text(q.tag);
  return out;
}

} // namespace ixp::debug
