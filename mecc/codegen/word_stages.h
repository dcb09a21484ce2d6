// Stages from words to encodable words, each one function over the whole unit; word_stages.cc lists
// them in order. A stage that reports an error is the last one.
#pragma once

#include "mecc/codegen/codegen.h"
#include "mecc/codegen/report.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

namespace mecc::codegen {

struct WordJob {
  mc::Unit& unit;
  Optimisations& optimisations;
  FunctionReports& functions;
  const CodegenOptions& options;
  mc::Flow flow; // of the final words
};

// Returns whether every stage ran.
bool run_word_stages(WordJob& job);

// ---- stages with files of their own -------------------------------------------------------------

// Warns of context swaps between a crc and the use of its remainder (latency_remainder.cc).
void check_remainder(mc::Unit&);

// Omits comparisons with 0 if the condition codes of the value's computation reach the branch.
// Returns the number of words removed (codes.cc).
unsigned omit_comparisons(mc::Unit&);

// Permutes instructions between labels and branches where that saves wait cycles: local memory is
// usable three instructions after its pointer was written, and independent instructions can fill
// the gap. Returns the number of wait cycles saved.
unsigned schedule(mc::Unit&);

// Separates instructions that are closer than allowed (mecc/mc/distance.h), by later independent
// instructions or nops. Returns the number of nops (latency.cc).
unsigned keep_distances(mc::Unit&);

// Moves useful instructions into nops, words that only supply a shift amount, and empty defer slots
// of context swaps. Takes later instructions, also from beyond branches if their results are unused
// on the other path; for shift amounts earlier ones as well. Returns the number of words removed
// and slots filled.
unsigned fill_waits(mc::Unit&);

// Moves words from the slots of branches into empty slots of the returns behind them. Adds at most
// `room` words; returns the number of words moved (return_slots.cc).
unsigned fill_return_slots(mc::Unit&, unsigned room);

// Moves words that run on both paths of a branch into its empty slots. Returns the number of slots
// filled (shared_slots.cc).
unsigned share_slots(mc::Unit&);

} // namespace mecc::codegen
