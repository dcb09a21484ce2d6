// Annotations of objects that are declared here and defined elsewhere. Clang emits only those of
// definitions; the compiler's linking stage needs both.
#pragma once

namespace clang {
class CodeGenerator;
}

namespace mecc::dialect {

// Called at the end of the translation unit. Appends to llvm.global.annotations.
void annotate_declarations(clang::CodeGenerator& generator);

} // namespace mecc::dialect
