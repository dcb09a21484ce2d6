// The MSF's registers and commands; receiver.cc and transmitter.cc implement their effects.
#include "emu/media/msf.h"

#include "emu/kernel/timed_queue.h"
#include "emu/media/flow_control.h"
#include "emu/media/receiver.h"
#include "emu/media/transmitter.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

using namespace msf_reg;

// Default of CSIX_TYPE_MAP (receiver_csix.cc): types 1 to 5 are data, flow control goes to FCEFIFO,
// command and status are control; idle and reserved types are discarded.
static constexpr uint32_t kUsualTypes = 0b10'11'01'01'01'01'01'00;

static constexpr unsigned kMaxCount = 16; // in longwords or pairs

// ---- modes

static constexpr const char* kModeNames[] = {"sphy", "mphy32", "mphy4", "4x8", "csix"};

const char* name(MsfMode mode) {
  return kModeNames[static_cast<unsigned>(mode)];
}

bool parse(std::string_view text, MsfMode& mode) {
  for (unsigned i = 0; i < std::size(kModeNames); ++i)
    if (text == kModeNames[i]) {
      mode = static_cast<MsfMode>(i);
      return true;
    }
  return false;
}

unsigned ports_of(MsfMode mode) {
  return MsfLayout{.mode = mode}.ports();
}

uint64_t pin_rate_mbps(const MsfConfig& config, unsigned port, const Params& params) {
  return params.clock_msf_khz * (port == config.cbus ? config.cbus_bits : 32) / 1000;
}

uint32_t pack(const MsfLayout& l) {
  uint32_t word = l.enables << kEnableShift;
  word |= (l.duplex ? kDuplex : 0) | (l.cbus_8_bits ? kCbus8 : 0) | (l.single_list ? kSingle : 0);
  word |= (l.element_bytes == 256 ? 2u : l.element_bytes == 128 ? 1u : 0u) << kElementShift;
  switch (l.mode) {
  case MsfMode::Sphy: return word;
  case MsfMode::Mphy32: return word | kMphy | kMphy32;
  case MsfMode::Mphy4: return word | kMphy;
  case MsfMode::Quad8: return word | 2u << kWidthShift;
  case MsfMode::Csix: return word | kCsix;
  }
  return word;
}

bool unpack(uint32_t word, MsfLayout& l) {
  const unsigned width = word >> kWidthShift & 3, size = word >> kElementShift & 3;
  const bool csix = word & kCsix;
  if (size == 3 || (width != 0 && (csix || width != 2))) return false;
  l.mode = csix              ? MsfMode::Csix
           : width == 2      ? MsfMode::Quad8
           : !(word & kMphy) ? MsfMode::Sphy
           : word & kMphy32  ? MsfMode::Mphy32
                             : MsfMode::Mphy4;
  l.element_bytes = 64u << size;
  l.enables = word >> kEnableShift;
  l.duplex = word & kDuplex;
  l.cbus_8_bits = word & kCbus8;
  l.single_list = csix && (word & kSingle);
  return true;
}

// ---- timing of commands

// Commands are served in order of arrival, each for the service time of its longwords, and complete
// after the latency of their row (command.h). At most msf.inlet_fifo commands wait for service;
// beyond that, the command bus holds commands back.
class MsfInlet {
public:
  explicit MsfInlet(MsfShared& shared) : shared_(shared) {}
  bool full(Tick now) const {
    return waiting_.size() >= shared_.params.msf_inlet_fifo && waiting_.next() > now;
  }
  Tick room_at() const { return waiting_.next(); } // when a full queue has space

  // Takes a command if there is space; returns the tick of its effect, which is its completion.
  Tick enter(const InFlight& t, const CommandRow& row, Tick arrival) {
    while (waiting_.next() <= arrival)
      waiting_.pop();
    const unsigned n = std::max({1, +t.pulls, +t.pushes});
    const Tick start = std::max(arrival, free_);
    free_ = start + n * row.service;
    if (start > arrival) waiting_.push(start, {});
    MsfStats& stats = shared_.stats;
    ++stats.commands;
    stats.inlet_max = std::max(stats.inlet_max, waiting_.size());
    const Tick earliest = start + row.done + (n - 1) * row.service;
    const unsigned me = t.command.data_me;
    return t.pushes  ? shared_.push_slot(me, earliest, n, row.service)
           : t.pulls ? shared_.pull_slot(me, earliest, n, row.service)
                     : earliest;
  }

private:
  struct Nothing {};
  MsfShared& shared_;
  TimedQueue<Nothing> waiting_; // until start of service
  Tick free_ = 0;               // end of service of the last command
};

// ---- construction

Msf::Msf(const MsfConfig& config, const Params& params, RxPorts& rx, TxPorts& tx,
         PacketLedger& ledger, HazardSink& hazards)
    : rx_ports_(rx), tx_ports_(tx),
      shared_(new MsfShared{params, ledger, hazards, stats_, {}, nullptr, nullptr}),
      flow_(std::make_unique<FlowControl>(*shared_, rx, tx, config.cbus)),
      inlet_(std::make_unique<MsfInlet>(*shared_)),
      receiver_(std::make_unique<Receiver>(*shared_, rx, config.cbus)),
      transmitter_(std::make_unique<Transmitter>(*shared_, tx)) {
  works_ = true;
  shared_->flow = flow_.get();
  const auto control = [&](MsfConfig::Transmit half) {
    MsfLayout layout{.mode = half.mode, .element_bytes = half.element_bytes};
    layout.enables = layout.all_channels();
    layout.duplex = layout.csix() && config.full_duplex;
    layout.cbus_8_bits = layout.csix() && config.cbus_bits == 8;
    layout.single_list = layout.csix() && config.single_freelist;
    return pack(layout);
  };
  const auto highest = [](unsigned ports) { return ports ? ports - 1 : 0; };
  write_longword(kRxControl, control({config.mode, config.element_bytes}), 0, nullptr);
  write_longword(kTxControl, control(config.transmit()) & ~kSingle, 0, nullptr);
  write_longword(kCsixTypeMap, kUsualTypes, 0, nullptr);
  write_longword(kRxMphyPollLimit, highest(rx.ports()), 0, nullptr);
  write_longword(kTxMphyPollLimit, highest(tx.ports()), 0, nullptr);
  rx.on_expected([this](Tick at) {
    receiver_->expect_frame(at);
    flow_->expect_frame(at);
    schedule_by(next_action());
  });
  schedule(0);
}

Msf::~Msf() = default;

void Msf::connect(const MemoryWiring& wiring) {
  wiring_ = shared_->wiring = wiring;
}
void Msf::listen(EventStream* events) {
  MemoryUnit::listen(events);
  shared_->events = events;
}
void Msf::reset_stats() {
  stats_ = {};
}

void Msf::populate_rbuf(bool leave_out_erratum_69) {
  const unsigned bytes = receiver_->layout().element_bytes;
  const std::array<unsigned, 3> bad = bytes == 64    ? std::array{9u, 18u, 27u}
                                      : bytes == 128 ? std::array{4u, 9u, 13u}
                                                     : std::array{2u, 4u, 6u};
  for (unsigned n = 1; n < receiver_->layout().elements(); ++n)
    if (!leave_out_erratum_69 || std::find(bad.begin(), bad.end(), n) == bad.end())
      receiver_->element_done(n, now(), nullptr);
}

Tick Msf::next_action() const {
  return std::min({receiver_->next(), transmitter_->next(), flow_->next()});
}

Tick Msf::work(Tick now) {
  if (receiver_->next() <= now) receiver_->step(now);
  if (flow_->next() <= now) flow_->step(now);
  let_transmitter_look(now);
  if (transmitter_->next() <= now) transmitter_->step(now);
  return next_action();
}

// Passes changes of flow control to the transmitter.
void Msf::let_transmitter_look(Tick now) {
  if (flow_->take_change()) transmitter_->look_again(now);
}

// ---- commands

bool Msf::can_accept(const Command&, Tick now) const {
  return !inlet_->full(now);
}

Tick Msf::accept(InFlight& t, Tick now, Tick arrival) {
  if (inlet_->full(now)) return inlet_->room_at();
  const CommandRow& row = begin(t, std::clamp<unsigned>(t.command.count, 1, kMaxCount));
  t.visible = true; // visible to ports and threads
  t.effect = inlet_->enter(t, row, arrival);
  t.done = row.signals == Signals::None ? kNever : t.effect;
  launch(t, arrival);
  return kTaken;
}

void Msf::perform(InFlight& t) {
  const Command& c = t.command;
  if (c.op == mev2::Opcode::MSF_FAST_WR)
    write_longword(c.address & 0xffff, c.address >> 16, t.effect, &c);
  else if (t.pushes)
    read_words(t);
  else
    for (unsigned i = 0; i < t.pulls; ++i)
      write_longword(c.address + 4 * i, t.words[i], t.effect, &c);
}

static uint32_t load_longword(const uint8_t* p) {
  return uint32_t{p[0]} << 24 | uint32_t{p[1]} << 16 | uint32_t{p[2]} << 8 | p[3];
}

void Msf::read_words(InFlight& t) {
  const Command& c = t.command;
  const unsigned n = t.pushes;
  const uint32_t address = c.address & ~3u;
  if (address >= kBuffer && address < kEnd) {
    std::array<uint8_t, 4 * InFlight::kMaxWords> bytes;
    receiver_->read(address - kBuffer, bytes.data(), nullptr, 4 * n, t.effect, &c);
    for (unsigned i = 0; i < n; ++i)
      t.words[i] = load_longword(&bytes[4 * i]);
    if (c.address & 3)
      shared_->report(t.effect, &c, HazardKind::BadAddress,
                      "msf read address is not a multiple of 4");
  } else {
    for (unsigned i = 0; i < n; ++i)
      t.words[i] = read_longword(c.address + 4 * i, t.effect, &c);
  }
}

// ---- registers

uint32_t Msf::read_register(uint32_t offset, Tick now) {
  return read_longword(offset, now, nullptr);
}

void Msf::write_register(uint32_t offset, uint32_t value, Tick now) {
  write_longword(offset, value, now, nullptr);
  let_transmitter_look(now);
  schedule_by(std::max(next_action(), now + 1));
}

// True for registers that only store the written value.
static bool only_remembers(uint32_t offset) {
  switch (offset) {
  case kInterruptEnable:
  case kCsixTypeMap:
  case kHwmControl:
  case kFcStatusOverride:
  case kClockControl:
  case kRxPortMap:
  case kTxMphyPollLimit: return true;
  default: return offset >= kRxUpControl0 && offset < kTxUpControl0 + 16;
  }
}

// 16 longwords, so that a command can move up to 16; each accesses the FIFO's end.
static bool in_fifo_window(uint32_t offset, uint32_t window) {
  return offset >= window && offset < window + kFifoWindow;
}

static bool is_one_of_four(uint32_t offset, uint32_t first) {
  return offset >= first && offset < first + 16;
}

uint32_t Msf::read_longword(uint32_t offset, Tick now, const Command* c) {
  if (offset & 3)
    shared_->report(now, c, HazardKind::BadAddress,
                    fmt::format("msf read address {:#x} is not a multiple of 4", offset));
  offset &= ~3u;
  if (offset >= kBuffer && offset < kEnd) {
    uint8_t bytes[4];
    receiver_->read(offset - kBuffer, bytes, nullptr, 4, now, c);
    return load_longword(bytes);
  }
  if (in_fifo_window(offset, kFcififo)) return flow_->read_fcififo(now);
  if (is_one_of_four(offset, kTxSequence0))
    return transmitter_->sequence((offset - kTxSequence0) / 4);
  if (is_one_of_four(offset, kRxThreadFreelistTimeout0) || only_remembers(offset))
    return registers_[offset / 4];
  switch (offset) {
  case kRxControl:
  case kTxControl:
  case kRxMphyPollLimit: return registers_[offset / 4];
  case kInterruptStatus: return receiver_->interrupt_status() | flow_->interrupt_status();
  case kFcEgressStatus: return flow_->egress_status();
  case kFcIngressStatus: return flow_->ingress_status();
  case kTxMphyStatus: return mphy_status(now);
  default: break;
  }
  shared_->report(now, c, HazardKind::BadCsr,
                  fmt::format("read of msf address {:#06x}, where there is nothing to read; it "
                              "gives 0",
                              offset));
  return 0;
}

// Bit n: transmit port n accepts another element.
uint32_t Msf::mphy_status(Tick now) const {
  uint32_t status = 0;
  for (unsigned port = 0; port < 16; ++port)
    if (tx_ports_.exists(port) && tx_ports_.status(port, now) != TxStatus::Satisfied)
      status |= 1u << port;
  return status;
}

void Msf::write_longword(uint32_t offset, uint32_t value, Tick now, const Command* c) {
  if (offset & 3)
    shared_->report(now, c, HazardKind::BadAddress,
                    fmt::format("msf write address {:#x} is not a multiple of 4", offset));
  offset &= ~3u;
  if (write_indexed(offset, value, now, c)) return;
  if (offset < registers_.size() * 4) registers_[offset / 4] = value;
  switch (offset) {
  case kRxControl: set_control(true, value, now, c); return;
  case kTxControl: set_control(false, value, now, c); return;
  case kRxMphyPollLimit: receiver_->set_poll_limit(value, now); return;
  case kRbufElementDone: receiver_->element_done(value & 0x7f, now, c); return;
  case kTxValidate: transmitter_->validate(value & 0x7f, now, c); return;
  case kInterruptStatus: // writing ones clears (assumed)
    receiver_->clear_interrupts(value);
    flow_->clear_interrupts(value);
    return;
  case kCsixTypeMap: receiver_->set_type_map(value); return;
  case kHwmControl: flow_->set_marks(value, now); return;
  case kFcStatusOverride: flow_->set_override(value, now); return;
  case kFcefifoValidate: flow_->validate(now, c); return;
  default: break;
  }
  if (!only_remembers(offset))
    shared_->report(
        now, c, HazardKind::BadCsr,
        fmt::format("write to msf address {:#06x}, where there is nothing to write", offset));
}

// Windows and arrays of registers.
bool Msf::write_indexed(uint32_t offset, uint32_t value, Tick now, const Command* c) {
  if (offset >= kBuffer && offset < kEnd) {
    transmitter_->write_longword(offset - kBuffer, value, now, c);
  } else if (offset >= kTbufElementControl && offset < kTbufElementControl + 8 * kMaxElements) {
    const uint32_t at = offset - kTbufElementControl;
    transmitter_->write_control(at / 8, at / 4 & 1, value, now, c);
  } else if (in_fifo_window(offset, kFcefifo)) {
    flow_->write_fcefifo(value, now, c);
  } else if (is_one_of_four(offset, kRxThreadFreelist0)) {
    receiver_->add_thread((offset - kRxThreadFreelist0) / 4, static_cast<uint16_t>(value), now, c);
  } else if (is_one_of_four(offset, kRxThreadFreelistTimeout0)) {
    registers_[offset / 4] = value & 0x1fff;
    receiver_->set_timeout((offset - kRxThreadFreelistTimeout0) / 4, value, now);
  } else {
    return false;
  }
  return true;
}

void Msf::set_control(bool rx, uint32_t value, Tick now, const Command* c) {
  MsfLayout layout;
  if (!unpack(value, layout)) {
    shared_->misuse(now, c,
                    fmt::format("{}_CONTROL is given {:#010x}, a mode this model does not have "
                                "(2x16 and 1x16+2x8); the mode stays as it was",
                                rx ? "RX" : "TX", value));
    return;
  }
  if (rx) {
    flow_->set_receive(layout, now);
    receiver_->set_layout(layout, now);
  } else {
    flow_->set_transmit(layout, now);
    transmitter_->set_layout(layout, now);
  }
}

// ---- element store: transfers by the DRAM controller

void Msf::read_rbuf(uint32_t offset, uint8_t* data, PacketTag* tags, unsigned bytes) {
  receiver_->read(offset, data, tags, bytes, now(), nullptr);
}

void Msf::write_tbuf(uint32_t offset, const uint8_t* data, const PacketTag* tags, unsigned bytes) {
  transmitter_->write_data(offset, data, tags, bytes, now(), nullptr);
}

// ---- displays and reports

unsigned Msf::rbuf_in_use() const {
  return receiver_->in_use();
}
unsigned Msf::tbuf_valid() const {
  return transmitter_->valid();
}
bool Msf::quiet() const {
  return MemoryUnit::quiet() && receiver_->quiet() && transmitter_->quiet() && flow_->quiet();
}
std::optional<unsigned> Msf::receive_freelist_of(unsigned me, unsigned ctx, unsigned signal) const {
  return receiver_->freelist_of(me, ctx, signal);
}
bool Msf::fci_not_empty() const {
  return flow_->fci_not_empty();
}
bool Msf::fci_full() const {
  return flow_->fci_full();
}
bool Msf::will_deliver() const {
  return receiver_->will_deliver();
}
void Msf::list_rbuf(std::vector<PacketTag>& out) const {
  receiver_->list_frames(out);
  flow_->list_frames(out);
}
void Msf::list_tbuf(std::vector<PacketTag>& out) const {
  transmitter_->list_frames(out);
}
void Msf::visit_tags(const TagVisitor& visit) const {
  receiver_->visit_tags(visit);
  transmitter_->visit_tags(visit);
  flow_->visit_tags(visit);
}

std::string Msf::describe() const {
  return receiver_->describe() + transmitter_->describe() + flow_->describe();
}

} // namespace ixp
