// Cost of functions: measured on the final words, plus facts known only to the machine code.
#pragma once

#include "mecc/codegen/colour.h"
#include "mecc/mc/flow.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class FunctionPass;
}

namespace mecc::codegen {

struct Stretch { // execution between two points at which the context may be swapped out
  uint32_t first = 0, last = 0; // first and last word
  unsigned cycles = 0;          // loops inside are counted once
  bool repeats = false;         // contains a loop, so it may take longer
};

struct LoopReport {
  uint32_t head = 0;       // word it returns to
  unsigned words = 0;      // words of its body, inner loops included
  unsigned references = 0; // commands to memories and other units in the body
  bool swaps = false;      // its body contains a swap
};

struct FunctionReport {
  std::string name;
  uint32_t first = 0, end = 0; // words [first, end)
  // From machine code, before words are generated.
  std::vector<ObjectPlace> objects; // transfer buffers, signals, next-neighbour registers
  unsigned frame_words = 0;         // longwords of local memory per context, without callees
  unsigned spill_words = 0;         // part of frame_words: spilled registers
  unsigned spill_accesses = 0;
  // Measured on words.
  std::array<unsigned, 2> gprs{};     // banks A and B
  std::array<unsigned, 4> transfer{}; // S in, S out, D in, D out
  unsigned shared_gprs = 0, signals = 0, references = 0;
  Stretch longest;
  std::vector<LoopReport> loops; // in order of their heads
};

using FunctionReports = std::vector<FunctionReport>;

// A machine pass that appends a report of each function; runs before words are collected.
llvm::FunctionPass* create_function_describer(FunctionReports& reports);

// Finds each function's words by its label and measures them. Removes functions without words.
void measure(const mc::Unit& unit, const mc::Flow& flow, FunctionReports& reports);

// Edges inside the functions: a call leads to its return point. Only Flow::next is filled.
mc::Flow flow_inside(const mc::Unit& unit, const mc::Flow& flow, FunctionReports& reports);

// Maps the head of each loop of a flow graph to all of its nodes (loops.cc). Node 0 is the entry;
// next[n] are successors.
std::map<uint32_t, std::set<uint32_t>>
natural_loops(const std::vector<std::vector<uint32_t>>& next);

// Readable listing: a line per function, loops, totals.
std::string describe(const mc::Unit& unit, const FunctionReports& reports, unsigned control_store);

// For messages: "the largest functions are main (3000 instructions), classify (800 instructions)".
std::string largest_functions(const FunctionReports& reports);

// "main keeps 120, classify 40": the functions with the largest frames in local memory.
std::string largest_frames(const FunctionReports& reports);

} // namespace mecc::codegen
