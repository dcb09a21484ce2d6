// Which instructions inline assembly has, and what the places between their brackets hold.
#pragma once

#include "mecc/dialect/asm_lines.h"

#include <string>
#include <string_view>

namespace mecc::dialect {

// Places: d is written, u is read and written, s is read, c is a constant, n a number from 0, x a
// byte, e a local CSR, l a label, w another word of the assembler's.
struct AsmForm {
  std::string_view opcode, places;
  size_t fewest; // operands
};

const AsmForm* find_asm_form(const AsmLine& line); // null: it does not only compute or branch

// What becomes statements of C, because it takes registers and signals that have no number yet.
bool is_asm_command(std::string_view opcode); // of memories and units
bool is_asm_wait(std::string_view opcode);    // ctx_arb, and branches that test signals and inputs

// What to write instead; an error text for what is nothing at all.
std::string asm_remedy(const std::string& opcode);

// Other spellings as mecc/target has them: "bhs" is "bcs", "<<rot5" is ">>rot27", "or" is "OR".
std::string canonical_opcode(const std::string& opcode);
std::string canonical_word(const std::string& word);

} // namespace mecc::dialect
