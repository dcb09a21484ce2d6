// Flow control of the CSIX mode: ready bits, FCEFIFO, the CBUS, FCIFIFO.
#include "tests/catch.h"

#include "tests/unit/media/csix_fixture.h"

using namespace ixp;
using namespace ixp::test;
using namespace ixp::msf_reg;

namespace {

constexpr uint32_t kIdleCWord = 0x0000ffff;
const Bytes kEight = {1, 2, 3, 4, 5, 6, 7, 8};
const Bytes kGrant = cframe(CFrameType::FlowControl, kEight); // three CWords

MsfConfig egress_config(unsigned element_bytes = 128) {
  return {.mode = MsfMode::Csix,
          .element_bytes = element_bytes,
          .tx = MsfConfig::Transmit{MsfMode::Sphy, 128},
          .cbus = 1};
}
MsfConfig ingress_config() {
  return {.mode = MsfMode::Sphy, .tx = MsfConfig::Transmit{MsfMode::Csix, 128}, .cbus = 1};
}
std::vector<uint32_t> words_of(const Bytes& bytes) {
  std::vector<uint32_t> words;
  for (size_t at = 0; at < bytes.size(); at += 4)
    words.push_back(uint32_t{bytes[at]} << 24 | uint32_t{bytes[at + 1]} << 16 |
                    uint32_t{bytes[at + 2]} << 8 | bytes[at + 3]);
  return words;
}
std::vector<uint32_t> read_fcififo(Msf& msf, size_t words) {
  std::vector<uint32_t> out;
  for (size_t i = 0; i < words; ++i)
    out.push_back(msf.read_register(kFcififo + 4 * (i % 16), 0));
  return out;
}

} // namespace

TEST_CASE("flow control crosses from the egress to the ingress side of one chip") {
  CsixBench<> b;
  b.rx.add(0, kRxCFrames, list({item(kGrant)}));
  b.tx.add(0, kTxCFrames);
  b.build({.mode = MsfMode::Csix, .element_bytes = 128});
  CHECK(b.msf->read_register(kFcififo, 0) == kIdleCWord);
  CHECK_FALSE(b.msf->fci_not_empty());
  b.kernel.run(kNever);
  CHECK(b.msf->fci_not_empty());
  CHECK(b.ledger.totals().by_fate[static_cast<unsigned>(Fate::InRbuf)] == 1);
  std::vector<PacketTag> inside;
  b.msf->list_rbuf(inside);
  CHECK(inside == std::vector<PacketTag>{1});
  CHECK(read_fcififo(*b.msf, 4) == std::vector<uint32_t>{words_of(kGrant)[0], words_of(kGrant)[1],
                                                         words_of(kGrant)[2], kIdleCWord});
  CHECK(b.ledger.totals().by_fate[static_cast<unsigned>(Fate::Delivered)] == 1);
  CHECK(b.msf->stats().csix.forwarded == 1);
  CHECK(b.msf->stats().csix.fcififo_frames == 1);
  CHECK(b.hazards.seen.empty());
}

TEST_CASE("a C-frame is in FCIFIFO when it has crossed the CBUS, 4 or 8 bits a clock") {
  for (const unsigned bits : {4u, 8u}) {
    CsixBench<> b;
    b.rx.add(0, kRxCFrames, list({item(kGrant)}));
    b.tx.add(0, kTxCFrames);
    b.build({.mode = MsfMode::Csix, .element_bytes = 128, .cbus_bits = bits});
    // The line: 3 CWords, 34.6 ticks, and an edge; then one more edge and 12 * 8 / bits clocks.
    const Tick least = static_cast<Tick>((3 + 12 * 8 / bits) * 1200 / 104);
    b.kernel.run(least);
    CHECK_FALSE(b.msf->fci_not_empty());
    b.kernel.run(least + 4 * 12);
    CHECK(b.msf->fci_not_empty());
  }
}

TEST_CASE("two chips: the CBUS is a port of each") {
  CsixBench<> egress;
  Bytes broken = kGrant;
  broken[5] ^= 1;
  egress.rx.add(0, kRxCFrames, list({item(kGrant), item(broken), item(kGrant)}));
  egress.tx.add(0, {});
  egress.tx.add(1, kTxCbus);
  egress.build(egress_config());
  egress.kernel.run(kNever);
  const std::vector<Bytes> crossed = egress.sent(1);
  // The broken one takes the fabric's ready bits away, the last one gives them back.
  std::vector<Bytes> grants, idle;
  for (const Bytes& f : crossed)
    (f.size() == 4 ? idle : grants).push_back(f);
  REQUIRE(grants.size() == 3);
  CHECK(grants[0] == kGrant);
  CHECK(read_cframe(grants[1]).parity_error);
  CHECK(grants[2] == kGrant);
  CHECK(idle.size() <= 2);
  CHECK(egress.ledger.totals().received_and_transmitted == 3);
  CHECK(egress.ledger.totals().balanced());

  CsixBench<> ingress;
  std::vector<ListSource::Item> items;
  for (const Bytes& f : crossed)
    items.push_back(item(f));
  ingress.rx.add(0, {}, same_frames(1, 60));
  ingress.rx.add(1, kRxCbus, list(items));
  ingress.tx.add(0, kTxCFrames);
  ingress.build(ingress_config());
  ingress.msf->populate_rbuf();
  ingress.collect(1, 0);
  ingress.kernel.run(kNever);
  CHECK(ingress.seen.size() == 1); // of the line, not of the CBUS
  std::vector<uint32_t> expected = words_of(kGrant);
  for (const uint32_t w : words_of(kGrant))
    expected.push_back(w);
  expected.push_back(kIdleCWord);
  CHECK(read_fcififo(*ingress.msf, 7) == expected);
  CHECK(ingress.msf->stats().csix.fcififo_errors == 1);
  CHECK(ingress.msf->read_register(kInterruptStatus, 0) == 1 << 6);
  ingress.msf->write_register(kInterruptStatus, 1 << 6, 0);
  CHECK(ingress.msf->read_register(kInterruptStatus, 0) == 0);
  CHECK(ingress.msf->read_register(kFcIngressStatus, 0) == 0xf);
  CHECK(ingress.ledger.totals().balanced());
}

TEST_CASE("FCEFIFO overflows when the CBUS is too slow; what is lost is counted") {
  CsixBench<> b;
  std::vector<ListSource::Item> items(400, item(kGrant));
  b.rx.add(0, kRxCFrames, list(items));
  b.tx.add(0, {});
  b.tx.add(1, kTxCbus);
  b.params.msf_fc_fifo = 68;
  b.build(egress_config());
  b.kernel.run(kNever);
  const auto& csix = b.msf->stats().csix;
  CHECK(csix.fcefifo_overflows > 300);
  CHECK(csix.forwarded + csix.fcefifo_overflows == 400);
  CHECK(csix.fcefifo_max <= 68);
  CHECK(b.ledger.totals().dropped[static_cast<unsigned>(DropReason::FcefifoOverflow)] ==
        csix.fcefifo_overflows);
  CHECK(b.msf->read_register(kInterruptStatus, 0) == 255 << 16);
  // Nearly full, it asks the fabric for no more control; in the end it does not.
  const std::vector<Bytes> crossed = b.sent(1);
  uint64_t stops = 0;
  for (const Bytes& f : crossed)
    if (const CFrame c = read_cframe(f); c.header.type == CFrameType::Idle) stops += !c.header.cr;
  CHECK(stops >= 1);
  CHECK((b.msf->read_register(kFcEgressStatus, 0) & 0x1f) == 0xf);
}

TEST_CASE("FCIFIFO that nobody reads overflows, and is counted") {
  CsixBench<> b;
  b.rx.add(1, kRxCbus, list(std::vector<ListSource::Item>(30, item(kGrant))));
  b.tx.add(0, kTxCFrames);
  b.params.msf_fc_fifo = 68;
  b.build(ingress_config());
  b.kernel.run(kNever);
  CHECK(b.msf->stats().csix.fcififo_overflows == 30 - 22);
  CHECK(b.msf->fci_full());
  CHECK(b.ledger.totals().dropped[static_cast<unsigned>(DropReason::FcififoOverflow)] == 8);
  CHECK(b.ledger.totals().balanced());
  read_fcififo(*b.msf, 3 * 22);
  CHECK_FALSE(b.msf->fci_full());
  CHECK(b.msf->read_register(kFcififo, 0) == kIdleCWord);
}

TEST_CASE("on one chip a nearly full FCIFIFO stops the CBUS; nothing is lost") {
  CsixBench<> b;
  b.rx.add(0, kRxCFrames, list(std::vector<ListSource::Item>(20, item(kGrant))));
  b.tx.add(0, kTxCFrames);
  b.params.msf_fc_fifo = 72;
  b.build({.mode = MsfMode::Csix, .element_bytes = 128});
  b.msf->write_register(kHwmControl, 3 << 10, 0); // an eighth: 9 CWords
  b.kernel.run(kNever);
  CHECK(b.msf->stats().csix.fcififo_max == 9);
  uint64_t frames = 0;
  for (Tick at = b.kernel.now(); frames < 20 && at < b.kernel.now() + 1; ++frames) {
    b.script.at(b.kernel.now() + 1, [&](Tick now) {
      for (unsigned i = 0; i < 3; ++i)
        CHECK(b.msf->read_register(kFcififo, now) == words_of(kGrant)[i]);
      b.msf->write_register(kHwmControl, 3 << 10, now); // as a command would, lets the MSF look
    });
    b.kernel.run(kNever);
    at = b.kernel.now();
  }
  CHECK(frames == 20);
  CHECK(b.msf->stats().csix.fcififo_frames == 20);
  CHECK(b.ledger.totals().by_fate[static_cast<unsigned>(Fate::Delivered)] == 20);
}

TEST_CASE("microcode writes C-frames into FCEFIFO") {
  CsixBench<> b;
  b.rx.add(0, kRxCFrames, list({}));
  b.tx.add(0, kTxCFrames);
  b.build({.mode = MsfMode::Csix, .element_bytes = 128});
  b.script.at(100, [&](Tick now) {
    const std::vector<uint32_t> words = words_of(kGrant);
    for (unsigned i = 0; i < 3; ++i)
      b.msf->write_register(kFcefifo + 4 * i, i == 2 ? words[i] & 0xffff0000 : words[i], now);
    b.msf->write_register(kFcefifoValidate, 0, now);
  });
  b.kernel.run(kNever);
  CHECK(read_fcififo(*b.msf, 3) == words_of(kGrant)); // with parity
  CHECK(b.hazards.seen.empty());
  b.msf->write_register(kFcefifo, words_of(kGrant)[0], 0);
  b.msf->write_register(kFcefifoValidate, 0, 0);
  CHECK(b.hazards.contains(HazardKind::MediaMisuse,
                           "behind 1 CWords, but the base header makes a C-frame of 3"));
  b.hazards.seen.clear();
  b.msf->write_register(kFcefifoValidate, 0, 0);
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "FCEFIFO_VALIDATE behind 0 CWords"));
  for (unsigned i = 0; i < 257; ++i)
    b.msf->write_register(kFcefifo, 0, 0);
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "FCEFIFO is full"));
  CHECK(b.msf->read_register(kFcEgressStatus, 0) >> 4 == 1);
}

TEST_CASE("simplex: each side has its CBUS to the fabric") {
  CsixBench<> b;
  // Ready bits on the CBUS stop data; the other interface's do not.
  b.rx.add(0, kRxCFrames,
           list({item(cframe(CFrameType::Unicast, kEight, 0, false, false)), item(kGrant)}));
  b.rx.add(1, kRxCbus, list({item(cframe(CFrameType::FlowControl, kEight, 0, true, false))}));
  b.tx.add(0, kTxCFrames);
  b.tx.add(1, kTxCbus);
  b.build({.mode = MsfMode::Csix, .element_bytes = 128, .cbus = 1, .full_duplex = false});
  b.msf->populate_rbuf();
  b.collect(1, 1);
  b.script.at(5000, [&](Tick now) {
    CHECK(b.msf->read_register(kFcEgressStatus, now) == 0xf); // the grant gave them back
    CHECK(b.msf->read_register(kFcIngressStatus, now) == 0xd);
    b.send(0, CFrameType::Unicast, kEight, 0, now);
    b.send(48, CFrameType::CommandStatus, kEight, 0, now);
    b.msf->write_register(kFcefifo, words_of(kGrant)[0] & 0x3fffffff, now); // no ready bits
    b.msf->write_register(kFcefifo, words_of(kGrant)[1], now);
    b.msf->write_register(kFcefifo, words_of(kGrant)[2], now);
    b.msf->write_register(kFcefifoValidate, 0, now);
  });
  b.kernel.run(100000);
  REQUIRE(b.sent().size() == 1);
  CHECK(read_cframe(b.sent()[0]).header.type == CFrameType::CommandStatus);
  CHECK(b.sent(1) == std::vector<Bytes>{kGrant});
  CHECK(b.msf->stats().csix.discarded ==
        1); // the fabric's flow control does not belong on the pins of data
  CHECK(read_fcififo(*b.msf, 3) ==
        words_of(cframe(CFrameType::FlowControl, kEight, 0, true, false)));
}

TEST_CASE("the fabric's ready bits stop data and control, each for itself") {
  for (const bool control : {false, true}) {
    CsixBench<> b;
    b.rx.add(0, kRxCFrames,
             list({item(cframe(CFrameType::Idle, {}, 0, !control, control)),
                   item(cframe(CFrameType::Idle, {}), 20000)}));
    b.tx.add(0, kTxCFrames);
    b.build({.mode = MsfMode::Csix, .element_bytes = 128});
    b.script.at(1000, [&](Tick now) {
      CHECK(b.msf->read_register(kFcIngressStatus, now) == (control ? 0xeu : 0xdu));
      b.send(0, CFrameType::Unicast, kEight, 0, now);
      b.send(48, CFrameType::CommandStatus, kEight, 0, now);
    });
    b.kernel.run(20000);
    REQUIRE(b.sent().size() == 1);
    CHECK((read_cframe(b.sent()[0]).header.type == CFrameType::Unicast) == control);
    b.kernel.run(kNever);
    CHECK(b.sent().size() == 2);
    CHECK(b.msf->stats().partition[control ? 1 : 0].tx_blocked_ticks > 17000);
  }
}

TEST_CASE(
    "a C-frame with wrong parity takes the fabric's ready bits away until the next good one") {
  CsixBench<> b;
  Bytes broken = cframe(CFrameType::Idle, {});
  broken[3] ^= 1;
  b.rx.add(0, kRxCFrames,
           list({item(broken), item(cframe(CFrameType::Idle, {}), 5000),
                 item(cframe(CFrameType::Idle, {}), 10000, true)}));
  b.tx.add(0, {});
  b.tx.add(1, kTxCbus);
  b.build(egress_config());
  const auto sf_bits = [&](Tick at) {
    b.kernel.run(at);
    return b.msf->read_register(kFcEgressStatus, 0) & 3;
  };
  CHECK(sf_bits(0) == 3);
  CHECK(sf_bits(4000) == 0);
  CHECK(sf_bits(9000) == 3);
  CHECK(sf_bits(14000) == 0); // of a horizontal parity error
  // The ingress side receives each change.
  std::vector<unsigned> told;
  for (const Bytes& f : b.sent(1)) {
    const CFrameHeader h = read_cframe(f).header;
    told.push_back(unsigned{h.control_ready} | unsigned{h.data_ready} << 1);
  }
  CHECK(told == std::vector<unsigned>{0, 3, 0});
}

TEST_CASE("a filling RBUF tells the fabric to stop, by the ready bits of what leaves") {
  CsixBench<> b;
  std::vector<ListSource::Item> items;
  for (unsigned i = 0; i < 40; ++i)
    items.push_back(item(cframe(CFrameType::Unicast, kEight)));
  b.rx.add(0, kRxCFrames, list(items));
  b.tx.add(0, kTxCFrames);
  b.build({.mode = MsfMode::Csix, .element_bytes = 128});
  b.msf->populate_rbuf(false);
  b.msf->write_register(kHwmControl, 2 << 2, 0); // a quarter of 48
  b.kernel.run(20000);
  CHECK(b.msf->read_register(kFcEgressStatus, 0) == 7);
  REQUIRE(b.sent().size() == 1); // no other frame to send: an idle C-frame
  CFrame f = read_cframe(b.sent()[0]);
  CHECK(f.header.type == CFrameType::Idle);
  CHECK((f.header.control_ready && !f.header.data_ready));
  CHECK(b.msf->stats().csix.idle_sent == 1);
  b.script.at(20000, [&](Tick now) { b.send(0, CFrameType::Unicast, kEight, 0, now); });
  b.kernel.run(30000);
  f = read_cframe(b.sent().back());
  CHECK((f.header.type == CFrameType::Unicast && !f.header.data_ready));
  b.script.at(30000, [&](Tick now) { // and go on
    for (unsigned i = 0; i < 8; ++i)
      b.add_thread(now, 0, i, 0, 1 + i, 0);
  });
  b.collect(8, 0);
  b.kernel.run(kNever);
  CHECK(b.seen.size() == 40);
  CHECK(read_cframe(b.sent().back()).header.data_ready);
  CHECK(b.msf->read_register(kFcIngressStatus, 0) == 0xf);
}

TEST_CASE("FC_STATUS_OVERRIDE forces what TXCSRB sends and RXCSRB brings") {
  CsixBench<> b;
  b.rx.add(0, kRxCFrames, list({}));
  b.tx.add(0, kTxCFrames);
  b.build({.mode = MsfMode::Csix, .element_bytes = 128});
  b.msf->write_register(kFcStatusOverride, 1 << 8 | 0b0100, 0); // data ready of the fabric alone
  CHECK(b.msf->read_register(kFcIngressStatus, 0) == 0b0010);
  CHECK(b.msf->read_register(kFcEgressStatus, 0) == 0xf);
  b.msf->write_register(kFcStatusOverride, 1 << 9 | 0b1000 << 4, 0); // control ready of the fabric
  CHECK(b.msf->read_register(kFcEgressStatus, 0) == 0b0001);
  b.kernel.run(2000);
  CHECK(b.msf->read_register(kFcIngressStatus, 0) == 0b0001);
}
