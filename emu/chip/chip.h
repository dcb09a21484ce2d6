// One IXP2400: eight microengines, their buses, the memories and the media interface with its
// ports, put together from a system file, in one emulated time. Building it also does what boot
// software would (boot.cc): control stores, rings, queues, buffers, memory contents, RBUF. It is
// ready to run when the constructor returns.
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
#include "emu/memory/inlet.h"
#include "emu/memory/scratch.h"
#include "emu/memory/sram.h"

#include <array>
#include <memory>

namespace ixp {

class Chip {
public:
  // `hazards.check` must be set before. Throws InputError for contradictions that show only with
  // the files: settings of a stream, a register that does not exist, a load beyond memory.
  Chip(const SystemConfig& system, const Images& images, EngineKind engine, HazardSink& hazards);
  Chip(const Chip&) = delete;
  Chip& operator=(const Chip&) = delete;

  // Every context sleeps and no unit has anything under way: only the network, the control core or
  // an alarm (FUTURE_COUNT) can wake somebody.
  bool asleep();
  bool has_alarms() const; // a context asked for a FUTURE_COUNT signal

  // Performs what was due by now and nobody could see happening; called when a run has ended.
  void settle();
  // Commands issued by now that no unit has completed, by time of issue. Those of one microengine
  // are in their order.
  std::vector<Command> commands_in_flight();

  // All tags that are somewhere in the chip.
  void visit_tags(const TagVisitor& visit) const;

  // Memory as the control core sees it, without timing; addresses in bytes, multiples of 4.
  uint32_t read(Region region, uint32_t address);
  void write(Region region, uint32_t address, uint32_t value);

  // The parts, open to observers, in the order in which they need each other.
  const Params params;
  const CommandTable commands;
  const std::unique_ptr<Kernel> kernel;
  std::array<std::unique_ptr<Microengine>, kMicroengines> microengines;
  PacketLedger ledger;
  PacketBuffers packet_buffers;
  CommandPool pool; // commands issued and not over
  CommandRouter router;
  DataBus data_bus;
  const MemoryWiring wiring;
  Inlet inlet;                                    // of scratchpad, hash unit and CAP
  std::vector<std::unique_ptr<MemoryUnit>> units; // all that take commands; some have names:
  Scratch& scratch;
  Hash& hash;
  Cap& cap;
  AbsentUnit& absent;
  std::array<SramChannel*, 2> sram{}; // null beyond sram.channels
  RxPorts rx;
  TxPorts tx;
  Msf* msf = nullptr; // built after the ports have been added
  Dram* dram = nullptr;
  std::array<std::unique_ptr<CommandBus>, 2> command_bus; // by cluster
  ControlCore control_core;
  std::unique_ptr<control::AddressMap> address_map;
  std::unique_ptr<control::XScale> xscale; // null: the system has no ARM program
  Digest loaded;                           // the files that boot() has read
  EventStream events;                      // what probes hear (emu/kernel/event_stream.h)

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
  void add_agents();
  void watch_frames();
  void connect_events(EventStream* to);
  void report_events();

  // What BR_INP_STATE sees of shared units.
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

// What boot software does before microengines start, and then starts them.
void boot(Chip& chip, const SystemConfig& system, const Images& images);

} // namespace ixp
