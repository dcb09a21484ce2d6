// RBUF, status words, freelists and overflow, seen by fake microengines.
#include "tests/catch.h"

#include "tests/unit/event_recorder.h"
#include "tests/unit/media/media_fixture.h"

using namespace ixp;
using namespace ixp::test;
using namespace ixp::msf_reg;

namespace {
// Fields of a status word.
struct Rsw {
  unsigned element, bytes, port;
  bool sop, eop, error, null;
  explicit Rsw(uint32_t w)
      : element(w >> 24), bytes(w >> 16 & 0xff), port(w & 31), sop(w >> 15 & 1), eop(w >> 14 & 1),
        error(w >> 10 & 1), null(w >> 9 & 1) {}
};

// Microengine 0 with `threads` contexts that collect status words, free elements after
// `hold` ticks and wait again.
template <class K = EventKernel> struct Collector : Bench<K> {
  std::vector<Rsw> seen;
  std::vector<Tick> when;
  std::vector<uint32_t> checksums;
  std::map<unsigned, std::vector<Bytes>> frames; // by port, as read from RBUF
  std::map<unsigned, Bytes> partial;
  Tick hold = 10;
  unsigned element_bytes = 64;
  bool free_elements = true;

  void collect(unsigned threads, unsigned first_list = 0) {
    this->me[0].on_signal = [this, first_list](const FakeMe::Signal& s) {
      const Rsw w(this->me[0].s_in[16 * s.ctx]);
      seen.push_back(w);
      when.push_back(s.tick);
      checksums.push_back(this->me[0].s_in[16 * s.ctx + 1]);
      const unsigned ctx = s.ctx;
      this->script.at(s.tick + hold, [this, w, ctx, first_list](Tick now) {
        if (!w.null) take(w, now);
        this->add_thread(now, 0, ctx, 0, 1 + ctx, first_list);
      });
    };
    this->script.at(this->kernel.now(), [this, threads, first_list](Tick now) {
      for (unsigned i = 0; i < threads; ++i)
        this->add_thread(now, 0, i, 0, 1 + i, first_list);
    });
  }
  void take(const Rsw& w, Tick now) {
    Bytes data((w.bytes + 7) / 8 * 8);
    std::vector<PacketTag> tags(data.size() / 8);
    this->msf->read_rbuf(w.element * element_bytes, data.data(), tags.data(),
                         static_cast<unsigned>(data.size()));
    data.resize(w.bytes);
    Bytes& p = partial[w.port];
    if (w.sop) p.clear();
    p.insert(p.end(), data.begin(), data.end());
    if (w.eop && !w.error) frames[w.port].push_back(p);
    if (free_elements) this->msf->write_register(kRbufElementDone, w.element, now);
  }
};
} // namespace

TEST_CASE("an element is handed to a waiting thread with its status word") {
  Bench<> b;
  std::vector<ListSource::Item> items = {{{0x12, 0x34, 0xff, 0xff, 0x80}}};
  b.rx.add(5, {}, std::make_unique<ListSource>(std::move(items)));
  b.build();
  b.msf->populate_rbuf();
  b.script.at(0, [&](Tick now) { b.add_thread(now, 6, 3, 4, 9); });
  b.kernel.run(10000);
  // 5 bytes cross in 48 ticks; the next media edge (11.54 ticks apart) is number 5 at 57; one
  // address clock and two of data end at edge 8, 92; autopush 40 cycles
  REQUIRE(b.me[6].signals.size() == 1);
  CHECK(b.me[6].signals[0].ctx == 3);
  CHECK(b.me[6].signals[0].number == 9);
  CHECK(b.me[6].signals[0].tick == 92 + 80);
  CHECK(b.me[6].expected == std::vector<unsigned>{52, 53});
  CHECK(b.me[6].s_in[52] == (1u << 24 | 5u << 16 | 0xc000u | 5u));
  // 1234 + ffff + 8000 = 19233 -> 9234
  CHECK(b.me[6].s_in[53] == 0x9234);
  CHECK(b.ledger.totals().by_fate[unsigned(Fate::Delivered)] == 1);
  CHECK(b.msf->rbuf_in_use() == 1);
  CHECK(b.msf->quiet());
  CHECK(b.msf->read_register(kRxMphyPollLimit, 0) == 5); // the highest port that exists
}

TEST_CASE("element 0 is one like the others") {
  Bench<> b;
  b.rx.add(0, {}, same_frames(1, 60));
  b.build();
  b.msf->write_register(kRbufElementDone, 0, 0); // as software that populates RBUF itself
  b.add_thread(0, 0, 0);
  b.kernel.run(10000);
  REQUIRE(b.me[0].signals.size() == 1);
  CHECK(b.me[0].s_in[0] == (60u << 16 | 0xc000u));
}

TEST_CASE("a full element that finds no thread waits for one") {
  Bench<> b;
  b.rx.add(0, {}, same_frames(1, 60));
  b.build();
  b.msf->populate_rbuf();
  b.script.at(5000, [&](Tick now) {
    CHECK(b.ledger.totals().by_fate[unsigned(Fate::InRbuf)] == 1);
    CHECK(b.msf->stats().partition[0].full_list_max == 1);
    unsigned tags = 0;
    b.msf->visit_tags([&](std::span<const PacketTag> held) {
      for (const PacketTag tag : held)
        tags += tag == 1;
    });
    CHECK(tags == 8 + 1); // of its granules, of the element
    CHECK(b.msf->describe().find("RBUF: 1 of 128 elements in use\n  partition 0: 123 free, 1 full "
                                 "and waiting for a thread, 0 threads waiting\n") !=
          std::string::npos);
    b.add_thread(now, 1, 0);
  });
  b.kernel.run(10000);
  REQUIRE(b.me[1].signals.size() == 1);
  CHECK(b.me[1].signals[0].tick == 5080);
}

TEST_CASE("frames of all lengths come through whole, in order, with SOP and EOP") {
  for (const unsigned element : {64u, 128u, 256u}) {
    Collector<> b;
    b.element_bytes = element;
    std::vector<Bytes> sent;
    std::vector<ListSource::Item> items;
    for (unsigned n = 1; n <= 520; n += 13) {
      sent.push_back(make_frame(n, n));
      items.push_back({sent.back()});
    }
    b.rx.add(0, {}, std::make_unique<ListSource>(std::move(items)));
    b.build({MsfMode::Mphy32, element});
    b.msf->populate_rbuf();
    b.free_elements = false;
    b.collect(8);
    b.kernel.run(200000);
    const unsigned usable = 8192 / element - 4;
    REQUIRE(b.seen.size() == usable); // then they ran out
    size_t at = 0;
    for (const Bytes& frame : sent)
      for (size_t left = frame.size(); left > 0 && at < usable; ++at) {
        const Rsw& w = b.seen[at];
        const size_t n = std::min<size_t>(left, element);
        CHECK(w.bytes == (n & 0xff));
        CHECK(w.sop == (left == frame.size()));
        CHECK(w.eop == (n == left));
        CHECK_FALSE(w.error);
        left -= n;
      }
  }
}

TEST_CASE("elements freed are used again, oldest first; nothing is lost at line rate") {
  Collector<> b;
  std::vector<Bytes> sent;
  std::vector<ListSource::Item> items;
  for (unsigned i = 0; i < 2000; ++i) {
    sent.push_back(make_frame(60, i));
    items.push_back({sent.back()});
  }
  b.rx.add(0, {}, std::make_unique<ListSource>(std::move(items)));
  b.build();
  b.msf->populate_rbuf();
  b.collect(4);
  b.kernel.run(kNever);
  CHECK(b.frames[0] == sent);
  CHECK(b.hazards.seen.empty());
  CHECK(b.seen[123].element == 127);
  CHECK(b.seen[124].element == 1);
  for (const Rsw& w : b.seen) {
    CHECK(w.element != 0);
    CHECK(w.element != 9);
    CHECK(w.element != 18);
    CHECK(w.element != 27);
  }
  CHECK(b.msf->rbuf_in_use() == 0);
  CHECK(b.msf->stats().partition[0].rbuf_elements_max == 1); // it is freed immediately
  CHECK(b.ledger.totals().by_fate[unsigned(Fate::Delivered)] == 2000);
}

TEST_CASE("three gigabit ports of minimum frames fit the bus") {
  Collector<> b;
  b.hold = 100;
  for (unsigned port = 0; port < 3; ++port)
    b.rx.add(port, {}, same_frames(3000, 60));
  b.build();
  b.msf->populate_rbuf();
  b.collect(8);
  b.kernel.run(kNever);
  for (unsigned port = 0; port < 3; ++port) {
    CHECK(b.frames[port].size() == 3000);
    CHECK(b.rx.stats(port).buffer_overflow_frames == 0);
    CHECK(b.rx.stats(port).buffer_high_water < 200);
  }
  // 16 media clocks an mpacket
  CHECK(b.msf->stats().rx_bus_busy / 9000 >= 16 * 1200 / 104);
  CHECK(b.msf->stats().rx_bus_busy / 9000 <= 16 * 1200 / 104 + 1);
  // round robin: the first elements of simultaneous arrivals go 0, 1, 2
  CHECK(b.seen[0].port == 0);
  CHECK(b.seen[1].port == 1);
  CHECK(b.seen[2].port == 2);
}

TEST_CASE("ports that are always ready take turns, an element each") {
  Collector<> b;
  RxPortConfig unbounded;
  unbounded.rate_mbps = 0;
  for (const unsigned port : {2u, 5u, 31u})
    b.rx.add(port, unbounded, same_frames(20, 100));
  b.build();
  b.msf->populate_rbuf();
  b.collect(8);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 120);
  for (unsigned i = 0; i < 120; ++i)
    CHECK(b.seen[i].port == std::array{2u, 5u, 31u}[i % 3]);
  for (const unsigned port : {2u, 5u, 31u})
    CHECK(b.frames[port].size() == 20);
}

TEST_CASE("ports above the poll limit are left alone") {
  Collector<> b;
  for (const unsigned port : {0u, 1u})
    b.rx.add(port, {}, same_frames(1, 60));
  b.build();
  b.msf->populate_rbuf();
  b.msf->write_register(kRxMphyPollLimit, 0, 0);
  b.collect(8);
  b.kernel.run(10000);
  CHECK(b.seen.size() == 1);
  b.msf->write_register(kRxMphyPollLimit, 1, b.kernel.now());
  b.kernel.run(20000);
  CHECK(b.seen.size() == 2);
}

TEST_CASE("no free element at SOP: the packet is lost whole and counted") {
  Collector<> b;
  b.free_elements = false;
  b.rx.add(0, {}, same_frames(130, 100)); // two elements each, 124 elements
  b.build();
  b.msf->populate_rbuf();
  b.collect(8);
  b.kernel.run(kNever);
  CHECK(b.frames[0].size() == 62);
  CHECK(b.msf->stats().rbuf_overflow_frames[0] == 68);
  CHECK(b.ledger.totals().dropped[unsigned(DropReason::RbufOverflow)] == 68);
  CHECK(b.ledger.totals().balanced());
  CHECK(b.msf->read_register(kInterruptStatus, 0) == 68u << 8);
  b.msf->write_register(kInterruptStatus, 0x1, b.kernel.now());
  CHECK(b.msf->read_register(kInterruptStatus, 0) == 68u << 8);
  b.msf->write_register(kInterruptStatus, 0xff00, b.kernel.now());
  CHECK(b.msf->read_register(kInterruptStatus, 0) == 0);
  CHECK(b.recorder.frames.size() == 130); // they did cross the line
  CHECK(b.msf->stats().partition[0].rbuf_elements_max == 124);
}

TEST_CASE("no free element within a packet or for its end: the end waits, with a receive error") {
  for (const unsigned elements : {130, 124}) { // 124 elements are populated
    Collector<> b;
    b.free_elements = false;
    b.rx.add(0, {}, same_frames(1, 64 * elements + 5));
    b.build();
    b.msf->populate_rbuf();
    b.collect(8);
    b.script.at(100000, [&](Tick now) { b.msf->write_register(kRbufElementDone, 50, now); });
    b.kernel.run(99999);
    CHECK(b.seen.size() == 124);
    b.kernel.run(kNever);
    REQUIRE(b.seen.size() == 125);
    const Rsw last = b.seen.back();
    CHECK((last.eop && last.error && !last.sop));
    CHECK(last.bytes == 5);
    CHECK(last.element == 50);
    CHECK(b.frames[0].empty());
    CHECK(b.msf->stats().rbuf_overflow_frames[0] == 1);
    CHECK(b.ledger.totals().dropped[unsigned(DropReason::RbufOverflow)] == 1);
    CHECK(b.ledger.totals().balanced());
    CHECK(b.rx.exhausted());
  }
}

TEST_CASE("a bad frame is delivered with a receive error") {
  Collector<> b;
  std::vector<ListSource::Item> items = {{make_frame(100, 0), 0, true}};
  b.rx.add(0, {}, std::make_unique<ListSource>(std::move(items)));
  b.build();
  b.msf->populate_rbuf();
  b.collect(2);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 2);
  CHECK((!b.seen[0].error && b.seen[1].error));
  CHECK(b.ledger.totals().delivered_with_error == 1);
}

TEST_CASE("a freelist that waits too long gets null status words") {
  Collector<> b;
  b.rx.add(0, {}, same_frames(0, 60));
  b.build();
  b.collect(1);
  b.script.at(0, [&](Tick now) { b.msf->write_register(kRxThreadFreelistTimeout0, 100, now); });
  b.kernel.run(2000);
  // 100 bus cycles, 40 ME cycles of autopush, 10 ticks until the thread waits again
  REQUIRE(b.when.size() == 4);
  for (unsigned i = 0; i < 4; ++i) {
    CHECK(b.when[i] == 480 + i * 490);
    CHECK(b.me[0].s_in[0] == 1u << 9);
  }
  CHECK(b.msf->stats().partition[0].null_rsws == 4);
}

TEST_CASE("a freelist's timer has thirteen bits") {
  for (const uint32_t interval : {0x1fffu, 0x1000u, 0x3000u, 0x2000u}) {
    Collector<> b;
    b.rx.add(0, {}, same_frames(0, 60));
    b.build();
    b.collect(1);
    b.script.at(0,
                [&](Tick now) { b.msf->write_register(kRxThreadFreelistTimeout0, interval, now); });
    b.kernel.run(50'000);
    const uint32_t cycles = interval & 0x1fff; // 0: off
    if (cycles)
      CHECK(b.when.at(0) == Tick{4} * cycles + 80);
    else
      CHECK(b.when.empty());
  }
}

TEST_CASE("four partitions: ports have elements and freelists of their own") {
  for (const MsfMode mode : {MsfMode::Mphy4, MsfMode::Quad8}) {
    Bench<> b;
    for (unsigned port = 0; port < 4; ++port)
      b.rx.add(port, {}, same_frames(1, 60));
    b.build({mode, 64});
    b.msf->populate_rbuf();
    b.script.at(0, [&](Tick now) {
      for (unsigned list = 0; list < 4; ++list)
        b.add_thread(now, list, 0, 0, 1, list);
    });
    b.kernel.run(10000);
    for (unsigned port = 0; port < 4; ++port) {
      REQUIRE(b.me[port].signals.size() == 1);
      const Rsw w(b.me[port].s_in[0]);
      CHECK(w.port == port);
      CHECK(w.element == (port ? 32 * port : 1));
    }
    // a shared bus serves one port after the other; buses of a byte serve all at once
    const Tick first = b.me[0].signals[0].tick, last = b.me[3].signals[0].tick;
    if (mode == MsfMode::Quad8)
      CHECK(first == last);
    else
      CHECK(last - first > 3 * 16 * 11);
  }
}

TEST_CASE("elements used out of turn are reported and wedge nothing") {
  Bench<> b;
  b.rx.add(0, {}, same_frames(1, 60));
  b.build();
  b.msf->populate_rbuf();
  b.script.at(5000, [&](Tick now) {
    b.msf->write_register(kRbufElementDone, 1, now); // full, no thread was notified
    b.msf->write_register(kRbufElementDone, 2, now);
    CHECK(b.hazards.seen.size() == 2);
    CHECK(b.hazards.contains(HazardKind::MediaMisuse, "element 1, which no thread was told"));
    CHECK(b.hazards.contains(HazardKind::MediaMisuse, "element 2, which is free already"));
    b.msf->read_register(kBuffer + 64 * 7, now);
    CHECK(b.hazards.contains(HazardKind::MediaMisuse, "read of RBUF element 7, which is free"));
    b.add_thread(now, 0, 0, 0, 1, 2);
    CHECK(b.hazards.contains(HazardKind::MediaMisuse, "RX_THREAD_FREELIST_2 is not used"));
    b.add_thread(now, 0, 1);
  });
  b.kernel.run(10000);
  REQUIRE(b.me[0].signals.size() == 1);
  CHECK(b.me[0].signals[0].ctx == 1);
  uint8_t data[16];
  PacketTag tags[2];
  b.msf->read_rbuf(0x1ff8, data, tags, 16); // after the end reads 0
  CHECK(data[8] == 0);
  CHECK(tags[1] == 0);
}

TEST_CASE("a full freelist loses the thread and says so") {
  Bench<> b;
  b.rx.add(0, {}, same_frames(0, 60));
  b.params.msf_freelist_depth = 2;
  b.build();
  for (unsigned i = 0; i < 3; ++i)
    b.add_thread(0, 0, i);
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "is full (2 threads)"));
  CHECK(b.msf->stats().partition[0].threads_lost == 1);
  CHECK(b.me[0].expected.size() == 4); // no announcement for the lost one
}

TEST_CASE("a mode change empties RBUF; frames within it are accounted for") {
  Collector<> b;
  b.rx.add(0, {}, same_frames(10, 500));
  b.build();
  b.msf->populate_rbuf();
  b.script.at(9000, [&](Tick now) { // full elements wait for threads
    b.msf->write_register(kRxControl, 0x1c << 24 | 1 << 2 | 3 << 18, now);
    b.msf->populate_rbuf();
  });
  b.script.at(9001, [&](Tick) { CHECK(b.ledger.totals().balanced()); });
  b.kernel.run(10000);
  b.element_bytes = 128;
  b.collect(8);
  b.kernel.run(kNever);
  CHECK(b.ledger.totals().balanced());
  CHECK(b.ledger.totals().received == 10);
  CHECK(b.ledger.totals().dropped[unsigned(DropReason::RxReset)] >= 1);
  CHECK(b.ledger.totals().by_fate[unsigned(Fate::Delivered)] >= 7);
  CHECK(b.seen.front().sop); // not the rest of the frame that was arriving
  CHECK(b.hazards.seen.empty());
}

TEST_CASE("a status word on its way when RBUF is reset becomes null") {
  Bench<> b;
  b.rx.add(0, {}, same_frames(1, 60));
  b.build();
  b.msf->populate_rbuf();
  b.add_thread(0, 0, 0);
  Tick matched = 0; // the element is full; the thread is signalled 80 ticks later
  test::RecordedEvents events({EventKind::Element});
  b.msf->listen(&events.stream);
  b.script.at(800, [&](Tick now) {
    events.deliver(now - 1);
    for (const Event& e : events.seen)
      if (e.element.action == ElementAction::Filled) matched = e.tick;
    CHECK((matched > 720 && matched < 800));
    CHECK(b.msf->receive_freelist_of(0, 0, 1) == 0u); // the thread is to be woken from there
    CHECK_FALSE(b.msf->receive_freelist_of(0, 0, 2));
    CHECK_FALSE(b.msf->receive_freelist_of(0, 1, 1));
    b.msf->write_register(kRxControl, 1 << 28 | 1 << 2 | 3 << 18, now);
  });
  b.kernel.run(5000);
  REQUIRE(b.me[0].signals.size() == 1);
  CHECK(b.me[0].signals[0].tick == matched + 80);
  CHECK(b.me[0].s_in[0] == 1u << 9);
  CHECK(b.ledger.totals().dropped[unsigned(DropReason::RxReset)] == 1);
}

TEST_CASE("a disabled receiver leaves frames in the port") {
  Collector<> b;
  b.rx.add(0, {}, same_frames(3, 60));
  b.build();
  b.msf->populate_rbuf();
  b.msf->write_register(kRxControl, 3 << 18, 0);
  b.collect(8);
  b.script.at(20000, [&](Tick now) { b.msf->write_register(kRxControl, 1 << 28 | 3 << 18, now); });
  b.kernel.run(20000);
  CHECK(b.seen.empty());
  CHECK(b.rx.fill(0, 19999) == 180);
  b.kernel.run(kNever);
  CHECK(b.frames[0].size() == 3);
}

TEST_CASE("modes of divided width are refused") {
  Bench<> b;
  b.build();
  for (const uint32_t mode : {1u << 20, 3u << 20, 1u << 22 | 2u << 20}) {
    b.hazards.seen.clear();
    b.msf->write_register(kRxControl, mode, 0);
    CHECK(b.hazards.contains(HazardKind::MediaMisuse, "a mode this model does not have"));
  }
}
