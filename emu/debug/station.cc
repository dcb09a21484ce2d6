#include "emu/debug/station.h"

#include "emu/debug/names.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ranges>
#include <system_error>
#include <unistd.h>

namespace ixp::debug {

namespace {

constexpr uint64_t kForever = ~uint64_t{0};
constexpr auto kReplyAfter = std::chrono::milliseconds(500);
// Runs consist of pieces of growing length: a step is found at once, and a long move costs no more.
constexpr uint64_t kFirstPiece = 64, kLongestPiece = 65536;

// Serves in a child process, which must have no outside effects.
[[noreturn]] void live(Simulation& sim, const Surroundings& around, Channel channel) {
  std::signal(SIGINT, SIG_IGN); // handled by the debugger
  std::signal(SIGCHLD, SIG_IGN);
  try {
    Station(sim, around, std::move(channel)).serve();
  } catch (const ChannelClosed&) {
  } catch (...) { // e.g. out of memory: never return into the parent's code
    _exit(1);     // the parent sees the closed channel
  }
  _exit(0);
}

} // namespace

Channel start_station(Simulation& sim, const Surroundings& around, const std::vector<int>& others) {
  auto [ours, theirs] = Channel::pair();
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return std::move(ours);
  ours.close();
  for (const int descriptor : others)
    close(descriptor);
  live(sim, around, std::move(theirs));
}

void Station::serve() {
  advance_chip(sim_.now());
  while (true) {
    const Json request = channel_.receive();
    if (request.at("do") == "fork") {
      fork_here();
      continue;
    }
    Json reply;
    try {
      reply = answer(request);
    } catch (const InputError& e) {
      reply = {{"error", e.diagnostic().text}};
    } catch (const Json::exception&) { // an editor sent e.g. a number instead of text
      reply = {{"error", "a value is not of the kind that was expected"}};
    }
    channel_.send(reply);
  }
}

void Station::fork_here() {
  Channel end = channel_.receive_channel();
  const pid_t child = fork();
  if (child == 0) {
    channel_ = std::move(end);
    end.close();
    return;
  }
  channel_.send({{"forked", child > 0}});
}

Json Station::answer(const Json& request) {
  const std::string what = request.at("do");
  if (what == "run") return begin_run(request);
  if (what == "go on") return run_on();
  if (what == "edit") return {{"location", apply(request.at("edit").get<Edit>(), sim_)}};
  if (what == "ask") return ask(request);
  return {{"cycle", sim_.cycle()}}; // a "stop" that arrived after the run had ended
}

// Answers a query, with additional data of the watcher and of the network.
Json Station::ask(const Json& request) {
  if (request.at("what") == "word")
    return {{"word", watcher_.word_at(ring_number(sim_.system(), request.at("ring")),
                                      request.at("index").get<uint64_t>())}};
  if (request.at("what") == "frames") return {{"frames", frames()}};
  Json reply = query(sim_, request);
  if (request.at("what") == "threads")
    for (Json& t : reply.at("threads"))
      t["frame"] = watcher_.frame_of(t.at("thread").get<Thread>());
  if (request.at("what") == "end" && sim_.ended() && around_.failures)
    reply["failures"] = around_.failures();
  return reply;
}

// Times in cycles. A stage of a context has its thread; the stage of a frame's position has no end.
Json Station::frames() {
  const Tick cycle = sim_.system().params.clock_me_div;
  const auto described = [&](const Journey& j) {
    Json stages = Json::array();
    for (const JourneyStage& s : j.stages) {
      Json& stage = stages.emplace_back(
          Json{{"place", journeys_.text(s.place)}, {"from", s.from / cycle}, {"to", s.to / cycle}});
      if (s.place.kind == JourneyPlace::Kind::Context)
        stage["thread"] =
            Thread{static_cast<unsigned>(s.place.number), static_cast<unsigned>(s.place.context)};
    }
    if (j.fate.empty()) stages.back().erase("to");
    return Json{{"frame", j.name.text()},
                {"bytes", j.bytes},
                {"fate", j.fate.empty() ? "inside" : j.fate},
                {"stages", std::move(stages)}};
  };
  Json out = Json::array();
  for (const Journey& j : journeys_.inside(sim_.now()))
    out.push_back(described(j));
  for (const Journey& j : journeys_.left() | std::views::reverse)
    out.push_back(described(j));
  return out;
}

Json Station::begin_run(const Json& request) {
  to_ = request.at("to").is_null() ? kForever : request.at("to").get<uint64_t>();
  edits_ = request.at("edits").get<std::vector<Edit>>();
  const bool last = request.at("keep") == "last";
  watcher_.watch(request.at("stops").get<std::vector<Stop>>(),
                 last ? Watcher::Keep::Last : Watcher::Keep::First, last ? 0 : sim_.cycle() + 1,
                 request.at("before").is_null() ? kForever : request.at("before").get<uint64_t>());
  watcher_.want_notes(request.value("notes", false));
  apply_edits();
  return run_on();
}

Json Station::run_on() {
  const auto since = std::chrono::steady_clock::now();
  bool more = false;
  uint64_t piece = kFirstPiece;
  while (sim_.cycle() < to_ && !sim_.ended() && !watcher_.found_first() && !more) {
    const uint64_t end = sim_.cycle() + std::min(piece, to_ - sim_.cycle());
    while (sim_.cycle() < end && !watcher_.found_first())
      if (!advance(watcher_.each_cycle() ? sim_.cycle() + 1 : end)) break;
    piece = std::min(2 * piece, kLongestPiece);
    more = !wanted() || std::chrono::steady_clock::now() - since > kReplyAfter;
  }
  more = more && sim_.cycle() < to_ && !sim_.ended() && !watcher_.found_first();
  Json reply{{"cycle", sim_.cycle()}, {"ended", sim_.ended()}, {"more", more}};
  reply["hits"] = watcher_.hits();
  reply["notes"] = watcher_.take_notes();
  if (!more) watcher_.stop_watching();
  return reply;
}

bool Station::advance_chip(Tick to) {
  return around_.advance ? around_.advance(to) : sim_.control().advance_before_microengines(to);
}

// Advances to `cycle`, or to an earlier edit; false if the run ended.
bool Station::advance(uint64_t cycle) {
  if (!edits_.empty()) cycle = std::min(cycle, edits_[0].cycle);
  const bool goes_on = advance_chip(cycle * sim_.system().params.clock_me_div);
  apply_edits();
  if (goes_on && watcher_.each_cycle()) watcher_.look();
  return goes_on;
}

void Station::apply_edits() {
  while (!edits_.empty() && edits_[0].cycle <= sim_.cycle()) {
    apply(edits_[0], sim_);
    edits_.erase(edits_.begin());
  }
}

std::string apply(const Edit& edit, Simulation& sim) {
  const Expression place(edit.place);
  const View view = view_of(sim, edit.thread);
  place.set(view, edit.value);
  return place.place(view);
}

// Registers belong to their context; absolute ones and local memory to their microengine.
bool Edit::changes(const std::string& where, Thread of) const {
  if (where != location) return false;
  if (location.starts_with('@') || location.starts_with("lm[")) return of.me == thread.me;
  return location.ends_with(']') || of == thread;
}

} // namespace ixp::debug
