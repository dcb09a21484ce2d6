// Describes the target to SelectionDAG, and lowers nodes without a selectable form.
#include "mecc/codegen/carry.h"
#include "mecc/codegen/objects.h"
#include "mecc/codegen/primitives.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineJumpTableInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/Support/KnownBits.h"

namespace llvm {

using mecc::codegen::Condition;
using mecc::codegen::words_to_use;

MEv2TargetLowering::MEv2TargetLowering(const TargetMachine& tm, const MEv2Subtarget& subtarget)
    : TargetLowering(tm) {
  addRegisterClass(MVT::i32, &MEv2::GPRRegClass);
  computeRegisterProperties(subtarget.getRegisterInfo());
  setBooleanContents(ZeroOrOneBooleanContent);
  setSchedulingPreference(Sched::RegPressure);
  setMinimumJumpTableEntries(5);
  setMaxAtomicSizeInBitsSupported(0);
  // LLVM expands operations that no library has, e.g. products of 65 bits (sums over 64-bit
  // counters) and __builtin_mul_overflow of 64 bits.
  for (int call = 0; call != RTLIB::UNKNOWN_LIBCALL; ++call)
    setLibcallName(static_cast<RTLIB::Libcall>(call), nullptr);

  constexpr MVT W = MVT::i32;
  for (const unsigned op :
       {ISD::BR_CC, ISD::SELECT_CC, ISD::BR_JT, ISD::LOAD, ISD::STORE, ISD::ROTL, ISD::ROTR,
        ISD::FSHL, ISD::FSHR, ISD::MUL, ISD::MULHS, ISD::SHL_PARTS, ISD::SRL_PARTS, ISD::SRA_PARTS,
        ISD::UADDO, ISD::UADDO_CARRY})
    setOperationAction(op, W, Custom);
  setOperationAction(ISD::BR_JT, MVT::Other, Custom);
  for (const unsigned op : {ISD::SELECT, ISD::SETCC, ISD::SDIV, ISD::UDIV, ISD::SREM, ISD::UREM,
                            ISD::SDIVREM, ISD::UDIVREM, ISD::SMUL_LOHI, ISD::CTLZ, ISD::CTTZ,
                            ISD::BITREVERSE, ISD::ABS, ISD::DYNAMIC_STACKALLOC})
    setOperationAction(op, W, Expand);
  setOperationAction(ISD::BRCOND, MVT::Other, Expand);
  setOperationAction(ISD::BR_CC, MVT::i64, Custom);
  setOperationAction(ISD::SELECT_CC, MVT::i64, Custom);
  setTargetDAGCombine({ISD::BRCOND, ISD::SELECT});
  setOperationAction(ISD::CTPOP, W, Legal);
  setOperationAction(ISD::BSWAP, W, Legal);
  setOperationAction(ISD::CTTZ_ZERO_UNDEF, W, Legal);
  for (const unsigned op : {ISD::MULHU, ISD::UMUL_LOHI})
    setOperationAction(op, W, Legal);
  for (const unsigned op : {ISD::ADD, ISD::SUB})
    setOperationAction(op, MVT::i64, Custom);
  for (const MVT small : {MVT::i1, MVT::i8, MVT::i16}) {
    setOperationAction(ISD::SIGN_EXTEND_INREG, small, Expand);
    for (const auto kind : {ISD::EXTLOAD, ISD::SEXTLOAD, ISD::ZEXTLOAD})
      setLoadExtAction(kind, W, small, small == MVT::i1 ? Promote : Custom);
    setTruncStoreAction(W, small, small == MVT::i1 ? Expand : Custom);
  }
}

bool MEv2TargetLowering::isTruncateFree(Type* from, Type* to) const {
  return from->isIntegerTy() && to->isIntegerTy() &&
         from->getPrimitiveSizeInBits() > to->getPrimitiveSizeInBits();
}

bool MEv2TargetLowering::isTruncateFree(EVT from, EVT to) const {
  return from.isInteger() && to.isInteger() && from.getFixedSizeInBits() > to.getFixedSizeInBits();
}

unsigned MEv2TargetLowering::getJumpTableEncoding() const {
  return MachineJumpTableInfo::EK_Inline;
}

// ---- comparisons --------------------------------------------------------------------------------

namespace {

struct Comparison {
  Condition condition;
  SDValue left, right;
};

// Chooses between x < c and x <= c - 1 (and so on) by the cheaper constant.
void choose_constant(SelectionDAG& dag, const SDLoc& at, ISD::CondCode& cc, SDValue& right) {
  struct Other {
    ISD::CondCode cc, other;
    int32_t step;
    uint32_t never; // constant without such a neighbour
  };
  static constexpr Other kOthers[] = {
      {ISD::SETULT, ISD::SETULE, -1, 0},         {ISD::SETUGE, ISD::SETUGT, -1, 0},
      {ISD::SETULE, ISD::SETULT, 1, ~0u},        {ISD::SETUGT, ISD::SETUGE, 1, ~0u},
      {ISD::SETLT, ISD::SETLE, -1, 0x80000000u}, {ISD::SETGE, ISD::SETGT, -1, 0x80000000u},
      {ISD::SETLE, ISD::SETLT, 1, 0x7fffffffu},  {ISD::SETGT, ISD::SETGE, 1, 0x7fffffffu}};
  const auto* constant = dyn_cast<ConstantSDNode>(right);
  if (!constant) return;
  const auto v = static_cast<uint32_t>(constant->getZExtValue());
  for (const Other& o : kOthers) {
    if (o.cc != cc || v == o.never) continue;
    const uint32_t neighbour = v + static_cast<uint32_t>(o.step);
    if (words_to_use(neighbour) >= words_to_use(v)) return;
    cc = o.other;
    right = dag.getConstant(neighbour, at, MVT::i32);
    return;
  }
}

// The hardware decides <, >= (signed and unsigned), <=, > signed, ==, != of left - right; other
// conditions exchange the operands. A constant that fits an operand field stays one on either side.
Comparison compare(SelectionDAG& dag, const SDLoc& at, ISD::CondCode cc, SDValue left,
                   SDValue right) {
  if (isa<ConstantSDNode>(left) && !isa<ConstantSDNode>(right)) {
    std::swap(left, right);
    cc = ISD::getSetCCSwappedOperands(cc);
  }
  choose_constant(dag, at, cc, right);
  switch (cc) {
  case ISD::SETEQ: return {Condition::EQ, left, right};
  case ISD::SETNE: return {Condition::NE, left, right};
  case ISD::SETULT: return {Condition::LO, left, right};
  case ISD::SETUGE: return {Condition::HS, left, right};
  case ISD::SETUGT: return {Condition::LO, right, left};
  case ISD::SETULE: return {Condition::HS, right, left};
  case ISD::SETLT: return {Condition::LT, left, right};
  case ISD::SETGE: return {Condition::GE, left, right};
  case ISD::SETGT: return {Condition::GT, left, right};
  case ISD::SETLE: return {Condition::LE, left, right};
  default: llvm_unreachable("no such integer comparison");
  }
}

SDValue condition_operand(SelectionDAG& dag, const SDLoc& at, Condition c) {
  return dag.getTargetConstant(static_cast<int>(c), at, MVT::i32);
}

} // namespace

// 64-bit comparisons: the low words' borrow enters the comparison of the high words. Equality is
// tested on combined bits.
namespace {
struct WideComparison {
  ISD::CondCode cc = ISD::SETEQ; // == or != : compares `bits` with 0
  Condition condition = Condition::EQ;
  SDValue bits, ll, lh, rl, rh;
};
} // namespace

static WideComparison compare_wide(SelectionDAG& dag, const SDLoc& at, ISD::CondCode cc,
                                   SDValue left, SDValue right) {
  if (cc == ISD::SETGT || cc == ISD::SETLE || cc == ISD::SETUGT || cc == ISD::SETULE) {
    std::swap(left, right);
    cc = ISD::getSetCCSwappedOperands(cc);
  }
  WideComparison w;
  w.cc = cc;
  std::tie(w.ll, w.lh) = dag.SplitScalar(left, at, MVT::i32, MVT::i32);
  std::tie(w.rl, w.rh) = dag.SplitScalar(right, at, MVT::i32, MVT::i32);
  if (cc == ISD::SETEQ || cc == ISD::SETNE)
    w.bits = dag.getNode(ISD::OR, at, MVT::i32, dag.getNode(ISD::XOR, at, MVT::i32, w.ll, w.rl),
                         dag.getNode(ISD::XOR, at, MVT::i32, w.lh, w.rh));
  w.condition = cc == ISD::SETULT   ? Condition::LO
                : cc == ISD::SETUGE ? Condition::HS
                : cc == ISD::SETLT  ? Condition::LT
                                    : Condition::GE;
  return w;
}

static SDValue lower_wide_branch(SDValue op, SelectionDAG& dag) {
  const SDLoc at(op);
  const WideComparison w = compare_wide(dag, at, cast<CondCodeSDNode>(op.getOperand(1))->get(),
                                        op.getOperand(2), op.getOperand(3));
  if (w.bits)
    return dag.getNode(ISD::BR_CC, at, MVT::Other, op.getOperand(0), dag.getCondCode(w.cc), w.bits,
                       dag.getConstant(0, at, MVT::i32), op.getOperand(4));
  return SDValue(dag.getMachineNode(MEv2::CgBrCc64, at, MVT::Other,
                                    {condition_operand(dag, at, w.condition), w.ll, w.lh, w.rl,
                                     w.rh, op.getOperand(4), op.getOperand(0)}),
                 0);
}

static SDValue lower_wide_select(SDValue op, SelectionDAG& dag) {
  const SDLoc at(op);
  const WideComparison w = compare_wide(dag, at, cast<CondCodeSDNode>(op.getOperand(4))->get(),
                                        op.getOperand(0), op.getOperand(1));
  if (w.bits)
    return dag.getSelectCC(at, w.bits, dag.getConstant(0, at, MVT::i32), op.getOperand(2),
                           op.getOperand(3), w.cc);
  return SDValue(dag.getMachineNode(MEv2::CgSelect64, at, MVT::i32,
                                    {condition_operand(dag, at, w.condition), w.ll, w.lh, w.rl,
                                     w.rh, op.getOperand(2), op.getOperand(3)}),
                 0);
}

// Combines branches and selects on 64-bit comparisons before legalisation splits them.
static SDValue combine_wide(SDNode* n, SelectionDAG& dag) {
  const bool branch = n->getOpcode() == ISD::BRCOND;
  const SDValue test = n->getOperand(branch ? 1 : 0);
  if (test.getOpcode() != ISD::SETCC || test.getOperand(0).getValueType() != MVT::i64)
    return SDValue();
  const SDLoc at(n);
  if (branch)
    return dag.getNode(ISD::BR_CC, at, MVT::Other, n->getOperand(0), test.getOperand(2),
                       test.getOperand(0), test.getOperand(1), n->getOperand(2));
  return dag.getNode(ISD::SELECT_CC, at, n->getValueType(0), test.getOperand(0), test.getOperand(1),
                     n->getOperand(1), n->getOperand(2), test.getOperand(2));
}

static SDValue lower_shift_parts(const TargetLowering& lowering, SDValue op, SelectionDAG& dag) {
  SDValue low, high;
  lowering.expandShiftParts(op.getNode(), low, high, dag);
  return dag.getMergeValues({low, high}, SDLoc(op));
}

static SDValue lower_branch(SDValue op, SelectionDAG& dag) {
  const SDLoc at(op);
  if (op.getOperand(2).getValueType() != MVT::i32) return lower_wide_branch(op, dag);
  const Comparison c = compare(dag, at, cast<CondCodeSDNode>(op.getOperand(1))->get(),
                               op.getOperand(2), op.getOperand(3));
  return dag.getNode(MEv2ISD::BRCC, at, MVT::Other,
                     {op.getOperand(0), condition_operand(dag, at, c.condition), c.left, c.right,
                      op.getOperand(4)});
}

static SDValue lower_select(SDValue op, SelectionDAG& dag) {
  const SDLoc at(op);
  if (op.getOperand(0).getValueType() != MVT::i32) return lower_wide_select(op, dag);
  const Comparison c = compare(dag, at, cast<CondCodeSDNode>(op.getOperand(4))->get(),
                               op.getOperand(0), op.getOperand(1));
  return dag.getNode(MEv2ISD::SELECT, at, MVT::i32,
                     {condition_operand(dag, at, c.condition), c.left, c.right, op.getOperand(2),
                      op.getOperand(3)});
}

// ---- shifts and products
// --------------------------------------------------------------------------

static SDValue lower_rotate(SDValue op, SelectionDAG& dag) {
  if (isa<ConstantSDNode>(op.getOperand(1))) return op;
  const SDLoc at(op);
  SDValue amount = op.getOperand(1);
  // LLVM's form of ~(1 << n).
  if (const auto* c = dyn_cast<ConstantSDNode>(op.getOperand(0));
      c && op.getOpcode() == ISD::ROTL && c->getSExtValue() == -2)
    return dag.getNode(MEv2ISD::ALL_BUT, at, MVT::i32, amount);
  if (op.getOpcode() == ISD::ROTL) // the hardware takes the amount modulo 32
    amount = dag.getNode(ISD::SUB, at, MVT::i32, dag.getConstant(0, at, MVT::i32), amount);
  return dag.getNode(ISD::FSHR, at, MVT::i32, op.getOperand(0), op.getOperand(0), amount);
}

static SDValue lower_funnel(SDValue op, SelectionDAG& dag) {
  const SDLoc at(op);
  const auto* n = dyn_cast<ConstantSDNode>(op.getOperand(2));
  if (op.getOpcode() == ISD::FSHR) return op;
  if (!n) { // fshl(hi, lo, n) = fshr(hi, lo, 32 - n), except for n = 0: shift by one first
    const SDValue amount =
        dag.getNode(ISD::XOR, at, MVT::i32, op.getOperand(2), dag.getConstant(31, at, MVT::i32));
    const SDValue low = dag.getNode(ISD::FSHR, at, MVT::i32, op.getOperand(0), op.getOperand(1),
                                    dag.getConstant(1, at, MVT::i32));
    const SDValue high =
        dag.getNode(ISD::SRL, at, MVT::i32, op.getOperand(0), dag.getConstant(1, at, MVT::i32));
    return dag.getNode(ISD::FSHR, at, MVT::i32, high, low, amount);
  }
  const unsigned amount = n->getZExtValue() % 32;
  if (amount == 0) return op.getOperand(0);
  return dag.getNode(ISD::FSHR, at, MVT::i32, op.getOperand(0), op.getOperand(1),
                     dag.getConstant(32 - amount, at, MVT::i32));
}

// A product takes one step for each byte of the right factor, so narrow factors need fewer.
// Selected here, while operations that bound a factor (a minimum, a mask) are still visible.
static SDValue lower_product(SDValue op, SelectionDAG& dag) {
  SDValue a = op.getOperand(0), b = op.getOperand(1);
  const auto bits = [&](SDValue v) { return 32 - dag.computeKnownBits(v).countMinLeadingZeros(); };
  unsigned wide = bits(a), narrow = bits(b);
  if (wide < narrow) {
    std::swap(a, b);
    std::swap(wide, narrow);
  }
  if (narrow <= 8 && wide <= 24) return dag.getNode(MEv2ISD::MUL24X8, SDLoc(op), MVT::i32, a, b);
  if (wide <= 16) return dag.getNode(MEv2ISD::MUL16X16, SDLoc(op), MVT::i32, a, b);
  return op;
}

// Derives the high half of a signed product from the unsigned one.
static SDValue lower_mulhs(SDValue op, SelectionDAG& dag) {
  const SDLoc at(op);
  const SDValue a = op.getOperand(0), b = op.getOperand(1), n = dag.getConstant(31, at, MVT::i32);
  const auto if_negative = [&](SDValue x, SDValue y) {
    return dag.getNode(ISD::AND, at, MVT::i32, dag.getNode(ISD::SRA, at, MVT::i32, x, n), y);
  };
  const SDValue high = dag.getNode(ISD::MULHU, at, MVT::i32, a, b);
  return dag.getNode(ISD::SUB, at, MVT::i32,
                     dag.getNode(ISD::SUB, at, MVT::i32, high, if_negative(a, b)),
                     if_negative(b, a));
}

static SDValue lower_jump_table(SDValue op, SelectionDAG& dag) {
  const auto* table = cast<JumpTableSDNode>(op.getOperand(1));
  return dag.getNode(
      MEv2ISD::JUMP_TABLE, SDLoc(op), MVT::Other,
      {op.getOperand(0), op.getOperand(2), dag.getTargetJumpTable(table->getIndex(), MVT::i32)});
}

SDValue MEv2TargetLowering::LowerOperation(SDValue op, SelectionDAG& dag) const {
  switch (op.getOpcode()) {
  case ISD::BR_CC: return lower_branch(op, dag);
  case ISD::SELECT_CC: return lower_select(op, dag);
  case ISD::ROTL:
  case ISD::ROTR: return lower_rotate(op, dag);
  case ISD::FSHL:
  case ISD::FSHR: return lower_funnel(op, dag);
  case ISD::MUL: return lower_product(op, dag);
  case ISD::MULHS: return lower_mulhs(op, dag);
  case ISD::SHL_PARTS:
  case ISD::SRL_PARTS:
  case ISD::SRA_PARTS: return lower_shift_parts(*this, op, dag);
  case ISD::BR_JT: return lower_jump_table(op, dag);
  case ISD::UADDO:
  case ISD::UADDO_CARRY: return mecc::codegen::lower_add_carry(op, dag);
  case ISD::LOAD:
  case ISD::STORE: return mecc::codegen::lower_memory(op, dag);
  default: llvm_unreachable("not asked for");
  }
}

SDValue MEv2TargetLowering::PerformDAGCombine(SDNode* n, DAGCombinerInfo& info) const {
  return info.isBeforeLegalize() ? combine_wide(n, info.DAG) : SDValue();
}

void MEv2TargetLowering::ReplaceNodeResults(SDNode* n, SmallVectorImpl<SDValue>& results,
                                            SelectionDAG& dag) const {
  if (n->getOpcode() != ISD::ADD && n->getOpcode() != ISD::SUB) return;
  const SDLoc at(n);
  const auto [al, ah] = dag.SplitScalar(n->getOperand(0), at, MVT::i32, MVT::i32);
  const auto [bl, bh] = dag.SplitScalar(n->getOperand(1), at, MVT::i32, MVT::i32);
  const SDValue pair = dag.getNode(n->getOpcode() == ISD::ADD ? MEv2ISD::ADD64 : MEv2ISD::SUB64, at,
                                   dag.getVTList(MVT::i32, MVT::i32), {al, ah, bl, bh});
  results.push_back(dag.getNode(ISD::BUILD_PAIR, at, MVT::i64, pair, pair.getValue(1)));
}

// The only user of a test's value, if it is a branch at the end of the same block and the test may
// move down to it; else null.
static MachineInstr* branch_on(MachineInstr& test) {
  MachineRegisterInfo& registers = test.getMF()->getRegInfo();
  const Register value = test.getOperand(0).getReg();
  if (!registers.hasOneNonDBGUse(value)) return nullptr;
  MachineInstr& user = *registers.use_instr_nodbg_begin(value);
  if (user.getOpcode() != MEv2::CgBrCcri || user.getParent() != test.getParent() ||
      user.getOperand(2).getImm() > 1 ||
      user.getOperand(0).getImm() > static_cast<int>(Condition::NE)) // EQ, NE
    return nullptr;
  for (auto i = std::next(test.getIterator()); &*i != &user; ++i)
    if (i->hasUnmodeledSideEffects() || i->isCall()) return nullptr;
  return &user;
}

// Lowers a test of a signal or an input state to a branch; a value that is used otherwise becomes 1
// or 0.
static MachineBasicBlock* insert_test(MachineInstr& mi, MachineBasicBlock* block) {
  const bool signal = mi.getOpcode() == MEv2::CgSignalTest;
  const unsigned if_set = signal ? MEv2::CgBrSignal : MEv2::CgBrState,
                 if_clear = signal ? MEv2::CgBrNotSignal : MEv2::CgBrNotState;
  MachineFunction& mf = *block->getParent();
  const TargetInstrInfo& tii = *mf.getSubtarget().getInstrInfo();
  const DebugLoc& at = mi.getDebugLoc();
  if (MachineInstr* branch = branch_on(mi)) {
    const bool equal = static_cast<Condition>(branch->getOperand(0).getImm()) == Condition::EQ;
    const bool on_set = equal == (branch->getOperand(2).getImm() == 1);
    MachineBasicBlock* const to = branch->getOperand(3).getMBB();
    // Changed in place: LLVM's iterator over the block points to it.
    while (branch->getNumOperands())
      branch->removeOperand(branch->getNumOperands() - 1);
    branch->setDesc(tii.get(on_set ? if_set : if_clear));
    MachineInstrBuilder(mf, branch).add(mi.getOperand(1)).addMBB(to);
    mi.eraseFromParent();
    return block;
  }
  MachineBasicBlock* const clear = mf.CreateMachineBasicBlock(block->getBasicBlock());
  MachineBasicBlock* const join = mf.CreateMachineBasicBlock(block->getBasicBlock());
  mf.insert(std::next(block->getIterator()), clear);
  mf.insert(std::next(clear->getIterator()), join);
  join->splice(join->begin(), block, std::next(mi.getIterator()), block->end());
  join->transferSuccessorsAndUpdatePHIs(block);
  block->addSuccessor(clear);
  block->addSuccessor(join);
  clear->addSuccessor(join);
  MachineRegisterInfo& registers = mf.getRegInfo();
  const Register one = registers.createVirtualRegister(&MEv2::GPRRegClass),
                 zero = registers.createVirtualRegister(&MEv2::GPRRegClass);
  BuildMI(block, at, tii.get(MEv2::CgImm), one).addImm(1);
  BuildMI(block, at, tii.get(if_set)).add(mi.getOperand(1)).addMBB(join);
  BuildMI(clear, at, tii.get(MEv2::CgImm), zero).addImm(0);
  if (signal) BuildMI(clear, at, tii.get(MEv2::CgKeep)); // keeps the block if the value is unused
  BuildMI(*join, join->begin(), at, tii.get(TargetOpcode::PHI), mi.getOperand(0).getReg())
      .addReg(one)
      .addMBB(block)
      .addReg(zero)
      .addMBB(clear);
  mi.eraseFromParent();
  return join;
}

// Lowers a select to a branch around the block that supplies the other value.
MachineBasicBlock* MEv2TargetLowering::EmitInstrWithCustomInserter(MachineInstr& mi,
                                                                   MachineBasicBlock* block) const {
  if (mi.getOpcode() == MEv2::CgSignalTest || mi.getOpcode() == MEv2::CgStateTest)
    return insert_test(mi, block);
  const auto form = [&]() -> unsigned {
    switch (mi.getOpcode()) {
    case MEv2::CgSelectrr: return MEv2::CgBrCcrr;
    case MEv2::CgSelectri: return MEv2::CgBrCcri;
    case MEv2::CgSelectir: return MEv2::CgBrCcir;
    case MEv2::CgSelect64: return MEv2::CgBrCc64;
    case MEv2::CgSelectTestrr: return MEv2::CgBrTestrr;
    case MEv2::CgSelectTestri: return MEv2::CgBrTestri;
    case MEv2::CgSelectSet: return MEv2::CgBrSet;
    case MEv2::CgSelectClear: return MEv2::CgBrClear;
    case MEv2::CgSelectByteEq: return MEv2::CgBrByteEq;
    case MEv2::CgSelectByteNe: return MEv2::CgBrByteNe;
    default: llvm_unreachable("no custom inserter");
    }
  }();
  MachineFunction& mf = *block->getParent();
  const TargetInstrInfo& tii = *mf.getSubtarget().getInstrInfo();
  const DebugLoc& at = mi.getDebugLoc();
  MachineBasicBlock* const no = mf.CreateMachineBasicBlock(block->getBasicBlock());
  MachineBasicBlock* const join = mf.CreateMachineBasicBlock(block->getBasicBlock());
  mf.insert(std::next(block->getIterator()), no);
  mf.insert(std::next(no->getIterator()), join);
  const unsigned sources = mi.getNumExplicitOperands() - 2; // followed by the two values
  join->splice(join->begin(), block, std::next(mi.getIterator()), block->end());
  join->transferSuccessorsAndUpdatePHIs(block);
  block->addSuccessor(no);
  block->addSuccessor(join);
  no->addSuccessor(join);
  auto branch = BuildMI(block, at, tii.get(form));
  for (unsigned n = 1; n < sources; ++n)
    branch.add(mi.getOperand(n));
  branch.addMBB(join);
  BuildMI(*join, join->begin(), at, tii.get(TargetOpcode::PHI), mi.getOperand(0).getReg())
      .addReg(mi.getOperand(sources).getReg())
      .addMBB(block)
      .addReg(mi.getOperand(sources + 1).getReg())
      .addMBB(no);
  mi.eraseFromParent();
  return join;
}

} // namespace llvm
