// Reports our own errors at a location in Clang's tree.
#pragma once

#include <clang/AST/ASTContext.h>

namespace mecc::dialect {

// "%0", "%1" in the text are filled in with <<.
template <unsigned N>
clang::DiagnosticBuilder error(clang::ASTContext& context, clang::SourceLocation at,
                               const char (&text)[N]) {
  clang::DiagnosticsEngine& d = context.getDiagnostics();
  return d.Report(at, d.getCustomDiagID(clang::DiagnosticsEngine::Error, text));
}

} // namespace mecc::dialect
