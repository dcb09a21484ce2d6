#include "emu/network/accounts.h"

#include "emu/chip/survey.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

using Json = nlohmann::ordered_json;

static Json of_chip(const Network::Node& node) {
  Chip& chip = node.sim->chip();
  const SystemConfig& system = node.sim->system();
  uint64_t entered = 0, errors = 0, lost = 0;
  for (const auto& [number, port] : system.ports) {
    if (!port.rx || port.rx->linked) continue;
    const PortStats& s = chip.rx.stats(number);
    entered += s.frames;
    errors += s.error_frames;
  }
  const FrameCounts counts = count_frames(chip, system, survey(chip, system));
  const PacketLedger::Totals& t = counts.ledger;
  for (const uint64_t n : t.dropped)
    lost += n;
  for (const uint64_t n : t.lost_on_transmit)
    lost += n;
  uint64_t pulses = 0;
  for (const Pulses& p : node.pulses)
    pulses += p.given();
  Json j = {{"entered", entered}, {"entered_bad", errors},     {"made", t.transmitted_untagged},
            {"left", node.left},  {"dropped", counts.counted}, {"lost_by_hardware", lost},
            {"pulses", pulses}};
  if (node.ends != kNever) j["lost_by_restart"] = node.lost_inside;
  if (node.begins == 0) return j;
  j["missed"] = 0; // frames due while the chip restarted
  for (const ResumedStream* s : node.resumed)
    j["missed"] = j["missed"].get<uint64_t>() + s->missed();
  return j;
}

std::string local_accounts(const Network& network, const std::vector<std::string>& failures) {
  Json j = {{"chips", Json::object()}, {"links", Json::object()}, {"failures", failures}};
  for (const Network::Node& node : network.nodes())
    if (node.sim) j["chips"][node.name] = of_chip(node);
  if (const FabricNode* fabric = network.fabric()) {
    j["fabric"] = Json::parse(fabric->statistics());
    for (const std::string& f : fabric->failures())
      j["failures"].push_back(f);
  }
  for (const Network::Wire& w : network.wires()) {
    if (!w.sender && !w.receiver) continue;
    Json& link = j["links"][text(w.config->from)];
    if (w.sender) {
      link["sent"] = w.sender->counts().frames;
      link["bytes"] = w.sender->counts().bytes;
      link["lost"] = w.sender->counts().lost;
    }
    if (!w.receiver) continue;
    link["on_the_wire"] = w.receiver->on_the_wire();
    link["received"] = w.receiver->received();
    if (w.receiver->lost()) link["lost_by_restart"] = w.receiver->lost();
  }
  return j.dump();
}

static const char* name(NetworkEnd end) {
  static constexpr const char* kNames[] = {"running", "time",   "frames",
                                           "idle",    "failed", "interrupted"};
  return kNames[static_cast<unsigned>(end)];
}

static void check_links(const Json& links, std::vector<std::string>& failures) {
  for (const auto& [from, link] : links.items()) {
    const auto count = [&l = link](const char* key) { return l.at(key).get<uint64_t>(); };
    const uint64_t by_restart = link.value("lost_by_restart", uint64_t{0});
    if (count("sent") != count("lost") + by_restart + count("received") + count("on_the_wire"))
      failures.push_back(
          fmt::format("link {}: {} frames were sent, but {} lost, {} received and {} "
                      "on the wire",
                      from, count("sent"), count("lost") + by_restart, count("received"),
                      count("on_the_wire")));
  }
}

static std::string table(const Json& j) {
  std::string out = fmt::format("{:<12}{:>10}{:>10}{:>10}{:>10}{:>12}\n", "chip", "entered", "made",
                                "left", "dropped", "lost by hw");
  for (const auto& [chip, c] : j["chips"].items())
    out += fmt::format("{:<12}{:>10}{:>10}{:>10}{:>10}{:>12}\n", chip, c["entered"].get<uint64_t>(),
                       c["made"].get<uint64_t>(), c["left"].get<uint64_t>(),
                       c["dropped"].get<uint64_t>(), c["lost_by_hardware"].get<uint64_t>());
  out += fmt::format("\n{:<28}{:>10}{:>10}{:>10}{:>12}\n", "link", "sent", "lost", "received",
                     "on the wire");
  for (const auto& [from, l] : j["links"].items())
    out += fmt::format("{:<28}{:>10}{:>10}{:>10}{:>12}\n",
                       fmt::format("{} > {}", from, l["to"].get<std::string>()),
                       l["sent"].get<uint64_t>(),
                       l["lost"].get<uint64_t>() + l.value("lost_by_restart", uint64_t{0}),
                       l["received"].get<uint64_t>(), l["on_the_wire"].get<uint64_t>());
  if (!j.contains("fabric")) return out;
  const Json &f = j["fabric"]["fabric"], &cells = j["fabric"]["cells"];
  return out + fmt::format("\nfabric of {} x {}, {}: {} cells in, {} out, {} inside\n",
                           f["ports"].get<unsigned>(), f["ports"].get<unsigned>(),
                           f["scheduler"].get<std::string>(), cells["in"].get<uint64_t>(),
                           cells["out"].get<uint64_t>(), cells["inside"].get<uint64_t>());
}

NetworkAccounts balance(const Network& network, const std::vector<std::string>& of_ranks) {
  Json all = {{"network", network.config().path},
              {"seed", network.config().seed},
              {"end", name(network.end())},
              {"time_ns", nanoseconds(network.now(), kNetworkMhz * 1'000'000)},
              {"windows", network.windows()},
              {"chips", Json::object()},
              {"links", Json::object()}};
  NetworkAccounts out;
  for (const Network::Node& node : network.nodes()) // always in this order, for any number of ranks
    all["chips"][node.name] = Json::object();
  for (const Network::Wire& w : network.wires())
    all["links"][text(w.config->from)] = {
        {"to", text(w.config->to)}, {"sent", 0}, {"bytes", 0}, {"lost", 0}, {"received", 0},
        {"on_the_wire", 0}};
  for (const std::string& text : of_ranks) {
    const Json j = Json::parse(text);
    all["chips"].update(j["chips"]);
    all["links"].update(j["links"], true);
    if (j.contains("fabric")) all["fabric"] = j["fabric"];
    for (const Json& f : j["failures"])
      out.failures.push_back(f.get<std::string>());
  }
  std::ranges::sort(out.failures); // by chip, for any number of ranks
  check_links(all["links"], out.failures);
  all["failures"] = out.failures;
  out.table = table(all);
  out.json = all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  return out;
}

NetworkAccounts accounts_of(const Network& network) {
  std::vector<std::string> failures;
  for (const Network::Node& node : network.nodes()) {
    node.sim->control().advance(node.sim->now()); // its statistics are complete then
    for (const std::string& f : node.sim->statistics().failures)
      failures.push_back(fmt::format("{}: {}", node.name, f));
  }
  return balance(network, {local_accounts(network, failures)});
}

} // namespace ixp
