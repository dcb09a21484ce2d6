// ixpemu check and ixpemu budget: contents of a system or network, without running it.
#include "base/files.h"
#include "base/print.h"
#include "base/sarif.h"
#include "base/version.h"
#include "emu/chip/budget.h"
#include "emu/chip/images.h"
#include "emu/chip/ring_use.h"
#include "emu/cli/commands.h"
#include "emu/network/network_toml.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

static std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

static void print_images(const SystemConfig& system, const Images& images) {
  print("{:<4} {:<28} {:>8} {:>12} {:>14}\n", "ME", "image", "contexts", "instructions",
        "control store");
  for (size_t i = 0; i < images.placed.size(); ++i) {
    const mecc::Image& image = images.placed[i].image;
    print("{:<4} {:<28} {:>8} {:>12} {:>13.1f}%\n", me_name(images.placed[i].me),
          file_name(system.microengines[i].image()), static_cast<unsigned>(image.mode),
          image.words.size(),
          100.0 * static_cast<double>(image.words.size()) /
              static_cast<double>(system.params.me_control_store));
  }
}

static std::string or_none(const RingUsers& users) {
  return users.any() ? names(users) : "none";
}

static void print_rings(const SystemConfig& system, const RingUses& uses) {
  if (system.rings.empty()) return;
  uint32_t longwords = 0;
  for (const RingConfig& r : system.rings)
    longwords += r.longwords;
  print("{} ring{}, {} of {} longwords of the scratchpad\n", system.rings.size(),
        system.rings.size() == 1 ? "" : "s", longwords, kScratchBytes / 4);
  for (const RingConfig& r : system.rings) {
    const RingUse& use = uses.rings[r.number];
    print("ring {:<2} {:<16} {:>4} longwords at {:#06x} {:<10} {} -> {}\n", r.number, r.name,
          r.longwords, r.base, r.message.name, or_none(use.writers), or_none(use.readers));
  }
}

// Prints instructions whose ring is unknown before the run.
static void print_unknown(const RingUses& uses, const Images& images) {
  for (const UnknownRingUse& u : uses.unknown) {
    const auto placed = std::ranges::find(images.placed, u.me, &PlacedImage::me);
    const mecc::SourceLine* line = placed->image.line_at(u.pc);
    print("{} {} a ring whose number is no constant, at pc {}{}\n", me_name(u.me),
          u.writes ? "puts into" : "gets from", u.pc,
          line ? fmt::format(" ({}:{})", file_name(line->file), line->line) : "");
  }
}

static void warn(const std::vector<Diagnostic>& warnings) {
  for (const Diagnostic& d : warnings)
    fmt::print(stderr, "{}\n", format(d, wants_colour()));
}

static std::string range(size_t least, size_t most) {
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

// Reads the port's packet streams, so that errors in them are reported before a run.
static std::string describe_rx(const SystemConfig& system, unsigned number, const RxConfig& rx) {
  if (rx.linked) return fmt::format("rx {} Mbit/s, a link", rx.port.rate_mbps);
  const size_t files = rx.stream.files.size();
  std::string out =
      fmt::format("rx {} Mbit/s, {} stream{}", rx.port.rate_mbps, files, files == 1 ? "" : "s");
  const LineConfig line{rx.port.rate_mbps, line_overhead(rx.port.cframes, system.params),
                        system.params.clock_pll_mhz};
  const StreamSummary s = with_place(
      rx.where, [&] { return read_streams(rx.stream, line, fmt::format("[port.{}].rx", number)); });
  if (!s.complete) out += ", some not read: they are no files";
  if (s.frames)
    out += fmt::format(", {} frames of {} bytes", s.frames, range(s.shortest, s.longest));
  const SourceCounts& c = s.counts;
  if (c.padded || c.cut || c.skipped)
    out += fmt::format(" ({} padded, {} cut, {} skipped)", c.padded, c.cut, c.skipped);
  return out;
}

static void print_ports(const SystemConfig& system) {
  for (const auto& [number, port] : system.ports)
    print("port {}: {}{}{}\n", number, port.rx ? describe_rx(system, number, *port.rx) : "",
          port.rx && port.tx ? "; " : "",
          port.tx ? fmt::format("tx {} Mbit/s", port.tx->port.rate_mbps) : "");
}

// ARM programs are not analysed.
static void print_core(const SystemConfig& system, const RingUses& uses) {
  if (!system.xscale) return;
  std::string unsaid;
  if (uses.core_gets_any || uses.core_puts_any)
    unsaid =
        fmt::format("; it may {} any ring: say which in [xscale], e.g. gets = [\"RING_CORE\"], "
                    "puts = []",
                    !uses.core_puts_any   ? "get from"
                    : !uses.core_gets_any ? "put into"
                                          : "get from and put into");
  print("core: {}{}; its use of memory, rings and units is not followed{}\n",
        file_name(system.xscale->files.front()), system.xscale->files.size() > 1 ? ", ..." : "",
        unsaid);
}

// Prints the chip's programs, rings and ports. Returns warnings.
static std::vector<Diagnostic> check(const SystemConfig& system) {
  const Images images = load_images(system);
  print_images(system, images);
  const RingUses uses = find_ring_uses(system, images);
  print_rings(system, uses);
  print_unknown(uses, images);
  print_core(system, uses);
  print_ports(system);
  return check_ring_uses(system, uses);
}

static std::vector<Diagnostic> check_one(const SystemConfig& system) {
  std::vector<Diagnostic> warnings = check(system);
  print("stop: {}\n", system.stop ? system.stop->text() : "not given (use --until)");
  return warnings;
}

static std::string describe(const LinkConfig& link) {
  const WireConfig& w = link.wire;
  return fmt::format("link {} > {}: {} ns", text(link.from), text(link.to),
                     nanoseconds(w.delay, kNetworkMhz * 1'000'000)) +
         (w.loss_per_giga != 0 ? fmt::format(", loses {:g} of the frames",
                                             static_cast<double>(w.loss_per_giga) / 1e9)
                               : "");
}

static std::vector<Diagnostic> check_all(NetworkConfig network) {
  check_network(network);
  std::vector<Diagnostic> warnings;
  for (const ChipConfig& chip : network.chips) {
    print("chip {}: {}\n", chip.name, chip.system.path);
    const std::vector<Diagnostic> of_chip = check(chip.system);
    warnings.insert(warnings.end(), of_chip.begin(), of_chip.end());
    print("\n");
  }
  for (const LinkConfig& link : network.links)
    print("{}\n", describe(link));
  return warnings;
}

int check_command(const std::string& system_path, const std::vector<std::string>& overrides,
                  const std::string& sarif_path) {
  const auto write = [&](const std::vector<Diagnostic>& found) {
    if (!sarif_path.empty()) write_file(sarif_path, sarif(found, "ixpemu", version_of("ixpemu")));
  };
  std::vector<Diagnostic> warnings;
  try {
    warnings = is_network(system_path) ? check_all(read_network(system_path, overrides))
                                       : check_one(read_system(system_path, overrides));
    warn(warnings);
  } catch (const InputError& e) {
    write({e.diagnostic()});
    throw;
  }
  for (Diagnostic& d : warnings)
    d.flag = "rings"; // the rule; printed warnings have none, since no option disables them
  write(warnings);
  return 0;
}

static void print_budget(const Budget& budget) {
  print("Frames of {} bytes without FCS, back to back:\n", kMinFrameBytes);
  print("{:<6} {:>8} {:>14} {:>26}\n", "port", "Mbit/s", "packets/s", "ME cycles between packets");
  const auto row = [](const std::string& name, const PortBudget& p) {
    print("{:<6} {:>8} {:>14.0f} {:>26.1f}\n", name, p.rate_mbps, p.packets_per_second,
          p.cycles_between);
  };
  for (const PortBudget& p : budget.ports)
    row(fmt::format("{}", p.port), p);
  row("all", budget.total);
  print("Cycles for one packet: {:.0f} over the {} microengines with images, {:.0f} over all "
        "{}.\n",
        budget.per_packet(), budget.microengines, budget.per_packet_chip(), kMicroengines);
}

static void print_budget_json(const SystemConfig& system, const Budget& budget,
                              const Images& images) {
  nlohmann::ordered_json out;
  const auto entry = [](const PortBudget& p) {
    return nlohmann::ordered_json{{"rate_mbps", p.rate_mbps},
                                  {"packets_per_second", p.packets_per_second},
                                  {"cycles_between_packets", p.cycles_between}};
  };
  for (const PortBudget& p : budget.ports) {
    nlohmann::ordered_json e = entry(p);
    e["port"] = p.port;
    out["ports"].push_back(e);
  }
  out["total"] = entry(budget.total);
  out["microengines"] = budget.microengines;
  out["cycles_per_packet"] = budget.per_packet();
  out["cycles_per_packet_all_microengines"] = budget.per_packet_chip();
  for (size_t i = 0; i < images.placed.size(); ++i)
    out["images"].push_back({{"at", me_name(images.placed[i].me)},
                             {"image", file_name(system.microengines[i].image())},
                             {"instructions", images.placed[i].image.words.size()}});
  print("{}\n", out.dump(2));
}

int budget_command(const std::string& system_path, const std::vector<std::string>& overrides,
                   bool json) {
  const SystemConfig system = read_system(system_path, overrides);
  const Budget budget = budget_of(system);
  if (budget.ports.empty())
    throw InputError({system.path}, "no port receives at a bounded rate, so there is no budget; "
                                    "expected a [port.N] with rx and rate_mbps");
  const Images images = load_images(system);
  if (json) {
    print_budget_json(system, budget, images);
    return 0;
  }
  print_budget(budget);
  print_images(system, images);
  return 0;
}

} // namespace ixp
