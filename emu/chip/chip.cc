#include "emu/chip/chip.h"

#include "base/files.h"
#include "emu/me/state.h"
#include "emu/memory/plain_bus.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

// Minimum time from the announcement of a signal, or from the grant of a command, to the signal.
static Tick least_notice(const Params& p, const CommandTable& commands) {
  return std::min({commands.least_notice(), p.me(p.msf_rsw_autopush), p.me(p.xscale_csr_access)});
}

static std::unique_ptr<Kernel> make_kernel(EngineKind engine, const Params& params,
                                           const CommandTable& commands) {
  std::unique_ptr<Kernel> kernel;
  if (engine == EngineKind::Reference)
    kernel = std::make_unique<TickKernel>();
  else
    kernel = std::make_unique<EventKernel>();
  // Minimum time from the announcement to the move of data that a microengine did not request.
  kernel->set_lookahead(std::min({params.me(params.kernel_lookahead), commands.least_notice(),
                                  params.me(params.xscale_csr_access)}));
  return kernel;
}

using MicroengineArray = std::array<std::unique_ptr<Microengine>, kMicroengines>;

static MicroengineArray make_microengines(const Params& params, HazardSink& hazards, Kernel& kernel,
                                          EngineKind engine) {
  MicroengineArray out;
  for (unsigned i = 0; i < kMicroengines; ++i)
    out[i] = Microengine::make(i, params, hazards, kernel, engine);
  return out;
}

static MemoryWiring wire(const MicroengineArray& microengines, const CommandTable& commands,
                         CommandPool& pool, DataBus& data_bus) {
  MemoryWiring w;
  for (unsigned i = 0; i < kMicroengines; ++i)
    w.microengines[i] = microengines[i].get();
  w.commands = &commands;
  w.pool = &pool;
  w.data_bus = &data_bus;
  return w;
}

Chip::Chip(const SystemConfig& system, const Images& images, EngineKind engine, HazardSink& hazards)
    : params(system.params), commands(params), kernel(make_kernel(engine, params, commands)),
      microengines(make_microengines(params, hazards, *kernel, engine)), packet_buffers(system),
      data_bus(params), wiring(wire(microengines, commands, pool, data_bus)), inlet(params),
      scratch(own<Scratch>(Slot::Scratch, params, wiring, inlet, hazards,
                           engine == EngineKind::Reference)),
      hash(own<Hash>(Slot::Hash, params, wiring, inlet, hazards)),
      cap(own<Cap>(Slot::Cap, params, wiring, inlet, scratch, hash, hazards)),
      absent(own<AbsentUnit>(Slot::Absent, params, wiring, hazards)), rx(params, ledger),
      tx(params, ledger), control_core(system.agents, params, scratch),
      events([this] { report_events(); }) {
  add_ports(system);
  add_units(system, hazards);
  for (unsigned i = 0; i < command_bus.size(); ++i)
    if (engine == EngineKind::Reference)
      command_bus[i] = std::make_unique<PlainBus>(i, params, router, wiring);
    else
      command_bus[i] = std::make_unique<CommandBus>(i, params, router, wiring);
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

void Chip::add_units(const SystemConfig& system, HazardSink& hazards) {
  msf = &own<Msf>(Slot::Msf, system.msf, params, rx, tx, ledger, hazards);
  msf->connect(wiring);
  dram = &own<Dram>(Slot::Dram, params, hazards);
  dram->connect(wiring, msf);
  router.set_absent(absent);
  for (unsigned i = 0; i < params.sram_channels; ++i) {
    sram[i] = &own<SramChannel>(i ? Slot::Sram1 : Slot::Sram0, i, params, hazards);
    sram[i]->connect(wiring);
    router.set_sram(i, *sram[i]);
  }
  router.route(mev2::InstrClass::Msf, *msf);
  router.route(mev2::InstrClass::Dram, *dram);
  router.route(mev2::InstrClass::Scratch, scratch);
  router.route(mev2::InstrClass::Hash, hash);
  router.route(mev2::InstrClass::Cap, cap);
}

// Next neighbours form one chain across both clusters; its ends have only one neighbour.
void Chip::connect_microengines() {
  for (unsigned i = 0; i < kMicroengines; ++i) {
    Microengine* previous = i > 0 ? microengines[i - 1].get() : nullptr;
    Microengine* next = i + 1 < kMicroengines ? microengines[i + 1].get() : nullptr;
    microengines[i]->connect(command_bus[cluster_of(i)]->fifo(i), inputs_, previous, next);
    microengines[i]->on_attention([this](Tick) {
      control_core.attention();
      address_map->raise_attention();
      if (xscale) xscale->interrupt();
    });
    microengines[i]->swap_ahead(least_notice(params, commands));
  }
  cap.on_interrupt([this](ThreadInterrupt, unsigned, unsigned) {
    control_core.interrupt();
    if (xscale) xscale->interrupt();
  });
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
  parts.sram = sram;
  parts.dram = dram;
  parts.msf = msf;
  parts.microengines = wiring.microengines;
  address_map = std::make_unique<control::AddressMap>(parts);
  if (!images.arm) return;
  add_board(system.xscale->board);
  if (const auto& started = system.xscale->kernel; started && !started->input.empty())
    address_map->uart.type(read_file(started->input), started->prompt);
  if (const std::string& typed = system.xscale->typed; !typed.empty())
    address_map->uart.type(control::parse_typed(read_file(typed), typed));
  with_place(system.xscale->program_where, [&] {
    xscale = std::make_unique<control::XScale>(params, *address_map, hazards, *images.arm,
                                               system.xscale->stop_at_faults);
  });
  kernel->add(*xscale, Slot::XScale);
}

void Chip::add_board(XScaleConfig::Board board) {
  switch (board) {
  case XScaleConfig::Board::None: break;
  case XScaleConfig::Board::Enp2611:
    address_map->board = std::make_unique<control::Enp2611>([this](unsigned port) {
      control::Enp2611::Traffic t;
      if (rx.exists(port)) t.rx_frames = rx.stats(port).frames, t.rx_bytes = rx.stats(port).bytes;
      if (tx.exists(port)) t.tx_frames = tx.stats(port).frames, t.tx_bytes = tx.stats(port).bytes;
      return t;
    });
    break;
  case XScaleConfig::Board::Ixdp2400: // the master of two chips on one PCI bus
    cap.set_strap_options(Cap::kPciHost | Cap::kBootsFromFlash);
    address_map->board = std::make_unique<control::Ixdp2400>(params.clock_pll_mhz * 1'000'000 /
                                                             params.clock_apb_div);
    address_map->pci.add(control::pci_bridge(4, 1));
    for (const unsigned slot : {3u, 4u}) // of the other chip, of this one
      address_map->pci.add(control::pci_ethernet(1, slot));
  }
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
  for (const auto& unit : units)
    unit->listen(to);
  rx.listen(to);
  tx.listen(to);
  ledger.listen(to);
}

// Performs deferred effects and empties inboxes, so that all events up to now are reported.
void Chip::report_events() {
  settle();
  for (const auto& me : microengines)
    me->settle(kernel->now());
}

// Visits every location of tags, for the ledger.
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
  for (const auto& unit : units)
    unit->settle();
}

std::vector<Command> Chip::commands_in_flight() {
  settle();
  std::vector<Command> out;
  pool.for_each([&](const InFlight& t) {
    if (t.command.issued <= kernel->now()) out.push_back(t.command); // later ones were posted ahead
  });
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
