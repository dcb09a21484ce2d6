// Where a user looks for what an instruction does. The dialect's headers are inlined into nearly
// every line; nobody looks for a mistake, or for the cost of a line, in them.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>

namespace mecc::lower {

inline bool is_in_library(const llvm::DILocation* loc) {
  const llvm::StringRef name = llvm::sys::path::filename(loc->getFilename());
  return name.starts_with("ixp") && name.ends_with(".h");
}

// Where the user's own text calls what is at `loc`; null when that is null.
inline const llvm::DILocation* users_place(const llvm::DILocation* loc) {
  while (loc && loc->getInlinedAt() && is_in_library(loc))
    loc = loc->getInlinedAt();
  return loc;
}

} // namespace mecc::lower
