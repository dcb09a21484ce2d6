// The MSF's CSIX mode: partitions, status and control words, rate, errors.
#include "tests/catch.h"

#include "tests/unit/media/csix_fixture.h"

using namespace ixp;
using namespace ixp::test;
using namespace ixp::msf_reg;

namespace {
const MsfConfig kCsixConfig{.mode = MsfMode::Csix, .element_bytes = 128};
constexpr uint32_t kError = 1 << 13, kLengthError = 1 << 12, kHpError = 1 << 11, kVpError = 1 << 10;
Bytes text(std::string_view s) {
  return {s.begin(), s.end()};
}
} // namespace

TEST_CASE("C-frames go to the partition of their type, with status and extension header") {
  CsixBench<> b;
  b.rx.add(0, kRxCFrames,
           list({item(cframe(CFrameType::Unicast, text("unicast"), 0x01000002)),
                 item(cframe(CFrameType::CommandStatus, text("command"), 7)),
                 item(cframe(CFrameType::Broadcast, text("to all"), 0xdeadbeef))}));
  b.build(kCsixConfig);
  b.msf->populate_rbuf(false);
  b.collect(2, 1);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 3);
  // Elements of data are 0 to 47, of control 48 to 63; boot skips 0.
  CHECK(b.seen[0].word == (1u << 24 | 7 << 16 | 1));
  CHECK(b.seen[0].extension == 0x01000002);
  CHECK(b.seen[0].payload == text("unicast"));
  CHECK(b.seen[1].word == (48u << 24 | 7 << 16 | 7));
  CHECK(b.seen[1].extension == 7);
  CHECK(b.seen[1].payload == text("command"));
  CHECK(b.seen[1].ctx == 2); // freelist 1
  CHECK(b.seen[2].word == (2u << 24 | 6 << 16 | 5));
  CHECK(b.seen[2].extension == 0xdeadbeef);
  CHECK(b.hazards.seen.empty());
  CHECK(b.ledger.totals().balanced());
  CHECK(b.ledger.totals().by_fate[static_cast<unsigned>(Fate::Delivered)] == 3);
}

TEST_CASE("one freelist serves both partitions, when it is told to") {
  CsixBench<> b;
  b.rx.add(0, kRxCFrames,
           list({item(cframe(CFrameType::CommandStatus, text("c"))),
                 item(cframe(CFrameType::Unicast, text("d")))}));
  MsfConfig config = kCsixConfig;
  config.single_freelist = true;
  b.build(config);
  CHECK(b.msf->read_register(kRxControl, 0) >> 9 & 1);
  b.msf->populate_rbuf(false);
  b.collect(2, 0);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 2);
  CHECK(b.seen[0].type() == 7);
  CHECK(b.seen[0].element() == 48);
  CHECK(b.seen[1].element() == 1);
  b.add_thread(b.kernel.now(), 0, 5, 0, 6, 1);
  CHECK(
      b.hazards.contains(HazardKind::MediaMisuse, "RX_THREAD_FREELIST_1 is not used in this mode"));
}

TEST_CASE("CSIX_TYPE_MAP says where a type goes; what goes nowhere is counted") {
  CsixBench<> b;
  std::vector<ListSource::Item> items;
  for (unsigned type = 0; type < kCFrameTypes; ++type)
    items.push_back(item(cframe(static_cast<CFrameType>(type), type ? text("x") : Bytes{})));
  b.rx.add(0, kRxCFrames, list(items));
  b.build(kCsixConfig);
  b.msf->write_register(kCsixTypeMap, 2u << 2 | 1u << 30, 0); // unicast: control, 15: data
  b.msf->populate_rbuf(false);
  b.collect(1, 1);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 2);
  CHECK((b.seen[0].type() == 1 && b.seen[0].element() == 48));
  CHECK((b.seen[1].type() == 15 && b.seen[1].element() == 1));
  CHECK(b.msf->stats().csix.idle == 1);
  CHECK(b.msf->stats().csix.discarded == 13);
  const auto& totals = b.ledger.totals();
  CHECK(totals.dropped[static_cast<unsigned>(DropReason::CFrameDiscard)] == 13);
  CHECK(totals.dropped[static_cast<unsigned>(DropReason::IdleCFrame)] == 1);
  CHECK(totals.balanced());
}

TEST_CASE("a C-frame reaches its thread when its last byte has crossed, at 32 bits a clock") {
  CsixBench<> b;
  std::vector<ListSource::Item> items;
  for (unsigned i = 0; i < 1000; ++i)
    items.push_back(item(cframe(CFrameType::Unicast, make_frame(72, i), i))); // 80 bytes
  b.rx.add(0, kRxCFrames, list(items));
  b.build(kCsixConfig);
  b.msf->populate_rbuf();
  b.collect(8, 0);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 1000);
  // 20 CWords of 1200 / 104 ticks; the last ends at tick 230769.2, its element is full an edge
  // later and the status takes 40 cycles.
  const Tick full = b.seen.back().tick - 80;
  CHECK(full > 230770);
  CHECK(full <= 230770 + 2 * 12);
  for (unsigned i = 0; i < 1000; ++i) {
    REQUIRE(b.seen[i].extension == i);
    REQUIRE(b.seen[i].payload == make_frame(72, i));
  }
  CHECK(b.msf->stats().rx_bus_busy / 1000 == 230);
}

TEST_CASE("what is wrong with a C-frame stands in its status") {
  CsixBench<> b;
  Bytes bad_parity = cframe(CFrameType::Unicast, make_frame(20, 0));
  bad_parity[10] ^= 4;
  Bytes cut = cframe(CFrameType::Unicast, make_frame(20, 1));
  cut.resize(cut.size() - 4);
  seal(cut);
  Bytes more = cframe(CFrameType::Unicast, make_frame(20, 2));
  more.resize(more.size() + 4);
  seal(more);
  b.rx.add(0, kRxCFrames,
           list({item(bad_parity), item(cut), item(more),
                 item(cframe(CFrameType::Unicast, make_frame(200, 3))),
                 item(cframe(CFrameType::Unicast, make_frame(20, 4)), 0, true)}));
  b.build(kCsixConfig);
  b.msf->populate_rbuf();
  b.collect(8, 0);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 5);
  const auto errors = [&](unsigned i) { return b.seen[i].word & 0x3c00; };
  CHECK(errors(0) == (kError | kVpError));
  CHECK(errors(1) == (kError | kLengthError));
  CHECK(errors(2) == (kError | kLengthError));
  CHECK(errors(3) == (kError | kLengthError)); // longer than an element
  CHECK(b.seen[3].bytes() == 200);
  CHECK(errors(4) == (kError | kHpError));
  const auto& csix = b.msf->stats().csix;
  CHECK(csix.vertical_errors == 1);
  CHECK(csix.horizontal_errors == 1);
  CHECK(csix.length_errors == 3);
  CHECK(b.msf->read_register(kInterruptStatus, 0) == 3);
  b.msf->write_register(kInterruptStatus, 1, 0);
  CHECK(b.msf->read_register(kInterruptStatus, 0) == 2);
  CHECK(b.ledger.totals().delivered_with_error == 5);
}

TEST_CASE("data that find no element are lost and counted; control is not in their way") {
  CsixBench<> b;
  std::vector<ListSource::Item> items;
  for (unsigned i = 0; i < 60; ++i)
    items.push_back(item(cframe(CFrameType::Unicast, text("data"))));
  items.push_back(item(cframe(CFrameType::CommandStatus, text("control"))));
  b.rx.add(0, kRxCFrames, list(items));
  b.build(kCsixConfig);
  b.msf->populate_rbuf(false);
  b.collect(0, 1);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 1);
  CHECK(b.seen[0].payload == text("control"));
  CHECK(b.msf->rbuf_in_use() == 47);
  CHECK(b.ledger.totals().dropped[static_cast<unsigned>(DropReason::RbufOverflow)] == 13);
  CHECK(b.msf->read_register(kInterruptStatus, 0) == 13 << 8);
  CHECK(b.ledger.totals().balanced());
}

TEST_CASE("a frame longer than any C-frame waits for no element") {
  CsixBench<> b;
  Bytes junk(700, 0x5a);
  junk[0] = 0xc4;
  b.rx.add(0, kRxCFrames, list({item(junk), item(cframe(CFrameType::Unicast, text("data")))}));
  b.build(kCsixConfig); // no element is free
  b.kernel.run(kNever);
  const auto& dropped = b.ledger.totals().dropped;
  CHECK(dropped[static_cast<unsigned>(DropReason::DamagedCFrame)] == 1);
  CHECK(dropped[static_cast<unsigned>(DropReason::RbufOverflow)] == 1);
  CHECK(b.rx.exhausted());
}

TEST_CASE("hostile bytes are accounted for, each frame once") {
  CsixBench<> b;
  std::minstd_rand random(3);
  std::vector<ListSource::Item> items;
  for (unsigned i = 0; i < 3000; ++i) {
    Bytes bytes =
        i % 3 ? Bytes(1 + random() % 700) : cframe(CFrameType::Unicast, make_frame(64, i));
    if (i % 3)
      for (uint8_t& x : bytes)
        x = static_cast<uint8_t>(random());
    items.push_back(item(bytes, 0, random() % 50 == 0));
  }
  b.rx.add(0, kRxCFrames, list(items));
  b.tx.add(1, kTxCbus);
  MsfConfig config = kCsixConfig;
  config.cbus = 1;
  b.build(config);
  b.msf->populate_rbuf();
  b.collect(6, 2);
  b.kernel.run(kNever);
  const auto& t = b.ledger.totals();
  const auto& csix = b.msf->stats().csix;
  CHECK(t.received == 3000);
  CHECK(t.balanced());
  CHECK(b.msf->rbuf_in_use() == 0);
  const uint64_t delivered = t.by_fate[static_cast<unsigned>(Fate::Delivered)];
  CHECK(delivered == b.seen.size() + csix.forwarded);
  CHECK(delivered + t.by_fate[static_cast<unsigned>(Fate::Dropped)] == 3000);
  CHECK(csix.damaged > 1000);
  CHECK(csix.vertical_errors > 500);
  CHECK(b.sent(1).size() >= csix.forwarded);
}

// ---- transmit

TEST_CASE("an element is a C-frame: headers, prepend, payload, padding, parity") {
  CsixBench<> b;
  b.tx.add(0, kTxCFrames);
  b.build(kCsixConfig);
  const PacketTag tag = b.ledger.begin(0, 0);
  b.script.at(1000, [&](Tick now) {
    Bytes data = make_frame(128, 1);
    std::vector<PacketTag> tags(16, tag);
    tags[0] = 0;
    b.msf->write_tbuf(0, data.data(), tags.data(), 128);
    // prepend 3 bytes from byte 1, payload 10 from 8 + 2; CR and P
    b.control(0, 10u << 24 | 1u << 21 | 3u << 16 | 2u << 13 | 3u << 8 | 1, 0xcafe0001, now);
    CHECK(b.msf->read_register(kTxSequence0, now) == 0);
  });
  b.kernel.run(kNever);
  REQUIRE(b.recorder.frames.size() == 1);
  const Crossed& f = b.recorder.frames[0];
  CFrameHeader h;
  h.type = CFrameType::Unicast;
  h.cr = h.p = true;
  h.payload = 13;
  h.extension = 0xcafe0001;
  const Bytes data = make_frame(128, 1);
  Bytes payload(data.begin() + 1, data.begin() + 4);
  payload.insert(payload.end(), data.begin() + 10, data.begin() + 20);
  CHECK(f.bytes == make_cframe(h, payload));
  CHECK(f.tag == tag);
  // 1000 + 60 cycles = 1120: media edge 98 at 1130; 24 bytes are 6 clocks of the line
  CHECK(f.sop == 1130);
  CHECK(f.eop == 1130 + 70);
  CHECK(b.msf->read_register(kTxSequence0, 0) == (1u << 31 | 1));
  CHECK(b.hazards.seen.empty());
}

TEST_CASE("C-frames follow each other without a gap, partitions take turns") {
  CsixBench<> b;
  b.tx.add(0, kTxCFrames);
  b.build(kCsixConfig);
  b.script.at(1000, [&](Tick now) {
    for (unsigned i = 0; i < 12; ++i)
      b.send(i, CFrameType::Unicast, make_frame(72, i), i, now);
    for (unsigned i = 0; i < 3; ++i)
      b.send(48 + i, CFrameType::CommandStatus, make_frame(72, i), 100 + i, now);
  });
  b.kernel.run(kNever);
  REQUIRE(b.recorder.frames.size() == 15);
  std::vector<uint32_t> order;
  for (const Crossed& f : b.recorder.frames)
    order.push_back(read_cframe(f.bytes).header.extension);
  CHECK(order == std::vector<uint32_t>{0, 100, 1, 101, 2, 102, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  // 15 * 20 CWords of 1200 / 104 ticks
  CHECK(b.recorder.frames.back().eop - b.recorder.frames.front().sop == 3462);
  for (size_t i = 1; i < 15; ++i)
    CHECK(b.recorder.frames[i].sop == b.recorder.frames[i - 1].eop);
  CHECK(b.msf->read_register(kTxSequence0, 0) == (1u << 31 | 12));
  CHECK(b.msf->read_register(kTxSequence0 + 4, 0) == (1u << 31 | 3));
  CHECK(b.msf->read_register(kTxSequence0 + 8, 0) == 0);
}

TEST_CASE("control words that make no C-frame are reported, their elements freed") {
  CsixBench<> b;
  b.tx.add(0, kTxCFrames);
  b.build(kCsixConfig);
  const PacketTag tag = b.ledger.begin(0, 0);
  b.script.at(100, [&](Tick now) {
    b.send(0, CFrameType::Idle, text("idle"), 0, now, tag);
    b.control(1, 100u << 24 | 1u << 16 | 7u << 13 | 1, 0, now); // ends at 115
    b.control(2, 120u << 24 | 1u << 16 | 7u << 13 | 1, 0, now); // ends at 135
    b.control(3, 0u << 24 | 1, 0, now);                         // 256 bytes
    b.control(4, 8u << 24 | 1u << 11 | 1, 0, now);              // skip
    b.send(5, CFrameType::Unicast, text("good"), 0, now);
  });
  b.kernel.run(kNever);
  CHECK(b.recorder.frames.size() == 2);
  CHECK(b.hazards.seen.size() == 3);
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "makes no C-frame"));
  CHECK(b.ledger.totals().lost_on_transmit[static_cast<unsigned>(TransmitLoss::Aborted)] == 1);
  CHECK(b.msf->read_register(kTxSequence0, 0) == (1u << 31 | 6));
  CHECK(b.msf->stats().partition[0].tx_skipped == 1);
}

TEST_CASE("a mode of its own for each direction") {
  CsixBench<> b;
  b.rx.add(0, {}, same_frames(1, 60));
  b.tx.add(0, kTxCFrames);
  b.build({.mode = MsfMode::Sphy, .tx = MsfConfig::Transmit{MsfMode::Csix, 128}});
  b.msf->populate_rbuf();
  CHECK(b.msf->read_register(kRxControl, 0) == 1u << 28);
  CHECK(b.msf->read_register(kTxControl, 0) == (1u << 28 | kCsix | kDuplex | 1 << 2));
  b.script.at(100, [&](Tick now) { b.send(0, CFrameType::Unicast, text("out"), 0, now); });
  b.collect(1, 0);
  b.kernel.run(kNever);
  REQUIRE(b.seen.size() == 1);
  CHECK((b.seen[0].word >> 14 & 3) == 3); // SOP and EOP
  CHECK(b.sent().size() == 1);
}

TEST_CASE("both kernels move C-frames tick for tick") {
  const auto run = []<class K>(CsixBench<K>& b) {
    std::minstd_rand random(9);
    std::vector<ListSource::Item> items;
    Tick at = 0;
    for (unsigned i = 0; i < 300; ++i) {
      const auto type = static_cast<CFrameType>(random() % 8);
      Bytes f = cframe(type, type == CFrameType::Idle ? Bytes{} : make_frame(1 + random() % 100, i),
                       i, random() % 8, random() % 8);
      if (random() % 16 == 0) f[random() % f.size()] ^= 1;
      items.push_back(item(f, at += random() % 400));
    }
    b.rx.add(0, kRxCFrames, list(items));
    b.tx.add(0, kTxCFrames);
    b.build(kCsixConfig);
    b.msf->populate_rbuf();
    b.collect(4, 2);
    for (unsigned i = 0; i < 200; ++i)
      b.script.at(500 * i, [&b, i](Tick now) {
        b.send(i % 48, CFrameType::Unicast, make_frame(1 + i % 120, i), i, now);
        if (i % 4 == 0)
          b.send(48 + i / 4 % 16, CFrameType::CommandStatus, make_frame(9, i), i, now);
        b.msf->read_register(kFcififo, now);
      });
    b.kernel.run(200000);
  };
  CsixBench<EventKernel> a;
  CsixBench<TickKernel> c;
  run(a);
  run(c);
  CHECK(a.recorder.frames.size() > 500);
  CHECK(a.recorder.frames == c.recorder.frames);
  REQUIRE(a.seen.size() == c.seen.size());
  for (size_t i = 0; i < a.seen.size(); ++i) {
    REQUIRE(a.seen[i].word == c.seen[i].word);
    REQUIRE(a.seen[i].tick == c.seen[i].tick);
  }
  CHECK(a.msf->stats().csix == c.msf->stats().csix);
  CHECK(a.msf->describe() == c.msf->describe());
}
