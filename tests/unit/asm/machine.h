// A plain model of one context, to check assembled programs: it has words, not names.
// It is as strict as the hardware may be: a read delivers at the last moment (when its signal is
// waited for) and leaves garbage until then; a write takes its data at the last moment.
#pragma once

#include "isa/isa.h"

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace mecc::test {

class Machine {
public:
  explicit Machine(std::vector<uint64_t> words) {
    for (uint64_t w : words) {
      const auto i = mev2::decode(w, mev2::ContextMode::Eight);
      if (!i) throw std::runtime_error("undecodable word");
      code_.push_back(*i);
    }
  }

  std::map<uint32_t, uint32_t> memory; // longwords by byte address

  uint32_t read(const std::string& location) { // "a3", "@b7", "$4"
    std::string why;
    const auto i = mev2::parse("alu[--, --, B, " + location + "]", mev2::ContextMode::Eight, &why);
    if (!i) throw std::runtime_error(why);
    return fetch(i->right);
  }

  void run(unsigned most) {
    while (pc_ < code_.size() && !stopped_) {
      if (++steps_ > most) throw std::runtime_error("runs for ever");
      step();
    }
  }
  unsigned steps() const { return steps_; }
  unsigned lost_slots() const { return lost_; }

private:
  struct Pending {
    mev2::Instruction i;
    uint32_t address;
  };
  using Op = mev2::Opcode;
  using Kind = mev2::OperandKind;

  uint32_t& gpr(mev2::Bank bank, unsigned n) { return gprs_[bank == mev2::Bank::B].at(n); }

  uint32_t fetch(const mev2::Operand& o) {
    switch (o.kind) {
    case Kind::None: return 0;
    case Kind::Const: return o.number;
    case Kind::Gpr:
    case Kind::AbsGpr: return gpr(o.bank, o.number);
    case Kind::SXfer: return in_.at(o.number);
    default: throw std::runtime_error("operand not modelled");
    }
  }
  void store(const mev2::Operand& o, uint32_t v) {
    switch (o.kind) {
    case Kind::None: return;
    case Kind::Gpr:
    case Kind::AbsGpr: gpr(o.bank, o.number) = v; return;
    case Kind::SXfer: out_.at(o.number) = v; return;
    default: throw std::runtime_error("operand not modelled");
    }
  }

  uint32_t shifted(const mev2::Instruction& i, uint32_t v) const {
    const unsigned n = i.shift_amount;
    switch (i.shift) {
    case mev2::ShiftKind::None: return v;
    case mev2::ShiftKind::Left: return v << n;
    case mev2::ShiftKind::Right: return v >> n;
    case mev2::ShiftKind::RotateRight: return n ? v >> n | v << (32 - n) : v;
    case mev2::ShiftKind::LeftIndirect: return v << (previous_left_ & 31);
    case mev2::ShiftKind::RightIndirect: return v >> (previous_left_ & 31);
    }
    return v;
  }

  void logic(const mev2::Instruction& i, uint32_t v) {
    n_ = v >> 31;
    z_ = v == 0;
    c_ = v_ = false;
    store(i.dst, v);
  }
  void sum(const mev2::Instruction& i, uint32_t a, uint32_t b, bool carry) {
    const uint64_t wide = uint64_t{a} + b + carry;
    const auto v = static_cast<uint32_t>(wide);
    logic(i, v);
    c_ = wide >> 32;
    v_ = (~(a ^ b) & (a ^ v)) >> 31;
  }

  void command(const mev2::Instruction& i) {
    const uint32_t address = fetch(i.left) + fetch(i.right);
    const auto& info = mev2::info(i.opcode);
    if (i.opcode != Op::SCRATCH_READ && i.opcode != Op::SCRATCH_WRITE)
      throw std::runtime_error("command not modelled");
    if (info.pushes)
      for (unsigned k = 0; k < i.count; ++k)
        in_.at(i.xfer.number + k) = 0xdeadbeef;
    pending_[i.signal].push_back({i, address});
    if (i.completion != mev2::Completion::NoSwap) wait(1u << i.signal);
  }

  void wait(uint32_t mask) {
    for (unsigned s = 1; s < 16; ++s) {
      if (!(mask >> s & 1)) continue;
      if (pending_[s].empty()) throw std::runtime_error("waits for a signal nobody sends");
      for (const Pending& p : pending_[s])
        for (unsigned k = 0; k < p.i.count; ++k) {
          if (p.i.opcode == Op::SCRATCH_READ)
            in_.at(p.i.xfer.number + k) = memory[p.address + 4 * k];
          else
            memory[p.address + 4 * k] = out_.at(p.i.xfer.number + k);
        }
      pending_[s].clear();
    }
    n_ = z_ = c_ = v_ = true; // another context's
  }

  bool taken(const mev2::Instruction& i) {
    switch (i.opcode) {
    case Op::BR: return true;
    case Op::BEQ: return z_;
    case Op::BNE: return !z_;
    case Op::BMI: return n_;
    case Op::BPL: return !n_;
    case Op::BCS: return c_;
    case Op::BCC: return !c_;
    case Op::BGE: return n_ == v_;
    case Op::BLT: return n_ != v_;
    case Op::BLE: return z_ || n_ != v_;
    case Op::BGT: return !z_ && n_ == v_;
    case Op::BR_BSET: return fetch(i.left) >> i.parameter & 1;
    case Op::BR_BCLR: return !(fetch(i.left) >> i.parameter & 1);
    case Op::BR_BYTE_EQ: return (fetch(i.left) >> 8 * i.parameter & 0xff) == i.compare;
    case Op::BR_BYTE_NE: return (fetch(i.left) >> 8 * i.parameter & 0xff) != i.compare;
    default: throw std::runtime_error("branch not modelled");
    }
  }

  void step() {
    const mev2::Instruction i = code_[pc_];
    const uint32_t left = fetch(i.left), right = fetch(i.right);
    const auto& info = mev2::info(i.opcode);
    uint32_t next = pc_ + 1;
    if (slots_ && --slots_ == 0) next = resume_ == kFall ? pc_ + 1 : resume_;
    switch (i.opcode) {
    case Op::ALU_B: logic(i, right); break;
    case Op::ALU_NOT_B: logic(i, ~right); break;
    case Op::ALU_ADD: sum(i, left, right, false); break;
    case Op::ALU_ADD8: sum(i, left, right & 0xff, false); break;
    case Op::ALU_ADD16: sum(i, left, right & 0xffff, false); break;
    case Op::ALU_ADD_CARRY: sum(i, left, right, c_); break;
    case Op::ALU_SUB: sum(i, left, ~right, true); break;
    case Op::ALU_SUB_CARRY: sum(i, left, ~right, c_); break;
    case Op::ALU_B_SUB_A: sum(i, right, ~left, true); break;
    case Op::ALU_AND: logic(i, left & right); break;
    case Op::ALU_NOT_AND: logic(i, ~left & right); break;
    case Op::ALU_AND_NOT: logic(i, left & ~right); break;
    case Op::ALU_OR: logic(i, left | right); break;
    case Op::ALU_XOR: logic(i, left ^ right); break;
    case Op::SHF_B: logic(i, shifted(i, right)); break;
    case Op::SHF_NOT_B: logic(i, ~shifted(i, right)); break;
    case Op::SHF_AND: logic(i, left & shifted(i, right)); break;
    case Op::SHF_NOT_AND: logic(i, ~left & shifted(i, right)); break;
    case Op::SHF_AND_NOT: logic(i, left & ~shifted(i, right)); break;
    case Op::SHF_OR: logic(i, left | shifted(i, right)); break;
    case Op::LD_FIELD:
    case Op::LD_FIELD_W_CLR: {
      uint32_t mask = 0;
      for (unsigned k = 0; k < 4; ++k)
        if (i.byte_mask >> k & 1) mask |= 0xffu << 8 * k;
      const uint32_t keep = i.opcode == Op::LD_FIELD ? fetch(i.dst) & ~mask : 0;
      const uint32_t v = keep | (shifted(i, right) & mask);
      if (i.load_cc)
        logic(i, v);
      else
        store(i.dst, v);
      break;
    }
    case Op::IMMED: store(i.dst, i.immediate); break;
    case Op::IMMED_W0: store(i.dst, (fetch(i.dst) & 0xffff0000) | i.immediate); break;
    case Op::IMMED_W1: store(i.dst, (fetch(i.dst) & 0xffff) | i.immediate << 16); break;
    case Op::NOP: break;
    case Op::CTX_ARB:
      if (i.any && i.signals == 0) {
        stopped_ = true;
      } else { // signals are consumed after the defer slots
        waiting_ = i.signals;
        begin_slots(i.defer, kFall, next);
      }
      break;
    default:
      if (info.is_command) {
        mev2::Instruction plain = i;
        plain.completion = mev2::Completion::NoSwap;
        command(plain);
        if (i.completion != mev2::Completion::NoSwap) {
          waiting_ = 1u << i.signal;
          begin_slots(static_cast<unsigned>(i.completion), kFall, next);
        }
      } else if (info.is_branch) {
        const bool goes = taken(i);
        if (goes) lost_ += info.lost_slots - i.defer;
        begin_slots(i.defer, goes ? i.target : kFall, next);
      } else {
        throw std::runtime_error("not modelled: " + mev2::print(i));
      }
    }
    previous_left_ = left;
    pc_ = next;
    if (slots_ == 0 && waiting_) {
      wait(waiting_);
      waiting_ = 0;
    }
  }

  void begin_slots(unsigned n, uint32_t target, uint32_t& next) {
    slots_ = n;
    resume_ = target;
    if (n == 0 && target != kFall) next = target;
  }

  static constexpr uint32_t kFall = ~0u;
  std::vector<mev2::Instruction> code_;
  std::array<std::array<uint32_t, 128>, 2> gprs_{};
  std::array<uint32_t, 16> in_{}, out_{};
  std::map<unsigned, std::vector<Pending>> pending_;
  uint32_t pc_ = 0, resume_ = kFall, waiting_ = 0, previous_left_ = 0;
  unsigned slots_ = 0, steps_ = 0, lost_ = 0;
  bool n_ = false, z_ = false, c_ = false, v_ = false, stopped_ = false;
};

} // namespace mecc::test
