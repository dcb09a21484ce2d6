// LLVM's diagnostics as ours.
#pragma once

#include "base/diagnostic.h"

#include <memory>
#include <vector>

namespace llvm {
struct DiagnosticHandler;
class LLVMContext;
} // namespace llvm

namespace mecc::codegen {

// While it lives, what LLVM's passes report to the context goes to a list.
class DiagnosticScope {
public:
  DiagnosticScope(llvm::LLVMContext&, std::vector<ixp::Diagnostic>&);
  ~DiagnosticScope();
  DiagnosticScope(const DiagnosticScope&) = delete;
  DiagnosticScope& operator=(const DiagnosticScope&) = delete;

private:
  llvm::LLVMContext& context_;
  std::unique_ptr<llvm::DiagnosticHandler> before_;
};

} // namespace mecc::codegen
