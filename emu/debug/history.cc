#include "emu/debug/history.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <poll.h>

namespace ixp::debug {

namespace {
// Minimum distance between checkpoints in cycles; about a hundredth of a second to execute.
constexpr uint64_t kApart = 50000;
constexpr uint64_t kOverlap = 4096;
} // namespace

History::History(Simulation& pristine, std::function<bool()> wants_stop,
                 std::function<void(const Note&)> on_note, Surroundings around)
    : pristine_(pristine), wants_stop_(std::move(wants_stop)), on_note_(std::move(on_note)),
      around_(std::move(around)) {
  here_ = start();
}

std::vector<int> History::descriptors() const {
  std::vector<int> out;
  if (here_.channel.descriptor() >= 0) out.push_back(here_.channel.descriptor());
  for (const At& c : checkpoints_)
    out.push_back(c.channel.descriptor());
  return out;
}

// Starts at cycle 0 and applies the edits made there, since run() only applies later ones.
History::At History::start() {
  At at{start_station(pristine_, around_, descriptors()), 0, false};
  for (const Edit& e : edits_)
    if (e.cycle == 0) exchange(at, {{"do", "edit"}, {"edit", e}});
  return at;
}

// Empty if no further process can be started; then moves replay a longer part of the run.
std::optional<History::At> History::fork(At& from) {
  auto [ours, theirs] = Channel::pair();
  from.channel.send({{"do", "fork"}});
  from.channel.send_channel(theirs);
  if (!from.channel.receive().at("forked").get<bool>()) return {};
  return At{std::move(ours), from.cycle, from.ended};
}

// A copy of the latest station at or before `cycle`. Checkpoints whose process has ended (killed,
// or out of memory) are dropped.
History::At History::from_before(uint64_t cycle) {
  for (size_t i = checkpoints_.size(); i-- > 0;) {
    if (checkpoints_[i].cycle > cycle) continue;
    try {
      if (auto at = fork(checkpoints_[i])) return std::move(*at);
    } catch (const ChannelClosed&) {
      checkpoints_.erase(checkpoints_.begin() + static_cast<ptrdiff_t>(i));
    }
  }
  return start();
}

void History::keep_checkpoint(At& at) {
  const auto after = std::ranges::upper_bound(checkpoints_, at.cycle, {}, &At::cycle);
  const uint64_t before = after == checkpoints_.begin() ? 0 : std::prev(after)->cycle;
  if (at.ended || at.cycle < before + kApart) return;
  if (after != checkpoints_.end() && after->cycle < at.cycle + kApart) return;
  if (auto copy = fork(at)) checkpoints_.insert(after, std::move(*copy));
  thin_out();
}

// Drops the least useful checkpoint: gaps may grow with their distance from the current cycle.
void History::thin_out() {
  if (checkpoints_.size() <= kMostCheckpoints) return;
  size_t best = 0;
  double cost = 0;
  for (size_t i = 0; i + 1 < checkpoints_.size(); ++i) {
    const uint64_t at = checkpoints_[i].cycle, from = i ? checkpoints_[i - 1].cycle : 0;
    const double gap = static_cast<double>(checkpoints_[i + 1].cycle - from);
    const double away = static_cast<double>(at > here_.cycle ? at - here_.cycle : here_.cycle - at);
    const double c = gap / (away + static_cast<double>(kApart));
    if (i == 0 || c < cost) best = i, cost = c;
  }
  checkpoints_.erase(checkpoints_.begin() + static_cast<ptrdiff_t>(best));
}

// Waits for the answer, and forwards an interruption by the user. An error in the user's input is
// thrown after the answer, which the next request would take for its own.
Json History::wait(At& at) {
  bool told = false;
  std::exception_ptr error;
  while (true) {
    pollfd p{at.channel.descriptor(), POLLIN, 0};
    if (poll(&p, 1, 100) > 0) {
      Json reply = at.channel.receive();
      if (told) at.channel.receive(); // the answer to "stop"
      if (error) std::rethrow_exception(error);
      return reply;
    }
    if (told) continue;
    try {
      told = wants_stop_();
    } catch (...) {
      error = std::current_exception();
      told = true;
    }
    if (told) at.channel.send({{"do", "stop"}});
  }
}

Json History::exchange(At& at, const Json& request) {
  at.channel.send(request);
  Json reply = wait(at);
  if (reply.contains("error")) throw InputError(reply.at("error").get<std::string>());
  return reply;
}

// Reports notes from before the arrival.
void History::tell_notes(const Json& reply, const Found& found) const {
  for (const Note& n : reply.at("notes").get<std::vector<Note>>())
    if (found.hits.empty() || n.cycle < found.hits[0].cycle) on_note_(n);
}

History::Found History::run(At& at, const std::vector<Stop>& stops, std::optional<uint64_t> to,
                            std::optional<uint64_t> last_before, bool notes) {
  std::vector<Edit> edits;
  for (const Edit& e : edits_)
    if (e.cycle > at.cycle) edits.push_back(e);
  Json request{{"do", "run"},
               {"to", to ? Json(*to) : Json()},
               {"stops", stops},
               {"keep", last_before ? "last" : "first"},
               {"before", last_before ? Json(*last_before) : Json()},
               {"notes", notes && on_note_},
               {"edits", edits}};
  Found found;
  while (true) {
    const Json reply = exchange(at, request);
    reply.at("cycle").get_to(at.cycle);
    reply.at("ended").get_to(at.ended);
    found.hits = reply.at("hits").get<std::vector<Hit>>();
    tell_notes(reply, found);
    if (!reply.at("more").get<bool>()) return found;
    if (wants_stop_()) {
      found.interrupted = true;
      return found;
    }
    keep_checkpoint(at);
    request = {{"do", "go on"}};
  }
}

// A station at `cycle`, or at the end of the run if that is earlier. Adds a checkpoint shortly
// before it: a step back often follows another one.
History::At History::reach(uint64_t cycle) {
  At at = from_before(cycle);
  if (cycle > 2 * kApart && at.cycle + 2 * kApart < cycle) {
    if (run(at, {}, cycle - kApart).interrupted) throw Interrupted();
    keep_checkpoint(at);
  }
  if (at.cycle < cycle && !at.ended && run(at, {}, cycle).interrupted) throw Interrupted();
  return at;
}

void History::stand(At at) {
  here_ = std::move(at);
}

Arrival History::forward(const std::vector<Stop>& stops, std::optional<uint64_t> to) {
  Arrival arrival;
  if (here_.ended) {
    arrival.ended = true;
    return arrival;
  }
  keep_checkpoint(here_);
  auto scout = fork(here_);
  if (!scout) scout = reach(here_.cycle);
  const Found found = run(*scout, stops, to, {}, true);
  arrival.hits = found.hits;
  arrival.interrupted = found.interrupted && found.hits.empty();
  if (found.hits.empty()) {
    stand(std::move(*scout)); // it is there already
  } else {
    const uint64_t cycle = found.hits[0].cycle;
    scout.reset();
    if (here_.cycle + kApart < cycle)
      stand(reach(cycle)); // possibly from a checkpoint made by the scout
    else
      while (run(here_, {}, cycle).interrupted) { // a short distance
      }
  }
  arrival.ended = here_.ended;
  return arrival;
}

std::vector<Hit> History::last(const std::vector<Stop>& stops, uint64_t before) {
  // Searches from checkpoint to checkpoint, the latest first: the last hit is often recent. The
  // intervals overlap, because changes are detected against the state before, which is unknown at
  // an interval's start.
  uint64_t end = here_.cycle;
  while (true) {
    At at = from_before(end > 0 ? end - 1 : 0);
    const uint64_t begin = at.cycle;
    // Events of the current cycle are reported in the next one.
    const uint64_t to = std::min(std::max(here_.cycle, before), end + kOverlap);
    const Found found = run(at, stops, to, std::min(before, to + 1));
    if (found.interrupted) throw Interrupted();
    if (!found.hits.empty() || begin == 0) return found.hits;
    end = begin;
  }
}

Arrival History::backward(const std::vector<Stop>& stops) {
  Arrival arrival;
  arrival.hits = last(stops, here_.cycle);
  arrival.at_start = arrival.hits.empty();
  stand(reach(arrival.at_start ? 0 : arrival.hits[0].cycle));
  return arrival;
}

Arrival History::go(uint64_t cycle) {
  Arrival arrival;
  if (cycle < here_.cycle) {
    stand(reach(cycle));
  } else if (cycle > here_.cycle) {
    return forward({}, cycle);
  }
  arrival.ended = here_.ended;
  return arrival;
}

void History::recover() {
  checkpoints_.clear();
  At at = start();
  run(at, {}, here_.cycle);
  stand(std::move(at));
}

void History::reset() {
  edits_.clear();
  checkpoints_.clear();
  stand(start());
}

void History::edit(Thread thread, const std::string& place, uint32_t value) {
  Edit edit{here_.cycle, thread, place, value, ""};
  edit.location = exchange(here_, {{"do", "edit"}, {"edit", edit}}).at("location");
  std::erase_if(edits_, [&](const Edit& e) { return e.cycle > here_.cycle; });
  edits_.push_back(edit);
  std::erase_if(checkpoints_, [&](const At& c) { return c.cycle >= here_.cycle; });
}

Json History::ask(Json question) {
  question["do"] = "ask";
  return exchange(here_, question);
}

Json History::ask_at(uint64_t cycle, Json question) {
  At at = reach(cycle);
  question["do"] = "ask";
  return exchange(at, question);
}

} // namespace ixp::debug
