// Runs a case on the reference engine under the tick kernel and on the threaded engine under the
// event kernel, and compares everything anybody could see.
#include "emu/me/csr.h"
#include "tests/differential/differences.h"
#include "tests/differential/program.h"
#include "tests/unit/me/machine.h"

#include <fmt/format.h>

#include <random>

namespace ixp::test {

namespace {

// The rest of the chip, acting at ticks fixed beforehand: signals, writes and reads of CSRs from
// outside, unrequested pushes.
class Outsider final : public Agent {
public:
  Outsider(uint32_t seed, Machine& m) : random_(seed), machine_(m) { schedule(random_() % 200); }
  std::vector<uint64_t> seen;

  IXP_OFTEN void step(Tick now) override {
    while (!pushes_.empty() && pushes_.front().at <= now) {
      const Push p = pushes_.front();
      pushes_.erase(pushes_.begin());
      target(p.me).push({p.file, static_cast<uint8_t>(p.me), static_cast<uint8_t>(p.reg)}, 1,
                        &p.value);
      target(p.me).signal(p.ctx, signal_bit(5), now);
    }
    if (now >= next_) act(now);
    schedule(pushes_.empty() ? next_ : std::min(next_, std::max(now + 1, pushes_.front().at)));
  }

private:
  struct Push {
    Tick at;
    unsigned me;
    XferFile file;
    unsigned reg, ctx;
    uint32_t value;
  };
  Microengine& target(unsigned m) { return *machine_.mes[m]; }

  void act(Tick now) {
    using namespace ixp::me::csr;
    const Tick ahead = machine_.kernel->lookahead();
    const unsigned m = static_cast<unsigned>(random_() % machine_.mes.size());
    next_ = now + 1 + random_() % 150;
    switch (random_() % 6) {
    case 0:
    case 1: {
      const unsigned ctx = random_() % 8, number = 1 + random_() % 15;
      target(m).signal(ctx, signal_bit(number), now);
      break;
    }
    case 2: {
      constexpr uint16_t writable[] = {
          ActiveLmAddr0, CsrCtxPointer, IndirectSigEvents,   IndirectWakeupEvents, CrcRemainder,
          ByteIndex,     NnGet,         IndirectFutureCount, IndirectFutureSignal, CcEnable};
      const uint16_t a = writable[random_() % std::size(writable)];
      const uint32_t v = a == CcEnable && random_() % 3 ? 0x2000 : static_cast<uint32_t>(random_());
      target(m).write_csr_from_outside(a, v, now + ahead + random_() % 60);
      break;
    }
    case 3: {
      // Only CSRs that a microengine cannot have changed ahead of shared time.
      constexpr uint16_t readable[] = {IndirectSigEvents, IndirectWakeupEvents, CtxEnables};
      seen.push_back(now);
      seen.push_back(
          target(m).read_csr_from_outside(readable[random_() % std::size(readable)], now));
      break;
    }
    case 4: { // receive status: announced, then pushed
      Push p{align_up(now + ahead + machine_.params.me(2) + random_() % 40, 2),
             m,
             random_() % 2 ? XferFile::S : XferFile::D,
             unsigned(random_() % 128),
             unsigned(random_() % 8),
             static_cast<uint32_t>(random_())};
      target(m).expect_push({p.file, static_cast<uint8_t>(m), static_cast<uint8_t>(p.reg)}, 1);
      pushes_.push_back(p);
      std::sort(pushes_.begin(), pushes_.end(), [](const Push& a, const Push& b) {
        return std::tie(a.at, a.me, a.file, a.reg) < std::tie(b.at, b.me, b.file, b.reg);
      });
      break;
    }
    default: // context enables change, but mostly stay on
      target(m).write_csr_from_outside(CtxEnables,
                                       (machine_.state(m).ctx_enables & 0x801f0000) |
                                           (random_() % 4 ? 0xff00 : random_() & 0xff00),
                                       now + ahead + random_() % 30);
    }
  }

  std::mt19937 random_;
  Machine& machine_;
  std::vector<Push> pushes_;
  Tick next_ = 0;
};

struct Run {
  Machine machine;
  std::unique_ptr<Outsider> outsider;

  Run(EngineKind kind, const Case& c)
      : machine(kind, static_cast<unsigned>(c.mes.size()), c.check) {
    machine.params.clock_me_div = c.me_div;
    machine.params.kernel_lookahead = c.lookahead;
    machine.build();
    for (unsigned m = 0; m < c.mes.size(); ++m) {
      const MeProgram& p = c.mes[m];
      machine.load(m, p.words, p.contexts, p.mode, p.nn_self);
      std::mt19937 random(c.seed + m);
      initialise(*machine.mes[m], p.mode, random);
    }
    if (c.outsider) {
      outsider = std::make_unique<Outsider>(c.seed ^ 0x5bd1e995, machine);
      machine.kernel->add(*outsider, Slot::Cap);
    }
    // In two runs: state must survive between them.
    machine.run(c.cycles / 3);
    if (machine.end == machine.params.me(c.cycles / 3)) machine.run(c.cycles);
  }
};

std::string show(const Command& c) {
  return fmt::format("{} me{} ctx{} pc{} @{} s{} n{} x{}:{} to me{} addr {:x} data {:x} ov {:x}",
                     mev2::info(c.op).name, c.me, c.ctx, c.pc, c.issued, c.signal, c.count,
                     int(c.file), c.xfer, c.data_me, c.address, c.data, c.override_word);
}

} // namespace

std::string compare_engines(const Case& c, const Case& threaded, Compared* compared) {
  if (c.chip) return compare_chips(c, threaded, compared);
  const auto a = std::make_unique<Run>(EngineKind::Reference, c);
  const auto b = std::make_unique<Run>(EngineKind::Threaded, threaded);
  Differences d;
  // The traces first: they show where the engines began to differ.
  const auto &ta = a->machine.unit->trace, &tb = b->machine.unit->trace;
  for (size_t i = 0; i < std::min(ta.size(), tb.size()); ++i)
    d.same("command " + std::to_string(i), show(ta[i]), show(tb[i]));
  d.same("commands", ta.size(), tb.size());
  compare_hazards(d, a->machine.hazards.seen, b->machine.hazards.seen);
  d.same("end of the run", a->machine.end, b->machine.end);
  for (unsigned m = 0; m < c.mes.size(); ++m) {
    const std::string me = "me " + std::to_string(m) + " ";
    for (unsigned ctx = 0; ctx < kContexts; ++ctx)
      d.same(me + "pc of ctx " + std::to_string(ctx), a->machine.mes[m]->pc(ctx),
             b->machine.mes[m]->pc(ctx));
    compare_states(d, me, a->machine.state(m), b->machine.state(m));
    compare_statistics(d, me, a->machine.statistics(m), b->machine.statistics(m));
    if (compared) compared->instructions += a->machine.statistics(m).total().executing;
  }
  for (size_t i = 0; i < a->machine.unit->memory.size(); ++i)
    d.same("memory " + std::to_string(i), a->machine.unit->memory[i], b->machine.unit->memory[i]);
  if (a->outsider) {
    d.same("outside reads", a->outsider->seen.size(), b->outsider->seen.size());
    for (size_t i = 0; i < std::min(a->outsider->seen.size(), b->outsider->seen.size()); ++i)
      d.same("outside read", a->outsider->seen[i], b->outsider->seen[i]);
  }
  return d.first();
}

Case minimise(Case c) {
  const auto fails = [](const Case& t) { return !compare_engines(t).empty(); };
  const auto attempt = [&](auto change) {
    Case t = c;
    change(t);
    if (fails(t)) c = t;
  };
  for (unsigned n = c.cycles; n > 8; n /= 2)
    while (c.cycles > n) {
      Case t = c;
      t.cycles -= n;
      if (!fails(t)) break;
      c = t;
    }
  attempt([](Case& t) { t.outsider = false; });
  attempt([](Case& t) { t.check = false; });
  while (c.mes.size() > 1) {
    Case t = c;
    t.mes.pop_back();
    if (!fails(t)) break;
    c = t;
  }
  for (unsigned m = 0; m < c.mes.size(); ++m) {
    for (unsigned bit = 1; bit < 256; bit *= 2)
      if (c.mes[m].contexts & bit && c.mes[m].contexts != bit)
        attempt([&](Case& t) { t.mes[m].contexts &= static_cast<uint8_t>(~bit); });
    for (size_t w = 0; w < c.mes[m].words.size(); ++w)
      if (c.mes[m].words[w] != mev2::kNop)
        attempt([&](Case& t) { t.mes[m].words[w] = mev2::kNop; });
  }
  return c;
}

} // namespace ixp::test
