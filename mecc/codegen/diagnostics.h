// Converts LLVM's diagnostics to ixp::Diagnostic.
#pragma once

#include "base/diagnostic.h"

#include <memory>
#include <vector>

namespace llvm {
struct DiagnosticHandler;
class LLVMContext;
} // namespace llvm

namespace mecc::codegen {

// During its lifetime, diagnostics that LLVM's passes report to the context go to a list.
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
