#include "emu/me/microengine.h"

#include "emu/me/core.h"
#include "emu/me/reference.h"
#include "emu/me/threaded.h"

#include <algorithm>

namespace ixp {

using me::Core;

Microengine::Microengine(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel,
                         EngineKind kind) {
  core_ = std::make_unique<Core>(index, params, hazards, kernel, *this);
  if (kind == EngineKind::Reference) {
    engine_ = std::make_unique<me::ReferenceEngine>(*core_);
    schedule(0);
  } else {
    engine_ = std::make_unique<me::ThreadedEngine>(*core_);
  }
}

Microengine::~Microengine() = default;

void Microengine::connect(CommandPort& port, InputStates& inputs, Microengine* previous,
                          Microengine* next) {
  core_->port = &port;
  core_->inputs = &inputs;
  core_->previous = previous ? previous->core_.get() : nullptr;
  core_->next = next ? next->core_.get() : nullptr;
}

void Microengine::listen(EventStream* events) {
  core_->listen(events);
}

void Microengine::count_instructions(InstructionCounts& counts) {
  engine_->count_instructions(counts);
}

void Microengine::observe_instructions(InstructionObserver& observer,
                                       const std::vector<uint16_t>& addresses) {
  me::InstructionMarks own;
  for (const uint16_t a : addresses)
    if (a < own.size()) own.set(a);
  auto& all = core_->instruction_observers;
  const auto known = std::ranges::find(all, &observer, [](const auto& o) { return o.first; });
  if (known != all.end())
    known->second = own;
  else
    all.emplace_back(&observer, own);
  me::InstructionMarks marks;
  for (const auto& [watching, its] : all)
    marks |= its;
  if (marks == core_->marks) return;
  core_->marks = marks;
  ++core_->store_version; // predecoded anew
}

void Microengine::on_attention(std::function<void(Tick)> callback) {
  core_->attention = std::move(callback);
}

void Microengine::set_frame_watch(FrameWatch* watch) {
  core_->frame_watch = watch;
}

std::vector<me::TimedEvent> Microengine::events() const {
  return core_->events.all();
}

std::vector<uint32_t> Microengine::neighbour_words() const {
  return core_->nn_words();
}

uint32_t Microengine::local_memory(unsigned word) const {
  return core_->s.local_memory.at(word);
}

void Microengine::set_local_memory(unsigned word, uint32_t value) {
  core_->s.local_memory.at(word) = value;
  core_->lm_initialised.set(word);
}

unsigned Microengine::pc(unsigned ctx) const {
  return static_cast<int>(ctx) == core_->s.running ? engine_->next_pc() : core_->s.ctx[ctx].pc;
}

MeStatistics Microengine::statistics(Tick end) const {
  return engine_->statistics(core_->cycle_of(end));
}

void Microengine::settle(Tick end) {
  if (end > 0) core_->catch_up(end - 1);
}

const me::MeState& Microengine::state() const {
  return core_->s;
}

unsigned Microengine::index() const {
  return core_->index;
}

uint64_t Microengine::skipped() const {
  return engine_->skipped();
}

void Microengine::come_back(Tick limit) {
  schedule_by(engine_->come_back(limit));
}

void Microengine::step(Tick now) {
  schedule(engine_->step(now));
}

uint32_t Microengine::pull(XferFile file, unsigned reg) {
  const unsigned i = me::out_file(file) + reg % me::kFile;
  core_->settle_expected(core_->kernel.now());
  if (core_->s.outstanding[i]) --core_->s.outstanding[i];
  return core_->s.regs[i];
}

// Also when what was due is worked out behind the end of a run, where nothing of now() has
// happened.
void Microengine::pull_words(const Registers& from, unsigned count, uint32_t* words) {
  const Tick now = core_->kernel.now();
  if (core_->kernel.acting())
    core_->settle_expected(now);
  else if (now > 0)
    core_->settle_expected(now - 1);
  core_->leave(me::out_file(from.file), from.first % me::kFile, count, words);
}

void Microengine::push(XferFile file, unsigned reg, uint32_t value) {
  const unsigned i = me::in_file(file) + reg % me::kFile;
  const Tick now = core_->kernel.now();
  core_->settle_expected(now);
  if (core_->events.due(now)) core_->catch_up_with_units(now); // words of this register among them
  core_->arrive(i, value);
}

void Microengine::expect_push(XferFile file, unsigned reg, unsigned count) {
  core_->expect(me::in_file(file) + reg % me::kFile, count);
  come_back(core_->events.first_effect());
}

void Microengine::expect_pull(XferFile file, unsigned reg, unsigned count) {
  core_->expect(me::out_file(file) + reg % me::kFile, count);
  come_back(core_->events.first_effect());
}

void Microengine::expect_look(Tick tick) {
  core_->expect_look(tick);
  come_back(core_->events.first_effect());
}

void Microengine::signal(unsigned ctx, unsigned signal_number, Tick now) {
  core_->signal_from_unit(ctx % kContexts, signal_number, now);
}

void Microengine::complete_at(Completion& completion) {
  core_->complete_at(completion);
}

void Microengine::hear_signals_ahead(Tick ticks) {
  core_->hear_signals_ahead(ticks);
}

void Microengine::fifo_advanced(Tick now) {
  if (engine_->stalled()) core_->step_by(now);
}

void Microengine::write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) {
  core_->write_csr_later(address, value, effect);
  come_back(core_->events.first_effect());
  if (engine_->stalled()) core_->step_by(align_up(effect, core_->div()));
}

uint32_t Microengine::read_csr_from_outside(uint16_t address, Tick now) {
  return core_->read_csr_from_outside(address, now);
}

} // namespace ixp
