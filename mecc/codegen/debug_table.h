// The table of points that mecc/lower/debug_points.cc stores in the module.
#pragma once

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Metadata.h"

#include <string>

namespace mecc::codegen {

// Operand numbers of a point; arguments follow.
constexpr unsigned kLabel = 0, kAssertion = 1, kText = 2, kPlace = 3, kCondition = 4;

inline uint64_t number_in(const llvm::Metadata* m) {
  return llvm::mdconst::extract<llvm::ConstantInt>(m)->getZExtValue();
}

// Appends a word to an expression (mecc::DebugPoint).
inline std::string join(const std::string& before, const std::string& word) {
  return before.empty() ? word : before + " " + word;
}

} // namespace mecc::codegen
