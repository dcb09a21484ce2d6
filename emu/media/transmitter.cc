#include "emu/media/transmitter.h"

#include "emu/media/flow_control.h"

#include <cstring>
#include <fmt/format.h>

namespace ixp {

Transmitter::Transmitter(MsfShared& shared, TxPorts& ports)
    : shared_(shared), ports_(ports), clock_(shared.params) {}

void Transmitter::set_layout(const MsfLayout& layout, Tick now) {
  if (layout.mode != layout_.mode || layout.element_bytes != layout_.element_bytes) {
    for (unsigned n = 0; n < layout_.elements(); ++n)
      if (elements_[n].state != State::Free)
        shared_.ledger.lost_on_transmit(tag_of(n), TransmitLoss::Reset);
    elements_ = {};
    partitions_ = {};
    buses_ = {};
  }
  layout_ = layout;
  for (Bus& bus : buses_)
    if (!bus.busy) bus.next = clock_.edge_from(now + 1);
}

Tick Transmitter::next() const {
  Tick next = kNever;
  for (unsigned b = 0; b < layout_.buses(); ++b)
    next = std::min(next, buses_[b].next);
  return next;
}

void Transmitter::step(Tick now) {
  for (unsigned b = 0; b < layout_.buses(); ++b)
    if (buses_[b].next <= now) {
      if (buses_[b].busy) finish(buses_[b], now);
      look(b, now);
    }
}

// ---- writes by microcode

void Transmitter::report_in_use(uint32_t offset, unsigned bytes, Tick now, const Command* c) {
  const unsigned last =
      std::min((offset + bytes - 1) / layout_.element_bytes, layout_.elements() - 1);
  for (unsigned n = offset / layout_.element_bytes; n <= last; ++n)
    if (elements_[n].state != State::Free)
      return shared_.misuse(
          now, c, fmt::format("write to TBUF element {}, which is validated and not sent yet", n));
}

void Transmitter::write_data(uint32_t offset, const uint8_t* data, const PacketTag* tags,
                             unsigned bytes, Tick now, const Command* c) {
  if (offset >= data_.size() || bytes == 0) return;
  const auto room = static_cast<unsigned>(data_.size() - offset);
  const unsigned n = std::min(bytes, room);
  report_in_use(offset, n, now, c); // the data are written nevertheless
  std::memcpy(&data_[offset], data, n);
  std::copy_n(tags, n / kTagGranule, &tags_[offset / kTagGranule]);
  for (unsigned e = offset / layout_.element_bytes; e <= (offset + n - 1) / layout_.element_bytes;
       ++e)
    elements_[e].filled = true;
}

// A write by a microengine: the bytes have no tag, even if they derive from a packet.
void Transmitter::write_longword(uint32_t offset, uint32_t value, Tick now, const Command* c) {
  report_in_use(offset, 4, now, c);
  for (unsigned i = 0; i < 4; ++i)
    data_[offset + i] = static_cast<uint8_t>(value >> (24 - 8 * i));
  tags_[offset / kTagGranule] = 0;
}

void Transmitter::write_control(unsigned n, unsigned longword, uint32_t value, Tick now,
                                const Command* c) {
  if (n >= layout_.elements()) {
    shared_.misuse(now, c,
                   fmt::format("control of TBUF element {}, but there are {} of {} bytes", n,
                               layout_.elements(), layout_.element_bytes));
    return;
  }
  if (longword == 1) {
    if (elements_[n].state == State::Free) elements_[n].extension = value; // none in POS modes
    validate(n, now, c);
    return;
  }
  if (elements_[n].state == State::Free) elements_[n].control = value;
  // otherwise the following write of longword 1 is reported
}

void Transmitter::validate(unsigned n, Tick now, const Command* c) {
  if (n >= layout_.elements()) {
    shared_.misuse(now, c,
                   fmt::format("validation of TBUF element {}, but there are {} of {} "
                               "bytes",
                               n, layout_.elements(), layout_.element_bytes));
    return;
  }
  Element& e = elements_[n];
  if (e.state != State::Free) {
    shared_.misuse(now, c,
                   fmt::format("TBUF element {} validated again before it was sent; the "
                               "second validation is ignored",
                               n));
    return;
  }
  e.state = State::Valid;
  e.ready = now + shared_.params.me(shared_.params.msf_tx_start);
  const unsigned number = layout_.partition_of(n);
  Partition& p = partitions_[number];
  ++p.valid;
  auto& stats = shared_.stats.partition[number];
  stats.tbuf_elements_max = std::max(stats.tbuf_elements_max, p.valid);
  if (heard(shared_.events)) [[unlikely]] {
    const Control control = decode(e.control);
    shared_.tell_element(now, source_of(c),
                         {ElementAction::Validated, control.sop, control.eop,
                          static_cast<int16_t>(port_of(control, number)), static_cast<int16_t>(n),
                          tag_of(n)});
  }
  Bus& bus = buses_[layout_.buses() == 4 ? number : 0];
  if (!bus.busy) bus.next = std::min(bus.next, clock_.edge_from(e.ready));
}

uint32_t Transmitter::sequence(unsigned partition) const {
  if (partition >= layout_.partitions()) return 0;
  const Partition& p = partitions_[partition];
  return p.sent | (p.valid == 0 ? 1u << 31 : 0);
}

// ---- sending

unsigned Transmitter::head_element(unsigned partition) const {
  return layout_.first_element(partition) + partitions_[partition].head;
}

Transmitter::Control Transmitter::decode(uint32_t w) const {
  const unsigned length = w >> 24;
  Control c{.port = w & 0xff,
            .prepend_at = w >> 21 & 7,
            .prepend = w >> 16 & 31,
            .payload_at = w >> 13 & 7,
            .payload = length ? length : 256,
            .sop = (w >> 9 & 1) != 0,
            .eop = (w >> 8 & 1) != 0,
            .abort = (w >> 10 & 1) != 0,
            .skip = (w >> 11 & 1) != 0,
            .cframe = {}};
  if (layout_.csix()) read_cframe_control(w, c);
  return c;
}

// Port of an element; -1 if it does not exist. A partition with its own bus can only reach the port
// on that bus.
int Transmitter::port_of(const Control& control, unsigned partition) const {
  const unsigned port = layout_.mode == MsfMode::Sphy || layout_.csix() ? 0
                        : layout_.mode == MsfMode::Quad8                ? partition
                                                                        : control.port;
  return port < layout_.ports() && ports_.exists(port) ? static_cast<int>(port) : -1;
}

void Transmitter::look(unsigned bus_number, Tick now) {
  Bus& bus = buses_[bus_number];
  const unsigned n = layout_.partitions();
  Tick again = kNever;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned partition = (bus.turn + i) % n;
    if (layout_.buses() == 4 && partition != bus_number) continue;
    if (!layout_.partition_enabled(partition)) continue;
    const Tick at = try_send(bus, partition, now);
    if (bus.busy) {
      bus.turn = (partition + 1) % n;
      return;
    }
    again = std::min(again, at);
  }
  if (layout_.csix()) send_idle(bus, now);
  if (bus.busy) return;
  bus.next = clock_.edge_from(again);
}

// Sends the next element of a partition over the bus if possible; elements that need no bus are
// completed at once. Returns when to try again.
Tick Transmitter::try_send(Bus& bus, unsigned partition, Tick now) {
  Partition& p = partitions_[partition];
  while (true) {
    const unsigned n = head_element(partition);
    const Element& e = elements_[n];
    if (e.state != State::Valid) return kNever;
    if (e.ready > now) return e.ready;
    const Control control = decode(e.control);
    const int port = port_of(control, partition);
    const bool unfit = layout_.csix() && !fits_cframe(control);
    if (control.skip || port < 0 || unfit) {
      if (control.skip)
        ++shared_.stats.partition[partition].tx_skipped;
      else if (unfit)
        lose_unfit(n, now);
      else
        lose(n, control, now);
      release(partition, now);
      continue;
    }
    const Tick admitted = !layout_.csix() ? ports_.admits_at(static_cast<unsigned>(port),
                                                             control.prepend + control.payload, now)
                          : shared_.flow->may_send(partition) ? now
                                                              : kNever; // until look_again()
    if (admitted > now) {
      p.blocked_since = std::min(p.blocked_since, now);
      return admitted;
    }
    if (p.blocked_since != kNever)
      shared_.stats.partition[partition].tx_blocked_ticks += now - p.blocked_since;
    p.blocked_since = kNever;
    if (layout_.csix())
      send_cframe(bus, partition, control, now);
    else
      send(bus, partition, control, port, now);
    return kNever;
  }
}

void Transmitter::lose(unsigned element, const Control& control, Tick now) {
  shared_.ledger.lost_on_transmit(tag_of(element), TransmitLoss::NoPort);
  shared_.misuse(now, nullptr,
                 fmt::format("TBUF element {} is for port {}, which does not exist; it is freed "
                             "without being sent",
                             element, control.port));
}

void Transmitter::send(Bus& bus, unsigned partition, const Control& control, int port, Tick now) {
  const unsigned n = head_element(partition);
  const unsigned base = n * layout_.element_bytes;
  const unsigned start = control.start();
  const unsigned room = layout_.element_bytes - std::min(start, layout_.element_bytes);
  const unsigned payload = std::min(control.payload, room);
  if (payload < control.payload)
    shared_.misuse(
        now, nullptr,
        fmt::format("TBUF element {}: {} bytes of payload from byte {} do not fit its {} "
                    "bytes; the packet is aborted",
                    n, control.payload, start, layout_.element_bytes));

  Moving& m = moving_[layout_.buses() == 4 ? partition : 0];
  std::memcpy(m.bytes.data(), &data_[base + control.prepend_at], control.prepend);
  std::memcpy(&m.bytes[control.prepend], &data_[base + start], payload);
  m.port = static_cast<unsigned>(port);
  m.mpacket = {{m.bytes.data(), control.prepend + payload},
               tag_of_payload(n, start, payload),
               control.sop,
               control.eop,
               control.abort || payload < control.payload};

  elements_[n].state = State::Sending;
  bus.busy = true;
  bus.partition = partition;
  bus.element = n;
  bus.next = clock_.edge(clock_.index_from(now) +
                         layout_.clocks(control.prepend + payload, shared_.params));
  shared_.stats.tx_bus_busy += bus.next - now;
}

void Transmitter::finish(Bus& bus, Tick now) {
  const Moving& m = moving_[layout_.buses() == 4 ? bus.partition : 0];
  bus.busy = false;
  bus.next = kNever;
  if (bus.idle) return;
  // The port already got the C-frame with its first byte.
  if (const char* problem = layout_.csix() ? nullptr : ports_.deliver(m.port, m.mpacket, now))
    shared_.misuse(now, nullptr,
                   fmt::format("TBUF element {} for port {}: {}", bus.element, m.port, problem));
  if (heard(shared_.events)) [[unlikely]]
    shared_.tell_element(now, {},
                         {ElementAction::Sent, m.mpacket.sop, m.mpacket.eop,
                          static_cast<int16_t>(m.port), static_cast<int16_t>(bus.element),
                          m.mpacket.tag});
  ++shared_.stats.partition[bus.partition].tx_elements;
  release(bus.partition, now);
}

void Transmitter::release(unsigned partition, Tick now) {
  Partition& p = partitions_[partition];
  elements_[head_element(partition)].state = State::Free;
  elements_[head_element(partition)].filled = false;
  p.head = (p.head + 1) % layout_.elements_of(partition);
  --p.valid;
  ++p.sent;
}

unsigned Transmitter::valid() const {
  unsigned n = 0;
  for (const Partition& p : partitions_)
    n += p.valid;
  return n;
}

bool Transmitter::quiet() const {
  return std::none_of(buses_.begin(), buses_.end(), [](const Bus& b) { return b.busy; });
}

// Frame whose bytes are in an element; 0: bytes of microcode.
PacketTag Transmitter::tag_of(unsigned element) const {
  const unsigned granules = layout_.element_bytes / kTagGranule;
  for (unsigned i = element * granules; i < (element + 1) * granules; ++i)
    if (tags_[i]) return tags_[i];
  return 0;
}

// The same for the payload only.
PacketTag Transmitter::tag_of_payload(unsigned element, unsigned start, unsigned bytes) const {
  const unsigned first = element * layout_.element_bytes / kTagGranule;
  for (unsigned at = start / kTagGranule; at * kTagGranule < start + bytes; ++at)
    if (tags_[first + at]) return tags_[first + at];
  return 0;
}

void Transmitter::list_frames(std::vector<PacketTag>& out) const {
  for (unsigned n = 0; n < layout_.elements(); ++n)
    if (elements_[n].state != State::Free || elements_[n].filled) out.push_back(tag_of(n));
}

void Transmitter::visit_tags(const TagVisitor& visit) const {
  visit(tags_);
  for (const Moving& m : moving_)
    visit({&m.mpacket.tag, 1});
}

std::string Transmitter::describe() const {
  static constexpr const char* kStates[] = {"not validated", "validated", "on the bus"};
  std::string out =
      fmt::format("TBUF: {} of {} elements validated and not sent\n", valid(), layout_.elements());
  for (unsigned n = 0; n < layout_.partitions(); ++n) {
    const unsigned head = head_element(n);
    out += fmt::format("  partition {}: next to send is element {}, {}; {} valid\n", n, head,
                       kStates[static_cast<unsigned>(elements_[head].state)], partitions_[n].valid);
  }
  return out;
}

} // namespace ixp
