// Signals in arrays and structures. A signal is no data: an aggregate of signals only names them,
// so every member becomes an object of its own.
#pragma once

#include "mecc/lower/job.h"

#include <llvm/IR/Type.h>

namespace llvm {
class AllocaInst;
class GlobalVariable;
} // namespace llvm

namespace mecc::lower {

enum class SignalContent {
  None,  // no signal in it
  Only,  // signals, and nothing else
  Mixed, // signals and data
};
SignalContent signals_in(llvm::Type* type);
bool is_signal_type(llvm::Type* type);      // SIGNAL itself
bool is_signal_pair_type(llvm::Type* type); // SIGNAL_PAIR itself

// Saves the members' names while debug information is available.
void note_signal_names(llvm::AllocaInst& local);
void note_signal_names(llvm::GlobalVariable& g);

// True for an object with data and signals: functions that take pointers to it must be inlined.
bool is_mixed(const llvm::Value* object);

// Splits objects with data and signals into two, one of each; signal operands refer to the second.
void separate_signals(Job& job);

// Splits aggregates of signals into single signals, once all pointers to them are known.
void split_signals(Job& job);

} // namespace mecc::lower
