// Effects of instructions inside the microengine, each written once. A body is a template over the
// opcode O and over an access M, which provides operands and state. The reference engine and the
// slow path have one access, Checked (execute.cc); handlers have one for each form of operands,
// Access (handler_bodies.h). Two more have other words than numbers: one follows a clock
// (clock_loop.cc), one analyses a program (register_values.cc). The operands of an opcode are in
// its record (mev2::info).
//
// Members of an access:
//   Value                  the type of a word (semantics.h)
//   a(), b()               the left and the right operand
//   old(), write(value)    the destination
//   pa, pb, pr             the previous operands and result, as explained below
//   flags(), set_flags()   condition codes
//   shifted(b), amount()   b after the shifter; the amount for other kinds of shifts, 0..31
//   mask(), immediate()    bits that are replaced; the constant of immed, shifted to its position
//   loaded()               the same, or the CSR if the instruction before was local_csr_rd
//   loads_cc()             true if ld_field sets condition codes
//   in_context(), byte(), compare(), bit(), base()    operands of branches
//   state()                everything else: for numbers only, as all that is not is_function()
//   core, i                the microengine and the decoded instruction: in Checked only
//
// The previous instruction's operands and result (for indirect shifts, asr, byte_align,
// indirect_ref, cap fast_wr) are those of the last instruction that had them: the ALU, ALU_SHF and
// LD_FIELD classes set operands and result, immed and the last steps of mul_step the result.
#pragma once

#include "emu/me/cam.h"
#include "emu/me/crc.h"
#include "emu/me/csr.h"
#include "emu/me/semantics.h"
#include "isa/isa.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace ixp::me {

// Results of `make.operator()<O>()` for every opcode O.
template <class T> class ByOpcode {
public:
  explicit constexpr ByOpcode(auto make)
      : all_([&]<size_t... N>(std::index_sequence<N...>) {
          return std::array<T, mev2::kOpcodes> {
            make.template operator()<static_cast<mev2::Opcode>(N)>()...
          };
        }(std::make_index_sequence<mev2::kOpcodes>())) {}
  constexpr const T& operator[](mev2::Opcode o) const { return all_[static_cast<size_t>(o)]; }

private:
  std::array<T, mev2::kOpcodes> all_;
};

// ---- ALU, ALU_SHF, LD_FIELD

template <class V> struct Outcome {
  Outcome() = default;
  Outcome(const FlagsOf<V>& f) : result(f.result()), flags(f) {}
  Outcome(const V& r, const FlagsOf<V>& f) : result(r), flags(f) {}
  V result = 0;
  FlagsOf<V> flags;
};

template <class M> void crc_step(M& m, uint32_t operand) {
  MeState& s = m.state();
  s.crc_remainder = crc(static_cast<CrcType>(m.i.crc_type), s.crc_remainder, operand, m.i.crc_bytes,
                        m.i.crc_le, m.i.crc_bit_swap);
  std::copy_backward(s.crc_steps.begin(), s.crc_steps.end() - 1, s.crc_steps.end());
  s.crc_steps[0] = {m.core.cycle() + m.core.params().me_crc_latency, s.crc_remainder};
}

template <class M> void point_at_entry(M& m, uint32_t entry) {
  const uint32_t at = uint32_t{m.i.lm_addr_constant} << 10 | entry << 6;
  const uint64_t latency = m.core.params().me_lm_addr_latency;
  if (m.i.lm_addr_mask & 1) m.core.defer_write(csr::ActiveLmAddr0, at, latency);
  if (m.i.lm_addr_mask & 2) m.core.defer_write(csr::ActiveLmAddr1, at, latency);
}

// Counting, CRC and CAM: operations of the ALU class that are no operators.
template <mev2::Opcode O, class M> Outcome<uint32_t> unit_outcome(M& m, uint32_t a, uint32_t b) {
  using enum mev2::Opcode;
  if constexpr (O == FFS) {
    return {find_first_set(b), ffs_flags(b)};
  } else if constexpr (O == POP_COUNT3) {
    return logical(static_cast<uint32_t>(std::popcount(b)));
  } else if constexpr (O == CRC) {
    crc_step(m, b);
    return logical(b);
  } else if constexpr (O == CAM_LOOKUP) {
    const uint32_t found = cam_lookup(m.state(), a);
    point_at_entry(m, found >> 3 & 15);
    return logical(found);
  } else if constexpr (O == CAM_READ_TAG) {
    return logical(cam_read_tag(m.state(), b));
  } else if constexpr (O == CAM_READ_STATE) {
    return logical(cam_read_state(m.state(), b));
  } else if constexpr (O == CAM_CLEAR) {
    cam_clear(m.state());
  } else if constexpr (O == CAM_WRITE) {
    cam_write(m.state(), b, a, m.i.state);
  } else if constexpr (O == CAM_WRITE_STATE) {
    cam_write_state(m.state(), b, m.i.state);
  } else { // the first two of three steps have no visible effect
    static_assert(O == POP_COUNT1 || O == POP_COUNT2);
  }
  return {};
}

template <mev2::Opcode O, class M, class V> Outcome<V> outcome(M& m, const V& a, const V& b) {
  using enum mev2::Opcode;
  constexpr mev2::InstrClass cls = mev2::info(O).cls;
  if constexpr (is_alu_operator(O))
    return alu<O>(a, b, m.flags().c());
  else if constexpr (cls == mev2::InstrClass::Alu)
    return unit_outcome<O>(m, a, b);
  else if constexpr (O == ASR)
    return logical(arithmetic_shift(b, m.amount(), m.pr));
  else if constexpr (O == DBL_SHF)
    return logical(double_shift(a, b, m.amount()));
  else if constexpr (O == BYTE_ALIGN_BE)
    return logical(byte_align_be(m.pb, b, m.state().byte_index));
  else if constexpr (O == BYTE_ALIGN_LE)
    return logical(byte_align_le(m.pa, a, m.state().byte_index));
  else if constexpr (O == LD_FIELD)
    return logical(load_field(m.old(), m.shifted(b), m.mask()));
  else if constexpr (O == LD_FIELD_W_CLR)
    return logical(load_field(V(0), m.shifted(b), m.mask()));
  else
    return shift_op<O>(a, m.shifted(b));
}

template <class M> void set_result(M& m, const typename M::Value& value) {
  m.write(value);
  m.pr = value;
}

template <mev2::Opcode O, class M> void operate(M& m) {
  constexpr const mev2::OpcodeInfo& has = mev2::info(O);
  typename M::Value a = 0, b = 0;
  if constexpr (has.reads_left) a = m.a();
  if constexpr (has.reads_right) b = m.b();
  const auto is = outcome<O>(m, a, b);
  if constexpr (has.reads_left) m.pa = a;
  if constexpr (has.reads_right) m.pb = b;
  if constexpr (has.writes_dst) {
    set_result(m, is.result);
    if (has.cls != mev2::InstrClass::LdField || m.loads_cc()) m.set_flags(is.flags);
  }
}

// ---- IMMED, MULT

template <mev2::Opcode O, class M> void load_immediate(M& m) {
  if constexpr (mev2::info(O).reads_dst)
    set_result(m, load_field<typename M::Value>(m.old(), m.immediate(), m.mask()));
  else if constexpr (O == mev2::Opcode::IMMED)
    set_result(m, m.loaded());
}

template <mev2::Opcode O, class M> void multiply(M& m) {
  using enum mev2::Opcode;
  // Opcodes of a type are consecutive: four steps, then both halves of the product.
  constexpr unsigned n = static_cast<unsigned>(O) - static_cast<unsigned>(MUL_24X8_STEP1);
  constexpr unsigned step = n % 6, a_bits[] = {24, 16, 32};
  uint64_t& product = m.state().product;
  if constexpr (O == MUL_START) {
    product = 0;
  } else if constexpr (step < 4) {
    const uint32_t a = m.a(), b = m.b();
    product = multiply_step(product, a, b, step + 1, a_bits[n / 6]);
  } else {
    const uint32_t result = static_cast<uint32_t>(step == 4 ? product : product >> 32);
    set_result(m, result);
    m.set_flags(logical(result));
  }
}

// ---- Instructions that change only registers, flags and units of the microengine.

constexpr bool computes(mev2::Opcode o) {
  using enum mev2::InstrClass;
  const mev2::InstrClass c = mev2::info(o).cls;
  return c == Alu || c == AluShf || c == LdField || c == Immed || c == Mult;
}
template <mev2::Opcode O, class M> void compute(M& m) {
  constexpr mev2::InstrClass cls = mev2::info(O).cls;
  if constexpr (cls == mev2::InstrClass::Immed)
    load_immediate<O>(m);
  else if constexpr (cls == mev2::InstrClass::Mult)
    multiply<O>(m);
  else
    operate<O>(m);
}

// True if result and flags depend on operands and flags alone: the body works for every Value.
constexpr bool is_function(mev2::Opcode o) {
  using enum mev2::InstrClass;
  const mev2::InstrClass c = mev2::info(o).cls;
  return is_alu_operator(o) || is_shift_operator(o) || c == LdField || c == Immed;
}
// Bodies of these opcodes; null for others.
template <class M>
inline constexpr ByOpcode<void (*)(M&)> kFunctions([]<mev2::Opcode O>() -> void (*)(M&) {
  if constexpr (is_function(O))
    return &compute<O, M>;
  else
    return nullptr;
});

// ---- Branches

// True for branches on signals and input states.
constexpr bool looks_outside(mev2::Opcode o) {
  using enum mev2::Opcode;
  return o == BR_SIGNAL || o == BR_NOT_SIGNAL || o == BR_INP_STATE || o == BR_NOT_INP_STATE;
}

template <mev2::Opcode O, class M> auto taken(M& m) {
  using enum mev2::Opcode;
  if constexpr (O == BR || O == JUMP) return true;
  if constexpr (O == BR_EQ_CTX) return m.in_context();
  if constexpr (O == BR_NE_CTX) return !m.in_context();
  if constexpr (O == BR_BYTE_EQ) return byte_equals(m.a(), m.byte(), m.compare());
  if constexpr (O == BR_BYTE_NE) return !byte_equals(m.a(), m.byte(), m.compare());
  if constexpr (O == BR_BSET) return bit_set(m.a(), m.bit());
  if constexpr (O == BR_BCLR) return !bit_set(m.a(), m.bit());
  if constexpr (O == BR_SIGNAL) return m.take_signal();
  if constexpr (O == BR_NOT_SIGNAL) return !m.take_signal();
  if constexpr (O == BR_INP_STATE) return m.input_state();
  if constexpr (O == BR_NOT_INP_STATE) return !m.input_state();
  if constexpr (is_condition(O)) return condition<O>(m.flags());
}
template <class M> uint16_t jump_target(M& m) {
  return static_cast<uint16_t>((m.base() + m.a()) & 0x1fff);
}

} // namespace ixp::me
