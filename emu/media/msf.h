// The media switch fabric interface (MSF) of the IXP2400 in POS-PHY / SPI-3 and CSIX modes. It
// moves frames in pieces (mpackets, one RBUF or TBUF element each) between ports and the two 8 KB
// buffers. It notifies waiting threads of arrivals (receive status words) and sends validated
// elements, strictly in element order.
//
// In a chip it sits in Slot::Msf; RxPorts in Slot::RxPorts and TxPorts in Slot::TxPorts.
// Microengines reach it by commands (Unit), the DRAM controller by ElementStore, the control core
// by read_register() and write_register().
//
// Commands: MSF_READ, MSF_WRITE (count in longwords), MSF_READ64, MSF_WRITE64 (Command::count in
// pairs of longwords), MSF_FAST_WR (address [15:0] = register, [31:16] = data).
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/element_store.h"
#include "emu/kernel/event_stream.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/media/ledger.h"
#include "emu/media/msf_registers.h"
#include "emu/media/port.h"
#include "emu/memory/memory_unit.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace ixp {

// Division of the 32-bit media bus; "sphy", "mphy32", "mphy4", "4x8", "csix" in system files.
enum class MsfMode : uint8_t {
  Sphy,   // 1x32, one port, one partition
  Mphy32, // 1x32, up to 32 ports, one partition, one freelist
  Mphy4,  // 1x32, four ports, four partitions, freelist n for port n
  Quad8,  // 4x8: four ports, each on its own bus, four partitions, freelist n for port n
  Csix,   // 1x32, C-frames (cframe.h) of one port, partitions for data and control
};
bool parse(std::string_view text, MsfMode& mode);
const char* name(MsfMode mode);

struct MsfConfig {
  MsfMode mode = MsfMode::Mphy32;
  unsigned element_bytes = 64; // 64, 128, 256
  // Transmit settings, if they differ.
  struct Transmit {
    MsfMode mode = MsfMode::Mphy32;
    unsigned element_bytes = 64;
  };
  std::optional<Transmit> tx = {};
  // CSIX: flow_control.h
  std::optional<unsigned> cbus = {}; // port used as the CBUS
  unsigned cbus_bits = 4;            // 4 or 8
  bool full_duplex = true;
  bool single_freelist = false;

  Transmit transmit() const { return tx.value_or(Transmit{mode, element_bytes}); }
  bool receives_csix() const { return mode == MsfMode::Csix; }
  bool transmits_csix() const { return transmit().mode == MsfMode::Csix; }
  // True if the port carries C-frames.
  bool rx_cframes(unsigned port) const { return port == cbus || (port == 0 && receives_csix()); }
  bool tx_cframes(unsigned port) const { return port == cbus || (port == 0 && transmits_csix()); }
};
unsigned ports_of(MsfMode mode); // port numbers are below this
// Pin rate in Mbit/s of a port with C-frames: 32 bits per media clock, or that of the CBUS.
uint64_t pin_rate_mbps(const MsfConfig& config, unsigned port, const Params& params);

struct MsfStats {
  static constexpr unsigned kPartitions = 4;
  struct Partition {
#define PARTITION(type, name, meaning) type name = 0;
#include "emu/media/msf.def"
  };
  std::array<Partition, kPartitions> partition{};
  std::array<uint64_t, kMaxPorts> rbuf_overflow_frames{}; // per port
  Tick rx_bus_busy = 0, tx_bus_busy = 0;                  // ticks; with 4x8 the sum of four buses
  // C-frames, of the CSIX mode.
  struct Csix {
#define CSIX(name, meaning) uint64_t name = 0;
#include "emu/media/msf.def"
    friend bool operator==(const Csix&, const Csix&) = default;
  } csix;
  uint64_t commands = 0;
  unsigned inlet_max = 0;
};

struct MsfShared;
class FlowControl;
class MsfInlet;
class Receiver;
class Transmitter;

class Msf final : public MemoryUnit, public ElementStore {
public:
  // Sets RX_CONTROL and TX_CONTROL for `config` with all channels enabled, and the poll limits to
  // the ports present. The RBUF free list is empty: see populate_rbuf().
  Msf(const MsfConfig& config, const Params& params, RxPorts& rx, TxPorts& tx, PacketLedger& ledger,
      HazardSink& hazards);
  ~Msf() override;
  void connect(const MemoryWiring& wiring);
  void listen(EventStream* events) override;

  // Does the work of boot software: adds every usable element to the free list. Drivers exclude
  // element 0, and the elements of erratum 69 (9, 18, 27 of 64 bytes; 4, 9, 13 of 128; 2, 4, 6 of
  // 256).
  void populate_rbuf(bool leave_out_erratum_69 = true);

  // MemoryUnit
  bool can_accept(const Command& c, Tick now) const override;
  Tick accept(InFlight& t, Tick now, Tick arrival) override;

  // ElementStore
  void read_rbuf(uint32_t offset, uint8_t* data, PacketTag* tags, unsigned bytes) override;
  void write_tbuf(uint32_t offset, const uint8_t* data, const PacketTag* tags,
                  unsigned bytes) override;

  // Access by the control core; also TBUF and RBUF data by longword. `now`: the current tick.
  uint32_t read_register(uint32_t offset, Tick now);
  void write_register(uint32_t offset, uint32_t value, Tick now);

  const MsfStats& stats() const { return stats_; }
  void reset_stats();
  // For queue displays and "still inside" reports.
  unsigned rbuf_in_use() const;
  unsigned tbuf_valid() const;
  std::string describe() const; // state in a few lines, e.g. for a stuck run
  // RX_THREAD_FREELIST from which a status word with this signal will be, or is being, pushed to
  // the context; empty if there is none.
  std::optional<unsigned> receive_freelist_of(unsigned me, unsigned ctx, unsigned signal) const;
  bool will_deliver() const; // a status word will be pushed even without further input
  void list_rbuf(std::vector<PacketTag>& out) const; // frames in elements, including 0 and
                                                     // repetitions
  void list_tbuf(std::vector<PacketTag>& out) const;
  void visit_tags(const TagVisitor& visit) const;
  bool quiet() const; // no mpacket, command or status word is in flight
  // Flags of FCIFIFO as seen by microengines.
  bool fci_not_empty() const;
  bool fci_full() const;

private:
  void perform(InFlight& t) override;
  void read_words(InFlight& t);
  Tick work(Tick now) override;
  uint32_t read_longword(uint32_t offset, Tick now, const Command* c);
  void write_longword(uint32_t offset, uint32_t value, Tick now, const Command* c);
  bool write_indexed(uint32_t offset, uint32_t value, Tick now, const Command* c);
  void set_control(bool rx, uint32_t value, Tick now, const Command* c);
  uint32_t mphy_status(Tick now) const;
  Tick next_action() const;
  void let_transmitter_look(Tick now);

  RxPorts& rx_ports_;
  TxPorts& tx_ports_;
  MsfStats stats_;
  std::unique_ptr<MsfShared> shared_;
  std::unique_ptr<FlowControl> flow_;
  std::unique_ptr<MsfInlet> inlet_;
  std::unique_ptr<Receiver> receiver_;
  std::unique_ptr<Transmitter> transmitter_;
  std::array<uint32_t, 0x100 / 4> registers_{}; // as last written
};

} // namespace ixp
