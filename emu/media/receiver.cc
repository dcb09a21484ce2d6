#include "emu/media/receiver.h"

#include "emu/media/flow_control.h"

#include <cstring>
#include <fmt/format.h>

namespace ixp {

// Receive status word: bits of longword 0; also element [30:24], byte count [23:16], port [4:0]
static constexpr uint32_t kRswSop = 1u << 15, kRswEop = 1u << 14;
static constexpr uint32_t kRswReceiveError = 1u << 10, kRswNull = 1u << 9;

Receiver::Receiver(MsfShared& shared, RxPorts& ports, std::optional<unsigned> cbus)
    : shared_(shared), ports_(ports), cbus_(cbus), clock_(shared.params) {}

void Receiver::set_layout(const MsfLayout& layout, Tick now) {
  const bool changed = layout.mode != layout_.mode ||
                       layout.element_bytes != layout_.element_bytes ||
                       layout.single_list != layout_.single_list;
  if (changed) reset();
  layout_ = layout;
  if (changed && layout.csix())
    for (const unsigned p : {kData, kControl})
      shared_.flow->rbuf_used(p, 0, layout.elements_of(p), now);
  ports_.set_element_bytes(layout.element_bytes);
  find_ports();
  wake_buses(now);
}

// Discards everything in RBUF. Threads stay queued; status words in flight become null.
void Receiver::reset() {
  for (Element& e : elements_) {
    if (e.state == State::Filling || e.state == State::Full || e.state == State::Pushing)
      shared_.ledger.drop(e.tag, DropReason::RxReset);
    e = {};
  }
  for (auto& list : free_)
    list.clear();
  for (List& list : lists_)
    list.full.clear();
  ++era_;
  buses_ = {};
  used_ = {};
  in_use_ = 0;
  // Discards the rest of frames whose head is lost.
  for (unsigned port = 0; port < kMaxPorts; ++port)
    reception_[port] = within_frame_[port] ? Reception::Discard : Reception::Normal;
}

// ---- time

Tick Receiver::next() const {
  Tick next = std::min(pushes_.next(), timers_);
  for (unsigned b = 0; b < layout_.buses(); ++b)
    next = std::min(next, buses_[b].next);
  return next;
}

void Receiver::step(Tick now) {
  while (pushes_.next() <= now)
    push(pushes_.pop(), now);
  for (unsigned b = 0; b < layout_.buses(); ++b)
    if (buses_[b].next <= now) {
      if (buses_[b].busy) finish(buses_[b], now);
      look(b, now);
    }
  if (timers_ <= now)
    for (unsigned n = 0; n < lists_.size(); ++n)
      if (lists_[n].expires <= now) expire(n, now);
}

void Receiver::wake_buses(Tick now) {
  for (Bus& bus : buses_)
    if (!bus.busy) bus.next = std::min(bus.next, clock_.edge_from(now + 1));
}

void Receiver::expect_frame(Tick at) {
  for (Bus& bus : buses_)
    if (!bus.busy) bus.next = std::min(bus.next, clock_.edge_from(at));
}

// ---- media bus

// Ports polled on each bus: present, enabled, and below the poll limit.
void Receiver::find_ports() {
  for (unsigned b = 0; b < buses_.size(); ++b) {
    Bus& bus = buses_[b];
    bus.ports.clear();
    bus.turn = 0;
    for (unsigned port = 0; port < layout_.ports(); ++port)
      if (layout_.bus_of_port(port) == b && ports_.exists(port) && port != cbus_ &&
          port <= poll_limit_ && layout_.channel_enabled(port))
        bus.ports.push_back(static_cast<uint8_t>(port));
  }
}

// True if the port is ready and has an element. A packet that ran out of elements waits with its
// end, because microcode must see that; no element may be free for it either.
bool Receiver::wants_turn(unsigned port, Tick now) {
  if (!ports_.ready(port, now)) return false;
  if (layout_.csix() || !within_frame_[port] || reception_[port] == Reception::Discard) return true;
  if (!free_[layout_.partition_of_port(port)].empty()) return true;
  const RxMpacket m = ports_.peek(port);
  if (!m.eop) return true;
  if (reception_[port] == Reception::Normal) {
    overflow(port, m, now);
    reception_[port] = Reception::Truncate;
  }
  element_awaited_ = true;
  return false;
}

void Receiver::look(unsigned bus_number, Tick now) {
  Bus& bus = buses_[bus_number];
  Tick again = kNever;
  const size_t n = bus.ports.size();
  for (size_t i = 0; i < n; ++i) {
    const size_t place = bus.turn + i < n ? bus.turn + i : bus.turn + i - n;
    const unsigned port = bus.ports[place];
    if (wants_turn(port, now)) {
      bus.turn = place + 1 < n ? place + 1 : 0;
      transfer(bus, port, now);
      return;
    }
    const Tick at = ports_.ready_at(port);
    if (at > now) again = std::min(again, at); // otherwise it waits for RBUF_ELEMENT_DONE
  }
  bus.next = clock_.edge_from(again);
}

void Receiver::transfer(Bus& bus, unsigned port, Tick now) {
  const RxMpacket m = ports_.peek(port);
  bus.element = layout_.csix() ? place_cframe(m, now) : place(port, m, now);
  bus.busy = true;
  const uint64_t k = clock_.index_from(now);
  const uint64_t clocks = layout_.clocks(static_cast<unsigned>(m.bytes.size()), shared_.params);
  shared_.stats.rx_bus_busy += clock_.edge(k + clocks) - now;
  bus.next = clock_.edge(k + (layout_.csix() ? 1 : clocks));
  if (m.eop) reception_[port] = Reception::Normal;
  within_frame_[port] = !m.eop;
  ports_.take(port, now);
}

// Fills an element with an mpacket and returns it; -1: discarded.
int Receiver::place(unsigned port, const RxMpacket& m, Tick now) {
  Reception& reception = reception_[port];
  auto& free = free_[layout_.partition_of_port(port)];
  if (reception == Reception::Normal && free.empty()) {
    overflow(port, m, now);
    reception = m.sop ? Reception::Discard : Reception::Truncate;
  }
  if (reception == Reception::Discard) shared_.ledger.drop(m.tag, DropReason::RxReset);
  const bool deliver = reception == Reception::Normal ||
                       (reception == Reception::Truncate && m.eop && !free.empty());
  if (!deliver) return -1;
  const unsigned element = free.front();
  free.pop_front();
  fill(element, port, m);
  use(element, 1, now);
  elements_[element].error = m.error || reception == Reception::Truncate;
  return static_cast<int>(element);
}

void Receiver::fill(unsigned element, unsigned port, const RxMpacket& m) {
  elements_[element] = {State::Filling,
                        static_cast<uint16_t>(m.bytes.size()),
                        static_cast<uint8_t>(port),
                        m.sop,
                        m.eop,
                        false,
                        m.tag,
                        {}};
  const size_t offset = size_t{element} * layout_.element_bytes;
  std::memcpy(&data_[offset], m.bytes.data(), m.bytes.size());
  const size_t granules = (m.bytes.size() + kTagGranule - 1) / kTagGranule;
  std::fill_n(&tags_[offset / kTagGranule], granules, m.tag);
  if (m.eop) shared_.ledger.set(m.tag, Fate::InRbuf);
  ++shared_.stats.partition[layout_.partition_of(element)].rx_elements;
}

// Counts an element becoming used (1) or free (-1).
void Receiver::use(unsigned element, int change, Tick now) {
  const unsigned partition = layout_.partition_of(element);
  auto& stats = shared_.stats.partition[partition];
  in_use_ += static_cast<unsigned>(change);
  used_[partition] += static_cast<unsigned>(change);
  stats.rbuf_elements_max = std::max(stats.rbuf_elements_max, used_[partition]);
  if (layout_.csix())
    shared_.flow->rbuf_used(partition, used_[partition], layout_.elements_of(partition), now);
}

void Receiver::overflow(unsigned port, const RxMpacket& m, Tick now) {
  ++overflows_;
  ++shared_.stats.rbuf_overflow_frames[port];
  shared_.ledger.drop(m.tag, DropReason::RbufOverflow);
  if (heard(shared_.events)) [[unlikely]]
    shared_.tell_element(
        now, {}, {ElementAction::Dropped, m.sop, m.eop, static_cast<int16_t>(port), -1, m.tag});
}

void Receiver::tell(ElementAction action, unsigned element, Tick now, EventSource source) const {
  const Element& e = elements_[element];
  shared_.tell_element(now, source,
                       {action, e.sop, e.eop, e.port, static_cast<int16_t>(element), e.tag});
}

void Receiver::finish(Bus& bus, Tick now) {
  bus.busy = false;
  if (bus.element < 0) return;
  const auto n = static_cast<unsigned>(bus.element);
  Element& e = elements_[n];
  e.state = State::Full;
  if (heard(shared_.events)) [[unlikely]]
    tell(ElementAction::Filled, n, now, {});
  const unsigned list = layout_.list_of(n);
  lists_[list].full.push_back(static_cast<uint8_t>(n));
  auto& stats = shared_.stats.partition[list];
  match(list, now);
  stats.full_list_max =
      std::max(stats.full_list_max, static_cast<unsigned>(lists_[list].full.size()));
  bus.element = -1;
}

// ---- threads and status words

void Receiver::add_thread(unsigned list, uint16_t entry, Tick now, const Command* c) {
  const unsigned ctx = entry >> 4 & 7;
  // Each context owns 16 registers; in four-context mode an even context also has its neighbour's.
  const Thread thread{static_cast<uint8_t>(entry >> 7 & 7), static_cast<uint8_t>(ctx),
                      static_cast<uint8_t>(entry >> 12),
                      static_cast<uint8_t>((16 * ctx + (entry & 15)) & 127)};
  if (list >= layout_.lists())
    shared_.misuse(now, c,
                   fmt::format("RX_THREAD_FREELIST_{} is not used in this mode, only 0 to "
                               "{}; the thread will not be woken",
                               list, layout_.lists() - 1));
  List& l = lists_[list];
  auto& stats = shared_.stats.partition[list];
  if (l.threads.size() >= shared_.params.msf_freelist_depth) {
    ++stats.threads_lost;
    shared_.misuse(now, c,
                   fmt::format("RX_THREAD_FREELIST_{} is full ({} threads); this one is "
                               "lost",
                               list, l.threads.size()));
    return;
  }
  if (Requester* me = shared_.wiring.microengines[thread.me])
    me->expect_push({XferFile::S, thread.me, thread.reg}, 2);
  l.threads.push_back(thread);
  stats.threads_max = std::max(stats.threads_max, static_cast<unsigned>(l.threads.size()));
  match(list, now);
  if (l.threads.size() == 1) restart_timer(l, now);
}

void Receiver::match(unsigned n, Tick now) {
  List& list = lists_[n];
  while (!list.full.empty() && !list.threads.empty()) {
    const unsigned element = list.full.front();
    list.full.pop_front();
    elements_[element].state = State::Pushing;
    const Thread thread = list.threads.front();
    list.threads.pop_front();
    schedule_push(thread, n, static_cast<int>(element), now);
    restart_timer(list, now);
  }
}

void Receiver::schedule_push(const Thread& thread, unsigned list, int element, Tick now) {
  const Tick last = now + shared_.params.me(shared_.params.msf_rsw_autopush);
  const Tick at = shared_.push_slot(thread.me, last, 2, shared_.params.clock_bus_div);
  pushes_.push(at, {thread, list, element, era_});
  if (Requester* me = shared_.wiring.microengines[thread.me]; me && thread.signal) me->expect(at);
}

void Receiver::push(const Push& p, Tick now) {
  uint32_t word0 = kRswNull, word1 = 0;
  if (p.element >= 0 && p.era == era_) {
    Element& e = elements_[static_cast<unsigned>(p.element)];
    e.state = State::Delivered;
    word0 = static_cast<uint32_t>(p.element) << 24 | (e.bytes & 0xffu) << 16 |
            (e.sop ? kRswSop : 0) | (e.eop ? kRswEop : 0) | (e.error ? kRswReceiveError : 0) |
            (e.port & 0x1fu);
    word1 = checksum(static_cast<unsigned>(p.element));
    if (layout_.csix()) {
      word0 = static_cast<uint32_t>(p.element) << 24 | e.cframe[0];
      word1 = e.cframe[1];
    }
    if (e.eop) shared_.ledger.delivered(e.tag, e.error);
    if (heard(shared_.events)) [[unlikely]]
      tell(ElementAction::Announced, static_cast<unsigned>(p.element), now,
           {p.thread.me, p.thread.ctx, -1});
  }
  Requester* me = shared_.wiring.microengines[p.thread.me];
  if (!me) return;
  const std::array words{word0, word1};
  me->push({XferFile::S, p.thread.me, p.thread.reg}, 2, words.data());
  if (p.thread.signal) me->signal(p.thread.ctx, signal_bit(p.thread.signal), now);
}

// 16-bit one's-complement sum of the element's byte pairs, an odd last byte padded with 0
// (IXP2800 HRM p.251).
uint32_t Receiver::checksum(unsigned element) const {
  const uint8_t* data = &data_[size_t{element} * layout_.element_bytes];
  const unsigned bytes = elements_[element].bytes;
  uint64_t sum = 0; // of 32-bit words: their halves have the same sum modulo 0xffff
  unsigned i = 0;
  for (; i + 4 <= bytes; i += 4)
    sum += uint32_t{data[i]} << 24 | uint32_t{data[i + 1]} << 16 | uint32_t{data[i + 2]} << 8 |
           data[i + 3];
  for (unsigned shift = 24; i < bytes; ++i, shift -= 8)
    sum += uint64_t{data[i]} << shift;
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<uint32_t>(sum);
}

// ---- freelist timers. A timer counts bus cycles (assumed: no source gives the unit) from the
// list's last status word, or from when the list became nonempty.

void Receiver::set_timeout(unsigned list, uint32_t interval, Tick now) {
  lists_[list].timeout = interval & 0x1fff;
  restart_timer(lists_[list], now);
}

void Receiver::restart_timer(List& list, Tick now) {
  const bool runs = list.timeout != 0 && !list.threads.empty();
  if (!runs && list.expires == kNever) return; // the usual case
  list.expires = runs ? now + list.timeout * shared_.params.clock_bus_div : kNever;
  timers_ = kNever;
  for (const List& l : lists_)
    timers_ = std::min(timers_, l.expires);
}

void Receiver::expire(unsigned n, Tick now) {
  List& list = lists_[n];
  schedule_push(list.threads.front(), n, -1, now);
  list.threads.pop_front();
  ++shared_.stats.partition[n].null_rsws;
  restart_timer(list, now);
}

// ---- elements

void Receiver::element_done(unsigned n, Tick now, const Command* c) {
  if (n >= layout_.elements()) {
    shared_.misuse(now, c,
                   fmt::format("RBUF_ELEMENT_DONE of element {}, but there are {} of {} "
                               "bytes",
                               n, layout_.elements(), layout_.element_bytes));
    return;
  }
  Element& e = elements_[n];
  const unsigned partition = layout_.partition_of(n);
  if (e.state != State::Unpopulated && e.state != State::Delivered) {
    shared_.misuse(now, c,
                   e.state == State::Free
                       ? fmt::format("RBUF_ELEMENT_DONE of element {}, which is free "
                                     "already",
                                     n)
                       : fmt::format("RBUF_ELEMENT_DONE of element {}, which no thread "
                                     "was told about yet",
                                     n));
    return;
  }
  if (e.state == State::Delivered) {
    use(n, -1, now);
    if (heard(shared_.events)) [[unlikely]]
      tell(ElementAction::Freed, n, now, source_of(c));
  }
  e.state = State::Free;
  free_[partition].push_back(static_cast<uint8_t>(n));
  if (element_awaited_) wake_buses(now);
  element_awaited_ = false;
}

void Receiver::read(uint32_t offset, uint8_t* data, PacketTag* tags, unsigned bytes, Tick now,
                    const Command* c) {
  if (bytes == 0) return;
  std::memset(data, 0, bytes);
  if (tags) std::fill_n(tags, bytes / kTagGranule, PacketTag{0});
  if (offset >= data_.size()) return;
  const unsigned n = std::min(bytes, static_cast<unsigned>(data_.size() - offset));
  std::memcpy(data, &data_[offset], n);
  if (tags) std::copy_n(&tags_[offset / kTagGranule], n / kTagGranule, tags);

  const unsigned last = (offset + n - 1) / layout_.element_bytes;
  for (unsigned i = offset / layout_.element_bytes; i <= last; ++i)
    if (elements_[i].state != State::Delivered) {
      shared_.misuse(now, c,
                     fmt::format("read of RBUF element {}, which {}", i,
                                 elements_[i].state <= State::Free
                                     ? "is free"
                                     : "no thread was told about yet"));
      return;
    }
}

bool Receiver::quiet() const {
  for (const Bus& bus : buses_)
    if (bus.busy) return false;
  return pushes_.empty();
}

std::optional<unsigned> Receiver::freelist_of(unsigned me, unsigned ctx, unsigned signal) const {
  for (unsigned n = 0; n < lists_.size(); ++n)
    for (const Thread& thread : lists_[n].threads)
      if (thread.is(me, ctx, signal)) return n;
  std::optional<unsigned> found;
  pushes_.for_each([&](Tick, const Push& p) {
    if (p.thread.is(me, ctx, signal)) found = p.list;
  });
  return found;
}

bool Receiver::will_deliver() const {
  const bool waiting = std::any_of(elements_.begin(), elements_.end(), [](const Element& e) {
    return e.state == State::Filling || e.state == State::Full;
  });
  return waiting || timers_ != kNever || !pushes_.empty();
}

void Receiver::list_frames(std::vector<PacketTag>& out) const {
  for (const Element& e : elements_)
    if (e.state >= State::Filling) out.push_back(e.tag);
}

void Receiver::visit_tags(const TagVisitor& visit) const {
  visit(tags_);
  for (const Element& e : elements_)
    visit({&e.tag, 1});
}

void Receiver::clear_interrupts(uint32_t ones) {
  if (ones & 0xff00) overflows_ = 0;
  parity_errors_ &= ~ones;
}

std::string Receiver::describe() const {
  std::string out = fmt::format("RBUF: {} of {} elements in use\n", in_use_, layout_.elements());
  for (unsigned p = 0; p < layout_.partitions(); ++p)
    out += fmt::format("  partition {}: {} free, {} full and waiting for a thread, {} threads "
                       "waiting\n",
                       p, free_[p].size(), lists_[p].full.size(), lists_[p].threads.size());
  return out;
}

} // namespace ixp
