// Runs LLVM passes given as text (as for opt -passes=), with the settings of mecc's analyses. CFG
// and COMBINE stand for simplifycfg and instcombine with the options that fit the target, PROMOTE
// for sroa and the values of prints after it.
#pragma once

#include "mecc/lower/debug_watch.h"
#include "mecc/lower/job.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace mecc::lower {

class Pipeline {
public:
  Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  llvm::PassBuilder& builder() { return builder_; }
  llvm::ModulePassManager parse(const std::string& text);
  void run(llvm::Module& m, const std::string& text);
  void run(llvm::Module& m, llvm::ModulePassManager passes);

private:
  static llvm::PipelineTuningOptions tuning();

  llvm::PassInstrumentationCallbacks calls_;
  DebugWatch watch_;
  llvm::LoopAnalysisManager loop_;
  llvm::FunctionAnalysisManager function_;
  llvm::CGSCCAnalysisManager scc_;
  llvm::ModuleAnalysisManager module_;
  llvm::PassBuilder builder_;
};

std::string functions_pipeline(const std::string& text); // "function<...>(text)"

// The simplifications of the selected level, function by function.
void simplify_functions(Job& job);
// The passes of optimise() that the library's divisions need.
void optimise_divisions(Job& job);
// After a lowering stage: merges repeated computations, drops dead ones. Never creates a select of
// pointers to register objects.
void tidy(Job& job);

} // namespace mecc::lower
