// One __declspec(...) list: parsed, checked, and translated to Clang attributes.
//
//     __declspec(sram shared aligned(8))
//     -> __attribute__((address_space(1), annotate("me.shared"), aligned(8)))
#pragma once

#include "mecc/dialect/tokens.h"
#include "mecc/dialect/words.h"

namespace mecc::dialect {

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

} // namespace mecc::dialect
