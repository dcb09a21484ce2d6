// Registration, and the pass pipeline.
#include "mecc/codegen/target_machine.h"

#include "mecc/codegen/objects_passes.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/MC/MCAsmInfoELF.h"
#include "llvm/MC/TargetRegistry.h"

#define GET_REGINFO_MC_DESC
#include "MEv2GenRegisterInfo.inc"
#define GET_INSTRINFO_MC_DESC
#include "MEv2GenInstrInfo.inc"
#define GET_SUBTARGETINFO_MC_DESC
#include "MEv2GenSubtargetInfo.inc"

using namespace llvm;

namespace mecc::codegen {
namespace {

constexpr const char* kTriple = "mev2-unknown-none";
constexpr const char* kLayout =
    "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32";

struct AsmInfo final : MCAsmInfoELF {
  AsmInfo() {
    IsLittleEndian = false;
    CodePointerSize = 4;
    CommentString = ";";
    LabelSuffix = "#:";
    PrivateGlobalPrefix = "";
    PrivateLabelPrefix = "";
    SupportsDebugInformation = true;
  }
};

} // namespace

Target& mev2_target() {
  static Target target;
  return target;
}

Condition opposite(Condition c) {
  switch (c) {
  case Condition::EQ: return Condition::NE;
  case Condition::NE: return Condition::EQ;
  case Condition::LO: return Condition::HS;
  case Condition::HS: return Condition::LO;
  case Condition::LT: return Condition::GE;
  case Condition::GE: return Condition::LT;
  case Condition::LE: return Condition::GT;
  case Condition::GT: return Condition::LE;
  case Condition::MI: return Condition::PL;
  case Condition::PL: return Condition::MI;
  }
  return c;
}

ShiftedByte shifted_byte(uint32_t v) {
  const int shift = __builtin_ctz(v);
  return {v >> shift, shift};
}

unsigned words_to_use(uint32_t v) {
  if (v <= 255) return 0;
  mev2::Instruction probe;
  if (mev2::fit_immed(v, probe)) return 1;
  for (const uint32_t bits : {v, ~v})
    if (bits && shifted_byte(bits).byte <= 255) return 1;
  return 2;
}

const Settings& settings(const MachineFunction& mf) {
  return static_cast<const MEv2TargetMachine&>(mf.getTarget()).settings;
}

bool is_on(Optimisation o, const Settings& s) {
  return !s.optimisations || s.optimisations->on(o);
}

void count(Optimisation o, const Settings& s, unsigned times) {
  if (s.optimisations) s.optimisations->count(o, times);
}

void register_target() {
  static const bool once = [] {
    Target& t = mev2_target();
    TargetRegistry::RegisterTarget(
        t, "mev2", "MEv2 microengine of the IXP2400", "MEv2",
        [](Triple::ArchType) { return false; }, false);
    RegisterTargetMachine<MEv2TargetMachine> machine(t);
    TargetRegistry::RegisterMCAsmInfo(
        t, [](const MCRegisterInfo&, const Triple&, const MCTargetOptions&) -> MCAsmInfo* {
          return new AsmInfo;
        });
    TargetRegistry::RegisterMCInstrInfo(t, [] {
      auto* info = new MCInstrInfo;
      InitMEv2MCInstrInfo(info);
      return info;
    });
    TargetRegistry::RegisterMCRegInfo(t, [](const Triple&) {
      auto* info = new MCRegisterInfo;
      InitMEv2MCRegisterInfo(info, MEv2::B15);
      return info;
    });
    TargetRegistry::RegisterMCSubtargetInfo(
        t, [](const Triple& triple, StringRef cpu, StringRef f) {
          return createMEv2MCSubtargetInfoImpl(triple, cpu.empty() ? "ixp2400" : cpu, cpu, f);
        });
    return true;
  }();
  (void)once;
}

} // namespace mecc::codegen

namespace llvm {

using namespace mecc::codegen;

MEv2TargetMachine::MEv2TargetMachine(const Target& t, const Triple&, StringRef cpu,
                                     StringRef features, const TargetOptions& options,
                                     std::optional<Reloc::Model>,
                                     std::optional<CodeModel::Model> model, CodeGenOptLevel level,
                                     bool)
    : LLVMTargetMachine(t, kLayout, Triple(kTriple), cpu, features, options, Reloc::Static,
                        getEffectiveCodeModel(model, CodeModel::Small), level),
      subtarget_(Triple(kTriple), cpu, features, *this),
      object_file_(std::make_unique<TargetLoweringObjectFileELF>()) {
  initAsmInfo();
}

MEv2TargetMachine::~MEv2TargetMachine() = default;

MachineFunctionInfo*
MEv2TargetMachine::createMachineFunctionInfo(BumpPtrAllocator& allocator, const Function& f,
                                             const TargetSubtargetInfo* subtarget) const {
  return MEv2FunctionInfo::create<MEv2FunctionInfo>(allocator, f,
                                                    static_cast<const MEv2Subtarget*>(subtarget));
}

namespace {

class Passes final : public TargetPassConfig {
public:
  Passes(MEv2TargetMachine& machine, PassManagerBase& pm) : TargetPassConfig(machine, pm) {
    disablePass(&PostRAMachineSinkingID); // finds nothing: accesses to objects are no copies
    disablePass(&MachineLICMID);          // ignores that reserved registers are live into loops
    disablePass(&StackColoringID);
    disablePass(&ShrinkWrapID);
    if (machine.settings.source_order) disablePass(&MachineSinkingID);
    setEnableTailMerge(true);
  }

  void addIRPasses() override {
    addPass(create_object_accesses());
    addPass(create_aligned_stores());
    if (getTM<MEv2TargetMachine>().settings.improved)
      addPass(createUnreachableBlockEliminationPass());
    else
      TargetPassConfig::addIRPasses();
  }
  void addCodeGenPrepare() override {
    addPass(create_debug_loads());
    TargetPassConfig::addCodeGenPrepare();
  }
  bool addPreISel() override {
    addPass(create_object_parts());
    addPass(create_debug_bits());
    return false;
  }
  bool addInstSelector() override {
    addPass(create_isel(getTM<MEv2TargetMachine>()));
    addPass(create_debug_order());
    return false;
  }
  void addPreRegAlloc() override {
    addPass(create_lm_pointers());
    addPass(create_lm_early());
    addPass(create_objects());
    addPass(create_order());
    addPass(create_bank_assignment());
    insertPass(&TwoAddressInstructionPassID, create_debug_live());
    insertPass(&MachineSchedulerID, debug_registers_.before_allocation);
    insertPass(&VirtRegRewriterID, debug_registers_.after_rewriting);
    const auto [before, after] = create_debug_branches();
    insertPass(&PrologEpilogCodeInserterID, before);
    insertPass(&BranchFolderPassID, after);
    separate_tails(PrologEpilogCodeInserterID, BranchFolderPassID);
    separate_tails(GCMachineCodeAnalysisID, MachineBlockPlacementID);
  }
  bool addPreRewrite() override {
    addPass(debug_registers_.before_rewriting);
    return false;
  }

private:
  // Around a pass that merges tails; the first pass runs after `previous`.
  void separate_tails(char& previous, char& merge) {
    const auto [before, after] = create_debug_tails();
    insertPass(&previous, before);
    insertPass(&merge, after);
  }

  const DebugRegisterPasses debug_registers_ = create_debug_registers();
};

} // namespace

TargetPassConfig* MEv2TargetMachine::createPassConfig(PassManagerBase& pm) {
  return new Passes(*this, pm);
}

} // namespace llvm
