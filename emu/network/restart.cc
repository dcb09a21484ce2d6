#include "emu/network/restart.h"

#include "emu/chip/survey.h"
#include "emu/network/network.h"

#include <algorithm>

namespace ixp {

bool ResumedStream::next(Frame& frame) {
  while (stream_->next(frame)) {
    const bool over = has_times_ ? frame.not_before < since_ : left_out_ < had_;
    if (!over) {
      frame.not_before -= std::min(frame.not_before, since_);
      return true;
    }
    ++left_out_;
  }
  return false;
}

// Second lives follow the chips, in the order of names, on every rank.
void Network::add_second_lives() {
  const size_t chips = config_.chips.size();
  for (size_t n = 0; n < chips; ++n)
    lives_.push_back({static_cast<unsigned>(n), static_cast<unsigned>(n)});
  for (size_t n = 0; n < chips; ++n) {
    if (!config_.chips[n].restart) continue;
    ChipConfig second = config_.chips[n];
    second.name += ".2";
    lives_[n].second = static_cast<unsigned>(config_.chips.size());
    config_.chips.push_back(std::move(second));
  }
}

void Network::place_second_lives() {
  for (const Lives& l : lives_) {
    if (l.first == l.second) continue;
    const RestartConfig& restart = *config_.chips[l.first].restart;
    nodes_[l.first].ends = restart.at;
    Node& second = nodes_[l.second];
    second.begins = restart.at + restart.takes;
    second.wires.clock.start_at(second.begins);
  }
}

// Creates the streams of the second life, which is about to take over the wires.
void Network::resume_streams(const Node& first, Node& second) {
  const Tick since = first.wires.clock.tick_at(second.begins);
  for (const auto& [number, port] : second.sim->system().ports) {
    if (!port.rx || port.rx->stream.files.empty()) continue;
    RxPorts& rx = second.sim->chip().rx;
    const PortStats& s = first.sim->chip().rx.stats(number);
    auto stream = std::make_unique<ResumedStream>(
        rx.set_source(number, nullptr), since, port.rx->stream.timing != Timing::Rate,
        s.frames + s.error_frames + s.buffer_overflow_frames);
    second.resumed.push_back(stream.get());
    rx.set_source(number, std::move(stream));
  }
}

// Ends lives whose time is over and connects their wires to the second lives.
void Network::restart_due() {
  for (Lives& l : lives_) {
    if (l.now == l.second || nodes_[l.first].ends != now_) continue;
    l.now = l.second;
    Node &first = nodes_[l.first], &second = nodes_[l.second];
    if (!first.sim) continue;
    first.sim->control().end_now(EndReason::Condition, "restarted");
    first.sim->control().advance(kNever);
    first.lost_inside = survey(first.sim->chip(), first.sim->system()).frames();
    resume_streams(first, second);
    for (Wire& w : wires_) {
      if (w.from == l.first) {
        // A frame whose transmission has begun is not lost.
        first.lost_inside -=
            w.sender->counts().frames - first.sim->chip().tx.stats(w.config->from.port).frames;
        static_cast<WireSender&>(*w.sender).move_to(second.wires);
      }
      if (w.to == l.first)
        static_cast<WireReceiver&>(*w.receiver).move_to(second.wires, second.begins);
    }
  }
}

NetTime Network::next_life() const {
  NetTime next = kNever;
  for (const Node& node : nodes_)
    for (const NetTime t : {node.begins, node.ends})
      if (t > now_) next = std::min(next, t);
  return next;
}

} // namespace ixp
