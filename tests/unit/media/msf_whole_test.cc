// Ports, MSF and a stand-in for microcode and DRAM that forwards every packet: three gigabit
// ports at line rate, both kernels.
#include "tests/catch.h"

#include "tests/unit/media/media_fixture.h"

#include <set>

using namespace ixp;
using namespace ixp::test;
using namespace ixp::msf_reg;

namespace {
// Reads each element from RBUF, holds it a while, writes it to the next TBUF element and sends it
// to the port after its input port. Tickets taken at the status word keep the order.
template <class K> class Forwarder : public Bench<K> {
public:
  explicit Forwarder(unsigned ports, Tick hold) : ports_(ports), hold_(hold) {}

  void start(unsigned threads) {
    for (auto& from : this->me)
      from.on_signal = [this, &from](const FakeMe::Signal& s) { on_status(from, s); };
    this->script.at(0, [this, threads](Tick now) {
      for (unsigned i = 0; i < threads; ++i)
        this->add_thread(now, i % 8, i / 8);
    });
  }

private:
  void on_status(FakeMe& from, const FakeMe::Signal& s) {
    const uint32_t rsw = from.s_in[16 * s.ctx];
    const unsigned ticket = next_++;
    const auto me_idx = static_cast<unsigned>(&from - this->me.data());
    this->script.at(s.tick + hold_, [this, rsw, ticket, me_idx, ctx = s.ctx](Tick now) {
      forward(rsw, ticket % 128, now);
      this->msf->write_register(kRbufElementDone, rsw >> 24, now);
      this->add_thread(now, me_idx, ctx);
    });
  }
  void forward(uint32_t rsw, unsigned element, Tick now) {
    std::array<uint8_t, 64> data;
    std::array<PacketTag, 8> tags;
    const unsigned bytes = rsw >> 16 & 0xff, port = rsw & 31;
    this->msf->read_rbuf((rsw >> 24) * 64, data.data(), tags.data(), 64);
    this->msf->write_tbuf(element * 64, data.data(), tags.data(), 64);
    const uint32_t tsw =
        bytes << 24 | (rsw >> 15 & 1) << 9 | (rsw >> 14 & 1) << 8 | (port + 1) % ports_;
    this->msf->write_register(kTbufElementControl + 8 * element, tsw, now);
    this->msf->write_register(kTbufElementControl + 8 * element + 4, 0, now);
  }
  unsigned ports_, next_ = 0;
  Tick hold_;
};

template <class K> std::unique_ptr<Forwarder<K>> forward_random(unsigned seed, Tick until) {
  auto b = std::make_unique<Forwarder<K>>(3, 700);
  std::minstd_rand random(seed);
  for (unsigned port = 0; port < 3; ++port) {
    std::vector<ListSource::Item> items;
    Tick t = 0;
    for (unsigned i = 0; i < 60; ++i) {
      items.push_back({make_frame(1 + random() % 300, i + 64 * port), t, random() % 16 == 0});
      t += random() % 4 ? 0 : random() % 10000;
    }
    RxPortConfig rx;
    rx.rate_mbps = port == 2 ? 333 : 1000;
    rx.buffer_bytes = 64 + random() % 1000;
    TxPortConfig tx;
    tx.rate_mbps = 300 + random() % 1000;
    tx.buffer_bytes = 1024;
    b->rx.add(port, rx, std::make_unique<ListSource>(std::move(items)));
    b->tx.add(port, tx);
  }
  b->build();
  b->msf->populate_rbuf();
  b->start(2 + seed % 5);
  b->kernel.run(until);
  return b;
}
} // namespace

TEST_CASE("three gigabit ports forward minimum frames at line rate, none lost") {
  Forwarder<EventKernel> b(3, 2000);
  constexpr unsigned kFrames = 3000;
  for (unsigned port = 0; port < 3; ++port) {
    b.rx.add(port, {}, same_frames(kFrames, 60));
    b.tx.add(port, {});
  }
  b.build();
  b.msf->populate_rbuf();
  b.start(64);
  b.kernel.run(kNever);
  const auto& t = b.ledger.totals();
  CHECK(b.hazards.seen.empty());
  CHECK(t.received == 3 * kFrames);
  CHECK(t.transmitted_tagged == 3 * kFrames);
  CHECK(t.received_and_transmitted == 3 * kFrames);
  CHECK(t.transmitted_untagged == 0);
  CHECK(t.balanced());
  const Tick frame_time = 84 * 96 / 10;
  for (unsigned port = 0; port < 3; ++port) {
    const PortStats& s = b.tx.stats(port);
    CHECK(s.frames == kFrames);
    // from first SOP to last EOP at the rate of arrival, within four frames
    CHECK(s.last_eop - s.first_sop < (kFrames + 4) * (frame_time + 1));
  }
  std::map<PacketTag, Bytes> in;
  for (const Crossed& f : b.recorder.frames) {
    if (f.direction == Direction::Rx)
      in[f.tag] = f.bytes;
    else
      CHECK(in.at(f.tag) == f.bytes);
  }
  CHECK(b.msf->rbuf_in_use() == 0);
  CHECK(b.msf->tbuf_valid() == 0);
  CHECK(b.tx.empty());
  CHECK(b.rx.exhausted());
}

TEST_CASE("both kernels give the same frames at the same ticks, and the books balance") {
  uint64_t lost = 0, tagged = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    for (const Tick until : {Tick{60'000}, Tick{250'000}}) {
      const auto a = forward_random<EventKernel>(seed, until);
      const auto b = forward_random<TickKernel>(seed, until);
      CHECK(a->recorder.frames == b->recorder.frames);
      CHECK(a->ledger.totals().by_fate == b->ledger.totals().by_fate);
      CHECK(a->ledger.totals().dropped == b->ledger.totals().dropped);
      CHECK(a->ledger.totals().balanced());
      CHECK(a->msf->stats().rx_bus_busy == b->msf->stats().rx_bus_busy);
      CHECK(a->hazards.seen.size() == b->hazards.seen.size());
      lost += a->ledger.totals().dropped[unsigned(DropReason::PortOverflow)];
      tagged += a->ledger.totals().transmitted_tagged;
      REQUIRE_FALSE(a->recorder.frames.empty());
    }
  }
  CHECK(lost > 10); // the runs met overflow
  CHECK(tagged > 300);
}

TEST_CASE("what is transmitted was in some part's hands ever since it arrived") {
  Forwarder<EventKernel> b(3, 2000);
  for (unsigned port = 0; port < 3; ++port) {
    TxPortConfig slow;
    slow.rate_mbps = 900; // so that frames wait everywhere
    b.rx.add(port, {}, same_frames(1000, 40 + 80 * port));
    b.tx.add(port, slow);
  }
  b.build();
  b.msf->populate_rbuf();
  b.start(64);
  std::set<PacketTag> held; // at the last look
  PacketTag given = 0;
  size_t seen = 0, crossed = 0;
  const auto check_sent = [&] {
    for (; seen < b.recorder.frames.size(); ++seen) {
      const Crossed& f = b.recorder.frames[seen];
      if (f.direction == Direction::Rx) continue;
      ++crossed;
      if (f.tag <= given) CHECK(held.contains(f.tag));
    }
  };
  for (Tick at = 100; at < 1'500'000; at += 137)
    b.script.at(at, [&](Tick) {
      check_sent();
      held.clear();
      const TagVisitor hold = [&](std::span<const PacketTag> tags) {
        held.insert(tags.begin(), tags.end());
      };
      b.rx.visit_tags(hold);
      b.msf->visit_tags(hold);
      b.tx.visit_tags(hold);
      given = static_cast<PacketTag>(b.ledger.size());
    });
  b.kernel.run(kNever);
  check_sent();
  CHECK(crossed > 2500);
}
