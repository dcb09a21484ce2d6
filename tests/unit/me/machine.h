// A small chip for tests: microengines, a kernel, and one plain unit for every command. The unit
// has no model of banks or buses: commands leave their FIFO in order of issue at most one per bus
// cycle, take their words a fixed time later, and answer after a constant latency.
#pragma once

#include "emu/me/microengine.h"
#include "emu/me/state.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace ixp::test {

struct HazardList final : HazardSink {
  std::vector<Hazard> seen;
  Kernel* kernel = nullptr;
  void report(Hazard h) override {
    if (stops_run(h.kind) && kernel) kernel->stop_at(h.tick + kernel->lookahead());
    seen.push_back(std::move(h));
  }
  unsigned count(HazardKind k) const {
    return static_cast<unsigned>(
        std::count_if(seen.begin(), seen.end(), [&](const Hazard& h) { return h.kind == k; }));
  }
};

class PlainUnit final : public Agent, public InputStates {
public:
  PlainUnit(const Params& p, const Kernel& k) : params(p), memory(4096), kernel_(k) {
    for (unsigned i = 0; i < memory.size(); ++i)
      memory[i] = i * 0x9e3779b9u;
    for (unsigned m = 0; m < kMicroengines; ++m)
      fifos_.emplace_back(pool_, *this, params);
    schedule(0);
  }
  const Params& params;
  std::array<Requester*, kMicroengines> requesters{};
  std::vector<uint32_t> memory;
  std::vector<Command> trace; // in order of grant
  uint64_t read_latency = 60, write_latency = 40;
  Tick grant_gap = 4;

  CommandFifo& fifo(unsigned me) { return fifos_[me]; }
  bool scratch_ring_status(unsigned ring) override {
    return (kernel_.now() / 64 + ring) % 3 == 0; // something that changes with time
  }
  IXP_OFTEN void step(Tick now) override {
    for (auto it = jobs_.begin(); it != jobs_.end() && std::get<0>(it->first) <= now;
         it = jobs_.erase(it))
      act(it->second, std::get<1>(it->first), now);
    grant(now);
    schedule(now + 1);
  }

private:
  void grant(Tick now) {
    CommandFifo* best = nullptr;
    if (now < next_grant_) return;
    for (CommandFifo& fifo : fifos_) {
      if (!fifo.size() || issue_of(fifo) + 2 > now) continue;
      if (!best || issue_of(fifo) < issue_of(*best)) best = &fifo;
    }
    if (!best) return;
    InFlight& t = best->front();
    const Command c = t.command;
    t.done = kNever;
    t.signals = Signals::None;
    best->advance();
    pool_.give_back(t);
    next_grant_ = now + grant_gap;
    trace.push_back(c);
    const Registers data{c.file, c.data_me, c.xfer};
    if (c.data_me != c.me && words_pushed(c) && requesters[c.data_me])
      requesters[c.data_me]->expect_push(data, words_pushed(c));
    const Tick late = now - (c.issued + 2);
    const uint64_t latency = mev2::info(c.op).pushes ? read_latency : write_latency;
    jobs_.emplace(std::make_tuple(c.issued + late + params.me(24), 0u, serial_), c);
    jobs_.emplace(std::make_tuple(c.issued + late + params.me(latency), 1u, serial_), c);
    ++serial_;
    requesters[c.me]->fifo_advanced(now);
  }
  static Tick issue_of(const CommandFifo& fifo) { return fifo.front().command.issued; }
  uint32_t& word(uint32_t address) { return memory[address / 4 % memory.size()]; }
  void act(const Command& c, unsigned phase, Tick now) {
    Requester* data = requesters[c.data_me]; // may not exist
    const Registers registers{c.file, c.data_me, c.xfer};
    std::array<uint32_t, 64> words;
    if (phase == 0) { // words of other microengines may be ahead of shared time: skipped
      const unsigned n = c.data_me == c.me ? words_pulled(c) : 0;
      if (n) data->pull(registers, n, words.data());
      for (unsigned k = 0; k < n; ++k)
        word(c.address + 4 * k) += words[k];
      return;
    }
    const unsigned n = data ? words_pushed(c) : 0;
    for (unsigned k = 0; k < n; ++k)
      words[k] = word(c.address + 4 * k);
    if (n) data->push(registers, n, words.data());
    if (!c.signal) return;
    const unsigned odd = mev2::info(c.op).two_signals ? signal_bit(c.signal | 1u) : 0;
    requesters[c.me]->signal(c.ctx, signal_bit(c.signal) | odd, now);
  }

  CommandPool pool_;
  std::deque<CommandFifo> fifos_;
  std::map<std::tuple<Tick, unsigned, unsigned>, Command> jobs_;
  unsigned serial_ = 0;
  Tick next_grant_ = 0;
  const Kernel& kernel_;
};

// Lines of canonical assembly; labels are "name#:" lines, used as name#. ';' starts a comment.
inline std::vector<uint64_t> assemble(const std::string& text,
                                      mev2::ContextMode mode = mev2::ContextMode::Eight) {
  std::vector<std::string> lines;
  std::map<std::string, unsigned> labels;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find(';'));
    line.erase(0, line.find_first_not_of(" \t"));
    line.erase(line.find_last_not_of(" \t") + 1);
    if (line.empty()) continue;
    if (line.ends_with("#:"))
      labels[line.substr(0, line.size() - 2)] = unsigned(lines.size());
    else
      lines.push_back(line);
  }
  std::vector<uint64_t> words;
  for (std::string line : lines) {
    for (const auto& [name, address] : labels) {
      const size_t at = line.find(name + "#");
      if (at != std::string::npos && !std::isalnum(static_cast<unsigned char>(line[at - 1])))
        line.replace(at, name.size(), "l" + std::to_string(address));
    }
    std::string why;
    const auto i = mev2::parse(line, mode, &why);
    if (!i) throw std::runtime_error(line + ": " + why);
    const auto w = mev2::encode(*i, mode, &why);
    if (!w) throw std::runtime_error(line + ": " + why);
    words.push_back(*w);
  }
  return words;
}

class Machine {
public:
  explicit Machine(EngineKind kind, unsigned microengines = 1, bool check = false)
      : kind_(kind), count_(microengines) {
    hazards.check = check;
    if (kind == EngineKind::Reference)
      kernel = std::make_unique<TickKernel>();
    else
      kernel = std::make_unique<EventKernel>();
    hazards.kernel = kernel.get();
  }
  // Parameters may be changed before.
  void build() {
    if (unit) return;
    kernel->set_lookahead(params.me(params.kernel_lookahead));
    unit = std::make_unique<PlainUnit>(params, *kernel);
    kernel->add(*unit, Slot::Scratch);
    for (unsigned m = 0; m < count_; ++m) {
      mes.push_back(Microengine::make(m, params, hazards, *kernel, kind_));
      unit->requesters[m] = mes.back().get();
      kernel->add(*mes.back(), me_slot(m));
    }
    for (unsigned m = 0; m < count_; ++m)
      mes[m]->connect(unit->fifo(m), *unit, m ? mes[m - 1].get() : nullptr,
                      m + 1 < count_ ? mes[m + 1].get() : nullptr);
  }
  void load(unsigned m, const std::vector<uint64_t>& words, uint8_t contexts = 1,
            mev2::ContextMode mode = mev2::ContextMode::Eight, bool nn_self = false) {
    build();
    mecc::Image image;
    image.name = "test";
    image.mode = mode;
    image.nn_self = nn_self;
    image.words = words;
    mes[m]->load(image);
    mes[m]->start(contexts);
  }
  void load(unsigned m, const std::string& text, uint8_t contexts = 1,
            mev2::ContextMode mode = mev2::ContextMode::Eight, bool nn_self = false) {
    load(m, assemble(text, mode), contexts, mode, nn_self);
  }
  void run(uint64_t cycles) {
    kernel->run(params.me(cycles));
    end = std::min(kernel->horizon(), params.me(cycles));
    for (auto& m : mes)
      m->settle(end);
  }
  uint32_t reg(const std::string& location, unsigned ctx = 0, unsigned m = 0) const {
    return mes[m]->get_register(location, ctx);
  }
  const me::MeState& state(unsigned m = 0) const { return mes[m]->state(); }
  MeStatistics statistics(unsigned m = 0) const { return mes[m]->statistics(end); }

  Params params;
  HazardList hazards;
  std::unique_ptr<Kernel> kernel;
  std::unique_ptr<PlainUnit> unit;
  std::vector<std::unique_ptr<Microengine>> mes;
  Tick end = 0;

private:
  EngineKind kind_;
  unsigned count_;
};

inline const std::array<EngineKind, 2> kEngines{EngineKind::Reference, EngineKind::Threaded};

} // namespace ixp::test
