#include "mecc/lower/value_trials.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr unsigned kNone = ~0u;
constexpr unsigned kMostIterations = 3; // followed through back edges
constexpr unsigned kMostBits = 64;
constexpr unsigned kMostDepth = 1000; // of operations; deeper ones are inputs

using Node = ValueGraph::Node;
using Result = ValueTrials::Result;

unsigned bits_of(const Type& t, const DataLayout& layout) {
  if (t.isIntegerTy()) return t.getIntegerBitWidth();
  return t.isPointerTy() ? layout.getPointerSizeInBits(t.getPointerAddressSpace()) : 0;
}

uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// Inputs of all sizes: no-wrap flags hold, conditions have both outcomes.
uint64_t input_of(uint64_t random) {
  static constexpr uint64_t limits[] = {0,    1,          ~uint64_t{0}, 0x80000000, 0x7fffffff,
                                        0xff, 0xffffff80, 0xffff,       0xffff8000, 0x80};
  const uint64_t rest = mix(random + 1);
  switch (random >> 61) {
  case 0: return limits[rest % std::size(limits)];
  case 1: return rest % 16;
  case 2: return rest & mix(rest);
  case 3: return rest >> (mix(rest) & 31);
  default: return rest;
  }
}

bool is_computed(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::bswap:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::abs:
  case Intrinsic::ctpop:
  case Intrinsic::uadd_sat:
  case Intrinsic::usub_sat: return true;
  default: return false;
  }
}

APInt intrinsic(const Node& n, ArrayRef<APInt> x, bool& poison) {
  switch (n.detail) {
  case Intrinsic::bswap: return x[0].byteSwap();
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    const unsigned by = static_cast<unsigned>(x[2].urem(n.bits));
    if (by == 0) return n.detail == Intrinsic::fshl ? x[0] : x[1];
    const unsigned left = n.detail == Intrinsic::fshl ? by : n.bits - by;
    return x[0].shl(left) | x[1].lshr(n.bits - left);
  }
  case Intrinsic::umin: return APIntOps::umin(x[0], x[1]);
  case Intrinsic::umax: return APIntOps::umax(x[0], x[1]);
  case Intrinsic::smin: return APIntOps::smin(x[0], x[1]);
  case Intrinsic::smax: return APIntOps::smax(x[0], x[1]);
  case Intrinsic::abs: poison |= x[0].isMinSignedValue() && x[1].isOne(); return x[0].abs();
  case Intrinsic::ctpop: return APInt(n.bits, x[0].popcount());
  case Intrinsic::uadd_sat: return x[0].uadd_sat(x[1]);
  default: return x[0].usub_sat(x[1]);
  }
}

APInt shifted(const Node& n, const APInt& a, const APInt& b, bool& poison) {
  if (b.uge(n.bits)) {
    poison = true;
    return a;
  }
  bool wraps = false;
  switch (n.opcode) {
  case Instruction::Shl:
    (void)a.sshl_ov(b, wraps);
    poison |= n.no_signed_wrap && wraps;
    (void)a.ushl_ov(b, wraps);
    poison |= n.no_unsigned_wrap && wraps;
    return a.shl(b);
  case Instruction::LShr: poison |= n.exact && a.lshr(b).shl(b) != a; return a.lshr(b);
  default: poison |= n.exact && a.lshr(b).shl(b) != a; return a.ashr(b);
  }
}

APInt divided(const Node& n, const APInt& a, const APInt& b, bool& poison) {
  const bool is_signed = n.opcode == Instruction::SDiv || n.opcode == Instruction::SRem;
  if (b.isZero() || (is_signed && a.isMinSignedValue() && b.isAllOnes())) {
    poison = true;
    return a;
  }
  const APInt rest = is_signed ? a.srem(b) : a.urem(b);
  poison |= n.exact && !rest.isZero();
  if (n.opcode == Instruction::URem || n.opcode == Instruction::SRem) return rest;
  return is_signed ? a.sdiv(b) : a.udiv(b);
}

APInt binary(const Node& n, const APInt& a, const APInt& b, bool& poison) {
  bool sign = false, carry = false;
  APInt out = a;
  switch (n.opcode) {
  case Instruction::Add:
    (void)a.sadd_ov(b, sign);
    out = a.uadd_ov(b, carry);
    break;
  case Instruction::Sub:
    (void)a.ssub_ov(b, sign);
    out = a.usub_ov(b, carry);
    break;
  case Instruction::Mul:
    (void)a.smul_ov(b, sign);
    out = a.umul_ov(b, carry);
    break;
  case Instruction::And: return a & b;
  case Instruction::Or: poison |= n.exact && a.intersects(b); return a | b;
  case Instruction::Xor: return a ^ b;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr: return shifted(n, a, b, poison);
  default: return divided(n, a, b, poison);
  }
  poison |= (n.no_signed_wrap && sign) || (n.no_unsigned_wrap && carry);
  return out;
}

APInt converted(const Node& n, const APInt& a, bool& poison) {
  switch (n.opcode) {
  case Instruction::Trunc:
    poison |= n.no_signed_wrap && a.trunc(n.bits).sext(a.getBitWidth()) != a;
    poison |= n.no_unsigned_wrap && a.trunc(n.bits).zext(a.getBitWidth()) != a;
    return a.trunc(n.bits);
  case Instruction::SExt: return a.sext(n.bits);
  case Instruction::ZExt: poison |= n.exact && a.isNegative(); return a.zext(n.bits);
  default: return a.zextOrTrunc(n.bits);
  }
}

void read_flags(const Instruction& i, Node& n) {
  if (isa<OverflowingBinaryOperator>(i) || isa<TruncInst>(i)) {
    n.no_signed_wrap = i.hasNoSignedWrap();
    n.no_unsigned_wrap = i.hasNoUnsignedWrap();
  }
  if (isa<PossiblyExactOperator>(i)) n.exact = i.isExact();
  if (const auto* disjoint = dyn_cast<PossiblyDisjointInst>(&i)) n.exact = disjoint->isDisjoint();
  if (isa<PossiblyNonNegInst>(i)) n.exact = i.hasNonNeg();
}

} // namespace

NumberedBlocks::NumberedBlocks(Function& f) {
  for (const BasicBlock* b : ReversePostOrderTraversal<Function*>(&f))
    number.try_emplace(b, number.size());
  predecessors.resize(number.size());
  for (const auto& [b, n] : number)
    for (const BasicBlock* p : llvm::predecessors(b))
      if (const auto known = number.find(p); known != number.end())
        if (!is_contained(predecessors[n], known->second)) predecessors[n].push_back(known->second);
  for (auto& p : predecessors)
    llvm::sort(p);
}

unsigned ValueGraph::add(Value& v) {
  if (const auto known = known_.find(&v); known != known_.end()) return known->second;
  const unsigned number = static_cast<unsigned>(nodes_.size());
  known_[&v] = number; // phis may depend on themselves
  nodes_.emplace_back();
  ++depth_;
  Node n = node_of(v);
  --depth_;
  nodes_[number] = std::move(n);
  return number;
}

ValueGraph::Node ValueGraph::node_of(Value& v) {
  Node n;
  n.bits = bits_of(*v.getType(), layout_);
  if (const auto* c = dyn_cast<ConstantInt>(&v); c && n.bits <= kMostBits) {
    n.opcode = kConstant;
    n.constant = c->getZExtValue();
  } else if (isa<ConstantPointerNull>(v)) {
    n.opcode = kConstant;
  } else if (isa<UndefValue>(v)) { // poison, too
    n.opcode = kPoison;
  } else if (isa<GEPOperator>(v)) {
    sum(v, n);
  } else if (auto* i = dyn_cast<Instruction>(&v)) {
    const auto block = blocks_.number.find(i->getParent());
    if (block != blocks_.number.end()) n.block = block->second;
    return node_of(*i, std::move(n));
  } else {
    input(v, n);
  }
  return n;
}

ValueGraph::Node ValueGraph::node_of(Instruction& i, Node n) {
  const auto is_word = [&](const Value* v) {
    const unsigned bits = bits_of(*v->getType(), layout_);
    return bits > 0 && bits <= kMostBits;
  };
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  const bool computed = isa<BinaryOperator>(i) || isa<CastInst>(i) || isa<ICmpInst>(i) ||
                        isa<SelectInst>(i) || isa<FreezeInst>(i) || isa<PHINode>(i) ||
                        (call && is_computed(call->getIntrinsicID()));
  const auto operands = call ? call->args() : i.operands();
  if (!computed || depth_ > kMostDepth || !is_word(&i) || !all_of(operands, is_word) ||
      isa<AddrSpaceCastInst>(i)) {
    input(i, n);
    return n;
  }
  if (auto* phi = dyn_cast<PHINode>(&i)) {
    input(i, n);
    for (unsigned edge = 0; edge < phi->getNumIncomingValues(); ++edge)
      if (const auto from = blocks_.number.find(phi->getIncomingBlock(edge));
          from != blocks_.number.end()) {
        n.operands.push_back(add(*phi->getIncomingValue(edge)));
        n.numbers.push_back(from->second);
      }
    n.opcode = Instruction::PHI;
    return n;
  }
  n.opcode = i.getOpcode();
  if (flags_) read_flags(i, n);
  if (call) n.detail = call->getIntrinsicID();
  if (const auto* compare = dyn_cast<ICmpInst>(&i)) n.detail = compare->getPredicate();
  for (Value* operand : operands)
    n.operands.push_back(add(*operand));
  return n;
}

void ValueGraph::input(Value& v, Node& n) {
  n.opcode = kInput;
  n.detail = numbers_.try_emplace(&v, inputs.size()).first->second;
  if (n.detail == inputs.size()) inputs.push_back(&v);
  const auto* i = dyn_cast<Instruction>(&v);
  const auto* call = dyn_cast<CallBase>(&v);
  const MDNode* range = i ? i->getMetadata(LLVMContext::MD_range) : nullptr;
  std::optional<ConstantRange> values;
  if (range) values = getConstantRangeFromMetadata(*range);
  if (call && !values) values = call->getRange();
  if (!values || values->isFullSet() || values->isEmptySet()) return;
  n.constant = values->getLower().getZExtValue();
  n.range = (values->getUpper() - values->getLower()).getZExtValue();
}

// An address: the base, plus scaled indices.
void ValueGraph::sum(const Value& v, Node& n) {
  const auto& gep = cast<GEPOperator>(v);
  if (const auto* i = dyn_cast<Instruction>(&v))
    if (const auto block = blocks_.number.find(i->getParent()); block != blocks_.number.end())
      n.block = block->second;
  MapVector<Value*, APInt> scaled;
  APInt constant(n.bits, 0);
  if (!gep.collectOffset(layout_, n.bits, scaled, constant)) {
    n.opcode = kPoison;
    return;
  }
  n.opcode = kSum;
  n.constant = constant.getZExtValue();
  n.operands.push_back(add(*const_cast<Value*>(gep.getPointerOperand())));
  n.numbers.push_back(1);
  for (const auto& [index, scale] : scaled) {
    n.operands.push_back(add(*index));
    n.numbers.push_back(scale.getZExtValue());
  }
}

std::set<unsigned> ValueGraph::inputs_of(unsigned node, bool through_phis) const {
  std::set<unsigned> out, seen;
  std::vector<unsigned> work = {node};
  while (!work.empty()) {
    const unsigned at = work.back();
    work.pop_back();
    if (!seen.insert(at).second) continue;
    const Node& n = nodes_[at];
    if (n.opcode == kInput || n.opcode == Instruction::PHI) out.insert(n.detail);
    if (n.opcode != Instruction::PHI || through_phis)
      work.insert(work.end(), n.operands.begin(), n.operands.end());
  }
  return out;
}

ValueTrials::ValueTrials(Function& f)
    : blocks_(f), graphs_{{blocks_, f.getParent()->getDataLayout(), true},
                          {blocks_, f.getParent()->getDataLayout(), false}} {}

void ValueTrials::keep_inputs() {
  for (Value* v : graphs_[0].inputs)
    kept_.emplace_back(v);
}

void ValueTrials::match_inputs() {
  DenseMap<Value*, unsigned> alive;
  for (unsigned n = 0; n < kept_.size(); ++n) {
    Value* before = graphs_[0].inputs[n];
    Value* now = kept_[n];
    replaced_.push_back(now && now != before ? graphs_[1].add(*now) : kNone);
    if (now == before) alive[now] = n;
  }
  for (Value* v : graphs_[1].inputs) {
    const auto old = alive.find(v);
    same_.push_back(old != alive.end() ? old->second
                                       : static_cast<unsigned>(kept_.size() + same_.size()));
  }
}

void ValueTrials::begin(unsigned trial) {
  trial_ = trial;
  for (auto& known : known_)
    known.clear();
  numbers_.clear();
  iterations_.assign(1, {});
}

unsigned ValueTrials::earlier(unsigned iteration, unsigned header) {
  const auto [at, is_new] =
      numbers_.try_emplace({iteration, header}, static_cast<unsigned>(iterations_.size()));
  if (is_new) iterations_.push_back({iteration, header, iterations_[iteration].depth + 1});
  return at->second;
}

uint64_t ValueTrials::random(uint64_t a, uint64_t b) const {
  return mix(mix(mix(trial_ + 1) + a + 1) + b + 1);
}

Result ValueTrials::evaluate(unsigned graph, unsigned node, unsigned iteration) {
  while (iteration && graphs_[graph][node].block < iterations_[iteration].header)
    iteration = iterations_[iteration].parent;
  const std::pair key(node, iteration);
  if (const auto found = known_[graph].find(key); found != known_[graph].end())
    return found->second;
  const Result r = compute(graph, node, iteration);
  return known_[graph][key] = r;
}

Result ValueTrials::input(unsigned graph, const Node& n, unsigned iteration) {
  unsigned number = n.detail;
  if (graph == 0 && replaced_[number] != kNone) return evaluate(1, replaced_[number], iteration);
  if (graph == 1) number = same_[number];
  const uint64_t v = input_of(random(number, iteration));
  const uint64_t all = n.bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << n.bits) - 1;
  return {(n.range ? n.constant + v % n.range : v) & all, false};
}

bool ValueTrials::is_kept(unsigned graph, unsigned number) const {
  if (graph == 1) return same_[number] < kept_.size();
  return kept_[number] == graphs_[0].inputs[number];
}

Result ValueTrials::phi(unsigned graph, const Node& n, unsigned iteration) {
  const std::vector<unsigned>& from = blocks_.predecessors[n.block];
  if (from.empty()) return {0, true};
  unsigned edge = from[random(n.block, ~uint64_t{iteration}) % from.size()];
  if (edge >= n.block) {
    if (iterations_[iteration].depth < kMostIterations) {
      iteration = earlier(iteration, n.block);
    } else {
      if (is_kept(graph, n.detail) || from.front() >= n.block) return input(graph, n, iteration);
      edge = from.front(); // from outside the loop
    }
  }
  const auto at = std::find(n.numbers.begin(), n.numbers.end(), edge);
  if (at == n.numbers.end()) return {0, true};
  return evaluate(graph, n.operands[static_cast<size_t>(at - n.numbers.begin())], iteration);
}

Result ValueTrials::compute(unsigned graph, unsigned node, unsigned iteration) {
  const Node& n = graphs_[graph][node];
  switch (n.opcode) {
  case ValueGraph::kConstant: return {n.constant, false};
  case ValueGraph::kPoison: return {0, true};
  case ValueGraph::kInput: return input(graph, n, iteration);
  case Instruction::PHI: return phi(graph, n, iteration);
  default: break;
  }
  if (n.opcode == Instruction::Select) {
    const Result which = evaluate(graph, n.operands[0], iteration);
    if (which.poison) return which;
    return evaluate(graph, n.operands[which.value ? 1 : 2], iteration);
  }
  bool poison = false;
  SmallVector<APInt, 3> x;
  for (const unsigned operand : n.operands) {
    const Result r = evaluate(graph, operand, iteration);
    poison |= r.poison;
    x.emplace_back(std::max(1u, graphs_[graph][operand].bits), r.value);
  }
  if (n.opcode == ValueGraph::kSum) {
    APInt sum(n.bits, n.constant);
    for (size_t k = 0; k < x.size(); ++k)
      sum += x[k].sextOrTrunc(n.bits) * APInt(n.bits, n.numbers[k]);
    return {sum.getZExtValue(), poison};
  }
  APInt out;
  if (n.opcode == Instruction::ICmp)
    out = APInt(1, ICmpInst::compare(x[0], x[1], static_cast<ICmpInst::Predicate>(n.detail)));
  else if (n.opcode == Instruction::Call)
    out = intrinsic(n, x, poison);
  else if (n.opcode == Instruction::Freeze)
    out = x[0];
  else if (Instruction::isCast(n.opcode))
    out = converted(n, x[0], poison);
  else
    out = binary(n, x[0], x[1], poison);
  return {out.getZExtValue(), poison};
}

} // namespace mecc::lower
