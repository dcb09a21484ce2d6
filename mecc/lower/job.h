// Common declarations of the stages. Each stage is one function over the whole module, in a file of
// its name; lower.cc lists them in order. A stage that reports an error ends the job after it.
#pragma once

#include "mecc/lower/lower.h"
#include "mecc/lower/report.h"

#include <llvm/IR/Module.h>

namespace mecc::lower {

struct Job {
  llvm::Module& module;
  const LowerOptions& options;
  Lowered& result;
  Reporter report;

  bool is_on(Optimisation o) const {
    return !options.optimisations || options.optimisations->on(o);
  }
  void count(Optimisation o, unsigned times = 1) {
    if (options.optimisations) options.optimisations->count(o, times);
  }
};

// ---- dialect ------------------------------------------------------------------------------------
void check_rules(Job& job);       // unsupported features: floating point, recursion, ...
void read_annotations(Job& job);  // annotations -> !mecc.object
void bind_remotes(Job& job);      // part of it: numbers of signals of other microengines
void check_spins(Job& job);       // loops that wait for another context and never swap
void pass_by_pointer(Job& job);   // byval and sret arguments -> explicit copies
void take_debug_points(Job& job); // ixp_print, ixp_assert -> labels of debug information
void link_runtime(Job& job);      // functions of the library; afterwards nothing is undefined
void internalise(Job& job);       // all but main becomes private
void start_queries(Job& job);     // __me_is_ct_const, __me_critical_path -> LLVM's equivalents
void keep_variables(Job& job);    // -Og: variables are read where their scope ends
// ---- optimisation -------------------------------------------------------------------------------
void inline_objects(Job& job);       // functions that take pointers to register objects
void move_globals_to_main(Job& job); // globals used only by main -> its locals
void optimise(Job& job);
void relax_shared(Job& job);    // shared variables in local memory -> ordinary ones
void finish_queries(Job& job);  // __me_ct_assert, __me_object_kind
void check_constants(Job& job); // operands encoded in the instruction word
// ---- lowering -----------------------------------------------------------------------------------
void keep_statics_in_registers(Job& job); // variables of several functions -> registers
void unroll_objects(Job& job);            // loops over registers and signals
void resolve_objects(Job& job);           // every pointer to a register object is object + offset
void check_operands(Job& job);            // ordinary memory where registers or signals are needed
void settle_counts(Job& job);             // counts of commands -> encodable ones
void widen_transfers(Job& job);           // bytes and halves in transfer registers -> longwords
void check_waits(Job& job);               // transfer registers read before their signal
void check_signals(Job& job);             // signals never raised, or shared by two commands
void pass_many_arguments(Job& job);       // arguments beyond the registers: through local memory
void share_locals(Job& job);              // locals that are never live at the same time
void drop_hints(Job& job);                // lifetimes, assumptions
void expand_memory_intrinsics(Job& job);  // memcpy, memset, memmove -> accesses
void expand_division(Job& job);           // -> multiplication, or calls of the library
void place(Job& job);                     // memory symbols -> addresses
void expand_implicit_io(Job& job);        // accesses to memories outside -> commands
void finish(Job& job);                    // small arguments, order of functions, dead code
void check_addresses(Job& job);           // constant addresses outside every memory
void check_lowered(Job& job);             // asserts the rules of lowered IR

} // namespace mecc::lower
