// Source location shown to the user for an instruction. The dialect's headers are inlined into
// nearly every line; a location in a header helps neither with an error nor with the cost of a
// line.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>

namespace mecc::lower {

inline bool is_in_library(const llvm::DILocation* loc) {
  const llvm::StringRef name = llvm::sys::path::filename(loc->getFilename());
  return name.starts_with("ixp") && name.ends_with(".h");
}

// The location in the user's own code that calls the code at `loc`; null if `loc` is null.
inline const llvm::DILocation* users_place(const llvm::DILocation* loc) {
  while (loc && loc->getInlinedAt() && is_in_library(loc))
    loc = loc->getInlinedAt();
  return loc;
}

} // namespace mecc::lower
