// Instruction selection can leave a debug value in front of the instruction that computes it. There
// the register still has another value. This pass moves the debug value behind the instruction.
// It also brings labels of points (mecc/codegen/debug_points.h) into the order of the program, and
// keeps the label of a point and its values in one block: LLVM next splits blocks at instructions
// that become several blocks.
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
      sort_labels(mbb);
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

  // Selection puts a label in front of the instruction that comes next in the program, which may
  // have moved behind instructions of later points. Such a label moves in front of the next
  // point's, with its values as far as they are computed there.
  static void sort_labels(MachineBasicBlock& mbb) {
    Order order;
    std::map<unsigned, MachineInstr*> labels; // by their order in the program (debug_pins.cc)
    for (MachineInstr& mi : mbb) {
      order.emplace(&mi, static_cast<unsigned>(order.size()));
      unsigned number = 0;
      if (mi.isDebugLabel() && !point_of(mi).first.empty() &&
          !mi.getDebugLabel()->getName().split('#').second.getAsInteger(10, number))
        labels[number] = &mi;
    }
    MachineInstr* next = nullptr;
    for (const auto& [number, label] : reverse(labels)) {
      if (next && order[label] > order[next]) move_up(*label, *next, order);
      next = label;
    }
  }

  static void move_up(MachineInstr& label, MachineInstr& next, Order& order) {
    MachineBasicBlock& mbb = *label.getParent();
    std::vector<MachineInstr*> values;
    for (MachineInstr& mi : make_range(MachineBasicBlock::iterator(next), mbb.end()))
      if (mi.isDebugValue() && point_of(mi) == point_of(label)) values.push_back(&mi);
    for (MachineInstr* value : values) {
      const MachineInstr* source = last_source(*value, order);
      if (source && order[source] > order[&next]) continue;
      if (any_of(value->debug_operands(), is_physical)) value->setDebugValueUndef();
      mbb.splice(next.getIterator(), &mbb, value);
      order[value] = order[&next];
    }
    mbb.splice(next.getIterator(), &mbb, label);
    order[&label] = order[&next];
  }

  // Its register may have another value elsewhere.
  static bool is_physical(const MachineOperand& o) { return o.isReg() && o.getReg().isPhysical(); }

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
      if (part->isDebugValue() && any_of(part->debug_operands(), is_physical))
        part->setDebugValueUndef();
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
