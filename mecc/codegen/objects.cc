#include "mecc/codegen/colour.h"
#include "mecc/codegen/objects_liveness.h"
#include "mecc/codegen/objects_passes.h"
#include "mecc/codegen/target_machine.h"
#include "mecc/lower/users_place.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;

namespace mecc::codegen {

void report(const MachineFunction& mf, const DebugLoc& at, const Twine& text) {
  const Function& f = mf.getFunction();
  f.getContext().diagnose(
      DiagnosticInfoUnsupported(f, text, DebugLoc(lower::users_place(at.get()))));
}

namespace {

class Objects final : public MachineFunctionPass {
public:
  static char ID;
  Objects() : MachineFunctionPass(ID) {}

  bool runOnMachineFunction(MachineFunction& mf) override {
    const auto& machine = static_cast<const MEv2TargetMachine&>(mf.getTarget());
    ObjectNumbers& numbers = machine.object_numbers;
    if (numbers.of_function.empty()) numbers.pinned = pinned_numbers(*mf.getFunction().getParent());
    ObjectTable table(mf);
    check_objects(mf, table);
    const ObjectLiveness liveness(mf, table);
    colour(mf, table, liveness, machine.settings.mode == mev2::ContextMode::Eight ? 16 : 32,
           numbers);
    fold_objects(mf, rewrite_objects(mf, table, liveness));
    return true;
  }
};
char Objects::ID;

const RegisterPass<Objects> known("mev2-objects", "MEv2 register objects");

} // namespace

FunctionPass* create_objects() {
  return new Objects;
}

} // namespace mecc::codegen
