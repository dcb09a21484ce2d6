#include "emu/xscale/coprocessors.h"

namespace ixp::xscale {

static bool read(Execution& x, const CoprocessorRegister& from, uint32_t& value) {
  if (!x.s.privileged()) return false;
  switch (from.coprocessor) {
  case 14: return read_counter(x, from, value);
  case 15: return read_system_control(x, from, value);
  default: return false;
  }
}

static bool write(Execution& x, const CoprocessorRegister& to, uint32_t d) {
  if (to.coprocessor == 0) return accumulate(x, to, x.reg(d));
  if (!x.s.privileged()) return false;
  switch (to.coprocessor) {
  case 14: return write_counter(x, to, x.reg(d));
  case 15: return write_system_control(x, to, x.reg(d));
  default: return false;
  }
}

void read_coprocessor(Execution& x, const CoprocessorRegister& from, uint32_t d) {
  uint32_t value = 0;
  x.cycles = x.time.coprocessor;
  if (!read(x, from, value)) {
    if (x.end == Execution::End::Done) x.raise(Exception::Undefined);
  } else if (d == 15) {
    x.set_flags(psr::kN | psr::kZ | psr::kC | psr::kV, value);
  } else {
    x.set(d, value);
  }
}

void write_coprocessor(Execution& x, const CoprocessorRegister& to, uint32_t d) {
  x.cycles = x.time.coprocessor;
  if (!write(x, to, d) && x.end == Execution::End::Done) x.raise(Exception::Undefined);
}

} // namespace ixp::xscale
