#include "emu/explain/contexts.h"

#include "emu/explain/program_place.h"
#include "emu/explain/wakers.h"
#include "emu/me/csr.h"
#include "emu/me/state.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ixp {

namespace {

class Report {
public:
  Report(Chip& chip, const SystemConfig& system, const Images& images, const RunEnd& end)
      : chip_(chip), system_(system), images_(images), end_(end),
        wakers_(chip, system, images, end.in_flight) {}

  std::string text() {
    std::string out = fmt::format("Contexts at cycle {}\n", end_.tick / chip_.params.clock_me_div);
    for (size_t i = 0; i < images_.placed.size(); ++i)
      out += microengine(images_.placed[i], system_.microengines[i]);
    return out + loaded_by_core() + control_core() + frames() + chip_.msf->describe();
  }

private:
  const me::MeState& state(unsigned me) const { return chip_.microengines[me]->state(); }

  // Microengines that the ARM program has loaded and started: their programs are unknown here.
  std::string loaded_by_core() {
    std::string out;
    for (unsigned me = 0; me < kMicroengines; ++me) {
      const me::MeState& s = state(me);
      const bool stopped = s.ctx_enables & me::csr::kBreakpoint;
      if (image_on(images_, me) || !(stopped || s.ctx_enables >> 8 & 0xff)) continue;
      out += fmt::format("ME {} loaded by the XScale core", me_name(me));
      if (stopped)
        out += fmt::format(": stopped by ctx_arb[bpt] of context {} at pc {}", s.last_ran,
                           s.ctx[s.last_ran].slept_at);
      out += "\n  next instructions of contexts:";
      for (unsigned ctx = 0; ctx < kContexts; ++ctx)
        out += fmt::format(" {}", chip_.microengines[me]->pc(ctx));
      out += '\n';
    }
    return out;
  }

  std::string control_core() {
    if (!chip_.xscale) return {};
    const control::XScale& core = *chip_.xscale;
    const std::string after = fmt::format(" after {} instructions\n", core.state().instructions);
    if (core.ended()) return "XScale: ended" + after;
    return fmt::format("XScale: {}{}{}\n",
                       core.state().idle ? "waits for an interrupt" : "executes", after,
                       chip_.xscale->report());
  }

  std::string microengine(const PlacedImage& placed, const MicroengineConfig& config) {
    const std::string file = std::filesystem::path(config.image()).filename().string();
    std::string out = fmt::format("ME {} {}{}\n", me_name(placed.me), file, halted(placed));
    const unsigned step = placed.image.mode == mev2::ContextMode::Four ? 2 : 1;
    std::string last;
    unsigned first = 0, end = 0; // range of contexts with the text `last`
    const auto flush = [&] {
      if (last.empty()) return;
      out += fmt::format("  ctx {:<5}{}\n",
                         first == end ? fmt::format("{}", first) : fmt::format("{}-{}", first, end),
                         last);
    };
    for (unsigned ctx = 0; ctx < kContexts; ctx += step) {
      const std::string now = context(placed, ctx);
      if (now == last) {
        end = ctx;
        continue;
      }
      flush();
      last = now;
      first = end = ctx;
    }
    flush();
    return out;
  }

  // Names the context that stopped the microengine.
  std::string halted(const PlacedImage& placed) const {
    const me::MeState& s = state(placed.me);
    if (!(s.ctx_enables & me::csr::kBreakpoint)) return {};
    return fmt::format(": stopped by ctx_arb[bpt] of context {} at {}", s.last_ran,
                       place_text(placed.image, s.ctx[s.last_ran].slept_at));
  }

  std::string context(const PlacedImage& placed, unsigned ctx) {
    return standing(placed, ctx) + under_way(placed, ctx);
  }

  // State and position of a context.
  std::string standing(const PlacedImage& placed, unsigned ctx) {
    const me::MeState& s = state(placed.me);
    const me::Context& c = s.ctx[ctx];
    const auto at = [&](unsigned pc) { return place_text(placed.image, pc); };
    const unsigned pc = chip_.microengines[placed.me]->pc(ctx);
    if (s.running == static_cast<int>(ctx)) {
      if (s.halted) return "stopped at " + at(pc) + ": the instruction cannot be executed";
      return (stalls(placed, pc) ? "stalls at " + at(pc) + ": the command FIFO is full"
                                 : "executes at " + at(pc));
    }
    const bool enabled = s.ctx_enables >> 8 >> ctx & 1;
    const char* disabled = enabled ? "" : ", not enabled";
    if (s.ready >> ctx & 1) return "ready at " + at(pc) + disabled;
    if (!c.has_run) return "not started";
    if ((c.wakeup & 0xffff) == 0) return "ended at " + at(c.slept_at) + disabled;
    return sleeping(placed, ctx) + disabled;
  }

  bool stalls(const PlacedImage& placed, unsigned pc) const {
    if (pc >= placed.image.words.size()) return false;
    const auto i = mev2::decode(placed.image.words[pc], placed.image.mode);
    return i && mev2::info(i->opcode).is_command &&
           chip_.command_bus[cluster_of(placed.me)]->fifo(placed.me).full();
  }

  std::string sleeping(const PlacedImage& placed, unsigned ctx) {
    const me::Context& c = state(placed.me).ctx[ctx];
    std::vector<std::string> names, missing;
    for (unsigned signal = 1; signal < 16; ++signal) {
      if (!(c.wakeup >> signal & 1)) continue;
      const std::string name = signal_name(placed.image, c.slept_at, signal);
      const bool arrived = c.signals >> signal & 1;
      names.push_back(name + (arrived ? " (is there)" : ""));
      if (!arrived) missing.push_back(name + ": " + wakers_.chance(placed.me, ctx, signal).how);
    }
    const std::string at = "sleeps at " + place_text(placed.image, c.slept_at);
    if (names.size() == 1) return at + " for " + missing.front();
    const bool any = c.wakeup >> 16 & 1;
    return fmt::format("{} for {} {}\n            {}", at, any ? "one of" : "all of",
                       fmt::join(names, ", "), fmt::join(missing, "\n            "));
  }

  // Its outstanding commands other than those it waits for.
  std::string under_way(const PlacedImage& placed, unsigned ctx) {
    const uint32_t awaited = state(placed.me).ctx[ctx].wakeup;
    std::string out;
    for (const Command& c : end_.in_flight)
      if (c.me == placed.me && c.ctx == ctx && !(awaited >> c.signal & 1 && c.signal))
        out += fmt::format("\n            {}, issued at cycle {} at {}, is in flight",
                           describe_command(c, chip_, system_),
                           c.issued / chip_.params.clock_me_div, place_text(placed.image, c.pc));
    return out;
  }

  std::string frames() {
    const Survey found = survey(chip_, system_);
    std::string out = fmt::format("Frames inside: {}\n", found.frames());
    for (const FramesAt& at : found.places)
      out += frames_at(at);
    if (!found.lost.empty()) out += "Frames lost\n";
    for (const FramesAt& at : found.lost)
      out += frames_at(at);
    return out;
  }

  std::string frames_at(const FramesAt& at) {
    constexpr size_t kShown = 6;
    std::string out = fmt::format("  {:<28} {:>6}:", at.place, at.frames.size());
    for (size_t i = 0; i < std::min(kShown, at.frames.size()); ++i)
      out += ' ' + chip_.ledger.text(at.frames[i]);
    return out + (at.frames.size() > kShown ? " ...\n" : "\n");
  }

  Chip& chip_;
  const SystemConfig& system_;
  const Images& images_;
  const RunEnd& end_;
  const Wakers wakers_;
};

} // namespace

std::string describe_contexts(Chip& chip, const SystemConfig& system, const Images& images,
                              const RunEnd& end) {
  return Report(chip, system, images, end).text();
}

} // namespace ixp
