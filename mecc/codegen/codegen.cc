#include "mecc/codegen/codegen.h"

#include "mecc/codegen/diagnostics.h"
#include "mecc/codegen/global_registers.h"
#include "mecc/codegen/improve.h"
#include "mecc/codegen/objects_passes.h"
#include "mecc/codegen/report.h"
#include "mecc/codegen/target_machine.h"
#include "mecc/codegen/word_stages.h"
#include "mecc/codegen/words.h"
#include "mecc/mc/emit.h"

#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <fmt/format.h>

using namespace llvm;

namespace mecc::codegen {
namespace {

struct Attempt {
  Optimisations optimisations;
  mc::Unit unit;
  FunctionReports functions;
  DebugObjects debug_objects;
  DebugValues debug_values;
  DebugPoints debug_points;
  bool needs_far_frames = false, uses_frames = false;
  bool transfers_exhausted = false;
};

void run_passes(Module& module, const Settings& settings, bool verify, Attempt& attempt) {
  TargetOptions target_options;
  std::unique_ptr<TargetMachine> machine(mev2_target().createTargetMachine(
      "mev2-unknown-none", "", "", target_options, Reloc::Static, {}, CodeGenOptLevel::Default));
  auto& mev2 = static_cast<MEv2TargetMachine&>(*machine);
  mev2.settings = settings;
  mev2.settings.optimisations = &attempt.optimisations;
  if (settings.source_order) mev2.schedule_in_source_order();
  module.setDataLayout(mev2.createDataLayout());
  pin_debug_points(module);
  improve(module, mev2);
  mev2.settings.improved = true;
  WordBuilder words(attempt.unit, mev2.settings);
  legacy::PassManager passes;
  auto* info = new MachineModuleInfoWrapperPass(&mev2);
  TargetPassConfig* config = mev2.createPassConfig(passes);
  config->setDisableVerify(!verify);
  passes.add(config);
  passes.add(info);
  config->addISelPasses();
  config->addMachinePasses();
  config->setInitialized();
  passes.add(create_function_describer(attempt.functions));
  passes.add(create_word_collector(words));
  {
    const DiagnosticScope scope(module.getContext(), attempt.unit.diagnostics);
    passes.run(module);
  }
  words.finish();
  for (FunctionReport& f : attempt.functions)
    f.objects = mev2.object_numbers.places[f.name];
  attempt.debug_objects = words.debug_objects();
  attempt.debug_values = words.debug_values();
  attempt.debug_points = words.debug_points();
  attempt.needs_far_frames = words.needs_far_frames();
  attempt.uses_frames = words.uses_frames();
  attempt.transfers_exhausted = mev2.object_numbers.exhausted;
  const unsigned need = mev2.frames["main"], have = frame_words(mev2.settings);
  if (need > have)
    attempt.unit.error({},
                       fmt::format("local memory is exhausted: a context needs {} longwords for "
                                   "variables and spilled registers and has {}; {}; use fewer "
                                   "variables at once, smaller arrays, or -mdata=sram",
                                   need, have, largest_frames(attempt.functions)));
}

bool finish(Attempt& attempt, const CodegenOptions& o, const Module& module, Image& image,
            std::vector<ixp::Diagnostic>& diagnostics) {
  mc::Unit& unit = attempt.unit;
  if (unit.failed()) return false;
  WordJob job{unit, attempt.optimisations, attempt.functions, o, {}};
  const bool whole = run_word_stages(job);
  if (unit.failed()) return false;
  mc::emit(unit, image);
  if (image.words.empty())
    unit.error({}, "no instruction is left of main: its first action is undefined, such as an "
                   "access outside an array");
  if (!whole) return !unit.failed();
  attempt.debug_values.describe(unit, image);
  attempt.debug_objects.describe(unit, job.flow, attempt.functions, image);
  attempt.debug_points.describe(unit, job.flow, attempt.functions, module, image, diagnostics);
  return !unit.failed();
}

} // namespace

namespace {

// Tries the settings that most programs can have. No function of theirs has a frame, so both
// local-memory pointers serve data. Far frames take two registers. Buffers that exceed the transfer
// registers are copied.
Attempt compile(Module& module, Settings settings, const CodegenOptions& o) {
  const Optimisations wanted = o.optimisations ? *o.optimisations : Optimisations();
  const auto attempt = [&] {
    auto done = std::make_unique<Attempt>(); // on the heap: passes hold its address
    done->optimisations = wanted;
    run_passes(*CloneModule(module), settings, o.verify, *done);
    return done;
  };
  settings.second_pointer = wanted.on(Optimisation::SecondPointer);
  std::unique_ptr<Attempt> done = attempt();
  if (done->transfers_exhausted && copy_objects(module)) done = attempt();
  if (settings.second_pointer && done->uses_frames) {
    settings.second_pointer = false;
    settings.far_frames = done->needs_far_frames;
    done = attempt();
  }
  if (done->needs_far_frames && !settings.far_frames) {
    settings.far_frames = true;
    done = attempt();
  }
  return std::move(*done);
}

} // namespace

bool generate(Module& module, const CodegenOptions& o, Image& image,
              std::vector<ixp::Diagnostic>& diagnostics, std::string* report) {
  register_target();
  Settings settings;
  settings.mode = o.mode;
  settings.lm_first_word = o.lm_first_word;
  settings.lm_words = mev2::kLocalMemoryLongwords - o.lm_first_word;
  settings.lm_contexts = o.lm_contexts;
  settings.source_order = o.source_order;
  Attempt attempt = compile(module, settings, o);
  mc::Unit& unit = attempt.unit;
  unit.path = module.getSourceFileName();
  unit.mode = o.mode;
  image.mode = o.mode;
  const bool good = finish(attempt, o, module, image, diagnostics);
  if (o.optimisations) *o.optimisations = attempt.optimisations;
  if (good) describe_global_registers(module, o.mode, image);
  if (good && report) *report = describe(unit, attempt.functions, o.control_store_words);
  for (ixp::Diagnostic& d : unit.diagnostics)
    diagnostics.push_back(std::move(d));
  return good;
}

} // namespace mecc::codegen
