// For modules with too few transfer registers: occupies them only for the duration of their
// commands. Words of a buffer are copied as soon as they have arrived, and written to it just
// before they are sent.
//
//   sram_read(%x, .., ctx_swap)       sram_read(%x, .., ctx_swap)
//   ...                               %a = load %x
//   %a = load %x                      ...
//
// Buffers whose use cannot be analysed (indices, hints, pinned numbers) stay as they are.
#include "isa/isa.h"
#include "mecc/codegen/objects.h"
#include "mecc/codegen/objects_passes.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <map>
#include <set>

using namespace llvm;

namespace mecc::codegen {
namespace {

// Argument numbers of a command's primitive. An override word precedes the last two arguments.
constexpr unsigned kTransfer = 0, kCount = 3;
constexpr uint64_t kSigDone = 0, kCtxSwap = 1;

struct Move { // a command that fills or sends words of a buffer
  CallInst* command;
  Instruction* arrived; // first instruction after the words arrive; null: none arrive
  bool sends;
  unsigned first, end; // words
};

class Buffer {
public:
  explicit Buffer(AllocaInst& object) : object_(object) {}

  bool can_copy() {
    return follow(object_, 0) && !moves_.empty() && !(loads_.empty() && stores_.empty());
  }

  void copy(const DominatorTree& tree) {
    std::set<unsigned> loaded, stored;
    for (const auto& [load, word] : loads_)
      loaded.insert(word);
    for (const auto& [store, word] : stores_)
      stored.insert(word);
    std::vector<AllocaInst*> copies;
    std::map<unsigned, AllocaInst*> in = variables(loaded, copies), out = variables(stored, copies);
    std::vector<WeakTrackingVH> taken;
    for (const Move& m : moves_)
      for (unsigned w = m.first; w < m.end; ++w) {
        if (m.arrived && in.contains(w)) taken.emplace_back(take(*m.arrived, w, *in[w]));
        if (m.sends && out.contains(w)) put(*m.command, w, *out[w]);
      }
    for (const auto& [load, word] : loads_)
      load->setOperand(0, in[word]);
    for (const auto& [store, word] : stores_)
      store->setOperand(1, out[word]);
    PromoteMemToReg(copies, const_cast<DominatorTree&>(tree));
    for (const WeakTrackingVH& load : taken)
      if (load) RecursivelyDeleteTriviallyDeadInstructions(load);
  }

private:
  bool follow(Value& pointer, int64_t offset) {
    for (User* user : pointer.users())
      if (!follow_use(*user, pointer, offset)) return false;
    return true;
  }

  bool follow_use(User& user, Value& pointer, int64_t offset) {
    if (auto* gep = dyn_cast<GetElementPtrInst>(&user)) {
      APInt more(32, 0);
      return gep->accumulateConstantOffset(gep->getDataLayout(), more) &&
             follow(*gep, offset + more.getSExtValue());
    }
    const auto word = static_cast<unsigned>(offset / 4);
    if (isa<LoadInst, StoreInst>(user)) {
      auto& access = cast<Instruction>(user);
      if (getLoadStorePointerOperand(&access) != &pointer || access.isVolatile() ||
          !getLoadStoreType(&access)->isIntegerTy(32) || offset % 4 != 0)
        return false;
      (isa<LoadInst>(access) ? loads_ : stores_).emplace_back(&access, word);
      return true;
    }
    auto* call = dyn_cast<CallInst>(&user);
    if (!call || !call->getCalledFunction()) return false;
    StringRef name = call->getCalledFunction()->getName();
    if (name == "__me_object_begin") return true;
    return (name.consume_front("__me_cmd_") || name.consume_front("__me_cmdi_")) &&
           call->getArgOperand(kTransfer) == &pointer && command(*call, name, word);
  }

  bool command(CallInst& call, StringRef record, unsigned word) {
    const auto op = mev2::opcode_named(record);
    const auto *count = dyn_cast<ConstantInt>(call.getArgOperand(kCount)),
               *sync = dyn_cast<ConstantInt>(call.getArgOperand(call.arg_size() - 2));
    if (!op || !count || !sync) return false;
    const mev2::OpcodeInfo& info = mev2::info(*op);
    const auto words =
        static_cast<unsigned>(info.longwords * std::max<uint64_t>(1, count->getZExtValue()));
    Instruction* arrived = info.pushes ? arrival(call, sync->getZExtValue()) : nullptr;
    if (info.pushes && !arrived) return false;
    moves_.push_back({&call, arrived, info.pulls, word, word + words});
    return true;
  }

  // Null if the words arrive outside the command's block.
  static Instruction* arrival(CallInst& command, uint64_t sync) {
    if (sync == kCtxSwap) return command.getNextNode();
    if (sync != kSigDone) return nullptr;
    for (Instruction* i = command.getNextNode(); i; i = i->getNextNode()) {
      const auto* call = dyn_cast<CallInst>(i);
      if (call && call->getCalledFunction() &&
          call->getCalledFunction()->getName() == "__me_wait_all" &&
          is_contained(call->args(), command.getArgOperand(command.arg_size() - 1)))
        return i->getNextNode();
    }
    return nullptr;
  }

  std::map<unsigned, AllocaInst*> variables(const std::set<unsigned>& words,
                                            std::vector<AllocaInst*>& all) {
    IRBuilder<> b(&object_);
    std::map<unsigned, AllocaInst*> out;
    for (const unsigned w : words)
      all.push_back(out[w] = b.CreateAlloca(b.getInt32Ty()));
    return out;
  }
  Value* word_at(IRBuilder<>& b, unsigned word) {
    return b.CreateConstInBoundsGEP1_32(b.getInt32Ty(), &object_, word);
  }
  LoadInst* take(Instruction& before, unsigned word, AllocaInst& copy) {
    IRBuilder<> b(&before);
    LoadInst* load = b.CreateLoad(b.getInt32Ty(), word_at(b, word));
    b.CreateStore(load, &copy);
    return load;
  }
  void put(Instruction& before, unsigned word, AllocaInst& copy) {
    IRBuilder<> b(&before);
    b.CreateStore(b.CreateLoad(b.getInt32Ty(), &copy), word_at(b, word));
  }

  AllocaInst& object_;
  std::vector<std::pair<Instruction*, unsigned>> loads_, stores_; // with their longword
  std::vector<Move> moves_;
};

} // namespace

bool copy_objects(Module& module) {
  bool changed = false;
  for (Function& f : module) {
    if (f.isDeclaration()) continue;
    const DominatorTree tree(f);
    std::vector<AllocaInst*> objects;
    for (Instruction& i : f.getEntryBlock())
      if (auto* local = dyn_cast<AllocaInst>(&i)) {
        const ObjectInfo info = object_info(*local);
        if (info.kind >= ObjectKind::SIn && info.kind <= ObjectKind::DBoth && !info.pin)
          objects.push_back(local);
      }
    for (AllocaInst* object : objects)
      if (Buffer buffer(*object); buffer.can_copy()) {
        buffer.copy(tree);
        changed = true;
      }
  }
  return changed;
}

} // namespace mecc::codegen
