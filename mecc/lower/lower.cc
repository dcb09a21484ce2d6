#include "mecc/lower/lower.h"
#include "mecc/lower/job.h"

using namespace llvm;

namespace mecc::lower {

namespace {

struct Stage {
  const char* name;
  void (*run)(Job&);
};
constexpr Stage kStages[] = {
    {"debug-points", take_debug_points},
    {"runtime", link_runtime},
    {"rules", check_rules},
    {"annotations", read_annotations},
    {"spins", check_spins},
    {"pass-by-pointer", pass_by_pointer},
    {"internalise", internalise},
    {"start-queries", start_queries},
    {"keep-variables", keep_variables},
    {"inline-objects", inline_objects},
    {"optimise", optimise},
    {"relax-shared", relax_shared},
    {"move-globals", move_globals_to_main},
    {"finish-queries", finish_queries},
    {"constants", check_constants},
    {"many-arguments", pass_many_arguments},
    {"share-locals", share_locals},
    {"drop-hints", drop_hints},
    {"memory-intrinsics", expand_memory_intrinsics},
    {"static-registers", keep_statics_in_registers},
    {"resolve-objects", resolve_objects},
    {"operands", check_operands},
    {"counts", settle_counts},
    {"widen-transfers", widen_transfers},
    {"waits", check_waits},
    {"signals", check_signals},
    {"divide", expand_division},
    {"place", place},
    {"implicit-io", expand_implicit_io},
    {"finish", finish},
    {"addresses", check_addresses},
    {"check", check_lowered},
};

} // namespace

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const Stage& s : kStages)
    names.push_back(s.name);
  return names;
}

bool lower(Module& module, const LowerOptions& options, Lowered& result,
           std::vector<ixp::Diagnostic>& diagnostics) {
  Job job{module, options, result, Reporter(diagnostics, options.warnings)};
  for (const Stage& s : kStages) {
    if (!options.only.empty() && options.only != s.name) continue;
    s.run(job);
    if (job.report.failed()) return false;
    if (options.stop_after == s.name) break;
  }
  return true;
}

} // namespace mecc::lower
