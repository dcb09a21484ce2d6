#include "fabric/traffic.h"
#include "tests/catch.h"

#include <map>

using namespace ixp::fabric;

namespace {

SharedKind kind(unsigned cells, uint64_t share) {
  SharedKind k;
  k.cells = static_cast<uint16_t>(cells);
  k.share = share;
  return k;
}

// Load offered by an input: cells a slot with the line kept busy, and shares by output and size.
struct Offered {
  double load = 0;
  std::map<unsigned, double> by_output, by_cells; // shares of packets
  double bursts = 0;                              // packets in a row to one output without a gap
};

Offered offered(const TrafficConfig& config, unsigned input = 2, unsigned slots = 2'000'000) {
  Source source(config, 4, input, 7);
  Offered out;
  double packets = 0, cells = 0, gaps = 0;
  bool idle = true;
  for (unsigned busy = 0, slot = 0; slot < slots; ++slot) {
    if (busy > 0 && config.arrivals != Arrivals::Bernoulli) {
      --busy;
      continue;
    }
    const auto draw = source.next();
    if (draw) {
      gaps += idle;
      packets += 1;
      cells += draw->cells;
      out.by_output[draw->output] += 1;
      out.by_cells[draw->cells] += 1;
      busy = draw->cells - 1u;
    }
    idle = !draw;
  }
  out.load = cells / slots;
  for (auto* shares : {&out.by_output, &out.by_cells})
    for (auto& [key, n] : *shares)
      n /= packets;
  out.bursts = packets / gaps;
  return out;
}

TrafficConfig paper(uint64_t load) {
  TrafficConfig c;
  c.load = load;
  c.sizes = Sizes::drawn({kind(1, 559), kind(9, 200), kind(24, 241)});
  return c;
}

} // namespace

TEST_CASE("Lines carry the load that was asked for, whatever the arrivals") {
  for (Arrivals arrivals : {Arrivals::OnOff, Arrivals::Bursty, Arrivals::Bernoulli})
    for (uint64_t load : {100'000u, 800'000u}) {
      TrafficConfig c = paper(load);
      c.arrivals = arrivals;
      CAPTURE(static_cast<int>(arrivals), load);
      REQUIRE(offered(c).load == Approx(static_cast<double>(load) / 1e6).epsilon(0.03));
    }
}

TEST_CASE("At load 1 a line is never idle") {
  REQUIRE(offered(paper(1'000'000)).load == Approx(1).epsilon(0.0001));
}

TEST_CASE("Sizes come by their shares") {
  const Offered o = offered(paper(1'000'000));
  REQUIRE(o.by_cells.at(1) == Approx(0.559).margin(0.01));
  REQUIRE(o.by_cells.at(9) == Approx(0.200).margin(0.01));
  REQUIRE(o.by_cells.at(24) == Approx(0.241).margin(0.01));
}

TEST_CASE("Destinations: uniform, a hot spot, diagonal") {
  TrafficConfig c = paper(1'000'000);
  for (unsigned j = 0; j < 4; ++j)
    REQUIRE(offered(c).by_output.at(j) == Approx(0.25).margin(0.01));
  c.destinations = Destinations::HotSpot;
  c.hot_output = 3;
  c.hot_share = 400'000;
  REQUIRE(offered(c).by_output.at(3) == Approx(0.4 + 0.6 / 4).margin(0.01));
  REQUIRE(offered(c).by_output.at(0) == Approx(0.6 / 4).margin(0.01));
  c.destinations = Destinations::Diagonal;
  for (unsigned input : {2u, 3u}) {
    const auto shares = offered(c, input).by_output;
    REQUIRE(shares.size() == 2);
    REQUIRE(shares.at(input) == Approx(2.0 / 3).margin(0.01));
    REQUIRE(shares.at((input + 1) % 4) == Approx(1.0 / 3).margin(0.01));
  }
}

TEST_CASE("Bursts have their mean number of packets, and one destination") {
  TrafficConfig c = paper(300'000);
  c.sizes = Sizes::drawn({kind(1, 1)});
  c.arrivals = Arrivals::Bursty;
  c.burst_packets = 10;
  // A burst follows another one without a gap with probability q = 0.3 / (0.3 + 10 * 0.7).
  const double q = 0.3 / 7.3;
  REQUIRE(offered(c).bursts == Approx(10 / (1 - q)).epsilon(0.05));
  Source source(c, 64, 0, 3);
  std::optional<Draw> last;
  unsigned same = 0, other = 0;
  for (int slot = 0; slot < 100'000; ++slot) {
    const auto draw = source.next();
    if (draw && last) ++(draw->output == last->output ? same : other);
    last = draw;
  }
  REQUIRE(same > 8 * other);
}

TEST_CASE("Captures play in order, each input from another frame on, and begin again") {
  TrafficConfig c = paper(1'000'000);
  std::vector<Kind> frames;
  for (unsigned cells = 1; cells <= 8; ++cells)
    frames.push_back({static_cast<uint16_t>(cells), Class::Long});
  c.sizes = Sizes::played(frames, 1);
  for (unsigned input = 0; input < 4; ++input) {
    Source source(c, 4, input, 1);
    for (unsigned k = 0; k < 20; ++k)
      REQUIRE(source.next()->cells == 1 + (2 * input + k) % 8);
  }
}

TEST_CASE("Inputs draw from streams of their own, the same for a seed") {
  const TrafficConfig c = paper(500'000);
  const auto draws = [&](unsigned input, uint64_t seed) {
    Source source(c, 64, input, seed);
    std::vector<int> out;
    for (int k = 0; k < 200; ++k) {
      const auto d = source.next();
      out.push_back(d ? d->output * 64 + d->cells : -1);
    }
    return out;
  };
  REQUIRE(draws(0, 1) == draws(0, 1));
  REQUIRE(draws(0, 1) != draws(1, 1));
  REQUIRE(draws(0, 1) != draws(0, 2));
}
