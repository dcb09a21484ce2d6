// Variables of the program in GPRs. A relative register set aside in every function holds one
// longword of each context, or provides one absolute register per context for shared variables.
#include "mecc/codegen/global_registers.h"

#include "mecc/codegen/debug_values.h"
#include "mecc/codegen/objects.h"
#include "mecc/mc/calling.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

#include <fmt/format.h>

using namespace llvm;

namespace mecc::codegen {

static std::string names_of_shared(const Module& module) {
  std::string names;
  for (const GlobalVariable& g : module.globals())
    if (const ObjectInfo info = object_info(g); info.kind == ObjectKind::SharedGpr)
      names += (names.empty() ? "" : ", ") + info.name;
  return names;
}

// Number of registers of a bank, from the first, that function arguments and results use.
static unsigned calling_registers(const Module& module) {
  const auto longwords = [](const Type* t) {
    return t->isVoidTy() ? 0u : t->isIntegerTy(64) ? 2u : 1u;
  };
  unsigned most = 0;
  for (const Function& f : module) {
    if (f.isDeclaration() || f.getName() == "main") continue;
    unsigned arguments = 0;
    for (const Argument& a : f.args())
      arguments += longwords(a.getType());
    most = std::max({most, arguments, longwords(f.getReturnType())});
  }
  return (most + 1) / 2;
}

namespace {

class Assignment {
public:
  Assignment(const Module& module, mev2::ContextMode mode)
      : eight_(mode == mev2::ContextMode::Eight),
        most_(kLastVariableRegister + 1 -
              std::min(calling_registers(module), kLastVariableRegister + 1)) {}

  GlobalRegisters run(const Module& module) {
    for (const ObjectKind kind : {ObjectKind::SharedGpr, ObjectKind::StaticGpr})
      for (const GlobalVariable& g : module.globals())
        if (const ObjectInfo info = object_info(g); info.kind == kind && !assign(g, info)) {
          all_.homeless = &g;
          all_.names = names_of_shared(module);
          return all_;
        }
    return all_;
  }

private:
  // Allocates downwards. Variables alternate between the banks, so that one instruction can read
  // two that are used together.
  struct Bank {
    unsigned given_up = 0;
    unsigned context = 0; // of the next absolute register; 0: another register is needed
  };

  bool assign(const GlobalVariable& g, const ObjectInfo& info) {
    for (unsigned w = 0; w < info.words; ++w) {
      const bool shared = info.kind == ObjectKind::SharedGpr;
      if (is_full(shared)) b_ = !b_; // a large array needs both banks
      if (is_full(shared)) return false;
      all_.places[&g].push_back(shared ? absolute() : give_up());
      if (!shared) b_ = !b_;
    }
    if (info.kind == ObjectKind::SharedGpr) b_ = !b_;
    return true;
  }

  bool is_full(bool shared) const {
    return banks_[b_].given_up == most_ && !(shared && banks_[b_].context);
  }

  unsigned give_up() {
    const unsigned r = (b_ ? MEv2::B0 : MEv2::A0) + kLastVariableRegister - banks_[b_].given_up++;
    all_.given_up.push_back(r);
    return r;
  }

  unsigned absolute() {
    Bank& bank = banks_[b_];
    if (bank.context == 0) give_up();
    const unsigned n =
        kLastVariableRegister + 1 - bank.given_up + (eight_ ? 16 : 32) * bank.context;
    bank.context = (bank.context + 1) % (eight_ ? 8 : 4);
    return (b_ ? MEv2::AbsB0 : MEv2::AbsA0) + n;
  }

  const bool eight_;
  const unsigned most_; // relative registers of a bank
  Bank banks_[2];
  bool b_ = false;
  GlobalRegisters all_;
};

} // namespace

GlobalRegisters global_registers(const Module& module, mev2::ContextMode mode) {
  return Assignment(module, mode).run(module);
}

void describe_global_registers(const Module& module, mev2::ContextMode mode, Image& image) {
  const DataLayout& layout = module.getDataLayout();
  Type* word = Type::getInt32Ty(module.getContext());
  const auto last = static_cast<uint32_t>(image.words.size() - 1);
  const GlobalRegisters assigned = global_registers(module, mode);
  for (const GlobalVariable& g : module.globals()) {
    const auto found = assigned.places.find(&g);
    if (found == assigned.places.end()) continue;
    const std::vector<unsigned>& places = found->second;
    const std::string name = object_info(g).name;
    for (unsigned w = 0; w < places.size(); ++w) {
      const std::string where = location_of(places[w]);
      image.symbols.push_back(
          {places.size() > 1 ? fmt::format("{}[{}]", name, w) : name, where, 0, last});
      auto* initial = const_cast<Constant*>(g.getInitializer());
      const auto* value = dyn_cast_or_null<ConstantInt>(
          ConstantFoldLoadFromConst(initial, word, APInt(32, 4 * w), layout));
      if (value)
        image.registers.push_back({where, -1, static_cast<uint32_t>(value->getZExtValue())});
    }
  }
}

} // namespace mecc::codegen
