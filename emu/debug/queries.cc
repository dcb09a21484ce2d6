#include "emu/debug/station.h"

#include "emu/chip/region.h"
#include "emu/debug/names.h"
#include "emu/debug/state_digest.h"
#include "emu/explain/program_place.h"
#include "emu/explain/wakers.h"
#include "emu/me/csr.h"
#include "emu/me/state.h"
#include "emu/xscale/report.h"

#include <fmt/format.h>
#include <map>

namespace ixp::debug {

namespace {

Thread thread_of(const Json& request) {
  return request.at("thread").get<Thread>();
}

const char* standing(const me::MeState& s, unsigned ctx) {
  if (s.running == static_cast<int>(ctx)) return s.halted ? "stopped" : "executes";
  if (!(s.ctx_enables >> 8 >> ctx & 1)) return "not enabled";
  if (s.ready >> ctx & 1) return "ready";
  const me::Context& c = s.ctx[ctx];
  if (!c.has_run) return "not started";
  return (c.wakeup & 0xffff) == 0 ? "ended" : "sleeps";
}

// State of one context, or of all if the request names none.
Json threads(Simulation& sim) {
  Json out = Json::array();
  for (const PlacedImage& placed : sim.images().placed) {
    const Microengine& me = sim.microengine(placed.me);
    const unsigned step = placed.image.mode == mev2::ContextMode::Four ? 2 : 1;
    for (unsigned ctx = 0; ctx < kContexts; ctx += step) {
      const unsigned pc = me.pc(ctx);
      out.push_back({{"thread", Thread{placed.me, ctx}},
                     {"state", standing(me.state(), ctx)},
                     {"pc", pc},
                     {"function", function_at(placed.image, pc)},
                     {"text", place_text(placed.image, pc)}});
    }
  }
  return out;
}

Json evaluate(Simulation& sim, const Json& request) {
  const Expression e(request.at("expression").get<std::string>());
  const View view = view_of(sim, thread_of(request));
  return {{"value", e.value(view)}, {"place", e.is_place() ? e.place(view) : ""}};
}

Json memory(Simulation& sim, const Json& request) {
  const std::string name = request.at("region");
  const uint64_t address = request.at("address"), count = request.at("longwords");
  Json words = Json::array();
  if (name == "lm") {
    for (uint64_t i = address; i < std::min<uint64_t>(address + count, me::kLocalMemory); ++i)
      words.push_back(sim.microengine(thread_of(request).me).local_memory(unsigned(i)));
  } else {
    const auto region = parse_region(name);
    if (!region)
      throw InputError(
          fmt::format("there is no memory '{}', expected scratch, sram0, sram1, dram or "
                      "lm",
                      name));
    const uint64_t bytes = region_bytes(*region, sim.system().params);
    if (address % 4) throw InputError("expected an address that is a multiple of 4");
    for (uint64_t i = 0; i < count && address + 4 * i < bytes; ++i)
      words.push_back(sim.read(*region, static_cast<uint32_t>(address + 4 * i)));
  }
  if (words.empty()) throw InputError(fmt::format("{} has nothing at {:#x}", name, address));
  return {{"words", words}};
}

// Variables with a value at the thread's pc.
Json variables(Simulation& sim, const Json& request) {
  const View view = view_of(sim, thread_of(request));
  Json out = Json::array();
  if (!view.image()) return out;
  std::map<std::string, const mecc::SymbolRange*> live;
  for (const mecc::SymbolRange& s : view.image()->symbols)
    if (s.first <= view.pc && view.pc <= s.last) live[s.name] = &s;
  std::erase_if(live, [&](const auto& v) { return is_awaited(view, v.second->location); });
  for (const auto& [name, symbol] : live) {
    const std::string& location = symbol->location;
    out.push_back({{"name", name},
                   {"location", location},
                   {"place", is_memory(location) ? Expression(location).place(view) : location},
                   {"value", symbol->value(located_value(view, location))}});
  }
  return out;
}

Json registers(Simulation& sim, const Json& request) {
  const View view = view_of(sim, thread_of(request));
  const bool four = view.me().state().ctx_enables & me::csr::kFourContexts;
  Json out = Json::object();
  for (const char* file : {"a", "b", "$", "$$", "out:$", "out:$$", "n$"}) {
    Json words = Json::array();
    for (unsigned n = 0; n < (four ? 32u : 16u); ++n)
      words.push_back(view.me().get_register(fmt::format("{}{}", file, n), view.thread.ctx));
    out[file] = words;
  }
  return out;
}

std::string rings(Simulation& sim) {
  std::string out;
  for (const RingConfig& r : sim.system().rings)
    out += fmt::format("{:<2} {:<20} {:>5} of {} longwords\n", r.number, r.name,
                       sim.chip().scratch.ring_count(r.number), r.longwords);
  return out.empty() ? "the system has no rings\n" : out;
}

std::string ring(Simulation& sim, const std::string& name) {
  const unsigned number = ring_number(sim.system(), name);
  const std::vector<uint32_t> words = sim.chip().scratch.ring_words(number);
  const RingConfig& config = *std::ranges::find(sim.system().rings, number, &RingConfig::number);
  const size_t length = std::max(1u, config.message.longwords());
  std::string out;
  for (size_t at = 0; at < words.size(); at += length) {
    const std::span<const uint32_t> message(&words[at], std::min(length, words.size() - at));
    out += fmt::format("{:>4}", at / length);
    for (const MessageField& f : config.message.fields)
      if (f.longword < message.size())
        out += fmt::format(fmt::runtime(f.unit == "hex" ? " {}={:#x}" : " {}={}"), f.name,
                           f.of(message[f.longword]));
    if (config.message.fields.empty()) out += fmt::format(" {:#010x}", message[0]);
    sim.chip().packet_buffers.for_each_named({QueuePlace::Scratch, 0, static_cast<uint8_t>(number)},
                                             message, [&](const PacketBuffer& b, size_t) {
                                               out += "  frame " + sim.chip().ledger.text(b.frame);
                                             });
    out += '\n';
  }
  return out.empty() ? "the ring is empty\n" : out;
}

std::string queues(Simulation& sim) {
  std::string out;
  for (unsigned channel = 0; channel < 2; ++channel) {
    if (!sim.chip().sram[channel]) continue;
    for (unsigned n = 0; n < kQueueEntries; ++n) {
      const QueueEntry& e = sim.chip().sram[channel]->entry(n);
      if (!e.set_up) continue;
      out += fmt::format("sram{} entry {:<2} {:<6} {:>6} {}, head {:#010x}, tail {:#010x}\n",
                         channel, n, e.use == QueueUse::Ring ? "ring" : "queue", e.depth(),
                         e.use == QueueUse::Ring ? "longwords" : "packets", e.head, e.tail);
    }
  }
  return out.empty() ? "no entry of a queue array is set up\n" : out;
}

std::string cam(Simulation& sim, const Json& request) {
  const me::MeState& s = sim.microengine(thread_of(request).me).state();
  std::string out = "entry  tag         state\n";
  for (unsigned n = 0; n < s.cam.size(); ++n)
    out += fmt::format("{:>5}  {:#010x}  {}\n", n, s.cam[n].tag, s.cam[n].state);
  return out + fmt::format("least recently used: entry {}\n", s.cam_lru & 15);
}

std::string commands(Simulation& sim) {
  std::string out;
  for (const Command& c : sim.chip().commands_in_flight()) {
    const mecc::Image* image = image_on(sim.images(), c.me);
    out += fmt::format("{}.{} {}, {} {}, issued at cycle {} at {}{}\n", me_name(c.me), c.ctx,
                       describe_command(c, sim.chip(), sim.system()), c.count,
                       mev2::info(c.op).cls == mev2::InstrClass::Dram ? "quadwords" : "longwords",
                       c.issued / sim.system().params.clock_me_div,
                       image ? place_text(*image, c.pc) : fmt::format("pc {}", c.pc),
                       c.signal ? fmt::format(", signals s{}", c.signal) : "");
  }
  return out.empty() ? "no command is in flight\n" : out;
}

std::string signals(Simulation& sim, const Json& request) {
  const View view = view_of(sim, thread_of(request));
  const me::Context& c = view.me().state().ctx[view.thread.ctx];
  std::string out;
  for (unsigned n = 1; n < 16; ++n) {
    const bool there = c.signals >> n & 1, awaited = c.wakeup >> n & 1;
    if (!there && !awaited) continue;
    out +=
        fmt::format("{:<24} {}\n",
                    view.image() ? signal_name(*view.image(), view.pc, n) : fmt::format("s{}", n),
                    there && awaited ? "is there, awaited"
                    : there          ? "is there"
                                     : "awaited");
  }
  return out.empty() ? "no signal is there and none is awaited\n" : out;
}

Json ending(Simulation& sim) {
  const Statistics statistics = sim.statistics();
  return {{"ended", sim.ended()},
          {"cycle", sim.cycle()},
          {"text", sim.end().text},
          {"failures", sim.ended() ? statistics.failures : std::vector<std::string>{}}};
}

// The XScale core: state, code with mapping and registers, the line of code at its pc.
Json arm(Simulation& sim) {
  Chip& chip = sim.chip();
  if (!chip.xscale) throw InputError("the system has no [xscale]");
  const xscale::State s = chip.xscale->state_at(sim.now());
  const char* state = chip.xscale->ended() ? "has ended"
                      : s.idle             ? "waits for an interrupt"
                                           : "executes";
  const std::string text =
      xscale::report(s, [&](uint32_t address) { return chip.address_map->peek(address); });
  const size_t line = text.find("\n-> ");
  return {{"state", state},
          {"pc", s.r[15]},
          {"text", text},
          {"line", text.substr(line + 1, text.find('\n', line + 1) - line)},
          {"registers", xscale::registers(s)}};
}

Json in_flight(Simulation& sim) {
  Json out = Json::array();
  for (const Command& c : sim.chip().commands_in_flight())
    out.push_back({{"me", c.me},
                   {"ctx", c.ctx},
                   {"pc", c.pc},
                   {"issued", c.issued},
                   {"address", c.address},
                   {"count", c.count},
                   {"data_me", c.data_me},
                   {"file", static_cast<int>(c.file)},
                   {"xfer", c.xfer},
                   {"op", static_cast<int>(c.op)}});
  return out;
}

} // namespace

Json query(Simulation& sim, const Json& request) {
  const std::string what = request.at("what");
  const auto text = [](std::string t) { return Json{{"text", std::move(t)}}; };
  if (what == "threads") return {{"threads", threads(sim)}};
  if (what == "evaluate") return evaluate(sim, request);
  if (what == "memory") return memory(sim, request);
  if (what == "variables") return {{"variables", variables(sim, request)}};
  if (what == "registers") return {{"files", registers(sim, request)}};
  if (what == "rings") return text(rings(sim));
  if (what == "ring") return text(ring(sim, request.at("name")));
  if (what == "queues") return text(queues(sim));
  if (what == "cam") return text(cam(sim, request));
  if (what == "commands") return text(commands(sim));
  if (what == "signals") return text(signals(sim, request));
  if (what == "signal")
    return {{"number", signal_number(view_of(sim, thread_of(request)), request.at("name"))}};
  if (what == "contexts") return text(sim.contexts());
  if (what == "arm") return arm(sim);
  if (what == "in flight") return {{"commands", in_flight(sim)}};
  if (what == "end") return ending(sim);
  if (what == "digest") return {{"digest", state_digest(sim)}};
  throw InputError("a station was asked what it does not know: " + what);
}

} // namespace ixp::debug
