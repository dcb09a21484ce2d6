// The target machine of LLVM: what one compilation is set to, and what its passes collect.
#pragma once

#include "mecc/codegen/colour.h"
#include "mecc/codegen/subtarget.h"
#include "mecc/mc/optimisations.h"
#include "mecc/target/microengine.h"

#include "llvm/Target/TargetMachine.h"

#include <map>
#include <string>
#include <vector>

namespace mecc::codegen {

class WordBuilder;

// Longwords behind the context's frame pointer that a function and all it calls need. There is no
// stack and no recursion: every function has one place in local memory, shared only with functions
// that never run at the same time.
using FrameMap = std::map<std::string, unsigned>;

// Registers that far frames take.
constexpr unsigned kFarAddress = llvm::MEv2::A15, kFramePointer = llvm::MEv2::B14;

// Settings of one code generation that the command line decides.
struct Settings {
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  unsigned lm_first_word = 0; // local memory that code generation may use: [first, first + words)
  unsigned lm_words = mev2::kLocalMemoryLongwords; // for all contexts together
  unsigned lm_contexts = 8;               // contexts that run and so need frames of their own
  bool far_frames = false;                // frames that one window of local memory cannot hold
  bool second_pointer = false;            // LM_ADDR_0 is free: no function has a frame
  bool improved = false;                  // improve() has done what LLVM's passes on IR would do
  Optimisations* optimisations = nullptr; // null: all of them
};

// Longwords of local memory that every context has for its frames.
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

  mecc::codegen::Settings settings;
  // Frames in local memory of the functions compiled so far (callees come first).
  mutable mecc::codegen::FrameMap frames;
  // Pointers into local memory that those functions move, as masks.
  mutable std::map<std::string, unsigned> moved_pointers;
  // Transfer registers and signals of the functions compiled so far.
  mutable mecc::codegen::ObjectNumbers object_numbers;

private:
  MEv2Subtarget subtarget_;
  std::unique_ptr<TargetLoweringObjectFile> object_file_;
};

} // namespace llvm

namespace mecc::codegen {

// The machine passes, in the order they run.
llvm::FunctionPass* create_isel(llvm::MEv2TargetMachine&);
llvm::FunctionPass* create_lm_pointers();
llvm::FunctionPass* create_order();
llvm::FunctionPass* create_bank_assignment();
llvm::FunctionPass* create_word_collector(WordBuilder&);

const Settings& settings(const llvm::MachineFunction&);

} // namespace mecc::codegen
