#include "fabric/config.h"

#include <cmath>
#include <fmt/format.h>

namespace ixp::fabric {

namespace {

constexpr uint64_t kMostSlots = 1'000'000'000;
constexpr uint64_t kMostFlowBytes = 1'000'000'000, kMostShare = 10'000;
constexpr unsigned kMostSegment = 9000, kMostWindow = 100'000, kMostEndless = 1000;

std::vector<FlowSize> sizes(TomlTable& t) {
  t.need("sizes", "[{ bytes = 10_000, share = 9 }, { bytes = 1_000_000, share = 1 }]");
  std::vector<FlowSize> out;
  for (TomlTable& of : t.tables("sizes")) {
    FlowSize s;
    s.bytes = of.need_integer("bytes", 1, kMostFlowBytes, "10_000");
    s.share = of.integer("share", 1, 1, kMostShare);
    of.finish();
    out.push_back(s);
  }
  if (out.empty() || out.size() > kMostFlowSizes)
    throw InputError(t.where("sizes"), fmt::format("{} has {} sizes of flows, expected 1 to {}",
                                                   t.called("sizes"), out.size(), kMostFlowSizes));
  return out;
}

void rules(TomlTable& t, TcpRules& r) {
  const auto small = [&](const char* key, unsigned otherwise, uint64_t most) {
    return static_cast<unsigned>(t.integer(key, otherwise, 1, most));
  };
  r.window = small("window", r.window, kMostWindow);
  r.initial_window = small("initial_window", std::min(r.initial_window, r.window), r.window);
  r.ack_every = small("ack_every", r.ack_every, kMostWindow);
  r.ack_delay = t.integer("ack_delay", r.ack_delay, 1, kMostSlots);
  r.timeout_min = t.integer("timeout_min", r.timeout_min, 1, kMostSlots);
  r.timeout_max = t.integer("timeout_max", 100 * r.timeout_min, r.timeout_min, 100 * kMostSlots);
  if (r.ack_every > 1 && r.ack_delay >= r.timeout_min)
    throw InputError(
        t.where("ack_delay"),
        fmt::format("{} is {}: an ACK could wait until the sender repeats its segment; "
                    "expected less than 'timeout_min', {}",
                    t.called("ack_delay"), r.ack_delay, r.timeout_min));
}

} // namespace

TcpConfig read_tcp(TomlTable& t) {
  static constexpr std::string_view kLines[] = {"fifo", "short-first"};
  TcpConfig c;
  const double load = t.number("load", 0, 0, 1);
  c.load = static_cast<uint64_t>(std::llround(load * static_cast<double>(kMillion)));
  c.endless = static_cast<unsigned>(t.integer("endless", 0, 0, kMostEndless));
  if (!c.enabled())
    throw InputError(t.where(), "[tcp] has no flows; expected 'load', with 'sizes', or 'endless', "
                                "e.g. load = 0.5 or endless = 4");
  c.segment = static_cast<unsigned>(t.integer("segment", c.segment, 1, kMostSegment));
  c.delay = t.integer("delay", c.delay, 0, kMostSlots);
  c.short_first = t.choice("line", kLines, 0) == 1;
  rules(t, c);
  if (c.load > 0)
    c.sizes = sizes(t);
  else if (t.find("sizes"))
    throw InputError(t.where("sizes"),
                     fmt::format("{} is for flows that begin: say 'load', too", t.called("sizes")));
  t.finish();
  return c;
}

} // namespace ixp::fabric
