// Local memory through LM_ADDR_1, and LM_ADDR_0 if no function keeps its frame there. An access is
// "point, then use *l$index1[k]", and pointing costs an instruction plus three cycles. So a pointer
// is set only where its value changes. Accesses through the same address (the same virtual register
// in SSA form, or the same constant) share it, also across blocks. Loop invariants are set before
// the loop, and the pointer steps to the next longword (*l$index1++).
//
// Pointers belong to the context, so swaps preserve them; calls and far frame slots do not. Loops
// with advancing pointers are handled earlier (lm_streams.cc); here their forms become operands.
#include "mecc/codegen/lm_registers.h"
#include "mecc/codegen/subtarget.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/InitializePasses.h"

#include <array>
#include <map>
#include <tuple>

using namespace llvm;

namespace mecc::codegen {
namespace {

namespace Name = MEv2::OpName;

constexpr int64_t kMostInField = 255; // constants of local_csr_wr and alu
constexpr int64_t kWord = 4;
constexpr int64_t kMostSteps = 2; // longwords worth stepping over
constexpr unsigned kLookAhead = 64;
constexpr unsigned kFreeSweeps = 32; // far more than loops nest

// A local-memory address as far as it is known: `offset` bytes after a virtual register, or after 0
// if there is none.
struct Place {
  bool known = false;
  Register root;
  int64_t offset = 0;

  bool operator==(const Place&) const = default;
  Place behind(int64_t bytes) const { return {known, root, offset + bytes}; }
  bool same_root(const Place& other) const { return known && other.known && root == other.root; }
};
using State = std::array<Place, kPointers>; // address of each pointer

struct Access {
  MachineInstr* mi;
  Register address; // of the window
  unsigned word;    // longword within the window
  Place window, place;
};

// Method by which an access positions its pointer.
struct Plan {
  enum { Here, Absorb, Step, Point } how;
  unsigned pointer;
  int64_t steps = 0;  // in longwords
  bool exact = false; // the pointer addresses the longword, not its window
};

// The last access through each pointer in this block that could include a step.
using Last = std::array<MachineInstr*, kPointers>;

class LmPointers final : public MachineFunctionPass {
public:
  static char ID;
  LmPointers() : MachineFunctionPass(ID) {}

  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.addRequired<MachineLoopInfoWrapperPass>();
    needs.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    mf_ = &mf;
    mri_ = &mf.getRegInfo();
    tii_ = mf.getSubtarget().getInstrInfo();
    machine_ = &mf.getSubtarget<MEv2Subtarget>().machine();
    if (settings(mf).far_frames) return false; // a spill could come between pointing and access
    steps_ = is_on(Optimisation::LmSteps, settings(mf));
    pointers_ = settings(mf).second_pointer ? 0b11 : 0b10;
    fixed_.clear();
    usual_.clear();
    const MachineLoopInfo& loops = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
    find_streams(loops);
    for (MachineLoop* loop : loops)
      hoist(*loop);
    solve();
    for (MachineBasicBlock& block : mf)
      walk(block, entry_[&block], /*change=*/true);
    remember_clobbers();
    return true;
  }

private:
  // ---- addresses

  // Splits an address into a root register and a constant.
  Place place_of(Register r) const {
    Place p{true, r, 0};
    for (MachineInstr* def = definition(p.root); def; def = definition(p.root)) {
      const unsigned form = def->getOpcode();
      if (form == MEv2::CgImm) return {true, Register(), p.offset + def->getOperand(1).getImm()};
      if (def->isCopy())
        p.root = def->getOperand(1).getReg();
      else if (form == MEv2::CgAddri)
        p = {true, def->getOperand(1).getReg(), p.offset + def->getOperand(2).getImm()};
      else if (form == MEv2::CgSubri)
        p = {true, def->getOperand(1).getReg(), p.offset - def->getOperand(2).getImm()};
      else if (const auto constant = second_constant(*def))
        p = {true, def->getOperand(1).getReg(), p.offset + *constant};
      else
        break;
    }
    return p;
  }
  std::optional<int64_t> second_constant(const MachineInstr& sum) const {
    if (sum.getOpcode() != MEv2::CgAddrr) return std::nullopt;
    const MachineInstr* def = definition(sum.getOperand(2).getReg());
    if (!def || def->getOpcode() != MEv2::CgImm) return std::nullopt;
    return def->getOperand(1).getImm();
  }
  MachineInstr* definition(Register r) const {
    return r.isVirtual() ? mri_->getUniqueVRegDef(r) : nullptr;
  }

  std::optional<Access> access_of(MachineInstr& mi) const {
    if (mi.getOpcode() != MEv2::CgLmLoad && mi.getOpcode() != MEv2::CgLmStore) return std::nullopt;
    Access a;
    a.mi = &mi;
    a.address = mi.getOperand(1).getReg();
    a.word = static_cast<unsigned>(mi.getOperand(2).getImm());
    a.window = place_of(a.address);
    a.place = a.window.behind(kWord * a.word);
    return a;
  }

  // ---- changes of pointers

  // Mask of pointers changed by anything but an access.
  unsigned clobbers(const MachineInstr& mi) const {
    switch (mi.getOpcode()) {
    case MEv2::CgLmPoint0:
    case MEv2::CgLmPoint0i: return 0b01;
    case MEv2::CgLmPoint1:
    case MEv2::CgLmPoint1i: return 0b10;
    case MEv2::CgStreamPoint: return 1u << mi.getOperand(1).getImm();
    case MEv2::CgStreamLoad: return 1u << mi.getOperand(1).getImm();
    case MEv2::CgStreamStore: return 1u << mi.getOperand(1).getImm();
    case MEv2::CgStreamStep: return 1u << mi.getOperand(0).getImm();
    case MEv2::CgCsrWr:
    case MEv2::CgCsrWri: return pointers_of_csr(mi.getOperand(0).getImm());
    case MEv2::CgCall: {
      const auto known =
          machine_->moved_pointers.find(mi.getOperand(0).getGlobal()->getName().str());
      return known == machine_->moved_pointers.end() ? 0b11 : known->second;
    }
    default: return mi.isCall() || mi.isInlineAsm() ? 0b11 : 0;
    }
  }
  static unsigned pointers_of_csr(int64_t csr) {
    const auto is = [&](const char* name) { return csr == *mev2::local_csr_address(name); };
    if (is("active_lm_addr_0") || is("active_lm_addr_0_byte_index")) return 0b01;
    if (is("active_lm_addr_1") || is("active_lm_addr_1_byte_index")) return 0b10;
    return is("indirect_lm_addr_0") || is("indirect_lm_addr_1") ||
                   is("indirect_lm_addr_0_byte_index") || is("indirect_lm_addr_1_byte_index")
               ? 0b11
               : 0;
  }

  // Marks pointers that advance with a loop as fixed there.
  void find_streams(const MachineLoopInfo& loops) {
    for (MachineBasicBlock& block : *mf_)
      for (MachineInstr& mi : block)
        if (mi.getOpcode() == MEv2::CgStreamLoad || mi.getOpcode() == MEv2::CgStreamStore ||
            mi.getOpcode() == MEv2::CgStreamStep)
          if (const MachineLoop* loop = loops.getLoopFor(&block))
            for (const MachineBasicBlock* inside : loop->blocks())
              fixed_[inside] |= clobbers(mi);
  }

  void remember_clobbers() {
    unsigned moved = 0;
    for (const MachineBasicBlock& block : *mf_)
      for (const MachineInstr& mi : block) {
        moved |= clobbers(mi);
        for (const MachineOperand& o : mi.operands())
          if (o.isReg() && is_stepping(o.getReg())) moved |= 1u << pointer_of(o.getReg());
      }
    machine_->moved_pointers[mf_->getName().str()] = moved;
  }

  // ---- loops

  struct Wanted {
    Access access;
    size_t order; // order of discovery
    unsigned times = 1;
  };
  // Loop-invariant addresses that a loop accesses.
  struct Needs {
    std::vector<Wanted> fixed;
    bool others = false; // accesses whose windows change
    unsigned moved = 0;  // pointers changed by other instructions
  };

  bool is_before(const MachineLoop& loop, Register address) const {
    const MachineInstr* def = definition(address);
    return def && !loop.contains(def->getParent());
  }

  Needs needs_of(const MachineLoop& loop) {
    Needs n;
    for (MachineBasicBlock* block : loop.blocks())
      for (MachineInstr& mi : *block) {
        n.moved |= clobbers(mi);
        const auto access = access_of(mi);
        if (!access) continue;
        if (!is_before(loop, access->address)) {
          n.others = true;
          continue;
        }
        const auto known =
            find_if(n.fixed, [&](const Wanted& w) { return w.access.window == access->window; });
        if (known == n.fixed.end())
          n.fixed.push_back({*access, n.fixed.size()});
        else
          ++known->times;
      }
    return n;
  }

  // Sets unchanged pointers before the loop, but keeps one for the remaining accesses.
  void hoist(MachineLoop& loop) {
    MachineBasicBlock* const front = loop.getLoopPreheader();
    Needs n = needs_of(loop);
    unsigned taken = 0;
    for (const MachineBasicBlock* block : loop.blocks())
      taken |= fixed_[block];
    unsigned free = pointers_ & ~taken & ~n.moved;
    const auto movable = static_cast<size_t>(popcount(pointers_ & ~taken)),
               most = static_cast<size_t>(popcount(free));
    llvm::sort(n.fixed, [](const Wanted& a, const Wanted& b) {
      return std::tuple(b.times, a.order) < std::tuple(a.times, b.order);
    });
    const bool all = !n.others && n.fixed.size() <= most;
    const size_t hoisted =
        !front || !free ? 0 : std::min({n.fixed.size(), most, all ? movable : movable - 1});
    for (size_t k = 0; k < hoisted; ++k) {
      const unsigned pointer = free == 0b01 || (!all && free == 0b11) ? 0 : 1;
      free &= ~(1u << pointer);
      const Access& a = n.fixed[k].access;
      point(*front, front->getFirstTerminator(), a.mi->getDebugLoc(), pointer, a.address);
      for (const MachineBasicBlock* block : loop.blocks())
        fixed_[block] |= 1u << pointer;
    }
    for (MachineLoop* inner : loop)
      hoist(*inner);
  }

  // ---- data flow

  // Forward data flow: a pointer is known if all predecessors agree. Plans look ahead, so a larger
  // state at a block's entry may give a smaller one at its exit, and states could alternate without
  // end: after kFreeSweeps the state at an entry only shrinks.
  void solve() {
    entry_.clear();
    std::map<const MachineBasicBlock*, State> exit; // reached blocks only
    for (unsigned sweep = 0; sweep_blocks(exit, sweep >= kFreeSweeps); ++sweep) {
    }
  }
  bool sweep_blocks(std::map<const MachineBasicBlock*, State>& exit, bool shrink) {
    bool changed = false;
    for (MachineBasicBlock& block : *mf_) {
      std::optional<State> in;
      if (block.pred_empty()) in = State();
      for (const MachineBasicBlock* before : block.predecessors())
        if (const auto out = exit.find(before); out != exit.end())
          in = in ? common(*in, out->second) : out->second;
      if (!in) continue;
      State& entry = entry_.try_emplace(&block, *in).first->second;
      entry = shrink ? common(entry, *in) : *in;
      const size_t usual = usual_.size(); // a new usual pointer may change any block's plans
      const State s = walk(block, entry, /*change=*/false);
      const auto [out, fresh] = exit.try_emplace(&block, s);
      changed |= std::exchange(out->second, s) != s || fresh || usual_.size() != usual;
    }
    return changed;
  }
  static State common(State a, const State& b) {
    for (unsigned p = 0; p < kPointers; ++p)
      if (!(a[p] == b[p])) a[p] = {};
    return a;
  }

  State walk(MachineBasicBlock& block, State s, bool change) {
    Last last{};
    for (MachineInstr& mi : make_early_inc_range(block)) {
      if (const auto access = access_of(mi)) {
        const Plan plan = plan_for(*access, s, last);
        s[plan.pointer] = plan.exact ? access->place : access->window;
        MachineInstr* done = change ? carry_out(*access, plan, last) : &mi;
        last[plan.pointer] = s[plan.pointer] == access->place ? done : nullptr;
        continue;
      }
      if (mi.isDebugInstr()) continue;
      const unsigned moved = clobbers(mi);
      for (unsigned p = 0; p < kPointers; ++p)
        if (moved & 1u << p) {
          s[p] = {};
          last[p] = nullptr;
        }
      track_point(mi, s);
      if (change) rewrite_stream(mi);
    }
    return s;
  }
  void track_point(const MachineInstr& mi, State& s) const {
    switch (mi.getOpcode()) {
    case MEv2::CgLmPoint0:
    case MEv2::CgLmPoint1:
      s[mi.getOpcode() == MEv2::CgLmPoint1] = place_of(mi.getOperand(0).getReg());
      break;
    case MEv2::CgLmPoint0i:
    case MEv2::CgLmPoint1i:
      s[mi.getOpcode() == MEv2::CgLmPoint1i] = {true, Register(), mi.getOperand(0).getImm()};
      break;
    default: break;
    }
  }

  // ---- one access

  bool can_move(const MachineBasicBlock& block, unsigned pointer) {
    return pointers_ >> pointer & 1 && !(fixed_[&block] >> pointer & 1);
  }

  Plan plan_for(const Access& a, const State& s, const Last& last) {
    const MachineBasicBlock& block = *a.mi->getParent();
    for (unsigned p = 0; p < kPointers; ++p)
      if (s[p].known && (s[p] == a.window || s[p] == a.place))
        return {Plan::Here, p, 0, s[p] == a.place};
    for (unsigned p = 0; p < kPointers; ++p) {
      if (!s[p].same_root(a.place) || !can_move(block, p) || !steps_) continue;
      const int64_t way = a.place.offset - s[p].offset;
      if (way % kWord || std::abs(way) > kMostSteps * kWord) continue;
      const int64_t steps = way / kWord;
      if (std::abs(steps) == 1 && last[p]) return {Plan::Absorb, p, steps, true};
      return {Plan::Step, p, steps, true};
    }
    const unsigned chosen = victim(a, s);
    usual_.try_emplace({a.window.root, a.window.offset}, chosen);
    return {Plan::Point, chosen};
  }

  // The pointer whose address is needed again last; of equal ones the pointer that another path
  // sets to the address, so that both can share its write.
  unsigned victim(const Access& a, const State& s) {
    const MachineBasicBlock& block = *a.mi->getParent();
    const auto usual = usual_.find({a.window.root, a.window.offset});
    unsigned best = kPointers, farthest = 0;
    for (const unsigned p : {1u, 0u}) {
      if (!can_move(block, p)) continue;
      const unsigned distance = s[p].known ? next_use(*a.mi, s[p]) : kLookAhead + 1;
      const bool preferred = usual != usual_.end() && usual->second == p;
      if (distance > farthest || (distance == farthest && preferred)) {
        best = p;
        farthest = distance;
      }
    }
    if (best == kPointers) report_fatal_error("no pointer into local memory is left");
    return best;
  }
  unsigned next_use(MachineInstr& from, const Place& p) const {
    unsigned distance = 1;
    for (auto i = std::next(from.getIterator()); i != from.getParent()->end(); ++i) {
      if (i->isDebugInstr()) continue;
      if (++distance > kLookAhead) break;
      const auto a = access_of(*i);
      if (a && (a->window == p || a->place == p)) return distance;
    }
    return kLookAhead;
  }

  // ---- rewriting

  void point(MachineBasicBlock& block, MachineBasicBlock::iterator at, const DebugLoc& where,
             unsigned pointer, Register to) {
    if (pointer == 0) count(Optimisation::SecondPointer, settings(*mf_));
    const MachineInstr* def = definition(to);
    if (def && def->getOpcode() == MEv2::CgImm && def->getOperand(1).getImm() <= kMostInField)
      BuildMI(block, at, where, tii_->get(pointer ? MEv2::CgLmPoint1i : MEv2::CgLmPoint0i))
          .addImm(def->getOperand(1).getImm());
    else
      BuildMI(block, at, where, tii_->get(pointer ? MEv2::CgLmPoint1 : MEv2::CgLmPoint0))
          .addReg(to);
  }

  // Returns the rewritten access.
  MachineInstr* carry_out(const Access& a, const Plan& plan, const Last& last) {
    MachineBasicBlock& block = *a.mi->getParent();
    const DebugLoc where = a.mi->getDebugLoc();
    switch (plan.how) {
    case Plan::Here: break;
    case Plan::Absorb: take_along(*last[plan.pointer], plan); break;
    case Plan::Step: step(block, a.mi, where, plan.pointer, plan.steps); break;
    case Plan::Point: point(block, a.mi, where, plan.pointer, a.address); break;
    }
    return replace(a, plan);
  }

  // Makes the previous access step the pointer.
  void take_along(MachineInstr& access, const Plan& plan) {
    for (MachineOperand& o : access.explicit_operands())
      if (o.isReg() && o.getReg() == window(plan.pointer, 0))
        o.setReg(stepping(plan.pointer, static_cast<int>(plan.steps)));
    move_pointer(access, plan.pointer);
    count(Optimisation::LmSteps, settings(*mf_));
  }

  void step(MachineBasicBlock& block, MachineBasicBlock::iterator at, const DebugLoc& where,
            unsigned pointer, int64_t steps) {
    for (int64_t n = 0; n < std::abs(steps); ++n) {
      MachineInstr* mi = BuildMI(block, at, where, tii_->get(MEv2::CgMov), MEv2::NoReg)
                             .addReg(stepping(pointer, steps > 0 ? 1 : -1));
      move_pointer(*mi, pointer);
    }
  }

  MachineInstr* move(MachineInstr& before, bool load, Register value, Register word) {
    const unsigned form = MEv2::CgMov;
    if (load)
      return BuildMI(*before.getParent(), before, before.getDebugLoc(), tii_->get(form), value)
          .addReg(word);
    return BuildMI(*before.getParent(), before, before.getDebugLoc(), tii_->get(form), word)
        .addReg(value);
  }

  MachineInstr* replace(const Access& a, const Plan& plan) {
    const bool load = a.mi->getOpcode() == MEv2::CgLmLoad;
    MachineInstr* done = move(*a.mi, load, a.mi->getOperand(0).getReg(),
                              window(plan.pointer, plan.exact ? 0 : a.word));
    a.mi->eraseFromParent();
    drop_unused(*mri_, a.address);
    sink(a.address);
    return done;
  }

  // Moves an address that no access of its block needs any more to the only path that reads it.
  void sink(Register address) {
    MachineInstr* def = definition(address);
    if (!def || def->getOpcode() != MEv2::CgAddri) return;
    MachineBasicBlock* const home = def->getParent();
    const MachineBasicBlock* to = nullptr;
    for (const MachineOperand& use : mri_->use_nodbg_operands(address)) {
      const MachineInstr& user = *use.getParent();
      const MachineBasicBlock* at = user.isPHI() ? user.getOperand(use.getOperandNo() + 1).getMBB()
                                                 : use.getParent()->getParent();
      if (at == home || (to && to != at)) return;
      to = at;
    }
    if (!to || to->pred_size() != 1 || *to->pred_begin() != home) return;
    mri_->markUsesInDebugValueAsUndef(address);
    mri_->clearKillFlags(def->getOperand(1).getReg());
    auto& path = *const_cast<MachineBasicBlock*>(to);
    path.splice(path.getFirstNonPHI(), home, def->getIterator());
  }

  void rewrite_stream(MachineInstr& mi) {
    MachineBasicBlock& block = *mi.getParent();
    const DebugLoc& where = mi.getDebugLoc();
    const auto number = [&](unsigned n) { return mi.getOperand(n).getImm(); };
    switch (mi.getOpcode()) {
    case MEv2::CgStreamPoint:
      point(block, mi, where, static_cast<unsigned>(number(1)), mi.getOperand(0).getReg());
      break;
    case MEv2::CgStreamStep:
      step(block, mi, where, static_cast<unsigned>(number(0)), number(1));
      break;
    case MEv2::CgStreamLoad:
    case MEv2::CgStreamStore: {
      const auto pointer = static_cast<unsigned>(number(1));
      const Register word = number(3) ? stepping(pointer, static_cast<int>(number(3)))
                                      : window(pointer, static_cast<unsigned>(number(2)));
      MachineInstr* done =
          move(mi, mi.getOpcode() == MEv2::CgStreamLoad, mi.getOperand(0).getReg(), word);
      if (number(3)) move_pointer(*done, pointer);
      break;
    }
    default: return;
    }
    const Register address =
        mi.getOpcode() == MEv2::CgStreamPoint ? mi.getOperand(0).getReg() : Register();
    mi.eraseFromParent();
    if (address) drop_unused(*mri_, address);
  }

  MachineFunction* mf_ = nullptr;
  MachineRegisterInfo* mri_ = nullptr;
  const TargetInstrInfo* tii_ = nullptr;
  const MEv2TargetMachine* machine_ = nullptr;
  unsigned pointers_ = 0;                              // mask of available pointers
  bool steps_ = true;                                  // stepping is enabled
  std::map<const MachineBasicBlock*, unsigned> fixed_; // pointers that are constant in a loop or
                                                       // advance with it
  std::map<const MachineBasicBlock*, State> entry_;
  std::map<std::pair<Register, int64_t>, unsigned> usual_; // pointer first set to each address
};
char LmPointers::ID;
const RegisterPass<LmPointers> known("mev2-lm-pointers", "MEv2 local-memory pointers");

} // namespace

FunctionPass* create_lm_pointers() {
  return new LmPointers;
}

} // namespace mecc::codegen
