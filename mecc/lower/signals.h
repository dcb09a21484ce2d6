// Signals in arrays and structures. A signal is no data: all that an aggregate of them does is to
// give them names, so every member becomes an object of its own.
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
  Mixed, // beside data
};
SignalContent signals_in(llvm::Type* type);
bool is_signal_type(llvm::Type* type);      // SIGNAL itself
bool is_signal_pair_type(llvm::Type* type); // SIGNAL_PAIR itself

// Called while debug information still says what the members are called.
void note_signal_names(llvm::AllocaInst& local);
void note_signal_names(llvm::GlobalVariable& g);

// Data and signals: whether functions that are given pointers to the object must be inlined.
bool is_mixed(const llvm::Value* object);

// Objects with data and signals become two, one of each; whatever names a signal means the second.
void separate_signals(Job& job);

// Aggregates of signals become signals, once all pointers to them are known.
void split_signals(Job& job);

} // namespace mecc::lower
