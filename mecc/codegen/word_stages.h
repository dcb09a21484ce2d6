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

} // namespace mecc::codegen
