// Pointers into local memory are usable three instructions after they are set. A block that
// offers too little work for this wait has its pointer set at the end of the preceding blocks:
//
//   loop#:                                     local_csr_wr[active_lm_addr_1, a0]
//   local_csr_wr[active_lm_addr_1, a0]         loop#:
//   nop                                        alu[--, *l$index1, -, b0]
//   nop                                        beq[found#]
//   nop                                        ...
//   alu[--, *l$index1, -, b0]                  alu[a0, a0, +, 8]
//   beq[found#]                                local_csr_wr[active_lm_addr_1, a0]
//   ...                                        alu[b1, b1, -, 1]
//   alu[a0, a0, +, 8]                          bne[loop#]
//   alu[b1, b1, -, 1]
//   bne[loop#]
//
// Blocks with a common predecessor that set a pointer to the same address share its write. A move
// is made if it saves cycles, as the expected frequencies of the blocks have it.
#include "base/dataflow.h"
#include "mecc/codegen/lm_registers.h"
#include "mecc/codegen/subtarget.h"
#include "mecc/codegen/target_machine.h"
#include "mecc/mc/distance.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

#include <array>
#include <map>
#include <optional>

using namespace llvm;

namespace mecc::codegen {
namespace {

constexpr size_t kMostSteps = 2;  // of an address's computation that move along
constexpr size_t kMostBlocks = 8; // that share a write
constexpr unsigned kMostRounds = 8;

// The address of a write at the end of a block: `steps`, last one first, applied to `leaf`, if
// there is one.
struct Address {
  const MachineInstr* write;
  Register leaf;
  SmallVector<MachineInstr*, kMostSteps> steps;
};

std::optional<unsigned> pointer_set(const MachineInstr& mi) {
  switch (mi.getOpcode()) {
  case MEv2::CgLmPoint0:
  case MEv2::CgLmPoint0i: return 0;
  case MEv2::CgLmPoint1:
  case MEv2::CgLmPoint1i: return 1;
  default: return std::nullopt;
  }
}

bool touches(const MachineInstr& mi, unsigned pointer) {
  return any_of(mi.operands(), [&](const MachineOperand& o) {
    return o.isReg() && is_local_memory(o.getReg()) && pointer_of(o.getReg()) == pointer;
  });
}

// Most accesses to register objects become operands.
bool accesses_object(const MachineInstr& mi) {
  return mi.getOpcode() == MEv2::CgObjLoad || mi.getOpcode() == MEv2::CgObjStore;
}

// No pointer moves past such instructions.
bool is_barrier(const MachineInstr& mi) {
  return !pointer_set(mi) && !accesses_object(mi) &&
         (mi.isCall() || mi.isInlineAsm() || mi.hasUnmodeledSideEffects());
}

// The register source of an instruction that computes one value of at most one register.
const MachineOperand* source(const MachineInstr& mi) {
  const MachineOperand* found = nullptr;
  for (const MachineOperand& o : drop_begin(mi.operands()))
    if (o.isReg()) found = &o;
  return found;
}
bool is_step(const MachineInstr& mi) {
  if (mi.isPHI() || mi.isCopy() || mi.mayLoadOrStore() || mi.hasUnmodeledSideEffects() ||
      mi.isTerminator() || mi.getNumExplicitDefs() != 1 || !mi.getOperand(0).getReg().isVirtual())
    return false;
  unsigned registers = 0;
  for (const MachineOperand& o : drop_begin(mi.operands())) {
    if (o.isReg()) {
      if (!o.getReg().isVirtual() || o.isImplicit() || o.isTied() || ++registers > 1) return false;
    } else if (!o.isImm()) {
      return false;
    }
  }
  return true;
}

class LmEarly final : public MachineFunctionPass {
public:
  static char ID;
  LmEarly() : MachineFunctionPass(ID) {}

  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    needs.addRequired<MachineBranchProbabilityInfoWrapperPass>();
    needs.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    const bool sets = any_of(mf, [](const MachineBasicBlock& block) {
      return any_of(block, [](const MachineInstr& mi) { return pointer_set(mi).has_value(); });
    });
    if (!sets || !is_on(Optimisation::LmEarly, settings(mf))) return false;
    mf_ = &mf;
    mri_ = &mf.getRegInfo();
    frequencies_ = &getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    probabilities_ = &getAnalysis<MachineBranchProbabilityInfoWrapperPass>().getMBPI();
    find_wanted();
    bool again = true, changed = false;
    for (unsigned round = 0; again && round < kMostRounds; ++round) {
      again = false;
      for (MachineBasicBlock* block : post_order(&mf))
        for (unsigned p = 0; p < kPointers; ++p)
          again |= raise(*block, p, /*shared=*/true) || raise(*block, p, /*shared=*/false);
      changed |= again;
    }
    for (MachineBasicBlock& block : mf)
      changed |= compute_ahead(block);
    return changed;
  }

private:
  struct Group {
    unsigned pointer;
    SetVector<MachineBasicBlock*> blocks;                   // begin with a write
    MapVector<MachineBasicBlock*, Address> before;          // their predecessors
    std::map<MachineBasicBlock*, std::vector<int64_t>> key; // the address in each predecessor
  };

  // ---- which pointers are needed

  // The write of a pointer that can move to the start of its block.
  MachineInstr* first_write(MachineBasicBlock& block, unsigned pointer) const {
    for (MachineInstr& mi : block) {
      if (mi.isPHI() || mi.isDebugInstr()) continue;
      if (pointer_set(mi) == pointer) return &mi;
      if (is_barrier(mi) || mi.isTerminator() || touches(mi, pointer)) return nullptr;
    }
    return nullptr;
  }

  // Pointers that are used before they are set, at the start of each block.
  void find_wanted() {
    wanted_.clear();
    ixp::until_stable(post_order(mf_), [&](MachineBasicBlock* block) {
      unsigned wanted = 0;
      for (const MachineBasicBlock* next : block->successors())
        wanted |= wanted_[next];
      for (const MachineInstr& mi : reverse(*block))
        for (unsigned p = 0; p < kPointers; ++p)
          if (pointer_set(mi) == p)
            wanted &= ~(1u << p);
          else if (touches(mi, p) || mi.isInlineAsm() || mi.getOpcode() == MEv2::CgCsrRd)
            wanted |= 1u << p;
      return std::exchange(wanted_[block], wanted) != wanted;
    });
  }

  // ---- addresses

  std::optional<Address> address_at(const MachineInstr& write, MachineBasicBlock& end) const {
    Address a{&write, {}, {}};
    if (!write.getOperand(0).isReg()) return a;
    a.leaf = write.getOperand(0).getReg();
    while (true) {
      MachineInstr* def = a.leaf.isVirtual() ? mri_->getUniqueVRegDef(a.leaf) : nullptr;
      if (!def) return std::nullopt;
      if (def->getParent() != write.getParent()) return a;
      if (def->isPHI()) {
        for (unsigned n = 1; n < def->getNumOperands(); n += 2)
          if (def->getOperand(n + 1).getMBB() == &end) a.leaf = def->getOperand(n).getReg();
        return def->getOperand(0).getReg() == a.leaf ? std::nullopt : std::optional(a);
      }
      if (!is_step(*def) || a.steps.size() == kMostSteps) return std::nullopt;
      a.steps.push_back(def);
      const MachineOperand* from = source(*def);
      if (!from) {
        a.leaf = Register();
        return a;
      }
      a.leaf = from->getReg();
    }
  }

  // Equal for equal addresses in one block.
  std::vector<int64_t> key_of(const MachineInstr& write, const Address& a) const {
    std::vector<int64_t> key;
    const auto add = [&](const MachineInstr& step) {
      key.push_back(step.getOpcode());
      for (const MachineOperand& o : drop_begin(step.operands()))
        if (o.isImm()) key.push_back(o.getImm());
    };
    if (write.getOperand(0).isImm()) return {MEv2::CgImm, write.getOperand(0).getImm()};
    for (const MachineInstr* step : a.steps)
      add(*step);
    for (Register r = a.leaf; r;) {
      const MachineInstr* def = mri_->getUniqueVRegDef(r);
      if (!def || !is_step(*def)) {
        key.push_back(r.id());
        break;
      }
      add(*def);
      const MachineOperand* from = source(*def);
      r = from ? from->getReg() : Register();
    }
    return key;
  }

  // ---- groups of blocks that share writes

  // Adds a block and its predecessors. Leaves the group as it is if that is not possible.
  bool add(Group& g, MachineBasicBlock& block) const {
    const MachineInstr* write = first_write(block, g.pointer);
    if (!write || block.pred_empty() || block.isEHPad() || g.blocks.size() == kMostBlocks)
      return false;
    Group more = g;
    more.blocks.insert(&block);
    for (MachineBasicBlock* before : block.predecessors()) {
      const auto address = address_at(*write, *before);
      if (!address || !wanted_.contains(before) || !ends_freely(*before, g.pointer)) return false;
      std::vector<int64_t> key = key_of(*write, *address);
      const auto [known, fresh] = more.key.try_emplace(before, key);
      if (!fresh && known->second != key) return false;
      if (fresh) more.before.insert({before, *address});
    }
    g = std::move(more);
    return true;
  }

  // The group of a block: with `shared`, others that set the pointer to the same address belong to
  // it. No other successor of their predecessors may need the pointer.
  std::optional<Group> group_of(MachineBasicBlock& block, unsigned pointer, bool shared) const {
    Group g{pointer, {}, {}, {}};
    if (!add(g, block)) return std::nullopt;
    for (unsigned n = 0; shared && n < g.before.size(); ++n)
      for (MachineBasicBlock* next : (g.before.begin() + n)->first->successors())
        if (!g.blocks.contains(next)) add(g, *next);
    for (const auto& [before, address] : g.before)
      for (MachineBasicBlock* next : before->successors())
        if (!g.blocks.contains(next) && wanted_.at(next) >> pointer & 1 && !is_set(g, *before))
          return std::nullopt;
    return g;
  }

  // A constant (true), or a register; nothing if the address has to be computed.
  using Held = std::optional<std::pair<bool, int64_t>>;
  Held held(Register r) const {
    const MachineInstr* def = mri_->getUniqueVRegDef(r);
    if (def && def->getOpcode() == MEv2::CgImm) return {{true, def->getOperand(1).getImm()}};
    return {{false, r.id()}};
  }
  Held held(const MachineOperand& o) const {
    return o.isImm() ? Held({true, o.getImm()}) : held(o.getReg());
  }
  Held held(const Address& a) const {
    if (!a.leaf) return held(a.write->getOperand(0));
    return a.steps.empty() ? held(a.leaf) : std::nullopt;
  }

  // True if the pointer has the address at the end of the block already.
  bool is_set(const Group& g, MachineBasicBlock& before) const {
    const Address& address = g.before.find(&before)->second;
    const Held wanted = held(address);
    if (!wanted) return false;
    const auto moves = [&](const MachineOperand& o) {
      return o.isReg() && is_stepping(o.getReg()) && pointer_of(o.getReg()) == g.pointer;
    };
    SmallPtrSet<const MachineBasicBlock*, 8> seen;
    for (MachineBasicBlock* b = &before; seen.insert(b).second; b = *b->pred_begin()) {
      if (const auto other = g.before.find(b); b != &before && other != g.before.end())
        return held(other->second) == wanted; // it gets that address
      for (const MachineInstr& mi : reverse(*b)) {
        if (pointer_set(mi) == g.pointer) return held(mi.getOperand(0)) == wanted;
        if (is_barrier(mi) || any_of(mi.operands(), moves) ||
            (address.leaf && mi.definesRegister(address.leaf, nullptr)))
          return false;
      }
      if (b->pred_size() != 1) break;
    }
    return false;
  }

  // No word that ends the block reads local memory through the pointer, or a value that it loaded.
  bool ends_freely(const MachineBasicBlock& block, unsigned pointer) const {
    return none_of(block.terminators(), [&](const MachineInstr& mi) {
      return is_barrier(mi) || touches(mi, pointer) ||
             any_of(mi.all_uses(), [&](const MachineOperand& o) {
               const MachineInstr* def =
                   o.getReg().isVirtual() ? mri_->getUniqueVRegDef(o.getReg()) : nullptr;
               return def && def->getParent() == &block && touches(*def, pointer);
             });
    });
  }

  // ---- cost

  // Whether it becomes a word, as far as that is known here: loads become operands.
  static bool is_word(const MachineInstr& mi) {
    return !mi.isMetaInstruction() && !mi.isPHI() && !mi.isCopy() && !accesses_object(mi) &&
           !(mi.getOpcode() == MEv2::CgMov && is_local_memory(mi.getOperand(1).getReg()));
  }

  // Number of words that can fill the wait behind a write at the start of the block: all up to a
  // barrier that do not depend on values read through the pointer.
  unsigned work_in(const MachineBasicBlock& block, unsigned pointer) const {
    DenseSet<Register> late;
    SmallPtrSet<const MachineInstr*, 4> steps;
    const MachineInstr* write = nullptr;
    unsigned words = 0;
    for (const MachineInstr& mi : block) {
      if (!write && pointer_set(mi) == pointer) {
        write = &mi;
        continue;
      }
      if (mi.isPHI()) continue;
      if (write && pointer_set(mi) == pointer) break;
      const bool needs =
          touches(mi, pointer) ||
          any_of(mi.all_uses(), [&](const MachineOperand& o) { return late.contains(o.getReg()); });
      if (needs)
        for (const MachineOperand& o : mi.all_defs())
          if (o.getReg().isVirtual()) late.insert(o.getReg());
      if (mi.isTerminator() || is_barrier(mi)) {
        words += late.empty();
        break;
      }
      words += !needs && is_word(mi);
    }
    return write ? words - std::min(words, own_steps(*write)) : words;
  }
  // Number of steps of the address in the block of its write.
  unsigned own_steps(const MachineInstr& write) const {
    unsigned n = 0;
    if (!write.getOperand(0).isReg()) return n;
    for (Register r = write.getOperand(0).getReg(); r.isVirtual();) {
      const MachineInstr* def = mri_->getUniqueVRegDef(r);
      if (!def || def->getParent() != write.getParent() || !is_step(*def)) break;
      ++n;
      const MachineOperand* from = source(*def);
      r = from ? from->getReg() : Register();
    }
    return n;
  }

  // Number of words that can follow a write at the end of the block: all behind the last use of the
  // pointer from which the address is not computed, and the branches.
  unsigned work_behind(const MachineBasicBlock& block, unsigned pointer, Register address) const {
    DenseSet<Register> early{address};
    unsigned words = 0;
    for (const MachineInstr& mi : reverse(block)) {
      if (mi.isTerminator()) {
        words += mi.isConditionalBranch() ? 2 : 1;
        continue;
      }
      if (mi.isPHI() || is_barrier(mi) || touches(mi, pointer) || pointer_set(mi) == pointer) break;
      if (any_of(mi.all_defs(),
                 [&](const MachineOperand& o) { return early.contains(o.getReg()); })) {
        for (const MachineOperand& o : mi.all_uses())
          early.insert(o.getReg());
        continue;
      }
      words += is_word(mi);
    }
    return words;
  }

  static double missing(unsigned words) {
    return words < mc::kPointerLatency ? mc::kPointerLatency - words : 0;
  }
  double frequency(const MachineBasicBlock& block) const {
    return static_cast<double>(frequencies_->getBlockFreq(&block).getFrequency());
  }
  double frequency(const MachineBasicBlock& from, const MachineBasicBlock& to) const {
    const BranchProbability p = probabilities_->getEdgeProbability(&from, &to);
    return frequency(from) * p.getNumerator() / BranchProbability::getDenominator();
  }

  bool pays(const Group& g) const {
    double now = 0, then = 0;
    for (MachineBasicBlock* block : g.blocks) {
      const MachineInstr& write = *first_write(*block, g.pointer);
      const unsigned steps = own_steps(write);
      const unsigned work = work_in(*block, g.pointer);
      now += frequency(*block) * (1 + steps + missing(work));
      for (MachineBasicBlock* before : block->predecessors())
        then += frequency(*before, *block) *
                missing(work + work_behind(*before, g.pointer, g.before.find(before)->second.leaf));
    }
    for (const auto& [before, address] : g.before)
      if (!is_set(g, *before))
        then += frequency(*before) * static_cast<double>(1 + address.steps.size());
    return then < now * 0.999;
  }

  // ---- moves

  bool raise(MachineBasicBlock& block, unsigned pointer, bool shared) {
    const auto g = group_of(block, pointer, shared);
    if (!g || !pays(*g)) return false;
    for (const auto& [before, address] : g->before)
      if (!is_set(*g, *before)) set(*before, address);
    for (MachineBasicBlock* each : g->blocks) {
      MachineInstr* old = first_write(*each, pointer);
      const MachineOperand address = old->getOperand(0);
      old->eraseFromParent();
      if (address.isReg()) drop_unused(*mri_, address.getReg());
    }
    find_wanted();
    count(Optimisation::LmEarly, settings(*mf_));
    return true;
  }

  // Repeats a write, and the steps of its address, at the end of a block.
  // Writes of one group may have a constant, or a register with the same value.
  void set(MachineBasicBlock& block, const Address& address) {
    Register r = address.leaf;
    MachineBasicBlock::iterator at = block.getFirstTerminator();
    const unsigned pointer = *pointer_set(*address.write);
    const auto passes = [&](const MachineInstr& mi) {
      return !mi.isPHI() && !is_barrier(mi) && !pointer_set(mi) && !touches(mi, pointer) &&
             !(r && mi.definesRegister(r, nullptr));
    };
    while (at != block.begin() && passes(*std::prev(at))) // where the address may end
      --at;
    const auto insert = [&](const MachineInstr& mi) {
      MachineInstr* copy = mf_->CloneMachineInstr(&mi);
      block.insert(at, copy);
      return copy;
    };
    if (r) mri_->clearKillFlags(r);
    for (MachineInstr* step : reverse(address.steps)) {
      MachineInstr* copy = insert(*step);
      const MachineOperand* from = source(*copy);
      const bool same = !from || from->getReg() == r;
      if (from) copy->getOperand(from->getOperandNo()).setReg(r);
      const Register old = step->getOperand(0).getReg();
      r = mri_->createVirtualRegister(mri_->getRegClass(old));
      copy->getOperand(0).setReg(r);
      const MachineBasicBlock& home = *step->getParent();
      if (!same || home.pred_size() != 1 || *home.pred_begin() != &block) continue;
      step->eraseFromParent(); // the copy serves its other uses, too
      mri_->replaceRegWith(old, r);
      mri_->clearKillFlags(r);
    }
    MachineInstr* copy = insert(*address.write);
    if (copy->getOperand(0).isReg()) copy->getOperand(0).setReg(r);
  }

  // ---- steps

  // A loop whose last block steps an address and sets a pointer to it has little else to fill the
  // slots of its branch. There the address is that of the turn after the next, so that the steps
  // follow the write:
  //
  //   loop#:                                     alu[a0, a0, +, 8]
  //   ...                                        loop#:
  //   alu[a0, a0, +, 8]                          ...
  //   local_csr_wr[active_lm_addr_1, a0]         local_csr_wr[active_lm_addr_1, a0]
  //   alu[b1, b1, -, 1]                          alu[b1, b1, -, 1]
  //   bne[loop#]                                 bne[loop#], defer[1]
  //                                              alu[a0, a0, +, 8]
  bool compute_ahead(MachineBasicBlock& last) {
    for (MachineInstr& write : last)
      if (pointer_set(write) && write.getOperand(0).isReg() && compute_ahead(last, write)) {
        count(Optimisation::LmEarly, settings(*mf_));
        return true;
      }
    return false;
  }

  bool compute_ahead(MachineBasicBlock& last, MachineInstr& write) {
    const Register next = write.getOperand(0).getReg();
    SmallVector<MachineInstr*, kMostSteps> steps; // last one first
    MachineInstr* def = mri_->getUniqueVRegDef(next);
    for (; def && !def->isPHI(); def = mri_->getUniqueVRegDef(source(*def)->getReg())) {
      const long uses = steps.empty() ? 2 : 1; // the write and the PHI, or the next step
      const auto users = mri_->use_nodbg_operands(def->getOperand(0).getReg());
      if (def->getParent() != &last || !is_step(*def) || !source(*def) ||
          steps.size() == kMostSteps || std::distance(users.begin(), users.end()) != uses)
        return false;
      steps.push_back(def);
    }
    if (!def || steps.empty() || other_words(last, write, steps) >= steps.size()) return false;
    MachineInstr& phi = *def;
    if (phi.getNumOperands() != 5 || !mri_->hasOneNonDBGUse(phi.getOperand(0).getReg()))
      return false;
    const unsigned in = phi.getOperand(2).getMBB() == &last ? 3 : 1; // operand from the front
    MachineBasicBlock& front = *phi.getOperand(in + 1).getMBB();
    if (phi.getOperand(4 - in).getReg() != next || &front == &last || front.succ_size() != 1)
      return false;
    MachineOperand& start = phi.getOperand(in);
    mri_->clearKillFlags(start.getReg());
    for (const MachineInstr* step : reverse(steps)) {
      MachineInstr* copy = mf_->CloneMachineInstr(step);
      front.insert(front.getFirstTerminator(), copy);
      copy->getOperand(source(*copy)->getOperandNo()).setReg(start.getReg());
      copy->getOperand(0).setReg(
          mri_->createVirtualRegister(mri_->getRegClass(step->getOperand(0).getReg())));
      start.setReg(copy->getOperand(0).getReg());
    }
    const Register now = phi.getOperand(0).getReg();
    mri_->markUsesInDebugValueAsUndef(now);
    mri_->clearKillFlags(now);
    write.getOperand(0).setReg(now);
    for (MachineInstr* step : steps) { // in front of each other
      mri_->markUsesInDebugValueAsUndef(step->getOperand(0).getReg());
      mri_->clearKillFlags(step->getOperand(0).getReg());
      last.splice(std::next(write.getIterator()), &last, step->getIterator());
    }
    return true;
  }

  // Number of words of the block, apart from steps and write, that its branch does not wait for.
  unsigned other_words(const MachineBasicBlock& block, const MachineInstr& write,
                       ArrayRef<MachineInstr*> steps) const {
    return static_cast<unsigned>(count_if(block, [&](const MachineInstr& mi) {
      const auto decides = [&](const MachineOperand& o) {
        return any_of(mri_->use_nodbg_instructions(o.getReg()), [&](const MachineInstr& user) {
          return user.isTerminator() && user.getParent() == &block;
        });
      };
      return is_word(mi) && &mi != &write && !is_contained(steps, &mi) && !mi.isTerminator() &&
             none_of(mi.all_defs(), decides);
    }));
  }

  MachineFunction* mf_ = nullptr;
  MachineRegisterInfo* mri_ = nullptr;
  const MachineBlockFrequencyInfo* frequencies_ = nullptr;
  const MachineBranchProbabilityInfo* probabilities_ = nullptr;
  std::map<const MachineBasicBlock*, unsigned> wanted_;
};
char LmEarly::ID;
const RegisterPass<LmEarly> known("mev2-lm-early", "MEv2 early local-memory pointers");

} // namespace

FunctionPass* create_lm_early() {
  return new LmEarly;
}

} // namespace mecc::codegen
