// The instructions available in inline assembly, and their operands.
#pragma once

#include "mecc/dialect/asm_lines.h"

#include <string>
#include <string_view>

namespace mecc::dialect {

// Operand roles, one letter each: d is written, u read and written, s read, c a constant, n a
// number from 0, x a byte, e a local CSR, l a label, w another word of the assembler's.
struct AsmForm {
  std::string_view opcode, places;
  size_t fewest; // minimum number of operands
};

const AsmForm* find_asm_form(const AsmLine& line); // null: it does more than compute or branch

// Instructions that become C statements, because they take registers and signals without numbers
// yet.
bool is_asm_command(std::string_view opcode); // of memories and units
bool is_asm_wait(std::string_view opcode);    // ctx_arb, and branches that test signals and inputs

// Suggested replacement of an unsupported instruction; an error text for an unknown one.
std::string asm_remedy(const std::string& opcode);

// The canonical spelling in isa: "bhs" is "bcs", "<<rot5" is ">>rot27", "or" is "OR".
std::string canonical_opcode(const std::string& opcode);
std::string canonical_word(const std::string& word);

} // namespace mecc::dialect
