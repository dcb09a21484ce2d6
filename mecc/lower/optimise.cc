// LLVM's middle end, with passes selected for this hardware: every instruction takes one cycle, a
// taken branch two or three; memory has no cache, 64-bit operations cost double, and the control
// store has 4096 words. So there are no vectors, no partial unrolling, no library calls for loops
// and no tables for switches, and inlining repeats little code.
#include "mecc/lower/debug_keep.h"
#include "mecc/lower/debug_loops.h"
#include "mecc/lower/pipeline.h"

#include <llvm/Analysis/GlobalsModRef.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Error.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/BDCE.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// Maximum size of a function inlined at more than one call, in LLVM's cost units (5 per
// instruction).
int inline_threshold(const LowerOptions& o) {
  if (o.size) return 25;
  switch (o.level) {
  case 0: return 0;
  case 1: return 40;
  case 2: return 100;
  default: return 225;
  }
}

// SimplifyCFG without tables for switches, and without sinking, which creates selects of pointers.
constexpr char kCfg[] =
    "simplifycfg<bonus-inst-threshold=0;no-forward-switch-cond;"
    "switch-range-to-icmp;no-switch-to-lookup;keep-loops;"
    "no-hoist-common-insts;no-sink-common-insts;no-speculate-blocks;simplify-cond-branch>";
constexpr char kPromote[] = "sroa<modify-cfg>,debug-pins";
constexpr char kCombine[] = "debug-keep-combine";
constexpr char kBits[] = "debug-keep-bits";

std::string replaced(std::string pipeline) {
  for (const auto& [name, text] : {std::pair<const char*, const char*>{"CFG", kCfg},
                                   {"COMBINE", kCombine},
                                   {"BITS", kBits},
                                   {"PROMOTE", kPromote}})
    for (size_t at; (at = pipeline.find(name)) != std::string::npos;)
      pipeline.replace(at, strlen(name), text);
  return pipeline;
}

// Passes that simplify functions, by level.
std::string simplification(const LowerOptions& o) {
  if (o.level == 0) return "sroa<preserve-cfg>,debug-pins,early-cse,CFG";
  if (o.level == 1)
    return "PROMOTE,early-cse<memssa>,CFG,COMBINE,CFG,"
           "loop-mssa(loop-instsimplify,loop-simplifycfg,licm,debug-rotate,licm),CFG,COMBINE,"
           "loop(indvars,loop-deletion),PROMOTE,sccp,BITS,COMBINE,adce,CFG,COMBINE";
  const std::string unroll = o.size ? "" : ",loop-unroll-full";
  return "PROMOTE,early-cse<memssa>,jump-threading,correlated-propagation,CFG,COMBINE,CFG,"
         "reassociate,loop-mssa(loop-instsimplify,loop-simplifycfg,licm,debug-rotate,licm,"
         "simple-loop-unswitch<no-nontrivial;trivial>),CFG,COMBINE,"
         "debug-loops,loop(indvars,loop-deletion" +
         unroll +
         "),PROMOTE,gvn<no-pre;no-load-pre>,sccp,BITS,COMBINE,jump-threading,correlated-"
         "propagation,adce,"
         "memcpyopt,dse,loop-mssa(licm),CFG,COMBINE";
}

// InstCombine would replace the declared memory of a variable by records at stores that name it. A
// store through a pointer would have none, and the variable would keep an old value.
void keep_declared() {
  static const bool once = [] {
    const StringRef name = "instcombine-lower-dbg-declare";
    return cl::getRegisteredOptions().lookup(name)->addOccurrence(1, name, "0");
  }();
  (void)once;
}

// Arguments that code generation passes in registers. A bit-field can be an integer of 120 bits.
struct Arguments : TargetTransformInfoImplCRTPBase<Arguments> {
  explicit Arguments(const DataLayout& dl) : TargetTransformInfoImplCRTPBase(dl) {}
  static bool areTypesABICompatible(const Function* /*caller*/, const Function* /*callee*/,
                                    ArrayRef<Type*> types) {
    return none_of(types, [](Type* t) { return t->isIntegerTy() && t->getIntegerBitWidth() > 64; });
  }
};

} // namespace

Pipeline::Pipeline() : watch_(calls_), builder_(nullptr, tuning(), {}, &calls_) {
  keep_declared();
  // No function of the program is one of C's library, even if it has such a name.
  function_.registerPass([] {
    TargetLibraryInfoImpl none;
    none.disableAllFunctions();
    return TargetLibraryAnalysis(none);
  });
  function_.registerPass([] {
    return TargetIRAnalysis([](const Function& f) {
      return TargetTransformInfo(Arguments(f.getParent()->getDataLayout()));
    });
  });
  builder_.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "debug-pins")
          passes.addPass(PinDebugPoints());
        else if (name == "debug-loops")
          passes.addPass(EndLoopValues());
        else if (name == kCombine)
          passes.addPass(
              KeepDebugValues(InstCombinePass(InstCombineOptions().setVerifyFixpoint(false))));
        else if (name == kBits)
          passes.addPass(KeepDebugValues(BDCEPass()));
        else
          return false;
        return true;
      });
  builder_.registerPipelineParsingCallback(
      [](StringRef name, LoopPassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "debug-rotate") return false;
        passes.addPass(RotateLoops());
        return true;
      });
  builder_.registerModuleAnalyses(module_);
  builder_.registerCGSCCAnalyses(scc_);
  builder_.registerFunctionAnalyses(function_);
  builder_.registerLoopAnalyses(loop_);
  builder_.crossRegisterProxies(loop_, function_, scc_, module_);
}

PipelineTuningOptions Pipeline::tuning() {
  PipelineTuningOptions o;
  o.LoopVectorization = o.SLPVectorization = o.LoopUnrolling = o.LoopInterleaving = false;
  o.MergeFunctions = false;
  return o;
}

ModulePassManager Pipeline::parse(const std::string& text) {
  ModulePassManager passes;
  cantFail(builder_.parsePassPipeline(passes, replaced(text)), "a pipeline of ours");
  return passes;
}

void Pipeline::run(Module& m, const std::string& text) {
  run(m, parse(text));
}

void Pipeline::run(Module& m, ModulePassManager passes) {
  passes.run(m, module_);
  module_.clear(); // stages change the module between pipelines
  scc_.clear();
  function_.clear();
  loop_.clear();
}

std::string functions_pipeline(const std::string& text) {
  return "function<eager-inv>(" + text + ")";
}

namespace {

// An access to memory outside swaps the context out. LLVM must not move a call of a function that
// only reads constants there freely, e.g. between the test of a mutex and its setting. Marked as a
// reader, the function keeps its order with volatile accesses.
class KeepReads : public PassInfoMixin<KeepReads> {
public:
  explicit KeepReads(bool data_in_sram) : data_in_sram_(data_in_sram) {}

  PreservedAnalyses run(Function& f, FunctionAnalysisManager&) {
    if (f.doesNotAccessMemory() && any_of(instructions(f), [&](const Instruction& i) {
          const Value* pointer = getLoadStorePointerOperand(&i);
          return pointer && (data_in_sram_ || pointer->getType()->getPointerAddressSpace() != 0);
        }))
      f.setMemoryEffects(MemoryEffects::readOnly());
    return PreservedAnalyses::all();
  }

private:
  bool data_in_sram_;
};

void inline_and_simplify(Job& job) {
  Pipeline p;
  ModulePassManager passes;
  passes.addPass(RequireAnalysisPass<GlobalsAA, Module>());
  ModuleInlinerWrapperPass inliner(getInlineParams(inline_threshold(job.options)));
  CGSCCPassManager& scc = inliner.getPM();
  cantFail(p.builder().parsePassPipeline(scc, "function-attrs,argpromotion"));
  FunctionPassManager functions;
  functions.addPass(KeepReads(job.options.data_in_sram));
  cantFail(p.builder().parsePassPipeline(functions, replaced(simplification(job.options))));
  scc.addPass(createCGSCCToFunctionPassAdaptor(std::move(functions), /*EagerlyInvalidate=*/true));
  passes.addPass(std::move(inliner));
  passes.addPass(p.parse("deadargelim,globalopt,globaldce"));
  p.run(job.module, std::move(passes));
}

void set_size_attributes(Job& job) {
  for (Function& f : job.module)
    if (!f.isDeclaration() && job.options.size) f.addFnAttr(Attribute::OptimizeForSize);
}

} // namespace

void simplify_functions(Job& job) {
  Pipeline().run(job.module, functions_pipeline(simplification(job.options)) + ",globaldce");
}

void optimise(Job& job) {
  if (job.options.level == 0) {
    Pipeline().run(job.module, "globaldce,always-inline," +
                                   functions_pipeline(simplification(job.options)) + ",globaldce");
    return;
  }
  set_size_attributes(job);
  Pipeline().run(job.module, "globaldce," + functions_pipeline("PROMOTE,early-cse,CFG,COMBINE") +
                                 ",ipsccp,globalopt,deadargelim," +
                                 functions_pipeline("COMBINE,CFG"));
  inline_and_simplify(job);
}

void optimise_divisions(Job& job) {
  if (job.options.level == 0) return optimise(job);
  set_size_attributes(job);
  Pipeline().run(job.module, functions_pipeline("PROMOTE,early-cse,CFG,COMBINE,"
                                                "loop-mssa(debug-rotate),CFG,COMBINE") +
                                 ",cgscc(function-attrs)");
}

void tidy(Job& job) {
  Pipeline().run(job.module, functions_pipeline("early-cse,instsimplify,CFG,adce"));
}

} // namespace mecc::lower
