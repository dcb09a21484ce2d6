#include "emu/xscale/modes.h"

#include <algorithm>

namespace ixp::xscale {

bool mode_exists(uint32_t bits) {
  switch (static_cast<Mode>(bits & psr::kMode)) {
  case Mode::User:
  case Mode::Fiq:
  case Mode::Irq:
  case Mode::Supervisor:
  case Mode::Abort:
  case Mode::Undefined:
  case Mode::System: return true;
  }
  return false;
}

Bank bank_of(Mode mode) {
  switch (mode) {
  case Mode::Fiq: return Bank::Fiq;
  case Mode::Irq: return Bank::Irq;
  case Mode::Supervisor: return Bank::Supervisor;
  case Mode::Abort: return Bank::Abort;
  case Mode::Undefined: return Bank::Undefined;
  case Mode::User:
  case Mode::System: break;
  }
  return Bank::User;
}

bool has_spsr(Mode mode) {
  return bank_of(mode) != Bank::User;
}

static void swap_in(State& s, Bank from, Bank to) {
  std::copy_n(&s.r[13], 2, s.r13[static_cast<unsigned>(from)].begin());
  std::copy_n(s.r13[static_cast<unsigned>(to)].begin(), 2, &s.r[13]);
  const unsigned fiq_from = from == Bank::Fiq, fiq_to = to == Bank::Fiq;
  if (fiq_from == fiq_to) return;
  std::copy_n(&s.r[8], 5, s.r8[fiq_from].begin());
  std::copy_n(s.r8[fiq_to].begin(), 5, &s.r[8]);
}

void write_cpsr(State& s, uint32_t value) {
  const Bank from = bank_of(s.mode());
  s.cpsr = value & psr::kAll;
  const Bank to = bank_of(s.mode());
  if (from != to) swap_in(s, from, to);
}

uint32_t& user_register(State& s, unsigned number) {
  const Bank bank = bank_of(s.mode());
  if (number >= 13 && number < 15 && bank != Bank::User) return s.r13[0][number - 13];
  if (number >= 8 && number < 13 && bank == Bank::Fiq) return s.r8[0][number - 8];
  return s.r[number];
}

} // namespace ixp::xscale
