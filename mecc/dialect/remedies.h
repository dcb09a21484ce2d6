// Remedies for errors whose Clang text assumes another machine.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace clang {
class Diagnostic;
}

namespace mecc::dialect {

// Empty if Clang's `text` suffices. `headers_seen`: the source includes <ixp.h> or one of its
// parts.
llvm::StringRef remedy(const clang::Diagnostic& info, llvm::StringRef text, bool headers_seen);

} // namespace mecc::dialect
