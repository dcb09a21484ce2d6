// The generated tables for decode, encode, print and parse. Private to isa.
#pragma once

#include "isa/isa.h"

#include <array>
#include <cstddef>
#include <span>

namespace mev2 {

// A field of a word.
struct Bits {
  uint8_t lsb, width;

  constexpr uint64_t mask() const { return ((uint64_t{1} << width) - 1) << lsb; }
  constexpr unsigned get(uint64_t word) const {
    return static_cast<unsigned>(word >> lsb) & ((1u << width) - 1);
  }
  constexpr bool fits(uint64_t value) const { return value >> width == 0; }
  constexpr uint64_t put(uint64_t value) const { return (value << lsb) & mask(); }
};

#include "isa/isa_layout.inc" // generated: namespace layout, FieldBit, TextField

// ---- operands -----------------------------------------------------------------------------------

enum class OperandSet : uint8_t { Unrestricted, Restricted }; // 10-bit and 8-bit fields
enum class Role : uint8_t { Source, Destination };

// Numbers first .. first+count-1 of a kind have the field values base .. base+count-1.
struct OperandRange {
  OperandKind kind;
  Step step;
  bool per_context; // only 16 of them exist in 8-context mode
  bool source, destination;
  uint16_t first, count, base;

  bool serves(Role role) const { return role == Role::Source ? source : destination; }
};
std::span<const OperandRange> operand_ranges(OperandSet set);

// Meaning of a field value. The bank of a GPR is not included.
struct OperandCode {
  enum Legality : uint8_t { Undefined, FourContextsOnly, Always };
  Operand operand;
  Legality legality = Undefined;
};
constexpr size_t kOperandCodes = 1024;
using OperandCodes = std::array<OperandCode, kOperandCodes>;
extern const OperandCodes kSourceCodes[2], kDestinationCodes[2]; // indexed by OperandSet

inline const OperandCode& operand_code(OperandSet set, Role role, unsigned code) {
  const auto& codes = role == Role::Source ? kSourceCodes : kDestinationCodes;
  return codes[static_cast<size_t>(set)][code];
}

// Constants of unrestricted fields start here; selectors of crc and cam_lookup use the same codes.
constexpr unsigned kSelectorCode = 0x300;
// Filler of an absent operand is 0, but in class ALU with swapped operands it is a constant 0.
constexpr unsigned kAluSwappedFiller = kSelectorCode;
constexpr unsigned kImmedMaxShift = 2; // bytes; with 3, half of the value would be lost

// ---- instructions -------------------------------------------------------------------------------

// A piece of canonical text: literal text, then a field (or the end).
struct TextPiece {
  std::string_view literal;
  TextField field;
};

// Properties of a form that are not in OpcodeInfo.
struct Form {
  uint64_t word;   // the fixed bits, with the filler that assemblers write
  uint64_t fields; // FieldBits: the fields that are not fixed
  bool left_optional;
  uint16_t text_start, text_length;   // in pieces
  uint16_t base0_start, base0_length; // the text for a jump base of 0, if it differs

  bool has(FieldBit field) const { return (fields & field) != 0; }
  std::span<const TextPiece> text() const;
  std::span<const TextPiece> text_base0() const; // empty if there is no such special case
};
const Form& form(Opcode op);

// Opcodes whose fixed bits match w[39:32], special cases first.
struct Candidate {
  uint64_t mask, value; // fixed_mask and fixed_value of the opcode
  Opcode opcode;
  InstrClass cls;
};
std::span<const Candidate> candidates(uint64_t word);

// The row of the class table that matches w[39:32], or null; used in error messages.
struct Selector {
  std::string_view name;
  Bits bits;
};
struct ClassRow {
  std::string_view title;
  uint8_t selector_count;
  Selector selectors[2];
};
const ClassRow* class_row(uint64_t word);

// ---- names --------------------------------------------------------------------------------------

struct NamedNumber {
  std::string_view name;
  uint16_t number;
};
std::string_view crc_type_name(unsigned code);  // "" if undefined
std::string_view crc_bytes_name(unsigned code); // "" if undefined
std::span<const NamedNumber> crc_type_names();
std::span<const NamedNumber> crc_bytes_names();

} // namespace mev2
