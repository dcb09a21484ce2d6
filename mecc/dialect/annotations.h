// Annotations of objects that are declared here and defined elsewhere. Clang writes only those of
// definitions into the module; the linker's part of the compiler needs both.
#pragma once

namespace clang {
class CodeGenerator;
}

namespace mecc::dialect {

// Call when the translation unit is done. Adds to llvm.global.annotations.
void annotate_declarations(clang::CodeGenerator& generator);

} // namespace mecc::dialect
