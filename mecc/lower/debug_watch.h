#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/ValueHandle.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace mecc::lower {

// Watches the passes of a pipeline, and repairs debug information that LLVM leaves wrong:
//  - A variable stays in memory if its address is known elsewhere. If a pass deletes or moves a
//    store to it (LICM keeps it in a register during a loop), its memory has an old value: the
//    variable loses its location.
//  - If `if (a) if (b)` becomes `if (a && b)`, the prints between the tests would be executed even
//    if `a` is false: they are dropped.
//  - If SimplifyCFG lets a path pass a phi by, records behind it still name the phi, which has the
//    value of the other paths: they lose their location. Its copies of a print, if they come
//    together in one block again, become one.
class DebugWatch {
public:
  explicit DebugWatch(llvm::PassInstrumentationCallbacks& calls);

private:
  struct Store {
    llvm::WeakVH variable; // an alloca
    llvm::WeakVH store;
    const llvm::BasicBlock* block;
  };
  using Point = std::pair<const llvm::DILabel*, const llvm::DILocation*>; // inlined at
  struct Branch {
    llvm::WeakVH block;
    llvm::WeakVH condition;
    std::set<Point> points; // of the block
  };
  struct Incoming { // of a phi
    llvm::WeakVH value, block;
  };
  struct Phi {
    llvm::WeakVH phi;
    std::vector<Incoming> incoming;
  };
  using Records = std::map<const llvm::DbgVariableRecord*, Phi>; // the phi that each names
  using Copies = std::map<Point, unsigned>; // of a point in one block, the most
  struct Before {
    llvm::Function* function = nullptr;
    std::vector<Store> stores;
    std::vector<Branch> branches;
    Records records;
    Copies copies;
  };
  static std::vector<Store> stores(llvm::Function& f);
  static std::vector<Branch> branches(llvm::Function& f);
  static Records records(llvm::Function& f);
  static Copies copies(llvm::Function& f);
  static void join_copies(const Copies& before, llvm::Function& f);
  static void end_passed(const Records& before, llvm::Function& f);
  static void end_changed(const std::vector<Store>& before, llvm::StringRef pass);
  static void drop_joined(const std::vector<Branch>& before);
  void after(llvm::StringRef pass);

  std::vector<Before> before_; // the running pass is the last one
};

} // namespace mecc::lower
