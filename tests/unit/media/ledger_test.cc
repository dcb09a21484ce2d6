#include "tests/catch.h"

#include "emu/media/ledger.h"

using namespace ixp;

TEST_CASE("the ledger balances and lost frames stay lost") {
  PacketLedger l;
  const PacketTag a = l.begin(0, 0), b = l.begin(3, 0), c = l.begin(3, 1);
  CHECK(l.totals().received == 0);
  l.set(a, Fate::InPort);
  l.set(a, Fate::InRbuf);
  l.delivered(a, true);
  l.drop(b, DropReason::PortOverflow);
  l.drop(b, DropReason::RbufOverflow);
  l.set(b, Fate::InRbuf);
  l.delivered(b, true);
  l.transmitted(a);
  l.transmitted(a);
  l.transmitted(0);
  const auto& t = l.totals();
  CHECK(t.balanced());
  CHECK(t.received == 2);
  CHECK(t.by_fate[static_cast<unsigned>(Fate::Arriving)] == 1);
  CHECK(t.by_fate[static_cast<unsigned>(Fate::Delivered)] == 1);
  CHECK(t.dropped[static_cast<unsigned>(DropReason::PortOverflow)] == 1);
  CHECK(t.dropped[static_cast<unsigned>(DropReason::RbufOverflow)] == 0);
  CHECK(t.delivered_with_error == 1);
  CHECK(t.transmitted_tagged == 2);
  CHECK(t.transmitted_untagged == 1);
  CHECK(t.received_and_transmitted == 1);
  CHECK(l.entry(a).times_transmitted == 2);
  CHECK(l.text(a) == "p0.0");
  CHECK(l.text(c) == "p3.1");
  CHECK(l.text(0) == "-");
}

TEST_CASE("the ledger forgets frames whose tags nobody holds any more") {
  PacketLedger l;
  constexpr unsigned kHeld = 100, kFrames = 1'000'000;
  std::vector<PacketTag> held = {0};
  l.set_holders([&](const TagVisitor& visit) {
    visit({held.data(), 2});
    visit({held.data() + 2, held.size() - 2});
  });
  for (unsigned i = 0; i < kHeld; ++i) { // scattered over all pages
    held.push_back(l.begin(1, i));
    for (unsigned k = 0; k < kFrames / kHeld; ++k) {
      const PacketTag tag = l.begin(2, i * (kFrames / kHeld) + k);
      l.set(tag, Fate::InPort);
      l.delivered(tag, false);
    }
    REQUIRE(l.remembered() < 60'000);
  }
  CHECK(l.size() == kFrames + kHeld);
  for (unsigned i = 0; i < kHeld; ++i) {
    CHECK(l.text(held[i + 1]) == "p1." + std::to_string(i));
    l.transmitted(held[i + 1]);
  }
  CHECK(l.totals().received_and_transmitted == kHeld);
  CHECK(l.totals().by_fate[static_cast<unsigned>(Fate::Delivered)] == kFrames);
}
