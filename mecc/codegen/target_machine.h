// LLVM's target machine: the settings of one compilation and data that its passes collect.
#pragma once

#include "isa/microengine.h"
#include "mecc/codegen/colour.h"
#include "mecc/codegen/subtarget.h"
#include "mecc/mc/optimisations.h"

#include "llvm/Target/TargetMachine.h"

#include <map>
#include <string>
#include <utility>

namespace mecc::codegen {

class WordBuilder;

// Longwords after the context's frame pointer that each function and its callees need. There is no
// stack and no recursion: every function has one fixed frame, which it shares only with functions
// that never run at the same time.
using FrameMap = std::map<std::string, unsigned>;

// Registers of a function's words of arguments and results; by default argument_register(0) and
// the next ones. It takes the kept registers last, which callers need; a null register ends them.
struct Convention {
  llvm::SmallVector<llvm::MCPhysReg, 8> arguments, results, kept;
};
llvm::MCPhysReg argument_register(unsigned n);

// Registers reserved for far frames.
constexpr unsigned kFarAddress = llvm::MEv2::A15, kFramePointer = llvm::MEv2::B14;

// Settings of one code generation, from the command line.
struct Settings {
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  unsigned lm_first_word = 0; // local memory for code generation: [first, first + words)
  unsigned lm_words = mev2::kLocalMemoryLongwords; // for all contexts together
  unsigned lm_contexts = 8;                        // contexts that run; each needs frames
  bool far_frames = false;                         // frames exceed one window of local memory
  bool second_pointer = false;                     // LM_ADDR_0 is free: no function has a frame
  bool source_order = false;                       // instructions stay in the order of the source
  bool improved = false;                           // improve() has replaced LLVM's passes on IR
  Optimisations* optimisations = nullptr;          // null: all enabled
};

// Longwords of local memory available to each context for its frames.
unsigned frame_words(const Settings&);

bool is_on(Optimisation, const Settings&);
void count(Optimisation, const Settings&, unsigned times = 1);

} // namespace mecc::codegen

namespace llvm {

class MEv2TargetMachine final : public LLVMTargetMachine {
public:
  MEv2TargetMachine(const Target&, const Triple&, StringRef cpu, StringRef features,
                    const TargetOptions&, std::optional<Reloc::Model>,
                    std::optional<CodeModel::Model>, CodeGenOptLevel, bool jit);
  ~MEv2TargetMachine() override;

  const MEv2Subtarget* getSubtargetImpl(const Function&) const override { return &subtarget_; }
  TargetPassConfig* createPassConfig(PassManagerBase&) override;
  MachineFunctionInfo* createMachineFunctionInfo(BumpPtrAllocator&, const Function&,
                                                 const TargetSubtargetInfo*) const override;
  TargetLoweringObjectFile* getObjFileLowering() const override { return object_file_.get(); }
  bool useIPRA() const override {
    return mecc::codegen::is_on(mecc::Optimisation::CalleeRegisters, settings);
  }

  void schedule_in_source_order() { subtarget_.schedule_in_source_order(); }

  mecc::codegen::Settings settings;
  // Frames in local memory of the functions compiled so far (callees come first).
  mutable mecc::codegen::FrameMap frames;
  // Functions without one have the default.
  mutable std::map<const Function*, mecc::codegen::Convention> conventions;
  // Masks of local-memory pointers moved by those functions.
  mutable std::map<std::string, unsigned> moved_pointers;
  // Transfer registers and signals of the functions compiled so far.
  mutable mecc::codegen::ObjectNumbers object_numbers;

private:
  MEv2Subtarget subtarget_;
  std::unique_ptr<TargetLoweringObjectFile> object_file_;
};

} // namespace llvm

namespace mecc::codegen {

llvm::FunctionPass* create_debug_loads(); // before CodeGen Prepare
llvm::FunctionPass* create_debug_bits();  // last pass on IR

// The machine passes, in the order they run.
llvm::FunctionPass* create_isel(llvm::MEv2TargetMachine&);
llvm::FunctionPass* create_debug_order();
llvm::FunctionPass* create_lm_pointers();
llvm::FunctionPass* create_lm_early();
llvm::FunctionPass* create_order();
llvm::FunctionPass* create_bank_assignment();
llvm::FunctionPass* create_debug_live();
struct DebugRegisterPasses {
  llvm::FunctionPass *before_allocation, *before_rewriting, *after_rewriting;
};
DebugRegisterPasses create_debug_registers();
std::pair<llvm::FunctionPass*, llvm::FunctionPass*> create_debug_tails();
std::pair<llvm::FunctionPass*, llvm::FunctionPass*> create_debug_branches();
llvm::FunctionPass* create_word_collector(WordBuilder&);

const Settings& settings(const llvm::MachineFunction&);

} // namespace mecc::codegen
