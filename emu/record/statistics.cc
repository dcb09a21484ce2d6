#include "emu/record/statistics.h"

#include "emu/chip/ring_use.h"
#include "emu/chip/run_identity.h"
#include "emu/explain/outcome.h"

#include <filesystem>
#include <fmt/format.h>

namespace ixp {

namespace {

void add_microengines(Statistics& s, Chip& chip, const SystemConfig& system, const Images& images) {
  for (size_t i = 0; i < images.placed.size(); ++i) {
    const PlacedImage& p = images.placed[i];
    s.microengines.push_back(
        {p.me, std::filesystem::path(system.microengines[i].image()).filename().string(),
         static_cast<unsigned>(p.image.mode), static_cast<unsigned>(p.image.words.size()),
         chip.microengines[p.me]->statistics(s.end.tick)});
  }
}

double mean(Tick waiting_ticks, Tick end) {
  return end ? static_cast<double>(waiting_ticks) / static_cast<double>(end) : 0;
}

UnitFigures pipelined(std::string name, const PipelinedUnit& unit, Tick end) {
  const UnitStats& u = unit.stats();
  return {std::move(name), u.commands, u.busy, mean(u.waiting_ticks, end), u.waiting_max, {}};
}

// Figures of a part of a unit that moves data but has no commands of its own.
UnitFigures part(std::string name, Tick busy, std::string what, uint64_t moved) {
  return {std::move(name), {}, busy, {}, {}, {{std::move(what), moved}}};
}

void add_sram(Statistics& s, unsigned n, const SramStats& u) {
  const auto named = [&](const char* what) { return fmt::format("sram{} {}", n, what); };
  s.units.push_back({fmt::format("sram{}", n),
                     u.commands,
                     {},
                     mean(u.waiting_ticks, s.end.tick),
                     u.waiting_max,
                     {}});
  s.units.push_back(part(named("read"), u.read_busy, "longwords", u.longwords_read));
  s.units.push_back(part(named("write"), u.write_busy, "longwords", u.longwords_written));
  s.units.push_back(part(named("queues"), u.queue_busy, "operations", u.queue_ops));
}

void add_dram(Statistics& s, const Dram& dram) {
  const DramStats& d = dram.stats();
  const DramBanks& banks = dram.banks();
  UnitFigures f;
  f.name = "dram";
  f.commands = d.commands;
  f.busy = banks.granules() * banks.granule_ticks();
  f.waiting_mean = mean(d.waiting_ticks, s.end.tick);
  f.more = {{"bytes_read", d.bytes_read},
            {"bytes_written", d.bytes_written},
            {"bytes_from_rbuf", d.bytes_from_rbuf},
            {"bytes_to_tbuf", d.bytes_to_tbuf},
            {"row_hits", banks.row_hits()}};
  for (unsigned b = 0; b < banks.banks(); ++b)
    f.more.emplace_back(fmt::format("activates_bank{}", b), banks.activates(b));
  s.units.push_back(std::move(f));
}

void add_buses(Statistics& s, const Chip& chip) {
  for (unsigned i = 0; i < 2; ++i) {
    const CommandBusStats& b = chip.command_bus[i]->stats();
    // FIFO depths are omitted: they depend on how far ahead an engine posts its commands.
    s.units.push_back({fmt::format("command bus {}", i),
                       b.commands,
                       b.busy,
                       mean(b.waiting_ticks, s.end.tick),
                       {},
                       {{"refused", b.refused}}});
  }
  const auto data = [&](std::string name, const BusSlots& bus, const char* words) {
    s.units.push_back(part(std::move(name), bus.busy(), words, bus.words()));
  };
  for (unsigned i = 0; i < 2; ++i) {
    data(fmt::format("s push bus {}", i), chip.data_bus.s_push[i], "longwords");
    data(fmt::format("s pull bus {}", i), chip.data_bus.s_pull[i], "longwords");
  }
  data("d push bus", chip.data_bus.d_push, "quadwords");
  data("d pull bus", chip.data_bus.d_pull, "quadwords");
}

void add_msf(Statistics& s, const MsfStats& m) {
  s.msf = m;
  uint64_t received = 0, sent = 0;
  for (const MsfStats::Partition& p : m.partition) {
    received += p.rx_elements;
    sent += p.tx_elements;
  }
  s.units.push_back({"msf", m.commands, {}, {}, m.inlet_max, {}});
  s.units.push_back(part("msf receive", m.rx_bus_busy, "elements", received));
  s.units.push_back(part("msf transmit", m.tx_bus_busy, "elements", sent));
}

// Its commands are accesses outside the program's memory.
void add_xscale(Statistics& s, const control::XScale& core) {
  UnitFigures f;
  f.name = "xscale";
  f.commands = core.stats().accesses;
  f.busy = core.state().cycles * s.params.clock_xscale_div;
  f.more = {{"instructions", core.state().instructions},
            {"writes", core.stats().writes},
            {"waiting_ticks", core.stats().waiting}};
  s.units.push_back(std::move(f));
  for (unsigned source = 0; source < control::InterruptMeter::kSources; ++source)
    if (const auto& figures = core.interrupts().figures()[source]; figures.raised)
      s.sources.emplace_back(control::InterruptMeter::name(source), figures);
}

void add_units(Statistics& s, Chip& chip) {
  s.units.push_back(pipelined("scratch", chip.scratch, s.end.tick));
  s.units.push_back(pipelined("hash", chip.hash, s.end.tick));
  s.units.push_back(pipelined("cap", chip.cap, s.end.tick));
  for (unsigned i = 0; i < chip.params.sram_channels; ++i)
    add_sram(s, i, chip.sram[i]->stats());
  add_dram(s, *chip.dram);
  add_msf(s, chip.msf->stats());
  add_buses(s, chip);
  if (chip.xscale) add_xscale(s, *chip.xscale);
  if (chip.absent.stats().commands)
    s.units.push_back(pipelined("absent units", chip.absent, s.end.tick));
}

void add_queues(Statistics& s, Chip& chip, const SystemConfig& system) {
  for (unsigned n = 0; n < kScratchRings; ++n) {
    const RingConfig* r = system.ring(n);
    const RingStats& ring = chip.scratch.ring_stats(n);
    if (r || ring.puts || ring.gets)
      s.rings.push_back(
          {n, r ? r->name : "", chip.scratch.ring_is_set_up(n),
           r && ring.readers.count() > r->readers ? too_many_readers(*r, ring.readers) : "",
           chip.scratch.ring_size(n), chip.scratch.ring_count(n), ring});
  }
  for (unsigned channel = 0; channel < chip.params.sram_channels; ++channel)
    for (unsigned entry = 0; entry < kQueueEntries; ++entry) {
      const QueueStats& q = chip.sram[channel]->queue_stats(entry);
      if (q.puts || q.gets || q.refused || q.empty) s.queues.push_back({channel, entry, q});
    }
}

void add_ports(Statistics& s, Chip& chip, const SystemConfig& system, const DelayMeter& delays) {
  for (const auto& [n, port] : system.ports) {
    if (port.rx)
      s.ports.push_back({n,
                         Direction::Rx,
                         port.rx->port.rate_mbps,
                         chip.rx.stats(n),
                         chip.rx.fill(n, s.end.tick),
                         s.msf.rbuf_overflow_frames[n],
                         chip.rx.source_counts(n),
                         {}});
    if (port.tx)
      s.ports.push_back({n,
                         Direction::Tx,
                         port.tx->port.rate_mbps,
                         chip.tx.stats(n),
                         chip.tx.fill(n, s.end.tick),
                         0,
                         {},
                         delays.port(n)});
  }
}

} // namespace

uint64_t Statistics::instructions() const {
  uint64_t n = 0;
  for (const MicroengineFigures& m : microengines)
    n += m.cycles.total().executing;
  return n;
}

uint64_t skipped_instructions(const Chip& chip) {
  uint64_t n = 0;
  for (const auto& me : chip.microengines)
    n += me->skipped();
  return n;
}

std::string failure_text(const Statistics& s, const std::string& contexts) {
  if (s.failures.empty()) return "";
  return fmt::format("the run failed at cycle {}: {}{}", s.cycles(),
                     fmt::join(s.failures, "\n  and: "),
                     contexts.empty() ? "" : '\n' + contexts.substr(0, contexts.size() - 1));
}

Statistics collect_statistics(Chip& chip, const SystemConfig& system, const Images& images,
                              const RunEnd& end, const HazardLog& hazards,
                              const DelayMeter& delays) {
  Statistics s;
  s.run = run_identity(system, images, chip, hazards.check);
  s.system = system.name();
  for (const std::string& base : system.bases)
    s.bases.push_back(std::filesystem::path(base).filename().string());
  s.seed = system.seed;
  s.end = end;
  s.params = chip.params;
  add_microengines(s, chip, system, images);
  add_units(s, chip);
  add_queues(s, chip, system);
  add_ports(s, chip, system, delays);
  s.agents = chip.control_core.statistics();
  s.interrupts = chip.control_core.interrupts();
  s.attentions = chip.control_core.attentions();
  s.accounts = balance(chip, system, images, end);
  s.buffers = audit_buffers(chip, system, end, hazards);
  s.tallies = read_tallies(chip, system);
  s.failures = failures(end, hazards, system.fail_on, s.accounts, s.buffers, s.tallies);
  for (unsigned k = 0; k < kHazardKinds; ++k)
    if (const uint64_t n = hazards.count(static_cast<HazardKind>(k)))
      s.hazards.emplace_back(name(static_cast<HazardKind>(k)), n);
  return s;
}

} // namespace ixp
