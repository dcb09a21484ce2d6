// One IXP2400: eight microengines, their buses, the memories and the media interface with its
// ports, built from a system file and sharing one emulated time. The constructor also does the work
// of boot software (boot.cc): control stores, rings, queues, buffers, memory contents, RBUF. The
// chip is then ready to run.
#pragma once

#include "base/digest.h"
#include "emu/chip/control_core.h"
#include "emu/chip/images.h"
#include "emu/chip/packet_buffers.h"
#include "emu/chip/system.h"
#include "emu/control/address_map.h"
#include "emu/control/xscale.h"
#include "emu/kernel/kernel.h"
#include "emu/me/microengine.h"
#include "emu/media/ledger.h"
#include "emu/media/msf.h"
#include "emu/media/port.h"
#include "emu/memory/absent_unit.h"
#include "emu/memory/bus.h"
#include "emu/memory/cap.h"
#include "emu/memory/data_bus.h"
#include "emu/memory/dram.h"
#include "emu/memory/hash.h"
#include "emu/memory/scratch.h"
#include "emu/memory/sram.h"

#include <array>
#include <memory>

namespace ixp {

class Chip {
public:
  // `hazards.check` must be set before. Throws InputError for contradictions that depend on other
  // files: settings of a stream, a register that does not exist, a load beyond memory.
  Chip(const SystemConfig& system, const Images& images, EngineKind engine, HazardSink& hazards);
  Chip(const Chip&) = delete;
  Chip& operator=(const Chip&) = delete;

  // True if every context waits and no unit has pending work: only the network, the control core or
  // an alarm (FUTURE_COUNT) can wake a context.
  bool asleep();
  bool has_alarms() const; // a context waits for a FUTURE_COUNT signal

  // Applies effects that are due but were deferred as unobservable; called at the end of a run.
  void settle();
  // Commands issued by now and not completed by a unit, by issue time. Commands of one microengine
  // are in program order.
  std::vector<Command> commands_in_flight();

  // Visits all tags in the chip.
  void visit_tags(const TagVisitor& visit) const;

  // Untimed memory access, as seen by the control core; byte addresses, multiples of 4.
  uint32_t read(Region region, uint32_t address);
  void write(Region region, uint32_t address, uint32_t value);

  // The parts, open to observers, in order of dependency.
  const Params params;
  const CommandTable commands;
  const std::unique_ptr<Kernel> kernel;
  std::array<std::unique_ptr<Microengine>, kMicroengines> microengines;
  PacketLedger ledger;
  PacketBuffers packet_buffers;
  CommandPool pool; // commands in flight
  CommandRouter router;
  DataBus data_bus;
  const MemoryWiring wiring;
  Inlet inlet;                                    // of scratchpad, hash unit and CAP
  std::vector<std::unique_ptr<MemoryUnit>> units; // all that take commands; named ones follow:
  Scratch& scratch;
  Hash& hash;
  Cap& cap;
  AbsentUnit& absent;
  std::array<SramChannel*, 2> sram{}; // null beyond sram.channels
  RxPorts rx;
  TxPorts tx;
  Msf* msf = nullptr; // built after the ports are added
  Dram* dram = nullptr;
  std::array<std::unique_ptr<CommandBus>, 2> command_bus; // by cluster
  ControlCore control_core;
  std::unique_ptr<control::AddressMap> address_map;
  std::unique_ptr<control::XScale> xscale; // null: no ARM program
  Digest loaded;                           // the files that boot() has read
  EventStream events;                      // observed by probes (emu/kernel/event_stream.h)

private:
  void add_ports(const SystemConfig& system);
  template <class U, class... A> U& own(Slot slot, A&&... arguments) {
    auto unit = std::make_unique<U>(std::forward<A>(arguments)...);
    U& it = *unit;
    kernel->add(it, slot);
    units.push_back(std::move(unit));
    return it;
  }
  void add_units(const SystemConfig& system, HazardSink& hazards);
  void connect_microengines();
  void add_control_core(const SystemConfig& system, const Images& images, HazardSink& hazards);
  void add_board(XScaleConfig::Board board);
  void add_agents();
  void watch_frames();
  void connect_events(EventStream* to);
  void report_events();

  // State of shared units visible to BR_INP_STATE.
  class Inputs final : public InputStates {
  public:
    explicit Inputs(Chip& chip) : chip_(chip) {}
    bool scratch_ring_status(unsigned ring) override {
      return chip_.scratch.scratch_ring_status(ring);
    }
    bool fci_not_empty() override { return chip_.msf->fci_not_empty(); }
    bool fci_full() override { return chip_.msf->fci_full(); }

  private:
    Chip& chip_;
  };

  Inputs inputs_{*this};
};

// Does the work of boot software and starts the microengines.
void boot(Chip& chip, const SystemConfig& system, const Images& images);

} // namespace ixp
