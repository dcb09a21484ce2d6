// Registers of arguments and results, chosen for each function. All callers are known, so a value
// can stay in one register from call to call:
//
//   x = next(x);                     alu[a0, --, B, a3]                  br[kernel#], defer[1]
//   sum = mix(sum, kernel(x));       br[kernel#], defer[1]               load_addr[b15, l1#]
//                                    load_addr[b15, l1#]             l1#:
//                                l1#:                                    br[mix#], defer[1]
//                                    alu[b0, --, B, a0]                  load_addr[b15, l2#]
//                                    alu[a0, --, B, a2]
//                                    br[mix#], defer[1]
//                                    load_addr[b15, l2#]
//
// Words of arguments and results that hold the same value share a register (coalescing), except
// where another one of them changes it while it is needed (interference): Chaitin, Register
// Allocation and Spilling via Graph Coloring, 1982, across functions. A value that is needed after
// a call keeps its register if the callee has others to use: it takes such registers last.
#include "mecc/codegen/improve.h"
#include "mecc/mc/calling.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <set>

using namespace llvm;

namespace mecc::codegen {
namespace {

// True if an instruction behind the call needs the value that the call's block has.
bool lives_across(const Value& v, const CallInst& call, const DominatorTree& tree) {
  if (!tree.dominates(&v, &call)) return false;
  const auto* def = dyn_cast<Instruction>(&v);
  SmallPtrSet<BasicBlock*, 1> defines;
  if (def) defines.insert(const_cast<BasicBlock*>(def->getParent()));
  return any_of(v.uses(), [&](const Use& use) {
    const auto* user = cast<Instruction>(use.getUser());
    if (const auto* phi = dyn_cast<PHINode>(user))
      user = phi->getIncomingBlock(use)->getTerminator();
    if (def && user->getParent() == def->getParent())
      return call.getParent() == def->getParent() && call.comesBefore(user);
    return isPotentiallyReachable(call.getNextNode(), user, &defines);
  });
}

bool is_called(const Function& f) {
  return !f.isDeclaration() && f.getName() != "main";
}

// The nodes of the graph are words of arguments and of results.
class Graph {
public:
  explicit Graph(const Module& m) : layout_(m.getDataLayout()) {
    for (const Function& f : m) {
      if (!is_called(f)) continue;
      const unsigned first = group_.size();
      for (const Argument& a : f.args())
        number(a, a.getType());
      interfere(first);
      const unsigned result = group_.size();
      number(f, f.getReturnType());
      interfere(result);
    }
    colours_.resize(group_.size());
  }

  // Callees come first.
  void add(const Function& f, const DominatorTree& tree) {
    find_places(f);
    for (auto& [value, places] : places_) {
      SmallVector<const CallInst*> across;
      copy_if(calls_, std::back_inserter(across),
              [&](const CallInst* call) { return lives_across(*value, *call, tree); });
      erase_if(places, [&](unsigned place) { // the value leaves these in any case
        return any_of(across,
                      [&](const CallInst* call) { return used_by(*value, *call).test(place); });
      });
      for (const CallInst* call : across)
        keep(*value, *call);
      flow(*value, places, places);
    }
    for (const auto& [value, places] : places_)
      if (const auto* phi = dyn_cast<PHINode>(value))
        for (const Value* in : phi->incoming_values())
          if (const auto from = places_.find(in); from != places_.end())
            flow(*value, places, from->second);
  }

  // Returns false if a word gets no register.
  bool colour() {
    for (const auto& [a, b] : flows_)
      merge(group(a), group(b));
    for (unsigned n = 0; n < group_.size(); ++n) {
      if (group(n) != n) continue;
      BitVector taken(kArgumentWords);
      for (const unsigned other : interferes_[n])
        if (other < n && group(other) == other) taken.set(colours_[other]);
      if (taken.all()) return false;
      colours_[n] = taken.find_first_unset();
      for (unsigned c = prefers_b(n); c < kArgumentWords; c += 2)
        if (!taken.test(c)) {
          colours_[n] = c;
          break;
        }
    }
    return true;
  }

  Convention convention(const Function& f) {
    Convention c;
    for (const Argument& a : f.args())
      append(c.arguments, first_[&a], words(a.getType()));
    append(c.results, first_[&f], words(f.getReturnType()));
    for (const unsigned n : kept_[&f])
      append(c.kept, n, 1);
    c.kept.push_back(MEv2::NoRegister);
    return c;
  }

private:
  using Places = SmallVector<unsigned, 4>; // a value's first node in each

  unsigned words(Type* type) const {
    return type->isVoidTy() ? 0 : divideCeil(layout_.getTypeSizeInBits(type), 32);
  }
  void number(const Value& v, Type* type) {
    first_[&v] = group_.size();
    for (unsigned w = 0; w < words(type); ++w)
      group_.push_back(group_.size());
    interferes_.resize(group_.size());
  }
  void interfere(unsigned a, unsigned b) {
    interferes_[a].insert(b);
    interferes_[b].insert(a);
  }
  void interfere(unsigned first) {
    for (unsigned a = first; a < group_.size(); ++a)
      for (unsigned b = first; b < a; ++b)
        interfere(a, b);
  }

  // ---- one function

  void find_places(const Function& f) {
    places_.clear();
    calls_.clear();
    reached_[&f].insert(&f);
    const auto place = [&](const Value& v, const Value& at) {
      if (!isa<Constant>(v)) places_[&v].push_back(first_[&at]);
    };
    if (is_called(f))
      for (const Argument& a : f.args())
        place(a, a);
    for (const Instruction& i : instructions(f)) {
      if (const auto* ret = dyn_cast<ReturnInst>(&i); ret && ret->getReturnValue() && is_called(f))
        place(*ret->getReturnValue(), f);
      const auto* call = dyn_cast<CallInst>(&i);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !is_called(*callee)) continue;
      calls_.push_back(call);
      reached_[&f].insert(reached_[callee].begin(), reached_[callee].end());
      if (!call->getType()->isVoidTy()) place(*call, *callee);
      for (const auto& [value, argument] : zip(call->args(), callee->args()))
        place(*value, argument);
    }
  }

  void flow(const Value& v, const Places& from, const Places& to) {
    for (const unsigned a : from)
      for (const unsigned b : to)
        for (unsigned w = 0; a != b && w < words(v.getType()); ++w)
          flows_.push_back({a + w, b + w});
  }

  // Words of the functions that a call executes, except those that hold the value.
  BitVector used_by(const Value& v, const CallInst& call) {
    BitVector used(group_.size());
    for (const Function* f : reached_[call.getCalledFunction()])
      used.set(f->arg_empty() ? first_[f] : first_[f->getArg(0)],
               first_[f] + words(f->getReturnType()));
    for (const auto& [value, argument] : zip(call.args(), call.getCalledFunction()->args()))
      if (value == &v) used.reset(first_[&argument], first_[&argument] + words(v.getType()));
    return used;
  }
  void keep(const Value& v, const CallInst& call) {
    const BitVector used = used_by(v, call);
    for (const unsigned place : places_[&v])
      for (unsigned mine = place; mine < place + words(v.getType()); ++mine) {
        for (const unsigned n : used.set_bits())
          interfere(mine, n);
        for (const Function* f : reached_[call.getCalledFunction()])
          kept_[f].insert(mine);
      }
  }

  // ---- colours

  unsigned group(unsigned n) const {
    while (group_[n] != n)
      n = group_[n];
    return n;
  }
  void merge(unsigned a, unsigned b) {
    if (a == b || interferes_[a].contains(b)) return;
    if (a > b) std::swap(a, b);
    group_[b] = a;
    for (const unsigned other : interferes_[b])
      interfere(a, other);
  }
  // True if bank A has more of the group's neighbours among arguments or results, which are often
  // operands of one instruction.
  bool prefers_b(unsigned group_number) const {
    int b = 0;
    for (unsigned n = group_number; n < group_.size(); ++n)
      for (const unsigned beside : {n - 1, n + 1})
        if (group(n) == group_number && interferes_[n].contains(beside) &&
            group(beside) < group_number)
          b += colours_[group(beside)] % 2 ? -1 : 1;
    return b > 0;
  }
  void append(SmallVectorImpl<MCPhysReg>& registers, unsigned first, unsigned count) const {
    for (unsigned n = first; n < first + count; ++n)
      registers.push_back(argument_register(colours_[group(n)]));
  }

  const DataLayout& layout_;
  DenseMap<const Value*, unsigned> first_; // node of an argument, or of a function's result
  std::vector<unsigned> group_, colours_;  // a group is known by its first node
  std::vector<std::set<unsigned>> interferes_;
  std::vector<std::pair<unsigned, unsigned>> flows_;
  std::map<const Function*, SmallSetVector<unsigned, 8>> kept_;
  std::map<const Function*, SetVector<const Function*>> reached_; // by its calls, and itself

  // The function that is added: places of its values, and its calls.
  MapVector<const Value*, Places> places_;
  SmallVector<const CallInst*> calls_;
};

} // namespace

void choose_argument_registers(Module& m, FunctionAnalysisManager& analyses,
                               const MEv2TargetMachine& machine) {
  Graph graph(m);
  for (const Function& f : m)
    if (!f.isDeclaration())
      graph.add(f, analyses.getResult<DominatorTreeAnalysis>(const_cast<Function&>(f)));
  if (!graph.colour()) return;
  for (const Function& f : m)
    if (is_called(f)) machine.conventions[&f] = graph.convention(f);
  count(Optimisation::ArgumentRegisters, machine.settings, machine.conventions.size());
}

} // namespace mecc::codegen
