// The same comparison with the whole chip around the microengines: real buses, memories, rings.
#include "tests/differential/differences.h"
#include "tests/differential/program.h"
#include "tests/differential/stepped_timing.h"

#include "emu/chip/chip.h"
#include "emu/kernel/command.h"
#include "tests/unit/event_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <random>
#include <span>

namespace ixp::test {

namespace {

struct Collector final : HazardSink {
  std::vector<Hazard> seen;
  Kernel* kernel = nullptr;
  void report(Hazard h) override {
    if (stops_run(h.kind) && kernel) kernel->stop_at(h.tick + kernel->lookahead());
    seen.push_back(std::move(h));
  }
};

// How far microengines may run ahead follows from the shortest latency.
void make_quick(Params& p) {
  for (const auto latency : command_latencies())
    p.*latency = p.bus_command_latency + 2;
  p.signal_inter_me = p.bus_command_latency + 2;
  p.signal_neighbour = 1;
}

constexpr uint64_t Params::* kServices[] = {
    &Params::scratch_service_per_lw, &Params::scratch_service_atomic, &Params::hash_service_48,
    &Params::hash_service_64,        &Params::hash_service_128,       &Params::cap_service,
    &Params::sram_service_per_lw,    &Params::sram_q_op_busy,         &Params::dram_service,
    &Params::msf_service_per_lw};
constexpr uint64_t Params::* kDepths[] = {&Params::scratch_inlet_fifo, &Params::sram_cmd_queue,
                                          &Params::dram_bank_queue, &Params::msf_inlet_fifo};
constexpr uint64_t Params::* kTimes[] = {
    &Params::bus_command_latency, &Params::bus_d_cycles_per_quadword,
    &Params::clock_bus_div,       &Params::signal_inter_me,
    &Params::cap_reflect,         &Params::sram_q_same_entry_gap,
    &Params::dram_t_rc,           &Params::dram_t_rcd};

// Random parameters of buses and units; queues are short.
void vary(Params& p, uint32_t seed) {
  std::mt19937 random(seed);
  const auto set = [&](uint64_t Params::* field, std::initializer_list<uint64_t> values) {
    p.*field = values.begin()[random() % values.size()];
  };
  for (const auto latency : command_latencies())
    p.*latency = p.bus_command_latency + 2 + random() % 80;
  for (const auto service : kServices)
    p.*service = 1 + random() % 12;
  for (const auto depth : kDepths)
    p.*depth = 1 + random() % 6;
  p.sram_q_same_entry_gap = random() % 40;
  p.sram_channels = 1 + random() % 2;
  p.dram_t_rc = 1 + random() % 16;
  p.dram_t_rcd = random() % 4;
  set(&Params::clock_bus_div, {1, 2, 3, 4, 4, 6});
  set(&Params::bus_d_cycles_per_quadword, {2, 2, 3, 5});
  set(&Params::dram_banks, {1, 2, 3, 4, 4});
  set(&Params::dram_interleave_bytes, {16, 32, 128, 128, 192});
  set(&Params::dram_granule_bytes, {8, 16, 16, 32});
  set(&Params::dram_open_page, {0, 1});
  set(&Params::dram_row_bytes, {128, 512, 8192});
  set(&Params::dram_ecc_partial_write, {0, 1});
}

// Slow buses with minimum latencies, and row hits that save much time.
void exaggerate(Params& p) {
  for (const auto latency : command_latencies())
    p.*latency = p.bus_command_latency + 2;
  p.clock_bus_div = 32;
  p.clock_dram_div = 64;
  p.dram_t_rcd = 16;
  p.dram_open_page = 1;
}

struct ChipRun {
  Collector hazards;
  std::unique_ptr<Chip> chip;
  std::unique_ptr<TimingRecord> timing;
  EventText events;
  Tick end = 0;
  bool stopped = false; // by a hazard

  ChipRun(EngineKind kind, const Case& c) {
    SystemConfig system;
    system.path = "differential";
    system.params.sram_bytes = system.params.dram_bytes = 65536;
    system.params.clock_me_div = c.me_div;
    system.params.kernel_lookahead = c.lookahead;
    if (c.quick) make_quick(system.params);
    if (c.varied) vary(system.params, c.seed);
    if (c.extreme) exaggerate(system.params);
    for (unsigned n = 0; n < 4; ++n) { // four rings, one of them small and soon full
      RingConfig ring;
      ring.number = n;
      ring.longwords = 128;
      ring.base = 0x2000 + 512 * n;
      ring.status_empty = n % 2;
      system.rings.push_back(ring);
    }
    Images images;
    for (unsigned m = 0; m < c.mes.size(); ++m) {
      MicroengineConfig config;
      config.index = m;
      config.start = c.mes[m].contexts;
      config.mode = c.mes[m].mode;
      system.microengines.push_back(config);
      PlacedImage placed;
      placed.me = m;
      placed.image.mode = c.mes[m].mode;
      placed.image.nn_self = c.mes[m].nn_self;
      placed.image.words = c.mes[m].words;
      images.placed.push_back(placed);
    }
    hazards.check = c.check;
    chip = std::make_unique<Chip>(system, images, kind, hazards);
    hazards.kernel = chip->kernel.get();
    if (kind == EngineKind::Reference) timing = std::make_unique<TimingRecord>(*chip, !c.silent);
    for (unsigned m = 0; m < c.mes.size(); ++m) {
      std::mt19937 random(c.seed + m);
      initialise(*chip->microengines[m], c.mes[m].mode, random);
    }
    if (!c.silent) chip->events.listen(events, EventKinds::all());
  }

  void run(unsigned cycles) {
    const Tick limit = chip->params.me(cycles);
    chip->kernel->run(limit);
    end = std::min(chip->kernel->horizon(), limit);
    stopped = end < limit;
    for (auto& me : chip->microengines)
      if (me) me->settle(end);
    chip->events.flush();
    chip->settle(); // engines apply unobserved effects at different times
  }
};

// Cycles at which everything is compared.
std::vector<unsigned> stops_of(const Case& c) {
  std::vector<unsigned> stops{c.cycles};
  std::mt19937 random(c.seed);
  for (unsigned n = c.silent ? random() % 6 : 0; n > 0; --n)
    stops.push_back(static_cast<unsigned>(1 + random() % c.cycles));
  std::ranges::sort(stops);
  return stops;
}

void compare_events(Differences& d, const EventText& a, const EventText& b) {
  for (size_t i = 0; i < std::min(a.lines.size(), b.lines.size()); ++i)
    d.same("event " + std::to_string(i), a.lines[i], b.lines[i]);
  d.same("events", a.lines.size(), b.lines.size());
  d.same("ticks of events ascend", true, a.ascend && b.ascend);
}

void compare_microengines(Differences& d, const ChipRun& a, const ChipRun& b, size_t number) {
  for (unsigned m = 0; m < number; ++m) {
    const std::string me = "me " + std::to_string(m) + " ";
    const Microengine &x = *a.chip->microengines[m], &y = *b.chip->microengines[m];
    for (unsigned ctx = 0; ctx < kContexts; ++ctx)
      d.same(me + "pc of ctx " + std::to_string(ctx), x.pc(ctx), y.pc(ctx));
    compare_states(d, me, x.state(), y.state());
    compare_statistics(d, me, x.statistics(a.end), y.statistics(b.end));
  }
}

std::string in_flight(Chip& chip) {
  std::string text;
  for (const Command& c : chip.commands_in_flight())
    text += fmt::format("{} me{} ctx{} @{}; ", mev2::info(c.op).name, c.me, c.ctx, c.issued);
  return text;
}

void compare_units(Differences& d, Chip& a, Chip& b) {
  for (unsigned n = 0; n < kMicroengines / 4; ++n) {
    const CommandBusStats &x = a.command_bus[n]->stats(), &y = b.command_bus[n]->stats();
    d.same("commands", x.commands, y.commands);
    d.same("refused", x.refused, y.refused);
    d.same("waited for a command bus", x.waiting_ticks, y.waiting_ticks);
    d.same("words pushed", a.data_bus.s_push[n].words(), b.data_bus.s_push[n].words());
    for (unsigned m = 0; m < x.fifo_max.size(); ++m)
      d.same("deepest FIFO", x.fifo_max[m], y.fifo_max[m]);
  }
  d.same("waited for the scratchpad", a.scratch.stats().waiting_ticks,
         b.scratch.stats().waiting_ticks);
  d.same("most waiting for the scratchpad", a.scratch.stats().waiting_max,
         b.scratch.stats().waiting_max);
  for (unsigned n = 0; n < kScratchRings; ++n) {
    const RingStats &x = a.scratch.ring_stats(n), &y = b.scratch.ring_stats(n);
    d.same("gets", x.gets, y.gets);
    d.same("gets that found nothing", x.empty_gets, y.empty_gets);
    d.same("readers", x.readers.to_string(), y.readers.to_string());
  }
  d.same("commands in flight", in_flight(a), in_flight(b));
}

void compare_memories(Differences& d, Chip& a, Chip& b) {
  for (uint32_t at = 0; at < 0x4000; at += 4)
    for (const Region r : {Region::Scratch, Region::Sram0, Region::Sram1, Region::Dram})
      d.same("memory at " + std::to_string(at), a.read(r, at), b.read(r, at));
}

} // namespace

std::string compare_chips(const Case& c, const Case& threaded, Compared* compared) {
  ChipRun a(EngineKind::Reference, c), b(EngineKind::Threaded, threaded);
  Differences d;
  for (const unsigned stop : stops_of(c)) {
    a.run(stop);
    b.run(stop);
    compare_events(d, a.events, b.events);
    compare_hazards(d, a.hazards.seen, b.hazards.seen);
    d.same("end of the run", a.end, b.end);
    compare_microengines(d, a, b, c.mes.size());
    compare_units(d, *a.chip, *b.chip);
    if (a.stopped || !d.first().empty()) break;
  }
  compare_memories(d, *a.chip, *b.chip);
  d.found(a.timing->difference(a.end));
  for (unsigned m = 0; compared && m < c.mes.size(); ++m) {
    compared->instructions += a.chip->microengines[m]->statistics(a.end).total().executing;
    compared->skipped += b.chip->microengines[m]->skipped();
  }
  return d.first();
}

std::vector<std::string> unnoticed_parameters(unsigned cases) {
  std::vector<uint64_t Params::*> left(std::begin(kServices), std::end(kServices));
  for (const std::span<uint64_t Params::* const> more :
       {std::span<uint64_t Params::* const>(kDepths), std::span<uint64_t Params::* const>(kTimes),
        command_latencies()})
    left.insert(left.end(), more.begin(), more.end());
  for (uint32_t seed = 1; seed <= cases && !left.empty(); ++seed) {
    const Case c = random_command_case(seed);
    ChipRun run(EngineKind::Reference, c);
    run.run(c.cycles);
    std::erase_if(left, [&](const auto parameter) {
      Params other = run.chip->params;
      ++(other.*parameter);
      return !run.timing->difference(run.end, other).empty();
    });
  }
  std::vector<std::string> names;
  for (const auto parameter : left)
    for (const ParamInfo& info : all_params())
      if (info.field == parameter) names.emplace_back(info.key);
  return names;
}

} // namespace ixp::test
