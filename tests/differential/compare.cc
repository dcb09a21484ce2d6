// Runs a case on the reference engine under the tick kernel and on the threaded engine under the
// event kernel, and compares everything anybody could see.
#include "emu/me/csr.h"
#include "tests/differential/program.h"
#include "tests/unit/me/machine.h"

#include <fmt/format.h>

#include <random>

namespace ixp::test {

namespace {

// The rest of the chip, acting at ticks fixed beforehand: signals, writes and reads of CSRs from
// outside, pushes nobody asked for.
class Outsider final : public Agent {
public:
  Outsider(uint32_t seed, Machine& m) : random_(seed), machine_(m) { schedule(random_() % 200); }
  std::vector<uint64_t> seen;

  void step(Tick now) override {
    while (!pushes_.empty() && pushes_.front().at <= now) {
      const Push p = pushes_.front();
      pushes_.erase(pushes_.begin());
      target(p.me).push(p.file, p.reg, p.value);
      target(p.me).signal(p.ctx, 5, now);
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
    case 1: target(m).signal(random_() % 8, 1 + random_() % 15, now); break;
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
      // Only what a microengine cannot have changed ahead of shared time.
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
      target(m).expect_push(p.file, p.reg, 1);
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

  static void initialise(Microengine& me, mev2::ContextMode mode, std::mt19937& random) {
    const unsigned n = mode == mev2::ContextMode::Eight ? 16 : 32;
    const auto value = [&]() -> uint32_t {
      switch (random() % 4) {
      case 0: return random() % 16;
      case 1: return random() % 4096;
      default: return static_cast<uint32_t>(random());
      }
    };
    for (unsigned ctx = 0; ctx < kContexts; ctx += mode == mev2::ContextMode::Eight ? 1 : 2)
      for (unsigned r = 0; r < n; ++r)
        for (const char* file : {"a", "b", "$", "$$"})
          if (r != 3) me.set_register(file + std::to_string(r), static_cast<int>(ctx), value());
    for (unsigned w = 0; w < 600; ++w)
      me.set_local_memory(w, value());
  }
};

class Differences {
public:
  template <class T> void same(const std::string& what, const T& reference, const T& threaded) {
    if (first_.empty() && !(reference == threaded))
      first_ = fmt::format("{}: reference {}, threaded {}", what, show(reference), show(threaded));
  }
  const std::string& first() const { return first_; }

private:
  template <class T> static std::string show(const T& v) {
    if constexpr (std::is_same_v<T, std::string>)
      return v;
    else
      return fmt::format("0x{:x}", static_cast<uint64_t>(v));
  }
  std::string first_;
};

std::string show(const Command& c) {
  return fmt::format("{} me{} ctx{} pc{} @{} s{} n{} x{}:{} to me{} addr {:x} data {:x} ov {:x}",
                     mev2::info(c.op).name, c.me, c.ctx, c.pc, c.issued, c.signal, c.count,
                     int(c.file), c.xfer, c.data_me, c.address, c.data, c.override_word);
}

std::vector<std::string> sorted_hazards(const HazardList& list) {
  std::vector<std::string> lines;
  for (const Hazard& h : list.seen)
    lines.push_back(fmt::format("{:08} me{} ctx{} pc{} {} {}", h.tick, h.me, h.ctx, h.pc,
                                name(h.kind), h.text));
  std::sort(lines.begin(), lines.end());
  return lines;
}

void compare_states(Differences& d, const std::string& me, const me::MeState& a,
                    const me::MeState& b) {
  for (unsigned i = 0; i < me::kSink; ++i) {
    d.same(me + "register index " + std::to_string(i), a.regs[i], b.regs[i]);
    d.same(me + "outstanding " + std::to_string(i), a.outstanding[i], b.outstanding[i]);
  }
  for (unsigned i = 0; i < a.local_memory.size(); ++i)
    d.same(me + "local memory " + std::to_string(i), a.local_memory[i], b.local_memory[i]);
  for (unsigned i = 0; i < 16; ++i) {
    d.same(me + "cam tag", a.cam[i].tag, b.cam[i].tag);
    d.same(me + "cam state", a.cam[i].state, b.cam[i].state);
  }
  d.same(me + "cam order", a.cam_lru, b.cam_lru);
  for (unsigned c = 0; c < kContexts; ++c) {
    const me::Context &x = a.ctx[c], &y = b.ctx[c];
    const std::string ctx = me + "ctx " + std::to_string(c) + " ";
    d.same(ctx + "state", unsigned(x.state), unsigned(y.state));
    d.same(ctx + "signals", x.signals, y.signals);
    d.same(ctx + "wakeup", x.wakeup, y.wakeup);
    d.same(ctx + "lm0", x.lm[0], y.lm[0]);
    d.same(ctx + "lm1", x.lm[1], y.lm[1]);
    d.same(ctx + "future count", x.future_count, y.future_count);
    d.same(ctx + "future signal", x.future_signal, y.future_signal);
  }
  d.same(me + "N", a.flags.n(), b.flags.n());
  d.same(me + "Z", a.flags.z(), b.flags.z());
  d.same(me + "C", a.flags.c(), b.flags.c());
  d.same(me + "V", a.flags.overflow(), b.flags.overflow());
  d.same(me + "previous A", a.prev_a, b.prev_a);
  d.same(me + "previous B", a.prev_b, b.prev_b);
  d.same(me + "previous result", a.prev_result, b.prev_result);
  d.same(me + "running", a.running, b.running);
  d.same(me + "last context", a.last_ran, b.last_ran);
  d.same(me + "T_INDEX", a.t_index, b.t_index);
  d.same(me + "BYTE_INDEX", a.byte_index, b.byte_index);
  d.same(me + "NN_PUT", a.nn_put, b.nn_put);
  d.same(me + "NN_GET", a.nn_get, b.nn_get);
  d.same(me + "CRC_REMAINDER", a.crc_remainder, b.crc_remainder);
  d.same(me + "product", a.product, b.product);
  d.same(me + "CTX_ENABLES", a.ctx_enables, b.ctx_enables);
  d.same(me + "CC_ENABLE", a.cc_enable, b.cc_enable);
  d.same(me + "random", a.random, b.random);
  d.same(me + "timestamp", a.timestamp_base, b.timestamp_base);
  d.same(me + "pending writes", a.pending.size(), b.pending.size());
  d.same(me + "halted", a.halted, b.halted);
  d.same(me + "instructions", a.instructions, b.instructions);
}

} // namespace

std::string compare_engines(const Case& c) {
  const auto a = std::make_unique<Run>(EngineKind::Reference, c);
  const auto b = std::make_unique<Run>(EngineKind::Threaded, c);
  Differences d;
  // The traces first: they show where things went apart.
  const auto &ta = a->machine.unit->trace, &tb = b->machine.unit->trace;
  for (size_t i = 0; i < std::min(ta.size(), tb.size()); ++i)
    d.same("command " + std::to_string(i), show(ta[i]), show(tb[i]));
  d.same("commands", ta.size(), tb.size());
  const auto ha = sorted_hazards(a->machine.hazards), hb = sorted_hazards(b->machine.hazards);
  for (size_t i = 0; i < std::min(ha.size(), hb.size()); ++i)
    d.same("hazard " + std::to_string(i), ha[i], hb[i]);
  d.same("hazards", ha.size(), hb.size());
  d.same("end of the run", a->machine.end, b->machine.end);
  for (unsigned m = 0; m < c.mes.size(); ++m) {
    const std::string me = "me " + std::to_string(m) + " ";
    for (unsigned ctx = 0; ctx < kContexts; ++ctx)
      d.same(me + "pc of ctx " + std::to_string(ctx), a->machine.mes[m]->pc(ctx),
             b->machine.mes[m]->pc(ctx));
    compare_states(d, me, a->machine.state(m), b->machine.state(m));
    const MeStatistics sa = a->machine.statistics(m), sb = b->machine.statistics(m);
    d.same(me + "idle", sa.idle, sb.idle);
    for (unsigned ctx = 0; ctx < kContexts; ++ctx) {
      const ContextStatistics &x = sa.contexts[ctx], &y = sb.contexts[ctx];
      d.same(me + "executing", x.executing, y.executing);
      d.same(me + "aborted", x.aborted, y.aborted);
      d.same(me + "stalled", x.stalled, y.stalled);
      d.same(me + "swapped out", x.swapped_out, y.swapped_out);
    }
    const ContextStatistics t = sa.total();
    d.same(me + "cycles add up", t.executing + t.aborted + t.stalled + sa.idle, sa.cycles);
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
