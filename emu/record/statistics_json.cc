// stats.json. Values are counts where possible; shares of time have five decimals, so that the text
// is the same on every machine. A number of nothing, such as the mean delay of no frames, is null.
#include "emu/record/statistics.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace ixp {

using Json = nlohmann::ordered_json;

namespace {

Json value_if(bool exists, uint64_t value) {
  return exists ? Json(value) : Json();
}
Json share(uint64_t part, uint64_t whole) {
  if (whole == 0) return {};
  return std::round(static_cast<double>(part) / static_cast<double>(whole) * 1e5) / 1e5;
}
// A mean over the time of the run.
Json mean(double value, Tick end) {
  if (end == 0) return {};
  return std::round(value * 1e5) / 1e5;
}

const char* name(EndReason r) {
  static constexpr const char* kNames[] = {"condition",  "idle",     "nothing moves",
                                           "stuck",      "hazard",   "interrupted",
                                           "bad stream", "assertion"};
  return kNames[static_cast<unsigned>(r)];
}

Json pairs(const std::vector<std::pair<std::string, uint64_t>>& list) {
  Json out = Json::object();
  for (const auto& [key, value] : list)
    out[key] = value;
  return out;
}

Json states(const ContextStatistics& c, uint64_t cycles) {
  return {{"executing", c.executing},
          {"aborted", c.aborted},
          {"stalled", c.stalled},
          {"swapped_out", c.swapped_out},
          {"executing_share", share(c.executing, cycles)}};
}

Json microengine(const MicroengineFigures& m) {
  const ContextStatistics total = m.cycles.total();
  Json out = {{"at", me_name(m.index)},
              {"image", m.image},
              {"contexts", m.contexts},
              {"control_store_words", m.words},
              {"instructions", total.executing},
              {"cycles", m.cycles.cycles},
              {"executing", total.executing},
              {"aborted", total.aborted},
              {"stalled", total.stalled},
              {"idle", m.cycles.idle},
              {"executing_share", share(total.executing, m.cycles.cycles)},
              {"idle_share", share(m.cycles.idle, m.cycles.cycles)}};
  for (unsigned c = 0; c < kContexts; c += m.contexts == 4 ? 2 : 1) {
    Json context = states(m.cycles.contexts[c], m.cycles.cycles);
    context["context"] = c;
    out["by_context"].push_back(std::move(context));
  }
  return out;
}

Json interrupt_source(const std::pair<std::string, control::InterruptFigures>& source) {
  const auto& [name, f] = source;
  return {{"name", name},
          {"raised", f.raised},
          {"served", f.served},
          {"wait_cycles", f.wait_cycles},
          {"wait_max_cycles", value_if(f.served, f.wait_max_cycles)},
          {"handlers", f.handlers},
          {"handler_cycles", f.handler_cycles},
          {"handler_max_cycles", value_if(f.handlers, f.handler_max_cycles)}};
}

Json unit(const UnitFigures& u, Tick end) {
  Json out = {{"name", u.name}};
  if (u.commands) out["commands"] = *u.commands;
  if (u.busy) out["utilisation"] = share(*u.busy, end);
  if (u.waiting_mean) out["waiting_mean"] = mean(*u.waiting_mean, end);
  if (u.waiting_max) out["waiting_max"] = *u.waiting_max;
  for (const auto& [key, value] : u.more)
    out[key] = value;
  return out;
}

Json users(const RingUsers& users) {
  Json out = Json::array();
  for (unsigned me = 0; me < kMicroengines; ++me)
    if (users[me]) out.push_back(me_name(me));
  if (users[kMicroengines]) out.push_back("core");
  return out;
}

Json ring(const RingFigures& r, Tick end) {
  Json out = {{"ring", r.number}};
  if (!r.name.empty()) out["name"] = r.name;
  if (!r.set_up) out["set_up"] = false;
  out.update({{"size", r.size},
              {"puts", r.stats.puts},
              {"gets", r.stats.gets},
              {"words_put", r.stats.words_put},
              {"words_got", r.stats.words_got},
              {"empty_gets", r.stats.empty_gets},
              {"nearly_full", r.stats.nearly_full},
              {"overruns", r.stats.overruns},
              {"words_lost", r.stats.words_lost},
              {"high_water", r.stats.depth.max()},
              {"depth_mean", mean(r.stats.depth.mean(end), end)},
              {"depth_at_end", r.depth},
              {"written_by", users(r.stats.writers)},
              {"read_by", users(r.stats.readers)}});
  return out;
}

Json queue(const QueueFigures& q, Tick end) {
  return {{"channel", q.channel},
          {"entry", q.entry},
          {"puts", q.stats.puts},
          {"gets", q.stats.gets},
          {"refused", q.stats.refused},
          {"empty", q.stats.empty},
          {"high_water", q.stats.depth.max()},
          {"depth_mean", mean(q.stats.depth.mean(end), end)},
          {"depth_at_end", q.stats.depth.depth()}};
}

Json delay(const DelayMeter::Delay& d, uint64_t hz) {
  const uint64_t n = d.frames;
  return {{"frames", n},
          {"min_ns", value_if(n, nanoseconds(d.min, hz))},
          {"mean_ns", value_if(n, mean_nanoseconds(d.sum, n, hz))},
          {"max_ns", value_if(n, nanoseconds(d.max, hz))},
          {"jitter_mean_ns", value_if(n > 1, mean_nanoseconds(d.jitter_sum, n - 1, hz))}};
}

Json port(const PortFigures& p, const Statistics& s) {
  const uint64_t hz = s.params.pll_hz();
  Json out = {{"port", p.port},
              {"direction", name(p.direction)},
              {"rate_mbps", p.rate_mbps},
              {"frames", p.stats.frames},
              {"bytes", p.stats.bytes},
              {"kbit_per_s", p.stats.kbit_per_s(s.end.tick, hz)},
              {"millframes_per_s", p.stats.millframes_per_s(s.end.tick, hz)},
              {"buffer_at_end", p.fill}};
  [[maybe_unused]] const bool both = true, rx = p.direction == Direction::Rx, tx = !rx;
#define COUNTER(side, type, name, lost, meaning)                                                   \
  if (side) out[#name] = p.stats.name;
#include "emu/media/port.def"
  if (rx) {
    out["rbuf_overflow_frames"] = p.rbuf_overflow;
    out["padded_frames"] = p.source.padded;
    out["cut_frames"] = p.source.cut;
    out["skipped_frames"] = p.source.skipped;
  } else {
    out["delay"] = delay(p.delay, s.params.me_hz());
  }
  return out;
}

Json partitions(const MsfStats& m) {
  Json out = Json::array();
  for (const MsfStats::Partition& p : m.partition) {
    if (!p.rx_elements && !p.tx_elements && !p.threads_max) continue;
    Json& of = out.emplace_back();
    of["partition"] = &p - m.partition.data();
#define PARTITION(type, name, meaning) of[#name] = p.name;
#include "emu/media/msf.def"
  }
  return out;
}

Json csix(const MsfStats::Csix& c) {
  Json out;
#define CSIX(name, meaning) out[#name] = c.name;
#include "emu/media/msf.def"
  return out;
}

Json by_place(const NamedFrames& frames) {
  Json out = Json::object();
  for (const auto& [place, tags] : frames)
    out[place] = tags;
  return out;
}

Json accounts(const Accounts& a) {
  const PacketLedger::Totals& t = a.ledger;
  Json out;
  out["received"] = t.received;
  for (unsigned f = 0; f < kFates; ++f)
    out["by_fate"][ixp::name(static_cast<Fate>(f))] = t.by_fate[f];
  for (unsigned r = 1; r < kDropReasons; ++r)
    // the other reasons apply to CSIX
    if (t.dropped[r] || r <= static_cast<unsigned>(DropReason::RxReset))
      out["dropped_by_hardware"][ixp::name(static_cast<DropReason>(r))] = t.dropped[r];
  out["dropped_but_seen"] = t.dropped_seen;
  out["delivered_with_error"] = t.delivered_with_error;
  out["dropped_by_microcode"] = pairs(a.counters);
  out["transmitted"] = t.received_and_transmitted;
  out["transmitted_again"] = t.transmitted_tagged - t.received_and_transmitted;
  out["made_by_microcode"] = t.transmitted_untagged;
  out["lost"] = pairs(a.lost);
  out["counted_early"] = a.counted_early;
  out["inside"] = a.inside;
  out["found"] = Json::object();
  for (const FramesAt& at : a.survey.places)
    out["found"][at.place] = at.frames.size();
  out["found_frames"] = by_place(a.found);
  out["lost_frames"] = by_place(a.lost_with_message);
  out["longwords_lost"] = pairs(a.unknown_words);
  out["balanced"] = a.error.empty();
  if (!a.error.empty()) out["error"] = a.error;
  return out;
}

Json agents(const std::vector<ControlCore::AgentStats>& list) {
  static constexpr const char* kKinds[] = {"move", "count", "drain"};
  Json out = Json::array();
  for (const ControlCore::AgentStats& a : list)
    out.push_back({{"kind", kKinds[static_cast<unsigned>(a.config.kind)]},
                   {"from", a.config.from},
                   {"to", a.config.to},
                   {"words", a.words},
                   {"found_empty", a.found_empty},
                   {"found_full", a.found_full}});
  return out;
}

Json freelist(const BufferAudit& a) {
  Json out = {
      {"channel", a.channel}, {"entry", a.entry}, {"known", a.known}, {"buffers", a.buffers}};
  if (!a.known) return out;
  out.update({{"free", a.free},
              {"queued", a.queued},
              {"in_use", a.in_use},
              {"held", a.held},
              {"leaked", a.leaked},
              {"unreachable", a.unreachable},
              {"double_free", a.double_free},
              {"foreign", a.foreign}});
  out["taken"] = Json::array();
  for (const BufferAudit::Taken& t : a.taken)
    out["taken"].push_back(
        {{"at", me_name(t.me)}, {"pc", t.pc}, {"source", t.source}, {"buffers", t.buffers}});
  return out;
}

Json tally(const Tally& t) {
  Json out = {{"name", t.name}};
  if (!t.block.empty()) out["block"] = t.block;
  out["counts"] = kCountsNames[static_cast<unsigned>(t.counts)];
  out["value"] = t.value;
  return out;
}

} // namespace

std::string to_json(const Statistics& s) {
  Json out;
  out["run"] = s.run;
  out["system"] = s.system;
  if (!s.bases.empty()) out["bases"] = s.bases;
  out["seed"] = s.seed;
  out["end"] = {{"reason", name(s.end.reason)},
                {"text", s.end.text},
                {"cycle", s.cycles()},
                {"time_ns", s.time_ns()},
                {"commands_in_flight", s.end.in_flight.size()}};
  out["failures"] = s.failures;
  out["me_hz"] = s.params.me_hz();
  out["instructions"] = s.instructions();
  if (s.skipped) out["skipped"] = s.skipped;
  const auto all = [&](const char* key, const auto& list, const auto& view) {
    out[key] = Json::array();
    for (const auto& item : list)
      out[key].push_back(view(item));
  };
  all("microengines", s.microengines, microengine);
  all("units", s.units, [&](const UnitFigures& u) { return unit(u, s.end.tick); });
  all("rings", s.rings, [&](const RingFigures& r) { return ring(r, s.end.tick); });
  all("queues", s.queues, [&](const QueueFigures& q) { return queue(q, s.end.tick); });
  all("ports", s.ports, [&](const PortFigures& p) { return port(p, s); });
  out["msf_partitions"] = partitions(s.msf);
  if (s.msf.csix != MsfStats::Csix{}) out["csix"] = csix(s.msf.csix);
  out["agents"] = agents(s.agents);
  out["interrupts"] = s.interrupts;
  out["attentions"] = s.attentions;
  if (!s.sources.empty()) all("interrupt_sources", s.sources, interrupt_source);
  out["frames"] = accounts(s.accounts);
  all("freelists", s.buffers, freelist);
  all("counters", s.tallies, tally);
  out["hazards"] = pairs(s.hazards);
  // Paths need not be UTF-8; other bytes are replaced.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace ixp
