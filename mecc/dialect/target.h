// The microengine as a Clang target: sizes, byte order, predefined macros.
#pragma once

#include "isa/isa.h"

#include <llvm/ADT/IntrusiveRefCntPtr.h>

namespace clang {
class TargetInfo;
}

namespace mecc::dialect {

// The stock target whose neutral default ABI Clang's CodeGen uses instead.
inline constexpr const char* kStandInTriple = "tce-unknown-none";
// For clangd, which does not support the microengine: a stock target with the same sizes and byte
// order.
inline constexpr const char* kEditorTriple = "lanai-unknown-none";

// `stand_in` is Clang's own target of kStandInTriple; it is copied.
llvm::IntrusiveRefCntPtr<clang::TargetInfo> make_target(const clang::TargetInfo& stand_in,
                                                        mev2::ContextMode mode);

} // namespace mecc::dialect
