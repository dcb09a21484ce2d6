// Inline assembly, one instruction at a time, with C expressions as operands:
//
//     __asm alu[sum, left, +, right]
//     -> __asm__ volatile("alu[%0, %1, +, %2]" : "=r"(sum) : "a"(left), "b"(right));
//
// "a" and "b" are registers of that bank. Also __asm { one instruction a line }. What follows from
// an operand's place: whether it is written, read, or both. The compiler may put instructions of
// its own between two of these, so what hangs on the instruction before it (carry, indirect shifts)
// is refused, with what to write in C; so are commands, waits and branches, which have intrinsics
// and statements.
#pragma once

#include "mecc/dialect/tokens.h"

namespace mecc::dialect {

// Whether the word __asm at `at` opens assembly of the above forms, not GNU's.
bool is_inline_asm(const Tokens& tokens, size_t at);

// Appends what stands for it to `out` and returns the index behind it. Errors are reported.
size_t rewrite_inline_asm(clang::Preprocessor& pp, const Tokens& tokens, size_t at, Tokens& out);

} // namespace mecc::dialect
