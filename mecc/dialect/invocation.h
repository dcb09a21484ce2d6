// Clang for one source of the dialect: its configuration, and annotations that it does not emit.
#pragma once

#include "base/diagnostic.h"
#include "mecc/dialect/front_end.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class CodeGenerator;
class CompilerInstance;
} // namespace clang

namespace mecc::dialect {

// Sets up options, diagnostics, target and files. Null if Clang rejects the options; the reason is
// in `diagnostics`.
std::unique_ptr<clang::CompilerInstance> make_instance(const std::string& path,
                                                       const FrontEndOptions& options,
                                                       std::vector<ixp::Diagnostic>& diagnostics);

// The arguments of Clang's own front end (cc1) for the options, without the source.
std::vector<std::string> clang_arguments(const FrontEndOptions& options);

// Appends annotations of objects that are declared here and defined elsewhere to
// llvm.global.annotations (annotations.cc), at the end of the translation unit. Clang annotates
// definitions only; the compiler's linking stage needs both.
void annotate_declarations(clang::CodeGenerator& generator);

} // namespace mecc::dialect
