#include "emu/chip/chip.h"

#include "emu/me/state.h"
#include "emu/memory/plain_bus.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

// The least time from the cause of a signal in a unit to the signal.
static Tick signals_heard_ahead(const Params& p, const CommandTable& commands) {
  return std::min({commands.least_notice(), p.me(p.msf_rsw_autopush), p.me(p.xscale_csr_access)});
}

static std::unique_ptr<Kernel> make_kernel(EngineKind engine, const Params& params,
                                           const CommandTable& commands) {
  std::unique_ptr<Kernel> kernel;
  if (engine == EngineKind::Reference)
    kernel = std::make_unique<TickKernel>();
  else
    kernel = std::make_unique<EventKernel>();
  // Words that a microengine did not ask for are announced that long before they move.
  kernel->set_lookahead(std::min({params.me(params.kernel_lookahead), commands.least_notice(),
                                  params.me(params.xscale_csr_access)}));
  return kernel;
}

using MicroengineArray = std::array<std::unique_ptr<Microengine>, kMicroengines>;

static MicroengineArray make_microengines(const Params& params, HazardSink& hazards, Kernel& kernel,
                                          EngineKind engine) {
  MicroengineArray out;
  for (unsigned i = 0; i < kMicroengines; ++i)
    out[i] = std::make_unique<Microengine>(i, params, hazards, kernel, engine);
  return out;
}

static MemoryWiring wire(const MicroengineArray& microengines, CommandRouter& router,
                         DataBus& data_bus, const CommandTable& commands, EngineKind engine) {
  MemoryWiring w;
  w.commands = &commands;
  for (unsigned i = 0; i < kMicroengines; ++i)
    w.microengines[i] = microengines[i].get();
  w.router = &router;
  w.data_bus = &data_bus;
  w.ahead = engine == EngineKind::Threaded;
  return w;
}

Chip::Chip(const SystemConfig& system, const Images& images, EngineKind engine, HazardSink& hazards)
    : params(system.params), commands(params), kernel(make_kernel(engine, params, commands)),
      microengines(make_microengines(params, hazards, *kernel, engine)), packet_buffers(system),
      data_bus(params), wiring(wire(microengines, router, data_bus, commands, engine)),
      inlet(params), scratch(params, wiring, inlet, hazards), hash(params, wiring, inlet, hazards),
      cap(params, wiring, inlet, scratch, hash, hazards), absent(params, wiring, hazards),
      rx(params, ledger), tx(params, ledger), control_core(system.agents, params, scratch),
      events([this] { report_events(); }) {
  add_ports(system);
  msf = std::make_unique<Msf>(system.msf, params, rx, tx, ledger, hazards);
  msf->connect(wiring);
  for (unsigned i = 0; i < params.sram_channels; ++i) {
    sram[i] = std::make_unique<SramChannel>(i, params, hazards);
    sram[i]->connect(wiring);
  }
  dram = std::make_unique<Dram>(params, hazards);
  dram->connect(wiring, msf.get());
  for (unsigned i = 0; i < command_bus.size(); ++i)
    if (engine == EngineKind::Reference)
      command_bus[i] = std::make_unique<PlainBus>(i, params, router, wiring.microengines);
    else
      command_bus[i] = std::make_unique<CommandBus>(i, params, router, wiring.microengines);
  add_units();
  connect_microengines();
  add_agents();
  add_control_core(system, images, hazards);
  watch_frames();
  events.on_change([this](EventStream* to) { connect_events(to); });
  ledger.set_holders([this](const TagVisitor& visit) { visit_tags(visit); });
  boot(*this, system, images);
}

static std::unique_ptr<FrameSource> make_source(const SystemConfig& system, const RxConfig& rx,
                                                unsigned port) {
  if (rx.stream.files.empty()) return nullptr;
  const Params& params = system.params;
  const LineConfig line{rx.port.rate_mbps, line_overhead(rx.port.cframes, params),
                        params.clock_pll_mhz};
  return make_stream(rx.stream, line, rx.seed.value_or(system.seed), port,
                     fmt::format("[port.{}].rx", port));
}

void Chip::add_ports(const SystemConfig& system) {
  rx.set_element_bytes(system.msf.element_bytes);
  for (const auto& [number, port] : system.ports) {
    if (port.rx)
      with_place(port.rx->where, [&, n = number, &r = *port.rx] {
        check(r.port, system.msf.element_bytes, fmt::format("[port.{}].rx", n));
        rx.add(n, r.port, make_source(system, r, n));
      });
    if (port.tx)
      with_place(port.tx->where, [&, n = number, &t = *port.tx] {
        check(t.port, fmt::format("[port.{}].tx", n));
        tx.add(n, t.port);
      });
  }
}

void Chip::add_units() {
  router.set_absent(absent);
  const auto add = [this](Slot slot, MemoryUnit& unit) {
    units_.push_back(&unit);
    kernel->add(unit, slot);
  };
  const auto add_for = [&](mev2::InstrClass cls, Slot slot, MemoryUnit& unit) {
    router.route(cls, unit);
    add(slot, unit);
  };
  add_for(mev2::InstrClass::Msf, Slot::Msf, *msf);
  add_for(mev2::InstrClass::Dram, Slot::Dram, *dram);
  add_for(mev2::InstrClass::Scratch, Slot::Scratch, scratch);
  add_for(mev2::InstrClass::Hash, Slot::Hash, hash);
  add_for(mev2::InstrClass::Cap, Slot::Cap, cap);
  add(Slot::Absent, absent);
  for (unsigned i = 0; i < params.sram_channels; ++i) {
    router.set_sram(i, *sram[i]);
    add(i ? Slot::Sram1 : Slot::Sram0, *sram[i]);
  }
}

// Next neighbours form one chain over both clusters; its ends have one neighbour only.
void Chip::connect_microengines() {
  for (unsigned i = 0; i < kMicroengines; ++i) {
    Microengine* previous = i > 0 ? microengines[i - 1].get() : nullptr;
    Microengine* next = i + 1 < kMicroengines ? microengines[i + 1].get() : nullptr;
    microengines[i]->connect(*command_bus[cluster_of(i)], inputs_, previous, next);
    microengines[i]->on_attention([this](Tick) {
      control_core.attention();
      address_map->raise_attention();
      if (xscale) xscale->interrupt();
    });
    if (wiring.ahead) microengines[i]->hear_signals_ahead(signals_heard_ahead(params, commands));
  }
  CapActions actions;
  actions.interrupt = [this](ThreadInterrupt, unsigned, unsigned, Tick) {
    control_core.interrupt();
    if (xscale) xscale->interrupt();
  };
  cap.set_actions(std::move(actions));
}

void Chip::add_agents() {
  kernel->add(rx, Slot::RxPorts);
  kernel->add(tx, Slot::TxPorts);
  kernel->add(*command_bus[0], Slot::CommandBus0);
  kernel->add(*command_bus[1], Slot::CommandBus1);
  for (unsigned i = 0; i < kMicroengines; ++i)
    kernel->add(*microengines[i], me_slot(i));
  kernel->add(control_core, Slot::ControlCore);
  kernel->add(events, Slot::Events);
}

void Chip::add_control_core(const SystemConfig& system, const Images& images, HazardSink& hazards) {
  control::ChipParts parts{params, hazards, scratch, hash, cap};
  for (unsigned i = 0; i < sram.size(); ++i)
    parts.sram[i] = sram[i].get();
  parts.dram = dram.get();
  parts.msf = msf.get();
  parts.microengines = wiring.microengines;
  address_map = std::make_unique<control::AddressMap>(parts);
  if (!images.arm) return;
  with_place(system.xscale->program_where, [&] {
    xscale = std::make_unique<control::XScale>(params, *address_map, hazards, *images.arm,
                                               system.xscale->stop_at_faults);
  });
  kernel->add(*xscale, Slot::XScale);
}

void Chip::watch_frames() {
  for (const auto& me : microengines)
    me->set_frame_watch(&packet_buffers);
  scratch.set_frame_watch(&packet_buffers);
  dram->set_frame_watch(&packet_buffers);
  for (const auto& channel : sram)
    if (channel) channel->set_frame_watch(&packet_buffers);
}

void Chip::connect_events(EventStream* to) {
  for (const auto& me : microengines)
    me->listen(to);
  for (const auto& bus : command_bus)
    bus->listen(to);
  for (MemoryUnit* unit : units_)
    unit->listen(to);
  rx.listen(to);
  tx.listen(to);
  ledger.listen(to);
}

// What nobody had to see by now, and what reached microengines that wait for room.
void Chip::report_events() {
  settle();
  for (const auto& me : microengines)
    me->settle(kernel->now());
}

// Every place where a tag can be, for the ledger.
void Chip::visit_tags(const TagVisitor& visit) const {
  rx.visit_tags(visit);
  msf->visit_tags(visit);
  dram->visit_tags(visit);
  tx.visit_tags(visit);
  packet_buffers.visit_tags(visit);
}

static bool sleeps(const Microengine& me) {
  const me::MeState& s = me.state();
  return s.running < 0 && !(s.ready & s.ctx_enables >> 8 & 0xff);
}

bool Chip::asleep() {
  return std::ranges::all_of(microengines, [](const auto& me) { return sleeps(*me); }) &&
         rx.next() == kNever && tx.next() == kNever && msf->next() == kNever &&
         commands_in_flight().empty() && (!xscale || xscale->asleep());
}

void Chip::settle() {
  for (MemoryUnit* unit : units_)
    unit->settle();
}

std::vector<Command> Chip::commands_in_flight() {
  settle();
  std::vector<Command> out;
  for (const MemoryUnit* unit : units_)
    unit->list_commands(out);
  for (const auto& bus : command_bus)
    bus->list_commands(out);
  // A microengine that runs ahead has posted some that lie in the future.
  std::erase_if(out, [&](const Command& c) { return c.issued > kernel->now(); });
  std::ranges::sort(out, {}, [](const Command& c) { return std::pair(c.issued, c.me); });
  return out;
}

bool Chip::has_alarms() const {
  return std::ranges::any_of(microengines, [](const auto& me) {
    return std::ranges::any_of(me->state().ctx,
                               [](const me::Context& c) { return c.future_signal != 0; });
  });
}

uint32_t Chip::read(Region region, uint32_t address) {
  switch (region) {
  case Region::Scratch: return scratch.read(address);
  case Region::Sram0: return sram[0]->read(address);
  case Region::Sram1: return sram[1] ? sram[1]->read(address) : 0;
  case Region::Dram: return dram->read_longword(address);
  }
  return 0;
}

void Chip::write(Region region, uint32_t address, uint32_t value) {
  switch (region) {
  case Region::Scratch: scratch.write(address, value); break;
  case Region::Sram0: sram[0]->write(address, value); break;
  case Region::Sram1:
    if (sram[1]) sram[1]->write(address, value);
    break;
  case Region::Dram: dram->write_longword(address, value); break;
  }
}

} // namespace ixp
