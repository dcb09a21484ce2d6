#include "emu/me/microengine.h"

#include "emu/me/reference.h"
#include "emu/me/result_use.h"
#include "emu/me/threaded.h"

#include <algorithm>
#include <utility>

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

void Microengine::connect(CommandFifo& fifo, InputStates& inputs, Microengine* previous,
                          Microengine* next) {
  core_->connect(fifo, inputs, previous ? previous->core_.get() : nullptr,
                 next ? next->core_.get() : nullptr);
}

void Microengine::listen(EventStream* events) {
  core_->watch().listen(events);
}

void Microengine::count_instructions(InstructionCounts& counts) {
  core_->watch().count(counts);
}

void Microengine::observe_instructions(InstructionObserver& observer,
                                       const std::vector<uint16_t>& addresses) {
  if (core_->watch().observe(observer, addresses)) core_->predecode_again(); // forces predecoding
}

void Microengine::on_attention(std::function<void(Tick)> callback) {
  core_->on_attention(std::move(callback));
}

void Microengine::set_frame_watch(FrameWatch* watch) {
  core_->watch().set_frames(watch);
}

const me::Inbox& Microengine::inbox() const {
  return *core_;
}

std::vector<uint32_t> Microengine::neighbour_words() const {
  return core_->nn_words();
}

uint32_t Microengine::local_memory(unsigned word) const {
  return core_->state().local_memory.at(word);
}

void Microengine::set_local_memory(unsigned word, uint32_t value) {
  core_->set_local_memory(word, value);
}

unsigned Microengine::pc(unsigned ctx) const {
  const me::MeState& s = state();
  return static_cast<int>(ctx) == s.running ? engine_->next_pc() : s.ctx[ctx].pc;
}

MeStatistics Microengine::statistics(Tick end) const {
  return engine_->statistics(core_->cycle_of(end));
}

void Microengine::settle(Tick end) {
  if (engine_->asleep() && end == core_->kernel().horizon())
    step(end - 1);
  else if (end > 0)
    core_->catch_up(end - 1);
}

const me::MeState& Microengine::state() const {
  return core_->state();
}

unsigned Microengine::index() const {
  return core_->index();
}

uint64_t Microengine::skipped() const {
  return engine_->skipped();
}

void Microengine::wake_up() {
  if (engine_->asleep()) core_->step_by(core_->kernel().now());
}

IXP_OFTEN void Microengine::step(Tick now) {
  schedule(engine_->step(now));
}

void Microengine::pull(const Registers& from, unsigned count, uint32_t* words) {
  core_->catch_up_before(core_->kernel().now());
  core_->leave(me::out_file(from.file), from.first % me::kFile, count, words);
}

void Microengine::push(const Registers& to, unsigned count, const uint32_t* words) {
  core_->catch_up_before(core_->kernel().now());
  core_->arrive(me::in_file(to.file), to.first % me::kFile, count, words);
}

void Microengine::signal(unsigned ctx, unsigned signals, Tick now) {
  core_->catch_up_before(now);
  core_->raise(ctx % kContexts, signals, now);
}

IXP_OFTEN void Microengine::deliver(const Command& c, unsigned count, const uint32_t* words,
                                    unsigned signals, Tick now) {
  Core& core = *core_;
  core.catch_up_before(now);
  core.arrive(me::in_file(c.file), c.xfer % me::kFile, count, words);
  if (signals) core.raise(c.ctx % kContexts, signals, now);
}

void Microengine::signal_later(unsigned ctx, unsigned signals, Tick tick) {
  core_->post(tick, me::TimedEvent::Source::Announced, me::signal_to(ctx % kContexts, signals));
}

void Microengine::expect(Tick tick) {
  core_->announce(tick);
  wake_up();
}

void Microengine::expect_push(const Registers& to, unsigned count) {
  core_->expect(me::in_file(to.file) + to.first % me::kFile, count);
  wake_up();
}

void Microengine::expect_pull(const Registers& from, unsigned count) {
  core_->expect(me::out_file(from.file) + from.first % me::kFile, count);
  wake_up();
}

void Microengine::swap_ahead(Tick ticks) {
  core_->swap_ahead(ticks);
}

bool Microengine::may_read_result(const Command& c) {
  if (std::exchange(result_reads_version_, core_->store_version()) != core_->store_version())
    result_reads_.clear();
  const auto [known, fresh] = result_reads_.try_emplace(c.pc);
  if (fresh) known->second = me::may_read_result(core_->store(), core_->mode(), c);
  return known->second;
}

void Microengine::fifo_advanced(Tick now) {
  if (engine_->stalled()) core_->step_by(now);
}

void Microengine::write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) {
  core_->write_csr_later(address, value, effect);
  wake_up();
  if (engine_->stalled()) core_->step_by(align_up(effect, core_->div()));
}

uint32_t Microengine::read_csr_from_outside(uint16_t address, Tick now) {
  return core_->read_csr_from_outside(address, now);
}

} // namespace ixp
