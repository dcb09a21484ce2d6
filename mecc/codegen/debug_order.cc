// Instruction selection can leave a debug value in front of the instruction that computes it. There
// the register still has another value. This pass moves the debug value behind the instruction.
// It also keeps the label of a point and its values (mecc/codegen/debug_points.h) in one block:
// LLVM next splits blocks at instructions that become several blocks.
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <map>
#include <set>
#include <vector>

using namespace llvm;

namespace mecc::codegen {
namespace {

class DebugOrder final : public MachineFunctionPass {
public:
  static char ID;
  DebugOrder() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "MEv2 debug order"; }

  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    for (MachineBasicBlock& mbb : mf) {
      reorder(mbb);
      gather(mbb);
    }
    return true;
  }

private:
  void reorder(MachineBasicBlock& mbb) {
    std::map<const MachineInstr*, unsigned> order;
    std::vector<MachineInstr*> values;
    for (MachineInstr& mi : mbb) {
      order.emplace(&mi, static_cast<unsigned>(order.size()));
      if (mi.isDebugValue()) values.push_back(&mi);
    }
    for (auto i = values.begin(); i != values.end(); ++i)
      if (MachineInstr* source = last_source(**i, order); source && order[source] > order[*i])
        move(**i, *source, {i + 1, values.end()}, order);
  }

  using Order = std::map<const MachineInstr*, unsigned>;

  // Instruction of the block that computes the last operand of a debug value.
  static MachineInstr* last_source(const MachineInstr& value, const Order& order) {
    const MachineRegisterInfo& registers = value.getMF()->getRegInfo();
    MachineInstr* last = nullptr;
    for (const MachineOperand& o : value.debug_operands()) {
      if (!o.isReg() || !o.getReg().isVirtual()) continue;
      MachineInstr* source = registers.getUniqueVRegDef(o.getReg());
      if (source && source->getParent() == value.getParent() &&
          (!last || order.at(source) > order.at(last)))
        last = source;
    }
    return last;
  }

  static void move(MachineInstr& value, MachineInstr& source,
                   const std::vector<MachineInstr*>& later, Order& order) {
    MachineBasicBlock& mbb = *value.getParent();
    MachineInstr* unknown = mbb.getParent()->CloneMachineInstr(&value);
    mbb.insert(value.getIterator(), unknown); // ends the variable's previous value
    unknown->setDebugValueUndef();
    const bool is_set_again = any_of(later, [&](const MachineInstr* other) {
      return order.at(other) < order.at(&source) &&
             other->getDebugVariable() == value.getDebugVariable() &&
             other->getDebugLoc()->getInlinedAt() == value.getDebugLoc()->getInlinedAt() &&
             value.getDebugExpression()->fragmentsOverlap(other->getDebugExpression());
    });
    if (is_set_again) return value.eraseFromParent();
    mbb.splice(std::next(source.getIterator()), &mbb, value);
    order[&value] = order.at(&source);
  }

  using Instance = std::pair<StringRef, const DILocation*>; // of a point: its label, inlined at

  // The point that a label or a debug value belongs to; a name without text: none.
  static Instance point_of(const MachineInstr& mi) {
    StringRef name;
    if (mi.isDebugLabel()) name = mi.getDebugLabel()->getName();
    if (mi.isDebugValue()) name = mi.getDebugVariable()->getName().rsplit('.').first;
    if (!name.starts_with("ixp_debug.")) return {};
    return {name, mi.getDebugLoc()->getInlinedAt()};
  }

  // Parts of one copy of a point, in their order in the block.
  struct Copy {
    std::vector<MachineInstr*> parts;
    std::set<const DILocalVariable*> known;
    bool has_label = false;

    // LLVM may state a value again where it copies its register, and the block may have more
    // copies.
    bool is_over(const MachineInstr& next) const {
      return has_label && (next.isDebugLabel() || known.count(next.getDebugVariable()));
    }
    void add(MachineInstr& mi) {
      parts.push_back(&mi);
      if (mi.isDebugLabel())
        has_label = true;
      else if (!mi.isUndefDebugValue())
        known.insert(mi.getDebugVariable());
    }
  };

  static void gather(MachineBasicBlock& mbb) {
    std::map<Instance, std::vector<Copy>> points;
    for (MachineInstr& mi : mbb) {
      const Instance point = point_of(mi);
      if (point.first.empty()) continue;
      std::vector<Copy>& copies = points[point];
      if (copies.empty() || copies.back().is_over(mi)) copies.emplace_back();
      copies.back().add(mi);
    }
    for (const auto& [point, copies] : points)
      for (const Copy& copy : copies)
        if (copy.has_label) gather(mbb, copy.parts);
  }

  static void gather(MachineBasicBlock& mbb, const std::vector<MachineInstr*>& parts) {
    MachineInstr* last = parts.back();
    if (std::none_of(parts.front()->getIterator(), last->getIterator(),
                     [](const MachineInstr& mi) { return mi.usesCustomInsertionHook(); }))
      return;
    for (MachineInstr* part : parts) {
      if (part == last) continue;
      if (part->isDebugValue() && any_of(part->debug_operands(), [](const MachineOperand& o) {
            return o.isReg() && o.getReg().isPhysical();
          }))
        part->setDebugValueUndef(); // the register of an argument may have another value there
      mbb.splice(last->getIterator(), &mbb, part);
    }
  }
};
char DebugOrder::ID;

} // namespace

FunctionPass* create_debug_order() {
  return new DebugOrder;
}

} // namespace mecc::codegen
