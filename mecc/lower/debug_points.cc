// ixp_print and ixp_assert (ixp_debug.h) are removed from the code before any optimisation. The
// point becomes a label in the debug information, and its arguments become expressions of
// variables, whose locations debug information tracks anyway. So LLVM generates the same code with
// and without them.
//
//   !mecc.debug_points = {!{!"name of the label", i32 is an assertion, !"text", place, condition,
//                           argument...}}
//   an expression, for a machine with a stack: !{1, !{variable, i32 bit, i32 bits}, !"+"}
//
// mecc/codegen/debug_points.cc processes these.
#include "mecc/image/debug_format.h"
#include "mecc/lower/job.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <set>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr size_t kMostTokens = 200; // maximum in an expression

struct Refused {
  std::string why;
};

// Converts a value to an expression. Values narrower than a longword are zero-extended.
class Expression {
public:
  Expression(Module& m, const DominatorTree& tree)
      : module_(m), context_(m.getContext()), tree_(tree) {}

  MDNode* of(Value* v) {
    tokens_.clear();
    add(v);
    return MDNode::get(context_, tokens_);
  }
  // For each && || ?: the block before its decision and the block where its values join.
  const std::vector<std::pair<BasicBlock*, BasicBlock*>>& choices() const { return choices_; }

private:
  void token(Metadata* m) {
    if (tokens_.size() == kMostTokens)
      throw Refused{"is too long; assign parts of it to variables"};
    tokens_.push_back(m);
  }
  void op(StringRef text) { token(MDString::get(context_, text)); }
  Metadata* number(uint64_t v) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context_), v));
  }
  void mask(unsigned bits) {
    if (bits >= 32) return;
    token(number((uint64_t{1} << bits) - 1));
    op("&");
  }

  unsigned bits_of(const Value* v) {
    const Type* t = v->getType();
    const unsigned bits = t->isPointerTy() ? 32 : t->isIntegerTy() ? t->getIntegerBitWidth() : 0;
    if (bits == 0 || bits > 32)
      throw Refused{"is no longword; give the upper and the lower half apart"};
    return bits;
  }

  void add(Value* v) {
    const unsigned bits = bits_of(v);
    if (auto* c = dyn_cast<ConstantInt>(v)) return token(number(c->getZExtValue()));
    if (isa<ConstantPointerNull>(v)) return token(number(0));
    if (auto* load = dyn_cast<LoadInst>(v)) return variable(*load, bits);
    if (auto* cast = dyn_cast<CastInst>(v)) return converted(*cast, bits);
    if (auto* compare = dyn_cast<ICmpInst>(v)) return compared(*compare);
    if (auto* phi = dyn_cast<PHINode>(v)) return chosen(*phi);
    if (auto* select = dyn_cast<SelectInst>(v)) {
      for (Value* operand :
           {select->getCondition(), select->getTrueValue(), select->getFalseValue()})
        add(operand);
      return op("?");
    }
    if (auto* b = dyn_cast<BinaryOperator>(v)) return computed(*b, bits);
    throw Refused{"is not made of variables and constants; assign it to a variable"};
  }

  void variable(LoadInst& load, unsigned bits) {
    APInt offset(32, 0);
    const DataLayout& layout = module_.getDataLayout();
    Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    const DILocalVariable* known = nullptr;
    if (isa<AllocaInst>(base)) {
      for (const DbgVariableRecord* d : findDVRDeclares(base))
        known = d->getVariable();
      for (const DbgDeclareInst* d : findDbgDeclares(base))
        known = d->getVariable();
    }
    if (!known)
      throw Refused{"reads memory; only local variables can be followed: assign it to one"};
    Metadata* parts[] = {const_cast<DILocalVariable*>(known), number(offset.getZExtValue() * 8),
                         number(bits)};
    token(MDNode::get(context_, parts));
  }

  void converted(CastInst& cast, unsigned bits) {
    add(cast.getOperand(0));
    const unsigned from = bits_of(cast.getOperand(0));
    if (isa<SExtInst>(cast) && from < 32) { // (v ^ sign) - sign
      for (const char* what : {"^", "-"}) {
        token(number(uint64_t{1} << (from - 1)));
        op(what);
      }
    }
    mask(bits);
  }

  void compared(ICmpInst& compare) {
    for (unsigned n : {0u, 1u})
      add(compare.getOperand(n));
    if (compare.isSigned() && bits_of(compare.getOperand(0)) != 32)
      throw Refused{"compares signed numbers of less than 32 bits; assign them to int variables"};
    switch (compare.getPredicate()) {
    case ICmpInst::ICMP_EQ: return op("==");
    case ICmpInst::ICMP_NE: return op("!=");
    case ICmpInst::ICMP_ULT: return op("<");
    case ICmpInst::ICMP_ULE: return op("<=");
    case ICmpInst::ICMP_UGT: return op(">");
    case ICmpInst::ICMP_UGE: return op(">=");
    case ICmpInst::ICMP_SLT: return op("s<");
    case ICmpInst::ICMP_SLE: return op("s<=");
    case ICmpInst::ICMP_SGT: return op("s>");
    default: return op("s>=");
    }
  }

  void computed(BinaryOperator& b, unsigned bits) {
    for (unsigned n : {0u, 1u})
      add(b.getOperand(n));
    switch (b.getOpcode()) {
    case Instruction::Add: op("+"); break;
    case Instruction::Sub: op("-"); break;
    case Instruction::Mul: op("*"); break;
    case Instruction::And: return op("&");
    case Instruction::Or: return op("|");
    case Instruction::Xor: return op("^");
    case Instruction::Shl: op("<<"); break;
    case Instruction::LShr: return op(">>");
    case Instruction::UDiv: return op("/");
    case Instruction::URem: return op("%");
    default:
      if (bits != 32) throw Refused{"computes with signed numbers of less than 32 bits"};
      return op(b.getOpcode() == Instruction::AShr   ? "s>>"
                : b.getOpcode() == Instruction::SDiv ? "s/"
                                                     : "s%");
    }
    mask(bits);
  }

  // In IR, && || ?: are branches.
  void chosen(PHINode& phi) {
    BasicBlock* to = phi.getParent();
    BasicBlock* from = tree_.getNode(to)->getIDom()->getBlock();
    choices_.emplace_back(from, to);
    way(*from, phi);
  }
  void way(BasicBlock& from, PHINode& phi) {
    const auto* branch = dyn_cast<BranchInst>(from.getTerminator());
    if (!branch) throw Refused{"is not made of variables and constants; assign it to a variable"};
    if (!branch->isConditional()) return edge(from, *branch->getSuccessor(0), phi);
    add(branch->getCondition());
    edge(from, *branch->getSuccessor(0), phi);
    edge(from, *branch->getSuccessor(1), phi);
    op("?");
  }
  void edge(BasicBlock& from, BasicBlock& to, PHINode& phi) {
    if (&to == phi.getParent()) return add(phi.getIncomingValueForBlock(&from));
    way(to, phi);
  }

  Module& module_;
  LLVMContext& context_;
  const DominatorTree& tree_;
  std::vector<Metadata*> tokens_;
  std::vector<std::pair<BasicBlock*, BasicBlock*>> choices_;
};

class Points {
public:
  explicit Points(Job& job) : job_(job), builder_(job.module, false) {}

  void run() {
    for (Function& f : job_.module) {
      std::vector<CallInst*> calls;
      for (Instruction& i : instructions(f))
        if (auto* call = dyn_cast<CallInst>(&i); call && call->getCalledFunction())
          if (call->getCalledFunction()->getName().starts_with("__me_debug_"))
            calls.push_back(call);
      if (!calls.empty()) remove(f, calls);
    }
  }

private:
  void remove(Function& f, const std::vector<CallInst*>& calls) {
    std::vector<std::pair<BasicBlock*, BasicBlock*>> choices;
    {
      const DominatorTree tree(f);
      for (CallInst* call : calls) {
        Expression expression(job_.module, tree);
        describe(*call, expression);
        choices.insert(choices.end(), expression.choices().begin(), expression.choices().end());
      }
    }
    if (job_.report.failed()) return;
    std::set<GlobalVariable*> texts;
    for (CallInst* call : calls) {
      SmallVector<WeakTrackingVH, 8> arguments;
      for (Value* a : call->args()) {
        if (auto* text = dyn_cast<GlobalVariable>(a)) texts.insert(text);
        arguments.push_back(a);
      }
      call->eraseFromParent();
      for (const WeakTrackingVH& a : arguments)
        if (a) RecursivelyDeleteTriviallyDeadInstructions(a);
    }
    for (GlobalVariable* text : texts)
      if (text->use_empty()) text->eraseFromParent();
    for (auto i = choices.rbegin(); i != choices.rend(); ++i)
      close(*i->first, *i->second);
  }

  // Removes the now empty paths between two blocks.
  static void close(BasicBlock& from, BasicBlock& to) {
    for (PHINode& phi : make_early_inc_range(to.phis()))
      RecursivelyDeleteDeadPHINode(&phi);
    auto* branch = dyn_cast<BranchInst>(from.getTerminator());
    if (!branch || !branch->isConditional()) return; // already removed with an enclosing one
    Value* condition = branch->getCondition();
    ReplaceInstWithInst(branch, BranchInst::Create(&to));
    RecursivelyDeleteTriviallyDeadInstructions(condition);
    EliminateUnreachableBlocks(*from.getParent());
    MergeBlockIntoPredecessor(&to);
  }

  void describe(CallInst& call, Expression& expression) {
    const bool assertion = call.getCalledFunction()->getName() == "__me_debug_assert";
    const char* name = assertion ? "ixp_assert" : "ixp_print";
    StringRef text;
    if (!getConstantStringInfo(call.getArgOperand(1), text))
      return job_.report.error(call, "the format of ixp_print is no constant text; write it there");
    unsigned conversions = 0;
    if (assertion) {
      text = text.take_front(kMostDebugText);
    } else if (const std::string wrong = check_debug_format(text, conversions); !wrong.empty()) {
      return job_.report.error(call, fmt::format("the format of ixp_print {}", wrong));
    }
    const unsigned given = call.arg_size() - 2;
    if (given != conversions)
      return job_.report.error(
          call, fmt::format("the format of ixp_print asks for {} arguments, {} are given",
                            conversions, given));
    LLVMContext& context = call.getContext();
    const std::string label = fmt::format("ixp_debug.{}", number_++);
    SmallVector<Metadata*> parts = {
        MDString::get(context, label),
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), assertion)),
        MDString::get(context, text), call.getDebugLoc().get()};
    for (unsigned n = 0; n < call.arg_size(); ++n) {
      if (n == 1) continue; // the text
      try {
        parts.push_back(expression.of(call.getArgOperand(n)));
      } catch (const Refused& r) {
        const std::string what = n ? fmt::format("argument {}", n - 1) : "the condition";
        return job_.report.error(call, fmt::format("{} of {} {}", what, name, r.why));
      }
    }
    place(call, label);
    job_.module.getOrInsertNamedMetadata("mecc.debug_points")
        ->addOperand(MDNode::get(context, parts));
  }

  void place(CallInst& call, const std::string& name) {
    const DILocation* at = call.getDebugLoc();
    DILocalScope* scope = at->getScope();
    DILabel* label = builder_.createLabel(scope, name, scope->getFile(), at->getLine(), false);
    builder_.insertLabel(label, at, &call);
  }

  Job& job_;
  DIBuilder builder_;
  unsigned number_ = 0;
};

} // namespace

void take_debug_points(Job& job) {
  Points(job).run();
}

} // namespace mecc::lower
