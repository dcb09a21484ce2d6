#include "tests/catch.h"
#include "tools/ixpgen/arrivals.h"

#include <cmath>
#include <vector>

using namespace ixp;

static Flow flow_of(const std::string& text) {
  return parse_flows("[[flow]]\npackets = 1\nbytes = [60, 140]\n" + text, "f").flows[0];
}

// The gaps of n packets of 100 bytes.
static std::vector<double> gaps(const std::string& text, size_t n, uint64_t load = 100) {
  const Flow flow = flow_of(text);
  Arrivals a(flow, load, Random(5));
  std::vector<double> out;
  for (uint64_t last = a.next(0); out.size() < n;) {
    const uint64_t t = a.next(100);
    REQUIRE(t >= last);
    out.push_back(static_cast<double>(t - last));
    last = t;
  }
  return out;
}

static double mean(const std::vector<double>& v) {
  double sum = 0;
  for (double x : v)
    sum += x;
  return sum / static_cast<double>(v.size());
}

// Deviation over mean: 0 for equal gaps, 1 for exponential ones.
static double variation(const std::vector<double>& v) {
  const double m = mean(v);
  double sum = 0;
  for (double x : v)
    sum += (x - m) * (x - m);
  return std::sqrt(sum / static_cast<double>(v.size())) / m;
}

TEST_CASE("cbr does not drift") {
  const Flow flow = flow_of("arrivals = 'cbr'\npackets_per_s = 3\nstart_ns = 17\n");
  Arrivals a(flow, 100, Random(1));
  CHECK(a.next(0) == 17);
  CHECK(a.next(60) == 333'333'350);
  CHECK(a.next(140) == 666'666'683);
  uint64_t last = 0;
  for (unsigned i = 3; i <= 3'000; ++i)
    last = a.next(99);
  CHECK(last == 1'000'000'000'017);
}

TEST_CASE("cbr in bits: a packet takes its own time") {
  const Flow flow = flow_of("arrivals = 'cbr'\nmbps = 10\n");
  Arrivals a(flow, 100, Random(1));
  CHECK(a.next(0) == 0);
  CHECK(a.next(60) == 48'000);
  CHECK(a.next(140) == 160'000);
  CHECK(gaps("arrivals = 'cbr'\nmbps = 10\n", 3, 200)[2] == 40'000); // twice the load
}

TEST_CASE("Poisson gaps are exponential with the mean of the rate") {
  const auto by_packets = gaps("packets_per_s = 10_000\n", 100'000);
  CHECK(mean(by_packets) == Approx(100'000).epsilon(0.01));
  CHECK(variation(by_packets) == Approx(1).epsilon(0.02));
  CHECK(mean(gaps("mbps = 8\n", 100'000)) == Approx(100'000).epsilon(0.01));
}

TEST_CASE("On-off keeps the average, bursts the peak rate") {
  const auto g = gaps("arrivals = 'onoff'\npackets_per_s = 10_000\npeak_packets_per_s = 100_000\n"
                      "burst_packets = 8\n",
                      200'000);
  CHECK(mean(g) == Approx(100'000).epsilon(0.02));
  size_t within = 0;
  for (double x : g)
    within += x <= 10'001;
  CHECK(static_cast<double>(within) / static_cast<double>(g.size()) ==
        Approx(7.0 / 8).epsilon(0.02));
}

TEST_CASE("Rates that cannot be are refused") {
  const Flow no_burst =
      flow_of("arrivals = 'onoff'\npackets_per_s = 10\npeak_packets_per_s = 15\n");
  CHECK_NOTHROW(Arrivals(no_burst, 100, Random(1)));
  CHECK_THROWS_AS(Arrivals(no_burst, 150, Random(1)), InputError);
  const Flow rare = flow_of("packets_per_s = 0.01\n");
  CHECK_NOTHROW(Arrivals(rare, 100, Random(1)));
  CHECK_THROWS_AS(Arrivals(rare, 1, Random(1)), InputError);
}

TEST_CASE("A range of starts is drawn from") {
  const Flow flow = flow_of("arrivals = 'cbr'\npackets_per_s = 1\nstart_ns = [100, 200]\n");
  const uint64_t first = Arrivals(flow, 100, Random(1)).next(0);
  CHECK(first >= 100);
  CHECK(first <= 200);
  CHECK(first != Arrivals(flow, 100, Random(2)).next(0));
}
