// TCP against traces computed by hand from RFC 5681, 6298 and 6582.
#include "fabric/fabric.h"
#include "fabric/report.h"
#include "tests/catch.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tcp_test {

using namespace ixp::fabric;
using Json = nlohmann::json;
using Numbers = std::vector<uint64_t>;

namespace {

TcpRules rules(unsigned window, unsigned initial, uint64_t timeout_min = 1000) {
  TcpRules r;
  r.window = window;
  r.initial_window = initial;
  r.timeout_min = timeout_min;
  return r;
}

Numbers sent(TcpSender& sender, Slot now) {
  Numbers out;
  while (const auto number = sender.next(now))
    out.push_back(*number);
  return out;
}

void duplicates(TcpSender& sender, uint64_t number, int times, Slot now = 50) {
  for (int k = 0; k < times; ++k)
    sender.acknowledge(number, now);
}

FabricConfig config(std::string_view scheduler, std::string_view tcp, std::string_view rest = "",
                    std::string_view traffic = "") {
  return parse_fabric(
      fmt::format("{}\n[scheduler]\nname = \"{}\"\n[tcp]\n{}\n{}", rest, scheduler, tcp, traffic),
      "test.toml");
}

Json run(const FabricConfig& c) {
  Fabric fabric(c, true);
  while (fabric.now() < c.slots)
    fabric.run_slot();
  return Json::parse(to_json(c, fabric.meter()));
}

} // namespace

TEST_CASE("Slow start doubles the window each round trip, up to the receiver's") {
  const TcpRules r = rules(50, 2);
  TcpSender sender(r, 1000);
  Numbers windows;
  for (Slot now = 0; now < 700; now += 100) {
    const Numbers window = sent(sender, now);
    windows.push_back(window.size());
    for (uint64_t number : window)
      sender.acknowledge(number + 1, now + 100);
  }
  REQUIRE(windows == Numbers{2, 4, 8, 16, 32, 50, 50});
}

TEST_CASE("An ACK of two segments grows the window by one in slow start") {
  const TcpRules r = rules(50, 4);
  TcpSender sender(r, 1000);
  REQUIRE(sent(sender, 0) == Numbers{0, 1, 2, 3});
  sender.acknowledge(2, 100);
  REQUIRE(sender.congestion_window() == 5);
  REQUIRE(sent(sender, 100) == Numbers{4, 5, 6});
}

TEST_CASE(
    "Three duplicates repeat the segment and halve the window, which then grows by one a window") {
  const TcpRules r = rules(50, 10);
  TcpSender sender(r, 1000);
  REQUIRE(sent(sender, 0).size() == 10); // 0 is lost
  duplicates(sender, 0, 2);
  REQUIRE(sent(sender, 50).empty());
  duplicates(sender, 0, 1);
  REQUIRE(sender.threshold() == 5);
  REQUIRE(sender.congestion_window() == 8);
  REQUIRE(sent(sender, 50) == Numbers{0});
  duplicates(sender, 0, 6); // of 4 to 9: the window is 14
  REQUIRE(sent(sender, 50) == Numbers{10, 11, 12, 13});
  sender.acknowledge(10, 100);
  REQUIRE_FALSE(sender.recovering());
  REQUIRE(sender.congestion_window() == 5);
  REQUIRE(sent(sender, 100) == Numbers{14});
  for (uint64_t number = 11; number <= 14; ++number)
    sender.acknowledge(number, 200);
  REQUIRE(sender.congestion_window() == 5);
  sender.acknowledge(15, 200);
  REQUIRE(sender.congestion_window() == 6);
  const SenderCounts counts = sender.take_counts();
  REQUIRE(counts.fast_retransmits == 1);
  REQUIRE(counts.again == 1);
  REQUIRE(counts.timeouts == 0);
  REQUIRE(counts.round_trips == 1); // of 10; 0 was repeated
  REQUIRE(counts.round_trip_slots == 150);
}

TEST_CASE("An ACK of a part repeats the next hole at once, and halves no second time") {
  const TcpRules r = rules(50, 10);
  TcpSender sender(r, 1000);
  sent(sender, 0); // 0 and 3 are lost
  duplicates(sender, 0, 3);
  REQUIRE(sent(sender, 50) == Numbers{0});
  duplicates(sender, 0, 5); // the window is 13
  REQUIRE(sent(sender, 50) == Numbers{10, 11, 12});
  sender.acknowledge(3, 100); // 13 less 3 and 1 more; 10 in flight
  REQUIRE(sender.recovering());
  REQUIRE(sender.congestion_window() == 11);
  REQUIRE(sent(sender, 100) == Numbers{3, 13});
  sender.acknowledge(10, 150);
  REQUIRE(sender.threshold() == 5);
  REQUIRE(sender.congestion_window() == 5);
  REQUIRE(sender.take_counts().fast_retransmits == 1);
}

TEST_CASE(
    "A timeout begins anew with one segment, waits twice as long, and forgets the half once") {
  const TcpRules r = rules(50, 8);
  TcpSender sender(r, 1000);
  sent(sender, 0);
  REQUIRE(sender.deadline() == 1000);
  sender.expire(1000);
  REQUIRE(sender.threshold() == 4);
  REQUIRE(sender.congestion_window() == 1);
  REQUIRE(sent(sender, 1000) == Numbers{0});
  REQUIRE(sender.deadline() == 3000);
  sender.expire(3000);
  REQUIRE(sender.threshold() == 4); // not half of the one in flight
  REQUIRE(sender.timeout() == 4000);
  REQUIRE(sent(sender, 3000) == Numbers{0});
  sender.acknowledge(8, 3100); // of a repeated segment: no round-trip sample
  REQUIRE(sender.timeout() == 4000);
  REQUIRE(sender.congestion_window() == 2);
  REQUIRE(sender.deadline() == kNever);
  REQUIRE(sent(sender, 3100) == Numbers{8, 9});
  REQUIRE(sender.deadline() == 7100);
  sender.acknowledge(9, 3200);
  REQUIRE(sender.timeout() == 1000); // 100 + 4 * 50, at least 1000
}

TEST_CASE("Duplicates of what was sent before a timeout halve nothing") {
  const TcpRules r = rules(50, 8);
  TcpSender sender(r, 1000);
  sent(sender, 0);
  sender.expire(1000);
  sent(sender, 1000);
  sender.acknowledge(1, 1100);
  sent(sender, 1100); // 1 and 2 again, which have arrived
  duplicates(sender, 1, 2, 1150);
  sender.acknowledge(1, 1160);
  REQUIRE_FALSE(sender.recovering());
  REQUIRE(sender.take_counts().fast_retransmits == 0);
}

TEST_CASE("The timeout follows round trips and how they vary") {
  const TcpRules r = rules(1, 1, 10);
  TcpSender sender(r, 1000);
  Slot now = 0;
  const auto timeout_after = [&](Slot round_trip) {
    const auto number = sender.next(now);
    now += round_trip;
    sender.acknowledge(*number + 1, now);
    return sender.timeout();
  };
  REQUIRE(timeout_after(100) == 300); // 100 + 4 * 50
  REQUIRE(timeout_after(100) == 250); // 100 + 4 * 37.5
  REQUIRE(timeout_after(180) == 303); // 110 + 4 * (28.125 + 20), rounded
}

TEST_CASE("A receiver puts segments in order, and acknowledges every second one or late") {
  TcpRules r = rules(50, 2);
  r.ack_delay = 40;
  TcpReceiver receiver(r);
  REQUIRE(receiver.receive(0, 100) == 1);
  REQUIRE(receiver.due() == 140);
  REQUIRE(receiver.receive(1, 110) == 1);
  REQUIRE(receiver.due() <= 110);
  receiver.acknowledged();
  REQUIRE(receiver.due() == kNever);
  REQUIRE(receiver.receive(3, 120) == 0); // 2 is missing: an immediate duplicate ACK
  REQUIRE(receiver.due() <= 120);
  REQUIRE(receiver.expected() == 2);
  receiver.acknowledged();
  REQUIRE(receiver.receive(5, 130) == 0);
  receiver.acknowledged();
  REQUIRE(receiver.receive(2, 140) == 2); // fills a hole: immediately, although alone
  REQUIRE(receiver.due() <= 140);
  REQUIRE(receiver.expected() == 4);
  receiver.acknowledged();
  REQUIRE(receiver.receive(2, 150) == 0); // a repeated one
  REQUIRE(receiver.due() <= 150);
  receiver.acknowledged();
  REQUIRE(receiver.receive(4, 160) == 2);
  REQUIRE(receiver.expected() == 6);
}

TEST_CASE("Packets of a flow have the cells of their bytes with headers") {
  TcpConfig c;
  REQUIRE(c.cells(1460) == 24); // 1500 bytes
  REQUIRE(c.cells(24) == 1);
  REQUIRE(c.cells(25) == 2);
  REQUIRE(c.segments(1460) == 1);
  REQUIRE(c.cells_of_flow(1461) == 25);
  REQUIRE(c.cells_of_flow(2920) == 48);
}

TEST_CASE("A round trip is what packets need in an empty switch") {
  // A segment of 24 cells is whole 47 slots after it began, is 100 on its lines, and so is the ACK
  // of one cell: 47 + 100 + 1 + 100.
  const char* alone = "endless = 1\nwindow = 1\ndelay = 100\nack_every = 1";
  const char* rest = "ports = 1\nslots = 24800\nwarmup = 0\nbatches = 1";
  for (const SchedulerKind& kind : schedulers()) {
    CAPTURE(kind.name);
    const Json s = run(config(kind.name, alone, rest));
    REQUIRE(s["tcp"]["round_trip"]["mean"] == 248);
    REQUIRE(s["tcp"]["segments"] == 100);
    REQUIRE(s["tcp"]["goodput"]["mean"].get<double>() == Approx(1460.0 / 64 / 248).epsilon(1e-5));
  }
  const Json delayed =
      run(config("p-spf", "endless = 1\nwindow = 1\ndelay = 100\nack_delay = 70", rest));
  REQUIRE(delayed["tcp"]["round_trip"]["mean"] == 318);
}

TEST_CASE("A window that fills the line is as fast as the line") {
  const auto goodput = [](const char* line) {
    const Json s = run(config("p-spf",
                              fmt::format("endless = 1\nwindow = 44\ninitial_window = 44\ndelay = "
                                          "100\nline = '{}'",
                                          line),
                              "ports = 1\nslots = 50000\nwarmup = 10000"));
    return s["tcp"]["goodput"]["mean"].get<double>();
  };
  // Two segments and an ACK need 49 slots.
  REQUIRE(goodput("short-first") == Approx(2 * 1460.0 / 64 / 49).epsilon(1e-3));
  // ACKs that queue behind the window's data leave together, and the line idles: 44 segments,
  // 22 ACKs, and the delay of the first ACK.
  REQUIRE(goodput("fifo") == Approx(44 * 1460.0 / 64 / (44 * 24 + 22 + 102)).epsilon(1e-2));
}

TEST_CASE("All data arrive in order, with any scheduler, loss or none, and flows end") {
  const char* background = "[traffic]\nload = 0.2\npackets = [{cells = 1, share = 3}, {cells = 9}]";
  for (const SchedulerKind& kind : schedulers())
    for (const char* input_cells : {"0", "100"})
      for (const char* line : {"fifo", "short-first"}) {
        CAPTURE(kind.name, input_cells, line);
        const FabricConfig c = config(
            kind.name,
            fmt::format("load = 0.5\nendless = 1\nsizes = [{{bytes = 1, share = 2}}, {{bytes = "
                        "30_000}}]\ntimeout_min = 2000\nack_delay = 200\nline = '{}'",
                        line),
            fmt::format("ports = 4\nslots = 6000\nwarmup = 0\nbatches = 1\ninput_cells = {}",
                        input_cells),
            background);
        Fabric fabric(c, true);
        while (fabric.now() < c.slots)
          fabric.run_slot();
        fabric.stop_arrivals();
        for (int slot = 0; slot < 2'000'000 && !fabric.idle(); ++slot)
          fabric.run_slot();
        REQUIRE(fabric.idle());
        const TcpCounts t = fabric.meter().total().tcp;
        REQUIRE(t.begun > 20);
        REQUIRE(t.begun == t.completed[0].flows + t.completed[1].flows + c.ports); // endless ones
        REQUIRE((t.dropped > 0) == (input_cells[0] != '0'));
        if (t.dropped == 0) REQUIRE(t.ahead == 0);
        if (t.dropped > 0) REQUIRE(fabric.meter().most_at_input[1] <= c.input_cells);
        if (t.dropped > 0) REQUIRE(t.again > 0);
      }
}

TEST_CASE("Data are long, however few") {
  const Json s = run(
      config("p-spf", "load = 0.2\nsizes = [{bytes = 1}]", "ports = 4\nslots = 5000\nwarmup = 0"));
  REQUIRE(s["packets"]["long"]["offered_packets"] > 2000);
  REQUIRE(s["packets"]["short"]["offered_packets"] <= s["tcp"]["acks"]);
}

TEST_CASE("Flows bring the load that was asked for") {
  const Json s =
      run(config("p-spf", "load = 0.5\nsizes = [{bytes = 2_000, share = 9}, {bytes = 50_000}]",
                 "ports = 8\nslots = 200000"));
  // 34 cells with 2000 bytes, nine times as often as 840 with 50,000.
  const double bytes = (9 * 2000 + 50'000.0) / (9 * 34 + 840) / 64;
  REQUIRE(s["tcp"]["goodput"]["mean"].get<double>() == Approx(0.5 * bytes).epsilon(0.05));
  REQUIRE(s["tcp"]["completion"][0]["flows"].get<double>() /
              s["tcp"]["completion"][1]["flows"].get<double>() ==
          Approx(9).epsilon(0.1));
}

TEST_CASE("Preemption shortens the way of ACKs and with it the round trip") {
  const char* tcp = "endless = 2\nwindow = 8";
  const char* rest = "ports = 8\nslots = 40000";
  const Json plain = run(config("packet-islip", tcp, rest));
  const Json preemptive = run(config("p-spf", tcp, rest));
  REQUIRE(preemptive["packets"]["short"]["waiting"]["mean"] < 0.1);
  REQUIRE(plain["packets"]["short"]["waiting"]["mean"] > 10);
  REQUIRE(preemptive["tcp"]["goodput"]["mean"] > plain["tcp"]["goodput"]["mean"]);
}

} // namespace tcp_test
