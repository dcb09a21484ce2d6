// The same comparison with the whole chip around the microengines: real buses, memories, rings.
#include "tests/differential/differences.h"
#include "tests/differential/program.h"

#include "emu/chip/chip.h"
#include "emu/kernel/command_latencies.h"
#include "tests/unit/event_recorder.h"

#include <memory>

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
  const uint64_t reflect = p.cap_reflect; // must stay above the lookahead
  for (const auto& [latency, _] : kCommandLatencies)
    p.*latency = p.bus_command_latency + 2;
  p.cap_reflect = reflect;
  p.signal_inter_me = p.bus_command_latency + 2;
  p.signal_neighbour = 1;
}

struct ChipRun {
  Collector hazards;
  std::unique_ptr<Chip> chip;
  EventText events;
  Tick end = 0;

  ChipRun(EngineKind kind, const Case& c) {
    SystemConfig system;
    system.path = "differential";
    system.params.sram_bytes = system.params.dram_bytes = 65536;
    system.params.clock_me_div = c.me_div;
    system.params.kernel_lookahead = c.lookahead;
    if (c.quick) make_quick(system.params);
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
    for (unsigned m = 0; m < c.mes.size(); ++m) {
      std::mt19937 random(c.seed + m);
      initialise(*chip->microengines[m], c.mes[m].mode, random);
    }
    chip->events.listen(events, EventKinds::all());
    const Tick limit = chip->params.me(c.cycles);
    chip->kernel->run(limit);
    end = std::min(chip->kernel->horizon(), limit);
    for (auto& me : chip->microengines)
      if (me) me->settle(end);
    chip->events.flush();
    chip->settle(); // engines differ in when they work out what nobody sees happen
  }
};

} // namespace

std::string compare_chips(const Case& c, Compared* compared) {
  ChipRun a(EngineKind::Reference, c), b(EngineKind::Threaded, c);
  Differences d;
  for (size_t i = 0; i < std::min(a.events.lines.size(), b.events.lines.size()); ++i)
    d.same("event " + std::to_string(i), a.events.lines[i], b.events.lines[i]);
  d.same("events", a.events.lines.size(), b.events.lines.size());
  d.same("ticks of events ascend", true, a.events.ascend && b.events.ascend);
  compare_hazards(d, a.hazards.seen, b.hazards.seen);
  d.same("end of the run", a.end, b.end);
  for (unsigned m = 0; m < c.mes.size(); ++m) {
    const std::string me = "me " + std::to_string(m) + " ";
    const Microengine &x = *a.chip->microengines[m], &y = *b.chip->microengines[m];
    for (unsigned ctx = 0; ctx < kContexts; ++ctx)
      d.same(me + "pc of ctx " + std::to_string(ctx), x.pc(ctx), y.pc(ctx));
    compare_states(d, me, x.state(), y.state());
    compare_statistics(d, me, x.statistics(a.end), y.statistics(b.end));
    if (!compared) continue;
    compared->instructions += x.statistics(a.end).total().executing;
    compared->skipped += y.skipped();
  }
  for (uint32_t at = 0; at < 0x4000; at += 4)
    for (const Region r : {Region::Scratch, Region::Sram0, Region::Sram1, Region::Dram})
      d.same("memory at " + std::to_string(at), a.chip->read(r, at), b.chip->read(r, at));
  for (unsigned bus = 0; bus < 2; ++bus)
    d.same("commands", a.chip->command_bus[bus]->stats().commands,
           b.chip->command_bus[bus]->stats().commands);
  return d.first();
}

} // namespace ixp::test
