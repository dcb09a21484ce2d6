// The token pass between preprocessor and parser: __declspec lists become attributes, and local
// objects in memory become static.
#pragma once

#include "mecc/dialect/tokens.h"
#include "mecc/dialect/words.h"

#include <llvm/ADT/StringSet.h>

namespace mecc::dialect {

// `tokens` is a whole preprocessed unit, ending with end of file. Errors go to pp's diagnostics.
Tokens rewrite(clang::Preprocessor& pp, const Tokens& tokens);

// ---- its parts, each in a file of its own -------------------------------------------------------

// One __declspec(...) list: parsed, checked, and translated to Clang attributes (declspec.cc).
struct Declspec {
  size_t end = 0;   // index of the first token after the list
  Tokens attribute; // replaces the list; empty if the list has no effect
  Tokens packed;    // __attribute__((packed)), which belongs after a structure's keyword
  const Word* region = nullptr; // the memory, if any
  clang::SourceLocation region_at;
};

// `at` is the index of the word __declspec. Invalid lists are reported and dropped. In a type name
// (a cast, sizeof) there is no object to annotate, only a memory to point to.
Declspec read_declspec(clang::Preprocessor& pp, const Tokens& tokens, size_t at, bool type_name);

// A declaration of objects in memory (statement.cc). `statement` ends with ';' and names a memory,
// or one of `typedefs` that does. In a function body its objects become static. New type names with
// a memory are added to `typedefs`.
Tokens place_statement(clang::Preprocessor& pp, Tokens statement, bool in_body,
                       llvm::StringSet<>& typedefs);

// Whether the word __asm at `at` opens assembly with C expressions as operands rather than GNU's
// (inline_asm.cc).
bool is_inline_asm(const Tokens& tokens, size_t at);

// Appends its translation to `out` and returns the index after it. Errors are reported.
size_t rewrite_inline_asm(clang::Preprocessor& pp, const Tokens& tokens, size_t at, Tokens& out);

} // namespace mecc::dialect
