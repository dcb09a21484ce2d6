#include "emu/debug/state_digest.h"

#include "base/digest.h"
#include "emu/chip/region.h"
#include "emu/me/inbox.h"
#include "emu/me/state.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <iterator>
#include <span>

namespace ixp::debug {

namespace {

std::string hash(std::string_view bytes);

std::string contexts(const Microengine& me) {
  const me::MeState& s = me.state();
  std::string out = fmt::format("{} {} {} {:x} {:x} {}", s.running, s.ready, s.last_ran,
                                s.ctx_enables, s.cc_enable, s.instructions);
  for (unsigned c = 0; c < kContexts; ++c) {
    const me::Context& x = s.ctx[c];
    fmt::format_to(std::back_inserter(out), "\n{} {} {} {:x} {:x} {} {} {} {}", me.pc(c),
                   x.slept_at, x.has_run, x.signals, x.wakeup, x.lm[0], x.lm[1], x.future_count,
                   x.future_signal);
  }
  return out;
}

// Other state: ALU leftovers, pointers, CAM, CRC, timers.
std::string others(const me::MeState& s) {
  std::string out =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {:x} {} {} {} {} {} {} {} {}", s.prev_a, s.prev_b,
                  s.prev_result, s.flags.wide, s.flags.v, s.lm_global[0], s.lm_global[1], s.t_index,
                  s.byte_index, s.nn_put, s.cam_lru, s.crc_remainder, s.product, s.csr_ctx_pointer,
                  s.timestamp_base, s.profile_base, s.random, s.pending.size(), s.halted);
  for (const me::CamEntry& e : s.cam)
    fmt::format_to(std::back_inserter(out), " {}/{}", e.tag, e.state);
  return out;
}

std::string events(const Microengine& me) {
  std::string out;
  me.inbox().for_each([&](Tick tick, me::TimedEvent::Source source, const me::TimedEvent& e) {
    fmt::format_to(std::back_inserter(out), "{} {} {} {} {}\n", tick, static_cast<int>(source),
                   static_cast<int>(e.kind), e.ctx,
                   e.kind == me::TimedEvent::Kind::Signal ? e.what : 0);
  });
  for (const uint32_t word : me.neighbour_words())
    fmt::format_to(std::back_inserter(out), "{:x} ", word);
  return out;
}

template <class Words> std::string hash_words(const Words& words) {
  return hash({reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words[0])});
}

// Reads bytes from `address` on, in address order.
void fetch(Simulation& sim, Region region, uint32_t address, std::span<uint8_t> out) {
  if (region == Region::Dram)
    return sim.chip().dram->read(address, out.data(), static_cast<unsigned>(out.size()));
  for (uint32_t i = 0; i < out.size(); i += 4) {
    const uint32_t word = sim.read(region, address + i);
    for (uint32_t k = 0; k < 4; ++k)
      out[i + k] = static_cast<uint8_t>(word >> (24 - 8 * k));
  }
}

bool is_zero(std::span<const uint8_t> bytes) {
  return bytes[0] == 0 && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

// Digest of a memory. Optimised for memories that are mostly zero.
std::string memory(Simulation& sim, Region region) {
  const uint64_t bytes = region_bytes(region, sim.system().params);
  Digest d;
  std::array<uint8_t, 4096> room;
  for (uint64_t at = 0; at < bytes; at += room.size()) {
    const auto piece = std::span(room).first(std::min<uint64_t>(room.size(), bytes - at));
    fetch(sim, region, static_cast<uint32_t>(at), piece);
    if (is_zero(piece)) continue;
    d.add(at);
    d.add(std::span<const uint8_t>(piece));
  }
  return d.text();
}

std::string queue_entries(Simulation& sim) {
  std::string out;
  for (const auto& channel : sim.chip().sram)
    for (unsigned n = 0; channel && n < kQueueEntries; ++n) {
      const QueueEntry& e = channel->entry(n);
      fmt::format_to(std::back_inserter(out), "{:x} {:x} {:x}\n", e.head, e.tail, e.count);
    }
  return out;
}

std::string commands_in_flight(Simulation& sim) {
  std::string out;
  for (const Command& c : sim.chip().commands_in_flight())
    fmt::format_to(std::back_inserter(out), "{} {} {} {} {} {:x} {}\n", c.issued, c.me, c.ctx, c.pc,
                   static_cast<int>(c.op), c.address, c.count);
  return out;
}

std::string hash(std::string_view bytes) {
  Digest d;
  d.add(bytes);
  return d.text();
}

} // namespace

std::map<std::string, std::string> state_digest(Simulation& sim) {
  std::map<std::string, std::string> out;
  for (const PlacedImage& placed : sim.images().placed) {
    const Microengine& me = sim.microengine(placed.me);
    const std::string name = "ME " + me_name(placed.me);
    out[name + " registers"] = hash_words(me.state().regs);
    out[name + " outstanding"] = hash_words(me.state().outstanding);
    out[name + " local memory"] = hash_words(me.state().local_memory);
    out[name + " contexts"] = hash(contexts(me));
    out[name + " others"] = hash(others(me.state()));
    out[name + " events"] = hash(events(me));
  }
  for (const Region region : {Region::Scratch, Region::Sram0, Region::Sram1, Region::Dram})
    if (region_bytes(region, sim.system().params))
      out[std::string(name(region))] = memory(sim, region);
  for (const RingConfig& r : sim.system().rings)
    out[fmt::format("ring {}", r.number)] = hash_words(sim.chip().scratch.ring_words(r.number));
  out["queues"] = hash(queue_entries(sim));
  out["commands"] = hash(commands_in_flight(sim));
  out["statistics"] = hash(to_json(sim.statistics()));
  out["hazards"] = hash(sim.hazards().text());
  out["frames"] = hash(sim.contexts());
  return out;
}

} // namespace ixp::debug
