// TBUF: control words, order, sequence counters, flow control.
#include "tests/catch.h"

#include "tests/unit/media/media_fixture.h"

using namespace ixp;
using namespace ixp::test;
using namespace ixp::msf_reg;

namespace {
struct Word {
  unsigned length = 0, port = 0, prepend_at = 0, prepend = 0, payload_at = 0;
  bool sop = true, eop = true, skip = false, abort = false;
  uint32_t value() const {
    return (length & 0xff) << 24 | prepend_at << 21 | prepend << 16 | payload_at << 13 |
           uint32_t{skip} << 11 | uint32_t{abort} << 10 | uint32_t{sop} << 9 | uint32_t{eop} << 8 |
           port;
  }
};

template <class K = EventKernel> struct TxBench : Bench<K> {
  unsigned element_bytes = 64;
  void data(unsigned element, const Bytes& bytes, PacketTag tag = 0, unsigned at = 0) {
    Bytes padded = bytes;
    padded.resize((bytes.size() + 7) / 8 * 8);
    const std::vector<PacketTag> tags(padded.size() / 8, tag);
    this->msf->write_tbuf(element * element_bytes + at, padded.data(), tags.data(),
                          static_cast<unsigned>(padded.size()));
  }
  void validate(unsigned element, const Word& w, Tick now) {
    this->msf->write_register(kTbufElementControl + 8 * element, w.value(), now);
    this->msf->write_register(kTbufElementControl + 8 * element + 4, 0, now);
  }
  uint32_t sequence(unsigned n = 0) { return this->msf->read_register(kTxSequence0 + 4 * n, 0); }
};
} // namespace

TEST_CASE("an element goes from validation to the wire") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  const PacketTag tag = b.ledger.begin(7, 3);
  CHECK(b.sequence() == 1u << 31);
  b.script.at(1000, [&](Tick now) {
    b.data(0, make_frame(60, 1), tag);
    b.validate(0, {.length = 60}, now);
    CHECK(b.sequence() == 0);
    CHECK(b.msf->tbuf_valid() == 1);
  });
  b.kernel.run(10000);
  REQUIRE(b.recorder.frames.size() == 1);
  const Crossed& f = b.recorder.frames[0];
  CHECK(f.bytes == make_frame(60, 1));
  CHECK(f.tag == tag);
  // 1000 + 60 cycles = 1120: media edge 98 at 1130; 16 clocks later edge 114 at 1315
  CHECK(f.sop == 1315);
  CHECK(f.eop == 1315 + 576);
  CHECK(b.msf->stats().tx_bus_busy == 1315 - 1130);
  CHECK(b.sequence() == (1u << 31 | 1));
  CHECK(b.msf->quiet());
}

TEST_CASE("elements leave strictly in order") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  b.script.at(100, [&](Tick now) {
    b.data(1, make_frame(60, 1));
    b.validate(1, {.length = 60}, now);
  });
  b.script.at(5000, [&](Tick now) {
    CHECK(b.recorder.frames.empty());
    CHECK(b.msf->describe().find("next to send is element 0, not validated; 1 valid") !=
          std::string::npos);
    b.data(0, make_frame(60, 0));
    b.validate(0, {.length = 60}, now);
  });
  b.kernel.run(20000);
  REQUIRE(b.recorder.frames.size() == 2);
  CHECK(b.recorder.frames[0].bytes == make_frame(60, 0));
  CHECK(b.recorder.frames[1].bytes == make_frame(60, 1));
}

TEST_CASE("prepend and payload offsets, against a plain model") {
  std::minstd_rand random(5);
  TxBench<> b;
  b.element_bytes = 128;
  b.tx.add(0, {});
  b.build({MsfMode::Mphy32, 128});
  std::vector<Bytes> expected;
  for (unsigned i = 0; i < 200; ++i) {
    Word w{.prepend_at = static_cast<unsigned>(random() % 8),
           .prepend = static_cast<unsigned>(random() % 32),
           .payload_at = static_cast<unsigned>(random() % 8)};
    const unsigned start = (w.prepend_at + w.prepend + 7) / 8 * 8 + w.payload_at;
    w.length = 1 + random() % (128 - start);
    const Bytes content = make_frame(128, i);
    Bytes frame(content.begin() + w.prepend_at, content.begin() + w.prepend_at + w.prepend);
    frame.insert(frame.end(), content.begin() + start, content.begin() + start + w.length);
    expected.push_back(frame);
    b.script.at(2000 * (i + 1), [=, &b](Tick now) {
      b.data(i % 64, content);
      b.validate(i % 64, w, now);
    });
  }
  b.kernel.run(kNever);
  REQUIRE(b.recorder.frames.size() == 200);
  for (unsigned i = 0; i < 200; ++i)
    CHECK(b.recorder.frames[i].bytes == expected[i]);
  CHECK(b.hazards.seen.empty());
  CHECK(b.sequence() == (1u << 31 | 200));
}

TEST_CASE("a frame of several elements; the tag is the first of its payload") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  const PacketTag tag = b.ledger.begin(0, 0), other = b.ledger.begin(0, 1);
  b.script.at(100, [&](Tick now) {
    b.data(0, make_frame(64, 0));
    b.data(1, make_frame(64, 1), tag);
    b.data(2, make_frame(10, 2), other);
    b.msf->write_register(kBuffer + 64, 0xdeadbeef, now); // a microengine's own bytes
    b.validate(0, {.length = 64, .sop = true, .eop = false}, now);
    b.validate(1, {.length = 64, .sop = false, .eop = false}, now);
    b.validate(2, {.length = 10, .sop = false, .eop = true}, now);
  });
  b.kernel.run(20000);
  REQUIRE(b.recorder.frames.size() == 1);
  CHECK(b.recorder.frames[0].bytes.size() == 138);
  CHECK(b.recorder.frames[0].bytes[64] == 0xde);
  CHECK(b.recorder.frames[0].tag == tag);
}

TEST_CASE("bytes a microengine writes over a packet's lose its tag") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  const PacketTag tag = b.ledger.begin(0, 0);
  b.script.at(100, [&](Tick now) {
    b.data(0, make_frame(16, 0), tag);
    for (unsigned at = 0; at < 16; at += 8)
      b.msf->write_register(kBuffer + at, 0, now);
    b.validate(0, {.length = 16}, now);
    b.data(1, make_frame(16, 0), tag);
    b.msf->write_register(kBuffer + 64, 0, now); // the second granule is still the packet's
    b.validate(1, {.length = 16}, now);
  });
  b.kernel.run(20000);
  REQUIRE(b.recorder.frames.size() == 2);
  CHECK(b.recorder.frames[0].tag == 0);
  CHECK(b.recorder.frames[1].tag == tag);
}

TEST_CASE("an element validated late waits for the pipeline though the bus is free") {
  TxBench<> b;
  TxPortConfig fast;
  fast.rate_mbps = 0;
  b.tx.add(0, fast);
  b.build();
  b.script.at(1000, [&](Tick now) { b.validate(0, {.length = 60}, now); });
  b.script.at(1310, [&](Tick now) { b.validate(1, {.length = 60}, now); });
  b.kernel.run(20000);
  REQUIRE(b.recorder.frames.size() == 2);
  CHECK(b.recorder.frames[0].eop == 1315 + 1);
  // 1310 + 120 = 1430: edge 124 at 1430; 16 clocks later edge 140 at 1615
  CHECK(b.recorder.frames[1].eop == 1615 + 1);
}

TEST_CASE("partitions on one bus take turns") {
  TxBench<> b;
  TxPortConfig fast;
  fast.rate_mbps = 0;
  for (unsigned port = 0; port < 4; ++port)
    b.tx.add(port, fast);
  b.build({MsfMode::Mphy4, 64});
  b.script.at(100, [&](Tick now) {
    for (unsigned i = 0; i < 6; ++i)
      for (const unsigned port : {0u, 1u, 3u})
        b.validate(32 * port + i, {.length = 60, .port = port}, now);
  });
  b.kernel.run(kNever);
  REQUIRE(b.recorder.frames.size() == 18);
  for (unsigned i = 0; i < 18; ++i)
    CHECK(b.recorder.frames[i].port == std::array{0u, 1u, 3u}[i % 3]);
}

TEST_CASE("length 0 is 256") {
  TxBench<> b;
  b.element_bytes = 256;
  b.tx.add(0, {});
  b.build({MsfMode::Sphy, 256});
  b.script.at(100, [&](Tick now) {
    b.data(0, make_frame(256, 0));
    b.validate(0, {.length = 0, .port = 77}, now); // one port: the number does not matter
  });
  b.kernel.run(20000);
  REQUIRE(b.recorder.frames.size() == 1);
  CHECK(b.recorder.frames[0].bytes == make_frame(256, 0));
  CHECK(b.recorder.frames[0].sop - 100 >= 64 * 11); // no address clock
}

TEST_CASE("skip frees an element without sending, abort spoils the packet") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  b.script.at(100, [&](Tick now) {
    b.validate(0, {.length = 60, .skip = true}, now);
    b.validate(1, {.length = 60, .sop = true, .eop = false}, now);
    b.validate(2, {.length = 60, .sop = false, .eop = true, .abort = true}, now);
    b.validate(3, {.length = 60}, now);
  });
  b.kernel.run(20000);
  CHECK(b.recorder.frames.size() == 1);
  CHECK(b.tx.stats(0).error_frames == 1);
  CHECK(b.sequence() == (1u << 31 | 4));
  CHECK(b.msf->stats().partition[0].tx_skipped == 1);
  CHECK(b.hazards.seen.empty());
}

TEST_CASE("TBUF misuse is reported and wedges nothing") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  b.script.at(100, [&](Tick now) {
    b.validate(0, {.length = 60}, now);
    b.validate(0, {.length = 20}, now);
    CHECK(b.hazards.contains(HazardKind::MediaMisuse, "element 0 validated again"));
    b.data(0, make_frame(8, 0));
    CHECK(b.hazards.contains(HazardKind::MediaMisuse, "write to TBUF element 0, which is"));
    b.validate(1, {.length = 60, .port = 9}, now);
    b.validate(2, {.length = 65}, now);
    b.validate(3, {.length = 60, .sop = false}, now);
    b.validate(4, {.length = 60}, now);
    b.msf->write_register(kTxValidate, 5, now); // control word still 0: 256 bytes
  });
  b.kernel.run(50000);
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "element 1 is for port 9, which does not"));
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "element 2: 65 bytes of payload from byte 0"));
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "element 3 for port 0: neither SOP"));
  CHECK(b.recorder.frames.size() == 2);
  CHECK(b.recorder.frames[0].bytes.size() == 60);
  CHECK(b.sequence() == (1u << 31 | 6));

  TxBench<> big;
  big.tx.add(0, {});
  big.build({MsfMode::Mphy32, 256});
  big.validate(32, {.length = 60}, 0);
  CHECK(big.hazards.contains(HazardKind::MediaMisuse, "element 32, but there are 32"));
}

TEST_CASE("what does not fit behind the end of TBUF is cut off") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  b.data(127, Bytes(64, 0xff), 5, 56);
  unsigned tagged = 0;
  b.msf->visit_tags([&](std::span<const PacketTag> tags) {
    for (const PacketTag tag : tags) {
      CHECK((tag == 0 || tag == 5));
      tagged += tag == 5;
    }
  });
  CHECK(tagged == 1);
}

TEST_CASE("a satisfied port holds up everything behind it, in its partition only") {
  TxBench<> b;
  TxPortConfig slow;
  slow.rate_mbps = 10;
  slow.buffer_bytes = 512;
  slow.high_water = 100;
  b.tx.add(0, slow);
  b.tx.add(1, {});
  SECTION("one partition") {
    b.build();
    b.script.at(100, [&](Tick now) {
      for (unsigned i = 0; i < 4; ++i)
        b.validate(i, {.length = 60}, now);
      b.validate(4, {.length = 60, .port = 1}, now);
    });
    b.kernel.run(kNever);
    REQUIRE(b.recorder.frames.size() == 5);
    // port 1's frame waits until 80 bytes of port 0's frames have left
    const auto& frames = b.recorder.frames;
    const auto fast = std::find_if(frames.begin(), frames.end(), [](auto& f) { return f.port; });
    CHECK(fast->sop > 80 * 960);
    CHECK(b.msf->stats().partition[0].tx_blocked_ticks > 60 * 960);
    CHECK(b.tx.stats(0).buffer_high_water <= 160);
  }
  SECTION("four partitions") {
    b.build({MsfMode::Mphy4, 64});
    b.script.at(100, [&](Tick now) {
      for (unsigned i = 0; i < 4; ++i)
        b.validate(i, {.length = 60}, now);
      b.validate(32, {.length = 60, .port = 1}, now);
    });
    b.kernel.run(kNever);
    REQUIRE(b.recorder.frames.size() == 5);
    CHECK(b.recorder.frames[0].port == 1);
    CHECK(b.recorder.frames[0].sop < 1000);
    CHECK(b.sequence(0) == (1u << 31 | 4));
    CHECK(b.sequence(1) == (1u << 31 | 1));
  }
}

TEST_CASE("partitions of buses of their own send at the same time") {
  TxBench<> b;
  for (unsigned port = 0; port < 4; ++port)
    b.tx.add(port, {});
  b.build({MsfMode::Quad8, 64});
  b.script.at(100, [&](Tick now) {
    for (unsigned i = 0; i < 4; ++i)
      b.validate(32 * i, {.length = 60, .port = i}, now);
  });
  b.kernel.run(kNever);
  REQUIRE(b.recorder.frames.size() == 4);
  for (const Crossed& f : b.recorder.frames)
    CHECK(f.sop == b.recorder.frames[0].sop);
  CHECK(b.recorder.frames[0].sop - 220 >= 60 * 11); // a byte a clock
}

TEST_CASE("the sequence counter wraps at 256 and the element index at the partition") {
  TxBench<> b;
  TxPortConfig fast;
  fast.rate_mbps = 0;
  b.tx.add(0, fast);
  b.build();
  for (unsigned i = 0; i < 300; ++i)
    b.script.at(1000 * (i + 1), [i, &b](Tick now) {
      b.data(i % 128, make_frame(60, i));
      b.validate(i % 128, {.length = 60}, now);
    });
  b.kernel.run(kNever);
  REQUIRE(b.recorder.frames.size() == 300);
  for (unsigned i = 0; i < 300; ++i)
    CHECK(b.recorder.frames[i].bytes == make_frame(60, i));
  CHECK(b.sequence() == (1u << 31 | (300 & 255)));
}

namespace {
// Frames of 1 to 64 bytes at random times through the partitions given, each element of a partition
// in its turn. Events in a partition depend on the seed and its number alone.
std::vector<Crossed> send_through(MsfMode mode, std::vector<unsigned> partitions, unsigned seed,
                                  Tick mean_gap) {
  TxBench<> b;
  TxPortConfig fast;
  fast.rate_mbps = 0;
  for (unsigned port = 0; port < 4; ++port)
    b.tx.add(port, fast);
  b.build({mode, 64});
  for (const unsigned p : partitions) {
    std::minstd_rand random(seed * 4 + p + 1);
    Tick t = 100;
    for (unsigned i = 0; i < 100; ++i) {
      t += random() % (2 * mean_gap);
      const unsigned bytes = 1 + random() % 64, element = 32 * p + i % 32;
      b.script.at(t, [=, &b](Tick now) {
        b.data(element, make_frame(bytes, 100 * p + i));
        b.validate(element, {.length = bytes, .port = p}, now);
      });
    }
  }
  b.kernel.run(kNever);
  CHECK(b.hazards.seen.empty());
  return b.recorder.frames;
}
std::vector<Crossed> of_port(const std::vector<Crossed>& frames, unsigned port) {
  std::vector<Crossed> out;
  for (const Crossed& f : frames)
    if (f.port == port) out.push_back(f);
  return out;
}
} // namespace

TEST_CASE("each partition uses its own elements in turn") {
  for (const MsfMode mode : {MsfMode::Mphy4, MsfMode::Quad8}) {
    const auto frames = send_through(mode, {0, 1, 2, 3}, 1, 2000);
    for (unsigned port = 0; port < 4; ++port) {
      const auto own = of_port(frames, port);
      REQUIRE(own.size() == 100);
      for (unsigned i = 0; i < 100; ++i)
        CHECK(own[i].bytes ==
              make_frame(static_cast<unsigned>(own[i].bytes.size()), 100 * port + i));
    }
  }
}

TEST_CASE("the four buses of 4x8 know nothing of each other") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const auto together = send_through(MsfMode::Quad8, {0, 1, 2, 3}, seed, 700);
    for (unsigned port = 0; port < 4; ++port) {
      const auto alone = send_through(MsfMode::Quad8, {port}, seed, 700);
      REQUIRE(alone.size() == 100);
      CHECK(of_port(together, port) == alone);
    }
  }
}

TEST_CASE("another mode or element size empties TBUF; other bits of TX_CONTROL do not") {
  const auto lost = [](unsigned mode_bits, unsigned size) {
    TxBench<> b;
    b.tx.add(0, {});
    b.build({MsfMode::Mphy4, 64});
    for (unsigned n = 0; n < 2; ++n) {
      b.data(2 * n, make_frame(60, n), b.ledger.begin(0, n));
      if (n == 0) b.validate(0, {.length = 60}, 0);
    }
    b.data(1, make_frame(60, 2), b.ledger.begin(0, 2));
    b.validate(1, {.length = 60}, 0);
    b.msf->write_register(kTxControl, 1u << 28 | mode_bits | size << 2, 0);
    CHECK(b.msf->tbuf_valid() ==
          (b.ledger.totals().lost_on_transmit[unsigned(TransmitLoss::Reset)] ? 0u : 2u));
    return b.ledger.totals().lost_on_transmit[unsigned(TransmitLoss::Reset)];
  };
  TxBench<> b;
  b.tx.add(0, {});
  b.build({MsfMode::Mphy4, 64});
  const uint32_t control = b.msf->read_register(kTxControl, 0) & 0x0fffffff;
  CHECK(lost(control, 0) == 0); // one channel of four enabled
  CHECK(lost(control, 1) == 2);
  CHECK(lost(0, 0) == 2); // one port
}

TEST_CASE("a port that the mode cannot name gets nothing, even if it exists") {
  TxBench<> b;
  for (unsigned port = 0; port < 5; ++port)
    b.tx.add(port, {});
  b.build({MsfMode::Mphy4, 64});
  for (const unsigned n : {0u, 1u}) {
    b.data(n, make_frame(60, n));
    b.validate(n, {.length = 60, .port = 4 - n}, 0);
  }
  b.kernel.run(10000);
  REQUIRE(b.recorder.frames.size() == 1);
  CHECK(b.recorder.frames[0].port == 3);
  REQUIRE(b.hazards.seen.size() == 1);
  CHECK(b.hazards.contains(HazardKind::MediaMisuse, "is for port 4, which does not exist"));
}

TEST_CASE("registers without a meaning here remember what was written") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  std::vector<uint32_t> registers = {kInterruptEnable,  kCsixTypeMap,  kHwmControl,
                                     kFcStatusOverride, kClockControl, kTxMphyPollLimit,
                                     kRxPortMap};
  for (unsigned n = 0; n < 4; ++n) {
    registers.push_back(kRxUpControl0 + 4 * n);
    registers.push_back(kTxUpControl0 + 4 * n);
  }
  for (const uint32_t r : registers)
    b.msf->write_register(r, 0x01020000 | r, 0);
  for (const uint32_t r : registers)
    CHECK(b.msf->read_register(r, 0) == (0x01020000 | r));
  CHECK(b.hazards.seen.empty());
}

TEST_CASE("frames in TBUF are listed until they are sent; one without a port is lost") {
  TxBench<> b;
  b.tx.add(0, {});
  b.build();
  const PacketTag tag = b.ledger.begin(0, 0), stray = b.ledger.begin(0, 1);
  const auto frames = [&] {
    std::vector<PacketTag> out;
    b.msf->list_tbuf(out);
    return out;
  };
  b.script.at(1000, [&](Tick now) {
    CHECK(frames().empty());
    b.data(0, make_frame(60, 1), tag);
    CHECK(frames() == std::vector<PacketTag>{tag}); // filled and not validated
    b.validate(0, {.length = 60}, now);
    b.data(1, make_frame(60, 1), stray);
    b.validate(1, {.length = 60, .port = 5}, now);
    CHECK(frames() == std::vector<PacketTag>{tag, stray});
    b.data(2, make_frame(16, 1), 0);
    b.data(2, make_frame(16, 1), tag, 16); // after a header that microcode wrote
    CHECK(frames() == std::vector<PacketTag>{tag, stray, tag});
  });
  b.kernel.run(10000);
  CHECK(frames() == std::vector<PacketTag>{tag}); // the last was not validated
  const PacketLedger::Totals& t = b.ledger.totals();
  CHECK(t.lost_on_transmit[static_cast<unsigned>(TransmitLoss::NoPort)] == 1);
  CHECK(t.received_and_transmitted == 1);
}
