#include "emu/control/xscale.h"

#include "base/diagnostic.h"
#include "emu/xscale/endless.h"
#include "emu/xscale/report.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::control {

using xscale::Access;
using xscale::AccessKind;
using xscale::Size;

XScale::XScale(const Params& params, AddressMap& map, HazardSink& hazards,
               const xscale::Program& program, bool stop_at_faults)
    : params_(params), map_(map), hazards_(hazards), div_(params.clock_xscale_div),
      own_cycles_(static_cast<uint32_t>(params.xscale_cached * params.clock_me_div / div_)),
      core_(*this) {
  load(program);
  core_.reset(program.big_endian);
  core_.watch(&interrupts_);
  xscale::State& s = core_.edit();
  s.r[15] = program.entry & ~1u;
  if (program.entry & 1) s.cpsr |= xscale::psr::kT;
  std::ranges::copy(program.arguments, s.r.begin());
  kernel_ = program.kernel;
  if (stop_at_faults)
    for (const auto e : {xscale::Exception::Undefined, xscale::Exception::PrefetchAbort,
                         xscale::Exception::DataAbort})
      core_.stop_on(e);
  schedule(0);
}

void XScale::load(const xscale::Program& program) {
  for (const xscale::Segment& s : program.segments) {
    const Place first = map_.locate(s.address).place;
    const Place last = map_.locate(s.address + s.size - 1).place;
    if (first != last || (first != Place::Dram && first != Place::Sram && first != Place::Scratch))
      throw InputError(fmt::format("{} bytes of the ARM program at {:#010x} lie in no memory of "
                                   "this chip; link it to DRAM, from 0 on",
                                   s.size, s.address));
    if (first == Place::Dram && !program.kernel)
      own_.emplace_back(s.address & ~3u, (s.address + s.size + 3) & ~3u);
  }
  if (program.kernel) own_.emplace_back(0, map_.dram_bytes());
  // Bytes of one longword follow each other.
  uint32_t at = 0, word = 0;
  bool begun = false;
  const auto end_word = [&] {
    if (begun) map_.poke(at, word);
  };
  xscale::for_each_byte(program, [&](uint32_t address, uint8_t byte) {
    if (!begun || at != (address & ~3u)) {
      end_word();
      at = address & ~3u;
      word = map_.peek(at).value_or(0);
      begun = true;
    }
    const unsigned shift = 24 - 8 * (address & 3);
    word = (word & ~(0xffu << shift)) | uint32_t{byte} << shift;
  });
  end_word();
}

bool XScale::is_own(const Access& a) const {
  return std::ranges::any_of(own_, [&](const auto& range) {
    return a.address >= range.first && a.address < range.second;
  });
}

// ---- Accesses.

static unsigned shift_of(const Access& a) {
  return 8 * (4 - static_cast<unsigned>(a.size) - (a.address & 3));
}

// The bytes of a longword that a read asks for.
static uint32_t part_of(uint32_t word, const Access& a) {
  if (a.size == Size::Word) return word;
  return word >> shift_of(a) & ((1u << 8 * static_cast<unsigned>(a.size)) - 1);
}

XScale::Result XScale::perform(const Access& a, Tick now) {
  const Target t = map_.locate(a.address);
  const unsigned bits = 8 * static_cast<unsigned>(a.size);
  if (a.kind == AccessKind::Write)
    return {a.size == Size::Word ? map_.write(t, a.value, now)
                                 : map_.write_part(t, a.value, shift_of(a), bits, now)};
  const std::optional<uint32_t> word = map_.read(t, now);
  return {word.has_value(), part_of(word.value_or(0), a)};
}

xscale::Answer XScale::access(const Access& a) {
  using xscale::Answer;
  const bool own = is_own(a);
  if (own && a.kind != AccessKind::Write) // nine of ten accesses
    return {Answer::Done, part_of(map_.dram_word(a.address & ~3u), a), own_cycles_};
  if (own || (swapping_ && a.kind == AccessKind::Write)) {
    const Result r = perform(a, now_);
    if (!own) swapping_ = false;
    return {r.done ? Answer::Done : Answer::Failed, r.value, own ? own_cycles_ : 0};
  }
  const Target t = map_.locate(a.address);
  if (t.place == Place::Nothing) return {Answer::Failed, 0, 0};
  const bool write = a.kind == AccessKind::Write;
  waiting_ = true;
  access_ = a;
  issued_ = now_ + core_ticks(state().cycles - cycles_before_);
  effect_ = issued_ + params_.me(map_.cycles(t, write));
  map_.announce(t, write, a.value, effect_);
  ++stats_.accesses;
  stats_.writes += write;
  return {Answer::Wait, 0, 0};
}

// The chip stands still while the core executes, so no effect comes between its accesses.
xscale::Direct XScale::direct(uint32_t address, bool write) {
  constexpr uint32_t kBytes = 1u << xscale::kGranuleBits;
  const uint32_t first = address & ~(kBytes - 1);
  if (!is_own({.address = first}) || !is_own({.address = first + kBytes - 1})) return {};
  return {map_.dram_bytes_at(first, write), own_cycles_};
}

void XScale::finish_access(Tick now) {
  waiting_ = false;
  const Result r = perform(access_, now);
  const uint64_t cycles = (now - issued_ + div_ - 1) / div_;
  stats_.waiting += now - issued_;
  swapping_ = access_.locked && r.done;
  r.done ? core_.complete(r.value, cycles) : core_.fail(cycles);
}

// ---- Time.

void XScale::update_lines(Tick now) {
  map_.update_interrupts(now, core_.counter_interrupt());
  const Interrupts::Pending pending = map_.interrupts.pending();
  core_.set_irq(pending.irq);
  core_.set_fiq(pending.fiq);
  interrupts_.see(pending.irq | pending.fiq, now / div_);
  interrupts_.set_offset(now / div_ - state().cycles);
}

void XScale::interrupt() {
  if (!ended_ && state().idle) schedule_by(now() + 1);
}

void XScale::drive_pin(Tick at, unsigned pin, bool level) {
  map_.gpio.drive_at(at, pin, level);
  if (!ended_ && state().idle) schedule_by(std::max(at, now() + 1));
}

void XScale::type(Tick at, std::string bytes) {
  map_.uart.typed()->pieces.push_back({at, std::move(bytes)});
  if (!ended_ && state().idle) schedule_by(at);
}

Tick XScale::next_change() const {
  return std::min({map_.timers.next(), map_.gpio.next(), map_.uart.next()});
}

void XScale::step(Tick now) {
  now_ = now;
  swapping_ = false;
  map_.uart.settle(now);
  if (waiting_) finish_access(now);
  if (kernel_ && panicked()) return stop_at(now, "the kernel has panicked\n");
  update_lines(now);
  if (map_.timers.watchdog_expired(now))
    return stop_at(now, "the watchdog timer has run down; the chip would be reset\n");
  map_.settle_dram();
  cycles_before_ = state().cycles;
  switch (run_slice()) {
  case xscale::Step::Done:
    if (now >= next_look_ && hangs(now)) return;
    return schedule(now + core_ticks(state().cycles - cycles_before_));
  case xscale::Step::Waiting: return schedule(effect_);
  case xscale::Step::Idle:
    if (kernel_ && !may_be_interrupted(0))
      return stop_at(now, "the kernel waits for an interrupt, but has enabled none\n");
    return schedule(std::max(next_change(), now + 1));
  case xscale::Step::Stopped: return stopped(now);
  }
}

// With an observer one instruction at a time, which gives the same run as a whole slice.
xscale::Step XScale::run_slice() {
  if (!observer_) return core_.run(params_.xscale_slice);
  const bool continues = state().log.done || state().log.failed; // an instruction that waited
  moments_.erase(moments_.begin(),
                 continues && !moments_.empty() ? moments_.end() - 1 : moments_.end());
  const uint64_t end = state().cycles + params_.xscale_slice;
  xscale::Step step = xscale::Step::Done;
  do {
    note_instruction();
    step = core_.step();
  } while (step == xscale::Step::Done && state().cycles < end);
  return step;
}

// Not if the core takes an interrupt instead.
void XScale::note_instruction() {
  const xscale::State& s = state();
  const bool interrupted =
      (s.irq && !(s.cpsr & xscale::psr::kI)) || (s.fiq && !(s.cpsr & xscale::psr::kF));
  const bool sleeps = s.idle && !s.irq && !s.fiq;
  if (interrupted || sleeps || s.log.done || s.log.failed) return;
  moments_.push_back(
      {now_ + core_ticks(s.cycles - cycles_before_), s.r, s.cpsr, s.instructions, s.cycles});
  observer_(moments_.back());
}

xscale::State XScale::state_at(Tick at) const {
  xscale::State s = state();
  if (at >= now_ + core_ticks(s.cycles - cycles_before_)) return s;
  for (const Moment& m : moments_)
    if (m.tick <= at)
      s.r = m.r, s.cpsr = m.cpsr, s.instructions = m.instructions, s.cycles = m.cycles;
  return s;
}

// False: neither line can rise for a core with these masks until a register is written.
bool XScale::may_be_interrupted(uint32_t masks) const {
  const Interrupts& i = map_.interrupts;
  return (!(masks & xscale::psr::kI) && i.any_irq_enabled()) ||
         (!(masks & xscale::psr::kF) && i.any_fiq_enabled()) || map_.timers.watchdog_armed();
}

// Stops a program in an endless loop or in empty memory. Looks are rare: a loop is still there at
// the next one.
bool XScale::hangs(Tick now) {
  next_look_ = now + params_.clock_pll_mhz * 1000; // a millisecond
  const auto memory = [&](uint32_t address) { return map_.peek(address); };
  if (xscale::executes_nothing(state(), memory)) {
    stop_at(now, "the core executes memory that holds zeros only\n");
    return true;
  }
  if (may_be_interrupted(state().cpsr)) return false;
  const unsigned length = xscale::endless_loop(state(), memory);
  if (length)
    stop_at(now, fmt::format("an endless loop of {} instruction{} at pc {:#010x}, and no interrupt "
                             "can come\n",
                             length, length == 1 ? "" : "s", state().r[15]));
  return length;
}

// A panic of Linux loops for ever; its console has the reason.
bool XScale::panicked() {
  constexpr std::string_view kPanic = "Kernel panic - not syncing";
  const std::string& sent = map_.uart.sent();
  if (sent.size() == read_ || sent.back() != '\n') return false;
  const bool found = sent.find(kPanic, read_) != sent.npos;
  read_ = sent.size();
  return found;
}

void XScale::stop_at(Tick now, const std::string& why) {
  ended_ = true;
  schedule(kNever);
  hazards_.report({HazardKind::ControlCore, now, -1, -1, -1, why + report()});
}

void XScale::stopped(Tick now) {
  ended_ = true;
  schedule(kNever);
  const xscale::State& s = state();
  const bool halted = s.stop.reason == xscale::StopReason::BranchHere && s.r[1] == kHalt;
  if (halted && s.r[0] == 0) return;
  std::string text =
      halted ? fmt::format("the ARM program ended with status {}", static_cast<int32_t>(s.r[0]))
             : report();
  hazards_.report({HazardKind::ControlCore, now, -1, -1, -1, std::move(text)});
}

bool XScale::asleep() const {
  return ended_ || (state().idle && next_change() == kNever);
}

// Length and last line of a kernel's console: the console itself may be in a file.
static std::string describe_console(std::string_view sent) {
  const std::string length = fmt::format("console: {} bytes", sent.size());
  while (!sent.empty() && (sent.back() == '\n' || sent.back() == '\r'))
    sent.remove_suffix(1);
  if (sent.empty()) return length;
  return fmt::format("{}, the last line: {}", length, sent.substr(sent.rfind('\n') + 1));
}

std::string XScale::report() {
  std::string text = xscale::report(state(), [&](uint32_t address) { return map_.peek(address); });
  if (kernel_) return text + describe_console(map_.uart.sent());
  while (text.ends_with('\n'))
    text.pop_back();
  return text;
}

} // namespace ixp::control
