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
  CHECK(l.find(3, 1) == c);
  CHECK(l.find(3, 2) == 0);
}
