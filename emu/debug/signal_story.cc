#include "emu/debug/signal_story.h"

#include "emu/explain/program_place.h"
#include "emu/me/csr.h"
#include "emu/me/state.h"

namespace ixp::debug {

using mev2::InstrClass;
using mev2::Opcode;

namespace {

std::optional<mev2::Instruction> decoded(const Simulation& sim, unsigned me, unsigned pc) {
  const mecc::Image* image = image_on(sim.images(), me);
  if (!image || pc >= image->words.size()) return {};
  return mev2::decode(image->words[pc], image->mode);
}

bool sends(const mev2::Instruction& i) {
  return i.opcode == Opcode::LOCAL_CSR_WR && me::csr::sends_signal(i.csr);
}

bool takes(const mev2::Instruction& i) {
  return i.opcode == Opcode::BR_SIGNAL || i.opcode == Opcode::BR_NOT_SIGNAL;
}

bool writes_inter_thread(const Event::OfCommand& c) {
  const mev2::OpcodeInfo& op = mev2::info(c.op);
  return op.cls == InstrClass::Cap && !op.pushes &&
         c.address == *mev2::cap_csr_address("INTERTHREAD_SIG");
}

} // namespace

SignalStory::SignalStory(Simulation& sim) : sim_(sim) {}

std::vector<uint16_t> SignalStory::instructions(unsigned me) const {
  std::vector<uint16_t> out;
  const mecc::Image* image = image_on(sim_.images(), me);
  for (unsigned pc = 0; image && pc < image->words.size(); ++pc)
    if (const auto i = decoded(sim_, me, pc); i && (sends(*i) || takes(*i)))
      out.push_back(static_cast<uint16_t>(pc));
  return out;
}

void SignalStory::issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) {
  const auto i = decoded(sim_, me, pc);
  if (!i || !sends(*i)) return;
  const Params& p = sim_.system().params;
  const bool own = i->csr == me::csr::SameMeSignal;
  sent_.push_back(
      {me, ctx, pc, tick, tick + p.me(own ? p.signal_same_me : p.signal_neighbour), i->csr});
  if (sent_.size() > 64) sent_.pop_front();
}

unsigned SignalStory::taken_by_branch(unsigned me, unsigned ctx, unsigned pc) const {
  const auto i = decoded(sim_, me, pc);
  if (!i || !takes(*i)) return 0;
  const unsigned number = i->parameter & 15;
  return sim_.microengine(me).state().ctx[ctx].signals >> number & 1 ? number : 0;
}

void SignalStory::event(const Event& e) {
  if (e.kind == EventKind::Element && e.element.action == ElementAction::Announced) announced_ = e;
  if (e.kind != EventKind::Completed) return;
  if (e.command.signal) completed_ = e;
  if (writes_inter_thread(e.command)) inter_thread_ = e;
}

// Microengine that receives the signal.
std::optional<unsigned> SignalStory::receiver(const Sent& s) const {
  if (s.csr == me::csr::SameMeSignal) return s.me;
  if (s.csr == me::csr::NextNeighborSignal) return s.me + 1;
  return s.me == 0 ? std::nullopt : std::optional(s.me - 1);
}

SignalStory::Author SignalStory::raised_by(const Event& e) const {
  const auto instruction = [](const Event& of, const char* text) {
    Author a{text, {}, of.pc, of.command.issued};
    if (of.me >= 0) a.thread = Thread{unsigned(of.me), unsigned(std::max<int>(of.ctx, 0))};
    return a;
  };
  const bool same = completed_.tick == e.tick && completed_.me == e.me && completed_.ctx == e.ctx;
  if (same && (completed_.command.signal | 1u) == (e.signal.number | 1u))
    return instruction(completed_, "by the command of");
  for (const Sent& s : sent_)
    if (s.arrives == e.tick && receiver(s) == static_cast<unsigned>(e.me))
      return {"by", Thread{s.me, s.ctx}, static_cast<int>(s.pc), s.issued};
  if (inter_thread_.kind == EventKind::Completed && inter_thread_.tick == e.tick)
    return inter_thread_.me < 0 ? Author{"by the control core", {}, -1, 0}
                                : instruction(inter_thread_, "by");
  if (announced_.kind == EventKind::Element && announced_.tick == e.tick && announced_.me == e.me &&
      announced_.ctx == e.ctx)
    return {"by the media interface, with a status word", {}, -1, 0};
  const me::Context& c = sim_.microengine(static_cast<unsigned>(e.me)).state().ctx[e.ctx];
  if (c.future_signal == e.signal.number) return {"by its timer", {}, -1, 0};
  return {};
}

} // namespace ixp::debug
