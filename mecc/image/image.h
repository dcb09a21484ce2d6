// A linked program: the contents of the control stores of one system, with debugging information.
// Shared by the UOF reader and writer, listings and the emulator.
#pragma once

#include "isa/isa.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mecc {

struct SourceLine { // words from `address` on come from this line
  uint32_t address = 0;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

struct Label {
  std::string name; // as in the source: "loop#"
  uint32_t address = 0;
};

// Location of a symbolic register or signal over the live range [first, last] of words.
struct SymbolRange {
  std::string name; // as in the source: "count", "$hdr[2]", "@total", "sig_rx"
  std::string
      location; // "a3", "@b7", "$4", "out:$4"; "s5": a signal; "lm[5 + 4 * ctx]": a word of memory
  uint32_t first = 0, last = 0;
  unsigned bits = 32; // of the value, which the low bits of the location hold
  bool is_signed = false;

  uint32_t value(uint32_t word) const; // extended to a longword; word: of the location
};

struct CsrInit {
  uint16_t address = 0; // byte address of the local CSR
  uint32_t value = 0;
};

struct RegisterInit {
  std::string location; // canonical operand text: "a3" (every context), "@b7", "$4", "n$2"
  int context = -1;     // -1: all contexts (or absolute)
  uint32_t value = 0;
};

struct MemoryInit {
  std::string region;   // "sram0", "sram1", "dram", "scratch"; "lmem" in an image
  uint32_t address = 0; // bytes
  std::vector<uint8_t> bytes;
};

// A word whose immediate value is an expression of import variables.
struct ImportUse {
  uint32_t address = 0;
  std::string expression; // "(RING_BASE >> 16)"
};

// A print or assertion, evaluated when a context reaches the instruction at `address`. A print
// formats the text with its arguments; an assertion fails if its condition does not hold.
//
// Expressions are in postfix notation with blanks between words: numbers; registers by canonical
// operand text ("a3", "$4", "out:$4"); + - * & | ^ << >> s>> / % s/ s% == != < <= > >= s< s<= s>
// s>= of 32 bits, signed if the operator has an s; "?": of the three operands, counted from
// the top, the second if the third is not 0, else the first. "": the program keeps no such value
// there.
struct DebugPoint {
  uint32_t address = 0;
  std::string file;
  uint32_t line = 0;
  bool assertion = false;
  std::string text;      // a format of C, or the condition in its source spelling
  std::string condition; // nothing is printed if it is 0; an assertion fails if it is 0
  std::vector<std::string> arguments;
};

// The program of one microengine, or of several that run the same one.
struct Image {
  std::string name;
  uint32_t assigned = 0; // bit n = microengine number n (0x00..0x03, 0x10..0x13); 0 = not placed
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  bool lm0_global = false, lm1_global = false, nn_self = false;
  uint32_t entry = 0;
  std::vector<uint64_t> words; // 40-bit control-store words, address 0 first

  std::vector<CsrInit> csrs;
  std::vector<RegisterInit> registers;
  std::vector<MemoryInit> local_memory; // region "lmem": one per microengine

  // Not empty: these need values before the program can run (mecc/image/imports.h).
  std::vector<std::string> imports;
  std::vector<ImportUse> import_uses; // ascending addresses

  // Debugging
  std::vector<SourceLine> lines; // ascending addresses
  std::vector<Label> labels;     // ascending addresses
  std::vector<SymbolRange> symbols;
  std::vector<DebugPoint> points; // ascending addresses

  const SourceLine* line_at(uint32_t address) const; // null if unknown
};

struct Program {
  std::vector<Image> images;
  std::vector<MemoryInit> memory;
};

// The image of a microengine (index 0..7): the one assigned to it, or the only one. Null: none.
const Image* image_for(const Program& p, unsigned index);

// UOF: Intel's linked object format (docs/formats.md). Debug chunks are written when there is
// something to put in them, and read when present.
std::string write_uof(const Program& p);
Program read_uof(const std::string& bytes, const std::string& file_name); // throws ixp::InputError

// One 10-digit hex word a line; '#' and ';' start comments; blank lines are skipped.
Image read_hex(const std::string& text, const std::string& file_name, mev2::ContextMode mode);
std::string write_hex(const Image& image);

// Address, word, canonical text and (if known) source line, with labels between.
std::string listing(const Image& image);

} // namespace mecc
