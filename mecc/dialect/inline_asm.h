// Inline assembly with C expressions as operands: __asm instruction, and __asm { lines }.
//
//     __asm { loop:                                loop: ;
//             sram[read, x, p, 0, 1], ctx_swap[s]  __me_cmd_SRAM_READ(&x, p, 0, 1, ctx_swap, &s);
//             alu[sum, sum, +, x]                  __asm__ volatile("alu[%0, %0, +, %1] ..
//             br_bclr[x, 31, loop] }               if ((x >> 31 & 1) == 0) goto loop;
//
// Consecutive computing instructions with their branches become one GNU assembly statement
// (asm_statement.h). Commands and waits need transfer registers and signals that have no numbers
// yet, so they become calls of primitives; if there are any, labels become C labels.
#pragma once

#include "mecc/dialect/tokens.h"

namespace mecc::dialect {

// Whether the word __asm at `at` opens assembly of the above forms rather than GNU's.
bool is_inline_asm(const Tokens& tokens, size_t at);

// Appends its translation to `out` and returns the index after it. Errors are reported.
size_t rewrite_inline_asm(clang::Preprocessor& pp, const Tokens& tokens, size_t at, Tokens& out);

} // namespace mecc::dialect
