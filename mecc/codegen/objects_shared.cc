// Shared GPRs. A relative register reserved in every context provides one absolute register per
// context.
#include "mecc/codegen/objects_shared.h"

#include "mecc/codegen/debug_values.h"
#include "mecc/codegen/objects.h"

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

SharedGprs shared_gprs(const Module& module, mev2::ContextMode mode) {
  const bool eight = mode == mev2::ContextMode::Eight;
  const unsigned contexts = eight ? 8 : 4, stride = eight ? 16 : 32;
  // Allocates downwards, below the registers of far frames and return addresses. Variables
  // alternate between the banks, so that one instruction can read two that are used together.
  constexpr unsigned kFirst = 13;
  const unsigned last = calling_registers(module);
  const unsigned most = (kFirst + 1 - std::min(last, kFirst + 1)) * contexts; // per bank
  SharedGprs all;
  unsigned next[2] = {0, 0};
  bool b = false;
  for (const GlobalVariable& g : module.globals()) {
    const ObjectInfo info = object_info(g);
    if (info.kind != ObjectKind::SharedGpr) continue;
    std::vector<unsigned>& places = all.places[&g];
    for (unsigned w = 0; w < info.words; ++w) {
      if (next[b] == most) b = !b; // a large array needs both banks
      if (next[b] == most) {
        all.homeless = &g;
        all.names = names_of_shared(module);
        return all;
      }
      const unsigned used = next[b]++, given_up = used / contexts, context = used % contexts;
      const unsigned n = kFirst - given_up;
      if (context == 0) all.given_up.push_back((b ? MEv2::B0 : MEv2::A0) + n);
      places.push_back((b ? MEv2::AbsB0 : MEv2::AbsA0) + n + stride * context);
    }
    b = !b;
  }
  return all;
}

void describe_shared(const Module& module, mev2::ContextMode mode, Image& image) {
  const DataLayout& layout = module.getDataLayout();
  Type* word = Type::getInt32Ty(module.getContext());
  const auto last = static_cast<uint32_t>(image.words.size() - 1);
  const SharedGprs shared = shared_gprs(module, mode);
  for (const GlobalVariable& g : module.globals()) {
    const auto found = shared.places.find(&g);
    if (found == shared.places.end()) continue;
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
