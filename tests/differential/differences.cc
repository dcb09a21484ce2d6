#include "tests/differential/differences.h"

#include <algorithm>

namespace ixp::test {

static std::vector<std::string> sorted_hazards(const std::vector<Hazard>& list) {
  std::vector<std::string> lines;
  for (const Hazard& h : list)
    lines.push_back(fmt::format("{:08} me{} ctx{} pc{} {} {}", h.tick, h.me, h.ctx, h.pc,
                                name(h.kind), h.text));
  std::sort(lines.begin(), lines.end());
  return lines;
}

void compare_hazards(Differences& d, const std::vector<Hazard>& reference,
                     const std::vector<Hazard>& threaded) {
  const auto a = sorted_hazards(reference), b = sorted_hazards(threaded);
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    d.same("hazard " + std::to_string(i), a[i], b[i]);
  d.same("hazards", a.size(), b.size());
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
  d.same(me + "ready", a.ready, b.ready);
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

void compare_statistics(Differences& d, const std::string& me, const MeStatistics& sa,
                        const MeStatistics& sb) {
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

void initialise(Microengine& me, mev2::ContextMode mode, std::mt19937& random) {
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

} // namespace ixp::test
