// Random programs that an assembler would accept: legal words, sensible enough to keep contexts
// running, with every kind of interaction.
#include "tests/differential/clock_waits.h"
#include "tests/differential/program.h"

#include "emu/me/csr.h"

#include <iterator>
#include <random>

namespace ixp::test {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

namespace {

class Generator {
public:
  Generator(std::mt19937& r, mev2::ContextMode mode, unsigned length, bool chip)
      : random_(r), mode_(mode), length_(length), chip_(chip) {
    interesting_ = random_() % 3;
  }

  std::vector<uint64_t> program() {
    std::vector<uint64_t> words;
    unsigned slots = 0; // defer slots still to fill
    while (words.size() < length_) {
      const Instruction i = instruction(words.size(), slots > 0);
      const auto w = mev2::encode(i, mode_);
      if (!w || mev2::port_conflict(i)) continue;
      if (i.opcode == Opcode::LOCAL_CSR_RD && slots != 1) after_csr_read_ = true;
      if (slots)
        --slots;
      else
        slots = defer_of(i);
      words.push_back(*w);
    }
    // The defer slots of the last instructions, then back to some place.
    for (unsigned n = 0; n < 3; ++n)
      words.push_back(mev2::kNop);
    Instruction back;
    back.opcode = Opcode::BR;
    back.target = static_cast<uint16_t>(random_() % 4);
    words.push_back(*mev2::encode(back, mode_));
    return words;
  }

  // Loops that read PROFILE_COUNT, compute with it and compare, with other things between them.
  std::vector<uint64_t> clock_loops() {
    std::vector<uint64_t> words;
    const auto add = [&](const Instruction& i) {
      const auto w = mev2::encode(i, mode_);
      if (w && !mev2::port_conflict(i)) words.push_back(*w);
      return w && !mev2::port_conflict(i);
    };
    ClockWaits waits(random_, mode_, words);
    if (chance(30)) waits.move_clock();
    while (words.size() < length_) {
      if (chance(20)) waits.set_a_clock();
      if (chance(50)) {
        waits.add_loop();
        continue;
      }
      for (unsigned n = random_() % 3; n > 0; --n)
        waits.set_value(low_register(), limit());
      const size_t loop = words.size();
      Instruction clock;
      clock.opcode = Opcode::LOCAL_CSR_RD;
      clock.csr = chance(95) ? me::csr::ProfileCount : me::csr::TimestampLow;
      add(clock);
      Instruction value;
      value.opcode = Opcode::IMMED;
      value.dst = low_register();
      add(value);
      for (unsigned n = random_() % (chance(60) ? 2 : 6); n > 0;)
        n -= add(chance(97) ? in_clock_loop() : compute());
      if (chance(70)) {
        Instruction compare;
        compare.opcode = chance(80) ? Opcode::ALU_SUB : Opcode::ALU_ADD;
        compare.left = value.dst;
        compare.right = low_register();
        add(compare);
      }
      if (chance(30)) add(branch(words.size() + 2));
      Instruction back = branch(loop);
      back.target = static_cast<uint16_t>(loop);
      const size_t before = words.size();
      while (!add(back))
        back = branch(loop), back.target = static_cast<uint16_t>(loop);
      for (unsigned n = defer_of(back); n > 0 && words.size() > before;)
        n -= add(in_clock_loop());
      for (unsigned n = random_() % 3; n > 0;) {
        const Instruction i = instruction(words.size(), false);
        if (defer_of(i) || changes_next(i)) continue;
        n -= add(i);
      }
    }
    for (unsigned n = 0; n < 3; ++n)
      words.push_back(mev2::kNop);
    Instruction again;
    again.opcode = Opcode::BR;
    words.push_back(*mev2::encode(again, mode_));
    return words;
  }

  // Puts and gets of rings that are mostly empty, and branches on the flags that say so.
  std::vector<uint64_t> ring_flags() {
    std::vector<uint64_t> words;
    Operand base = low_register();
    base.number = 15;
    ClockWaits(random_, mode_, words).set_value(base, 0);
    if (chance(30)) watch_flags(words);
    while (words.size() < length_) {
      const unsigned ring = random_() % 4 ? 1 : 3, k = random_() % 100; // odd: the flag means empty
      Instruction i;
      if (k < 55) {
        i.opcode = chance(40) ? Opcode::SCRATCH_PUT : Opcode::SCRATCH_GET;
        i.left = base; // two constants cannot be read at once
        i.right.kind = OperandKind::Const;
        i.right.number = static_cast<uint16_t>(4 * ring);
        i.count = static_cast<uint8_t>(1 + random_() % 2);
        i.xfer.kind = OperandKind::SXfer;
        i.xfer.number = static_cast<uint16_t>(random_() % 4);
        i.signal = static_cast<uint8_t>(1 + random_() % 10);
        i.completion = chance(70) ? mev2::Completion::CtxSwap : mev2::Completion::NoSwap;
      } else if (k < 75) {
        i.opcode = random_() % 2 ? Opcode::BR_INP_STATE : Opcode::BR_NOT_INP_STATE;
        i.parameter = static_cast<uint8_t>(2 + ring);
        i.target = static_cast<uint16_t>(words.size() + (chance(10) ? 0 : 2 + random_() % 3));
      } else {
        i = chance(40) ? ctx_arb() : compute();
        if (defer_of(i)) continue;
        if (i.opcode == Opcode::CTX_ARB && chance(90)) i = voluntary(); // or soon everybody sleeps
      }
      const auto w = mev2::encode(i, mode_);
      if (w && !mev2::port_conflict(i)) words.push_back(*w);
    }
    for (unsigned n = 0; n < 4; ++n)
      words.push_back(mev2::kNop);
    Instruction again;
    again.opcode = Opcode::BR;
    words.push_back(*mev2::encode(again, mode_));
    return words;
  }

private:
  // Waits for a flag to go one way, then the other, and so on: looks nearly every cycle.
  void watch_flags(std::vector<uint64_t>& words) {
    constexpr unsigned kLooks = 12;
    const unsigned ring = random_() % 4 ? 1 : 3;
    Instruction look, again;
    look.parameter = static_cast<uint8_t>(2 + ring);
    again.opcode = Opcode::BR;
    for (unsigned n = 0; n < 4; ++n) {
      look.opcode = n % 2 ? Opcode::BR_INP_STATE : Opcode::BR_NOT_INP_STATE;
      again.target = static_cast<uint16_t>(words.size());
      look.target = static_cast<uint16_t>(words.size() + kLooks + 1);
      words.insert(words.end(), kLooks, *mev2::encode(look, mode_));
      words.push_back(*mev2::encode(again, mode_));
    }
  }

  static Instruction voluntary() {
    Instruction i;
    i.opcode = Opcode::CTX_ARB;
    i.signals = 1;
    return i;
  }

  static bool changes_next(const Instruction& i) { return i.opcode == Opcode::LOCAL_CSR_RD; }
  Operand low_register() {
    Operand o;
    o.kind = OperandKind::Gpr;
    o.bank = random_() % 2 ? mev2::Bank::A : mev2::Bank::B;
    o.number = static_cast<uint16_t>(random_() % 4);
    return o;
  }
  // A value that the clock, or what is computed of it, may come by: low, or near a change of sign.
  uint32_t limit() {
    const uint32_t near[] = {0, 0, 0x80000000, 0xffffffff, 0x10000};
    return pick(near) + random_() % 2500 - (chance(50) ? 1200 : 0);
  }
  Operand low_source() {
    if (chance(70)) return low_register();
    Operand o;
    o.kind = OperandKind::Const;
    constexpr uint16_t masks[] = {1, 7, 15, 63, 127, 255};
    o.number = chance(50) ? pick(masks) : static_cast<uint16_t>(random_() % 256);
    return o;
  }
  Instruction in_clock_loop() {
    using enum Opcode;
    constexpr Opcode all[] = {ALU_SUB,  ALU_SUB,     ALU_SUB, ALU_ADD, ALU_ADD16, ALU_ADD8,
                              ALU_AND,  ALU_B,       SHF_B,   SHF_B,   SHF_AND,   LD_FIELD_W_CLR,
                              LD_FIELD, ALU_B_SUB_A, IMMED,   NOP,     ALU_OR};
    Instruction i;
    i.opcode = pick(all);
    if (i.opcode == NOP) return i;
    if (chance(80)) i.dst = low_register();
    if (i.opcode == IMMED) {
      i.immediate = random_() % 3000;
      return i;
    }
    i.left = low_source();
    i.right = low_source();
    trim(i);
    if (i.shift == mev2::ShiftKind::RightIndirect || i.shift == mev2::ShiftKind::LeftIndirect)
      if (chance(80)) i.shift = mev2::ShiftKind::None;
    if (mev2::info(i.opcode).cls == InstrClass::LdField && chance(60)) {
      constexpr uint8_t low[] = {1, 3, 7, 15};
      i.byte_mask = pick(low);
    }
    return i;
  }
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  template <class T, size_t N> T pick(const T (&a)[N]) { return a[random_() % N]; }
  unsigned registers() const { return mode_ == mev2::ContextMode::Eight ? 16 : 32; }

  static unsigned defer_of(const Instruction& i) {
    if (mev2::info(i.opcode).is_command)
      return i.completion == mev2::Completion::NoSwap ? 0 : unsigned(i.completion);
    return i.defer;
  }

  Operand operand(bool destination) {
    Operand o;
    o.bank = random_() % 2 ? mev2::Bank::A : mev2::Bank::B;
    const unsigned k = random_() % 100;
    if (k < 50) {
      o.kind = OperandKind::Gpr;
      o.number = static_cast<uint16_t>(random_() % (chance(70) ? 4 : registers()));
    } else if (k < 55) {
      o.kind = OperandKind::AbsGpr;
      o.number = static_cast<uint16_t>(random_() % 128);
    } else if (k < 70) {
      o.kind = random_() % 3 ? OperandKind::SXfer : OperandKind::DXfer;
      o.number = static_cast<uint16_t>(random_() % 6);
    } else if (k < 73) {
      o.kind = random_() % 2 ? OperandKind::SIndex : OperandKind::DIndex;
      o.step = static_cast<mev2::Step>(random_() % 3);
    } else if (k < 76) {
      o.kind = OperandKind::Nn;
      o.number = static_cast<uint16_t>(random_() % 4);
    } else if (k < 79) {
      o.kind = OperandKind::NnRing;
      o.step = destination || chance(60) ? mev2::Step::Increment : mev2::Step::Keep;
    } else if (k < 90) {
      o.kind = random_() % 2 ? OperandKind::Lm0 : OperandKind::Lm1;
      if (chance(40))
        o.step = chance(50) ? mev2::Step::Increment : mev2::Step::Decrement;
      else
        o.number = static_cast<uint16_t>(random_() % 8);
    } else if (!destination) {
      o.kind = OperandKind::Const;
      o.number = static_cast<uint16_t>(chance(70) ? random_() % 64 : random_() % 256);
    }
    return o;
  }

  uint16_t target() { return static_cast<uint16_t>(random_() % (length_ + 3)); }

  Opcode opcode(std::initializer_list<InstrClass> classes) {
    while (true) {
      const Opcode op = static_cast<Opcode>(random_() % mev2::kOpcodes);
      for (const InstrClass c : classes)
        if (mev2::info(op).cls == c) return op;
    }
  }

  Instruction instruction(size_t at, bool in_slot) {
    if (after_csr_read_) {
      after_csr_read_ = false;
      if (chance(85)) return immed(Opcode::IMMED, 0);
    }
    const unsigned k = random_() % 100;
    if (k < 45) return compute();
    if (k < 55) return immed(opcode({InstrClass::Immed}), static_cast<uint32_t>(random_()));
    if (k < 63) return chance(60) ? csr_write() : csr_read();
    if (in_slot) return compute();
    if (k < 78) return branch(at);
    if (k < 84) return ctx_arb();
    return command();
  }

  Instruction compute() {
    using enum InstrClass;
    Instruction i;
    i.opcode = opcode({Alu, Alu, AluShf, LdField, Mult});
    i.dst = operand(true);
    i.left = operand(false);
    i.right = operand(false);
    trim(i);
    return i;
  }

  // Gives an instruction only the parts its form has: tries what encode() accepts.
  void trim(Instruction& i) {
    using enum Opcode;
    const mev2::OpcodeInfo& info = mev2::info(i.opcode);
    if (!info.writes_dst) i.dst = {};
    switch (i.opcode) {
    case POP_COUNT1:
    case POP_COUNT2:
    case POP_COUNT3:
    case FFS:
    case ASR:
    case BYTE_ALIGN_BE:
    case CAM_READ_TAG:
    case CAM_READ_STATE:
    case CAM_WRITE_STATE:
    case LD_FIELD:
    case LD_FIELD_W_CLR:
    case CRC: i.left = {}; break;
    case CAM_LOOKUP:
    case BYTE_ALIGN_LE: i.right = {}; break;
    case CAM_CLEAR:
    case MUL_24X8_LAST:
    case MUL_24X8_LAST2:
    case MUL_16X16_LAST2:
    case MUL_16X16_LAST:
    case MUL_32X32_LAST:
    case MUL_32X32_LAST2: i.left = i.right = {}; break;
    case ALU_B:
    case ALU_NOT_B:
    case SHF_B:
    case SHF_NOT_B:
      if (chance(60)) i.left = {};
      break;
    default: break;
    }
    i.state = i.opcode == CAM_WRITE || i.opcode == CAM_WRITE_STATE ? random_() % 16 : 0;
    if (i.opcode == CAM_LOOKUP) {
      i.lm_addr_mask = random_() % 4;
      i.lm_addr_constant = i.lm_addr_mask ? random_() % 3 : 0;
    }
    if (i.opcode == CRC) {
      constexpr uint8_t types[] = {0, 2, 4, 5, 6, 7};
      i.crc_type = pick(types);
      i.crc_bytes = random_() % 7;
      i.crc_le = random_() % 2;
      i.crc_bit_swap = random_() % 2;
    }
    if (info.cls == InstrClass::AluShf || info.cls == InstrClass::LdField) shift(i);
    if (info.cls == InstrClass::LdField) {
      i.byte_mask = random_() % 16;
      i.load_cc = random_() % 2;
    }
  }

  void shift(Instruction& i) {
    using enum mev2::ShiftKind;
    constexpr mev2::ShiftKind all[] = {None,        Right,         Right,       Left,
                                       RotateRight, RightIndirect, LeftIndirect};
    constexpr mev2::ShiftKind right[] = {Right, Right, RightIndirect};
    if (i.opcode == Opcode::BYTE_ALIGN_BE || i.opcode == Opcode::BYTE_ALIGN_LE) return;
    const bool only_right = i.opcode == Opcode::ASR || i.opcode == Opcode::DBL_SHF;
    i.shift = only_right ? pick(right) : pick(all);
    if (i.shift == Right || i.shift == Left || i.shift == RotateRight)
      i.shift_amount = static_cast<uint8_t>(1 + random_() % 31);
  }

  Instruction immed(Opcode op, uint32_t value) {
    Instruction i;
    i.opcode = op;
    if (op == Opcode::NOP) return i;
    i.dst = operand(true);
    switch (op) {
    case Opcode::IMMED:
      i.immed_shift = random_() % 3;
      i.invert = random_() % 2;
      i.immediate = (value & 0xffff) << (8 * i.immed_shift);
      if (i.invert) i.immediate = ~i.immediate;
      break;
    case Opcode::IMMED_W0:
    case Opcode::IMMED_W1:
      i.immediate = value & 0xffff;
      i.immed_shift = op == Opcode::IMMED_W1 ? 2 : 0;
      break;
    default:
      i.immediate = value & 0xff;
      i.immed_shift =
          static_cast<uint8_t>(static_cast<unsigned>(op) - static_cast<unsigned>(Opcode::IMMED_B0));
    }
    return i;
  }

  Instruction csr_read() {
    using namespace me::csr;
    constexpr uint16_t all[] = {CtxEnables,
                                CcEnable,
                                ActiveCtxSts,
                                ActiveSigEvents,
                                ActiveWakeupEvents,
                                IndirectCtxSts,
                                ActiveLmAddr0,
                                ActiveLmAddr1,
                                ByteIndex,
                                TIndex,
                                NnPut,
                                NnGet,
                                TimestampLow,
                                ProfileCount,
                                CrcRemainder,
                                CrcRemainder,
                                PseudoRandomNumber,
                                ActiveFutureCount,
                                IndirectSigEvents,
                                ActiveLmAddr0ByteIndex,
                                TIndexByteIndex,
                                CtxArbCntl};
    Instruction i;
    i.opcode = Opcode::LOCAL_CSR_RD;
    i.csr = pick(all);
    return i;
  }

  Instruction csr_write() {
    using namespace me::csr;
    constexpr uint16_t pointers[] = {
        ActiveLmAddr0,   ActiveLmAddr1,          ActiveLmAddr0,   ActiveLmAddr1, TIndex, ByteIndex,
        TIndexByteIndex, ActiveLmAddr0ByteIndex, IndirectLmAddr1, NnPut,         NnGet};
    constexpr uint16_t signals[] = {SameMeSignal, SameMeSignal, NextNeighborSignal,
                                    PrevNeighborSignal};
    constexpr uint16_t others[] = {CrcRemainder,       PseudoRandomNumber,  ProfileCount,
                                   CsrCtxPointer,      ActiveSigEvents,     ActiveFutureCount,
                                   ActiveFutureSignal, IndirectFutureCount, TimestampLow};
    constexpr uint16_t drastic[] = {CtxEnables, CcEnable, ActiveWakeupEvents, IndirectCtxSts,
                                    IndirectSigEvents};
    Instruction i;
    i.opcode = Opcode::LOCAL_CSR_WR;
    const unsigned k = random_() % 100;
    i.csr = k < 55                   ? pick(pointers)
            : k < 80                 ? pick(signals)
            : k < 97 || interesting_ ? pick(others)
                                     : pick(drastic);
    i.left.kind = OperandKind::Const;
    i.left.number = static_cast<uint16_t>(random_() % 256);
    if (i.csr != CtxEnables && chance(40)) {
      i.left.kind = OperandKind::Gpr;
      i.left.bank = random_() % 2 ? mev2::Bank::A : mev2::Bank::B;
      i.left.number = static_cast<uint16_t>(random_() % 4);
    }
    return i;
  }

  Instruction branch(size_t at) {
    using enum InstrClass;
    Instruction i;
    do
      i.opcode = opcode({Branch, Branch, BrByte, BrBit, Jump});
    while (i.opcode == Opcode::JUMP && chance(80));
    const mev2::OpcodeInfo& info = mev2::info(i.opcode);
    i.target = chance(70) ? static_cast<uint16_t>(at + 1 + random_() % 8) : target();
    if (i.target > length_ + 2) i.target = target();
    i.defer = chance(50) ? 0 : static_cast<uint8_t>(random_() % (info.max_defer + 1));
    i.parameter = static_cast<uint8_t>(random_() % 16);
    if (info.cls == BrByte) {
      i.parameter &= 3;
      i.compare = static_cast<uint8_t>(random_() % 4);
      i.left = operand(false);
    } else if (info.cls == BrBit) {
      i.parameter = static_cast<uint8_t>(random_() % 32);
      i.left = operand(false);
    } else if (info.cls == Jump) {
      i.parameter = 0;
      i.left = operand(false);
      // A register may hold anything: jumps leave the program now and then, which ends the run.
      i.target = static_cast<uint16_t>(i.target / 2);
    } else {
      switch (i.opcode) {
      case Opcode::BR_EQ_CTX:
      case Opcode::BR_NE_CTX: i.parameter &= 7; break;
      case Opcode::BR_SIGNAL:
      case Opcode::BR_NOT_SIGNAL: i.parameter = static_cast<uint8_t>(1 + random_() % 15); break;
      case Opcode::BR_INP_STATE:
      case Opcode::BR_NOT_INP_STATE: break;
      default: i.parameter = 0;
      }
    }
    return i;
  }

  Instruction ctx_arb() {
    Instruction i;
    i.opcode = Opcode::CTX_ARB;
    i.defer = static_cast<uint8_t>(random_() % 3);
    const unsigned k = random_() % 100;
    if (k < 55) {
      i.signals = 1;
    } else if (k < 75) {
      i.signals = static_cast<uint16_t>(random_() & random_() & 0xfffe);
      i.any = true;
      if (!i.signals) i.signals = 1, i.any = false;
    } else if (k < 92) {
      i.signals = static_cast<uint16_t>(2u << random_() % 8);
    } else if (k < 96) {
      i.keep_wakeup = true;
    } else if (interesting_ == 0) {
      i.bpt = true;
      i.defer = 0;
    } else {
      i.signals = 1;
    }
    if (!i.bpt && chance(20)) {
      i.has_target = true;
      i.target = target();
    }
    return i;
  }

  Instruction command() {
    using enum InstrClass;
    Instruction i;
    do
      i.opcode = opcode({Sram, Scratch, Scratch, Dram, Cap, Hash, Msf});
    while (mev2::info(i.opcode).cls == Cap && chance(50));
    const mev2::OpcodeInfo& info = mev2::info(i.opcode);
    const bool hash = info.cls == Hash;
    const bool imm_cap =
        info.cls == Cap && i.opcode != Opcode::CAP_READ && i.opcode != Opcode::CAP_WRITE;
    if (!hash && !imm_cap) {
      i.left = operand(false);
      i.right = operand(false);
    }
    if (imm_cap) i.csr = static_cast<uint16_t>(random_() % 1024 * 4);
    if (imm_cap && chip_) {
      constexpr uint16_t there[] = {0x401c, 0x401c, 0x4800, 0x4804, 0x4900, 0x4a00, 0x4b20};
      i.csr = pick(there);
    }
    if (i.opcode == Opcode::CAP_FAST_WR_IMM) i.immediate = random_() & 0x3fff;
    // Words pulled from another microengine's registers may be ahead of shared time.
    i.indirect_ref = !imm_cap && chance(10) && !(chip_ && info.pulls);
    if (info.has_count) i.count = static_cast<uint8_t>(1 + random_() % (hash ? 3 : 4));
    i.xfer.kind = info.cls == Dram ? OperandKind::DXfer : OperandKind::SXfer;
    i.xfer.number = static_cast<uint16_t>(random_() % 4);
    if (!info.pulls && !info.pushes) i.xfer = {};
    i.signal = static_cast<uint8_t>(1 + random_() % 10);
    if (info.two_signals) i.signal = static_cast<uint8_t>(2 + random_() % 5 * 2);
    const unsigned k = random_() % 10;
    i.completion = k < 5   ? mev2::Completion::CtxSwap
                   : k < 6 ? mev2::Completion::CtxSwapDefer1
                   : k < 7 ? mev2::Completion::CtxSwapDefer2
                           : mev2::Completion::NoSwap;
    if (k == 9 || i.opcode == Opcode::MSF_FAST_WR || i.opcode == Opcode::CAP_FAST_WR_ALU ||
        i.opcode == Opcode::CAP_FAST_WR_IMM)
      i.signal = 0, i.completion = mev2::Completion::NoSwap;
    return i;
  }

  std::mt19937& random_;
  mev2::ContextMode mode_;
  unsigned length_;
  bool chip_;
  unsigned interesting_; // 0: also what usually ends a program early
  bool after_csr_read_ = false;
};

} // namespace

enum class Kind { Anything, ClockLoops, RingFlags };

static MeProgram random_program(std::mt19937& random, bool chip, Kind kind = Kind::Anything) {
  MeProgram p;
  if (random() % 4 == 0) p.mode = mev2::ContextMode::Four;
  p.contexts = random() % 3 ? 0xff : static_cast<uint8_t>(1 + random() % 255);
  if (p.mode == mev2::ContextMode::Four) p.contexts = (p.contexts & 0x55) | 1;
  p.nn_self = random() % 3 == 0;
  Generator generator(random, p.mode, 8 + random() % 70, chip);
  p.words = kind == Kind::ClockLoops  ? generator.clock_loops()
            : kind == Kind::RingFlags ? generator.ring_flags()
                                      : generator.program();
  if (random() % 64 == 0) p.words[random() % p.words.size()] = 0xff00000000; // undefined
  return p;
}

Case random_case(uint32_t seed) {
  std::mt19937 random(seed);
  Case c;
  c.seed = seed;
  c.cycles = 300 + random() % 900;
  constexpr unsigned lookaheads[] = {32, 32, 1, 3, 17, 40};
  c.lookahead = lookaheads[random() % std::size(lookaheads)];
  c.me_div = random() % 4 ? 2 : 1 + random() % 4;
  c.check = random() % 16 == 0;
  c.outsider = random() % 2;
  const unsigned microengines = 1 + random() % 3;
  for (unsigned m = 0; m < microengines; ++m)
    c.mes.push_back(random_program(random, false));
  return c;
}

static Case chip_case(uint32_t seed, Kind kind) {
  std::mt19937 random(seed);
  Case c;
  c.seed = seed;
  c.cycles = 500 + random() % 1500;
  c.check = random() % 16 == 0;
  c.outsider = false;
  c.chip = true;
  const unsigned microengines = 2 + random() % 7;
  for (unsigned m = 0; m < microengines; ++m) {
    const bool other =
        m && kind != Kind::Anything && random() % (kind == Kind::RingFlags ? 6 : 2) == 0;
    c.mes.push_back(random_program(random, true, other ? Kind::Anything : kind));
  }
  constexpr unsigned lookaheads[] = {32, 32, 1, 7, 40};
  c.lookahead = lookaheads[random() % std::size(lookaheads)];
  c.me_div = random() % 4 ? 2 : 1 + random() % 4;
  c.quick = random() % 3 == 0;
  return c;
}

Case random_chip_case(uint32_t seed) {
  return chip_case(seed, Kind::Anything);
}

Case random_loop_case(uint32_t seed) {
  Case c = chip_case(seed, Kind::ClockLoops);
  c.cycles *= 2;
  return c;
}

// Most with microengines that run at the tick: they see a flag that changes a tick too early.
Case random_flag_case(uint32_t seed) {
  Case c = chip_case(seed, Kind::RingFlags);
  if (seed % 4) c.me_div = 1;
  c.cycles *= 2;
  return c;
}

} // namespace ixp::test
