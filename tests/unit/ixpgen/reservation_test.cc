#include "tests/catch.h"
#include "tools/ixpgen/generator.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ixp;

// One flow has all of 1 MHz and 8 Mbit/s: a cycle and a byte take 1 us each.
static const char* const kResources =
    "[resources]\ncpu_mhz = 1\nlink_mbps = 8\nlink_overhead_bytes = 0\n";

namespace {
struct Sent {
  uint64_t time_ns, bytes, cycles;
};
} // namespace

static std::vector<Sent> sent(const std::string& flow) {
  const FlowFile file = parse_flows(kResources + ("[[flow]]\n" + flow), "f");
  std::vector<Sent> out;
  generate({&file.flows[0]}, {},
           [&](const Packet& p) { out.push_back({p.time_ns, p.frame.size(), p.work}); });
  return out;
}

// A source that always has packets; their kinds do not depend on their times.
static std::string greedy(unsigned bucket, const std::string& more = "") {
  return "packets = 400\narrivals = 'cbr'\npackets_per_s = 1e6\nkinds = [{ bytes = [60, 200], "
         "cycles = [0, 100] }, { bytes = 60, cycles = 500 }]\nbucket_packets = " +
         std::to_string(bucket) + '\n' + more;
}

// The token bucket itself: the least it ever held, in ns, when it holds `depth` at most.
static double least_level(const std::vector<Sent>& packets, uint64_t Sent::* what, double depth) {
  double level = depth, least = depth;
  uint64_t last = 0;
  for (const Sent& p : packets) {
    level = std::min(depth, level + static_cast<double>(p.time_ns - last));
    last = p.time_ns;
    level -= static_cast<double>(p.*what) * 1000;
    least = std::min(least, level);
  }
  return least;
}

TEST_CASE("Without room in its buckets a packet comes when the one before is paid for") {
  const auto packets = sent(greedy(0));
  for (size_t i = 1; i < packets.size(); ++i) {
    const Sent& before = packets[i - 1];
    CHECK(packets[i].time_ns == before.time_ns + 1000 * std::max(before.bytes, before.cycles));
  }
}

TEST_CASE("Buckets of n greatest packets are never overdrawn, and used up") {
  for (unsigned n : {1u, 4u}) {
    CAPTURE(n);
    const auto packets = sent(greedy(n));
    const double cpu = least_level(packets, &Sent::cycles, n * 500'000.0);
    const double link = least_level(packets, &Sent::bytes, n * 200'000.0);
    CHECK(cpu >= 0);
    CHECK(link >= 0);
    CHECK(std::min(cpu, link) < 2'000); // as early as they may
    CHECK(least_level(packets, &Sent::cycles, n * 500'000.0 - 10'000) < 0);
  }
}

TEST_CASE("Who sends less than reserved is not delayed") {
  const std::string slow = "packets = 50\narrivals = 'cbr'\npackets_per_s = 1000\nbytes = 60\n"
                           "cycles = 999\n";
  const auto free = sent(slow), bound = sent(slow + "bucket_packets = 0\n");
  for (size_t i = 0; i < free.size(); ++i)
    CHECK(free[i].time_ns == bound[i].time_ns);
  CHECK(free.back().time_ns == 49'000'000);
}

TEST_CASE("What processing makes shorter is reserved shorter") {
  const std::string flow = "packets = 2\narrivals = 'cbr'\npackets_per_s = 1e6\nbytes = 142\n"
                           "bucket_packets = 0\n";
  CHECK(sent(flow).back().time_ns == 142'000);
  CHECK(sent(flow + "resized_percent = 50\n").back().time_ns == 92'000);
  CHECK(sent(flow + "resized_percent = 100\n").back().time_ns == 142'000);
}

TEST_CASE("A bucket's room is counted in what is left of the greatest packet") {
  const auto packets = sent("packets = 2\narrivals = 'cbr'\npackets_per_s = 1e6\nbytes = 142\n"
                            "bucket_packets = 1\nresized_percent = 50\n");
  CHECK(packets.back().time_ns == 92'000);
}

TEST_CASE("A frame says what processing leaves of it") {
  const auto percents = [](const std::string& more) {
    const FlowFile file =
        parse_flows("[[flow]]\npackets = 200\nbytes = 60\npackets_per_s = 1\n" + more, "f");
    std::vector<unsigned> seen;
    generate({&file.flows[0]}, {}, [&](const Packet& p) { seen.push_back(p.frame[15]); });
    return seen;
  };
  for (unsigned p : percents(""))
    CHECK(p == 0);
  const auto some = percents("resized_percent = [30, 32]\n");
  for (unsigned wanted : {30u, 31u, 32u})
    CHECK(std::ranges::count(some, wanted) > 30);
  CHECK(std::ranges::all_of(some, [](unsigned p) { return p >= 30 && p <= 32; }));
}
