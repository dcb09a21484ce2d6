#include "tools/ixplog/convert.h"

#include "base/diagnostic.h"
#include "emu/observe/pcapng.h"
#include "tools/ixplog/logs.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace ixp {

static void check(const std::vector<PortLog>& logs) {
  check_one_run(logs);
  std::set<std::pair<unsigned, Direction>> seen;
  for (const PortLog& log : logs) {
    const PortLogHeader& h = log.header;
    if (h.port >= kMaxPorts)
      throw InputError(fmt::format("a log is of port {}, expected 0 to {}", h.port, kMaxPorts - 1));
    if (!seen.emplace(h.port, h.direction).second)
      throw InputError(fmt::format("two logs are of port {} {}; expected logs of one run", h.port,
                                   name(h.direction)));
  }
}

void write_pcapng(const std::vector<PortLog>& logs, const std::string& path) {
  check(logs);
  struct Item {
    uint64_t cycle;
    const PortLog* log;
    const PortLogLine* line;
  };
  std::vector<Item> items;
  PcapngWriter writer(path, Params{}, nullptr, "ixplog");
  for (const PortLog& log : logs) {
    writer.open(log.header.port, log.header.direction, log.header.rate_mbps);
    for (const PortLogLine& line : log.lines)
      items.push_back({line.eop_cycle, &log, &line});
  }
  std::ranges::sort(items, {}, [](const Item& i) {
    return std::tuple(i.cycle, i.log->header.port, i.log->header.direction, i.line->frame);
  });
  for (const Item& i : items)
    writer.write_frame(i.log->header.port, i.log->header.direction,
                       nanoseconds(i.cycle, i.log->header.me_hz), i.line->data, i.line->bytes,
                       fmt::format("{} frame {}", i.line->tag, i.line->frame));
  writer.mark(logs.front().header.mark);
  writer.commit();
}

} // namespace ixp
