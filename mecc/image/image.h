// A linked program: what goes into the control stores of one system, and what debuggers want to
// know about it. The UOF reader and writer, listings and the emulator all speak this struct.
#pragma once

#include "mecc/target/isa.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mecc {

struct SourceLine { // from `address` on, words come from this line
  uint32_t address = 0;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

struct Label {
  std::string name; // as written: "loop#"
  uint32_t address = 0;
};

// Where a symbolic register or signal lives, over the live range [first, last] of words.
struct SymbolRange {
  std::string name;     // as written: "count", "$hdr[2]", "@total", "sig_rx"
  std::string location; // "a3", "@b7", "$4"; "s5": a signal; "lm[5 + 4 * ctx]": a word of memory
  uint32_t first = 0, last = 0;
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

// A word whose immediate value depends on import variables, as an expression of them.
struct ImportUse {
  uint32_t address = 0;
  std::string expression; // "(RING_BASE >> 16)"
};

// What an emulator says in front of the instruction at `address`, when a context gets there: the
// text with its arguments, or, an assertion, that the condition does not hold.
//
// Expressions are for a machine with a stack, words apart: numbers; registers by canonical operand
// text
// ("a3", "$4", "out:$4"); + - * & | ^ << >> s>> / % s/ s% == != < <= > >= s< s<= s> s>= of 32 bits,
// signed where it says s; "?": the second below if the third is not 0, else the first. "": the
// program keeps no value there.
struct DebugPoint {
  uint32_t address = 0;
  std::string file;
  uint32_t line = 0;
  bool assertion = false;
  std::string text;      // a format of C, or the condition as it was written
  std::string condition; // nothing is said when it is 0, or when it is not
  std::vector<std::string> arguments;
};

// The program of one microengine (or of several that run the same one).
struct Image {
  std::string name;
  uint32_t assigned = 0; // bit n = microengine number n (0x00..0x03, 0x10..0x13); 0 = not placed
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  bool lm0_global = false, lm1_global = false, nn_self = false;
  uint32_t entry = 0;
  std::vector<uint64_t> words; // 40-bit control-store words, address 0 first

  std::vector<CsrInit> csrs;
  std::vector<RegisterInit> registers;
  std::vector<MemoryInit> local_memory; // region "lmem": every microengine has its own

  // Not empty: values are to be given before it can run (mecc/preprocess/imports.h).
  std::vector<std::string> imports;
  std::vector<ImportUse> import_uses; // ascending addresses

  // Debugging
  std::vector<SourceLine> lines; // ascending addresses
  std::vector<Label> labels;     // ascending addresses
  std::vector<SymbolRange> symbols;
  std::vector<DebugPoint> points; // ascending addresses

  const SourceLine* line_at(uint32_t address) const; // null when unknown
};

struct Program {
  std::vector<Image> images;
  std::vector<MemoryInit> memory;
};

// UOF: Intel's linked object format (docs/formats.md). Debug chunks are written when there is
// something to put in them, and read when present.
std::string write_uof(const Program& p);
Program read_uof(const std::string& bytes, const std::string& file_name); // throws ixp::InputError

// One 10-digit hex word a line; '#' and ';' start comments; blank lines are skipped.
Image read_hex(const std::string& text, const std::string& file_name, mev2::ContextMode mode);
std::string write_hex(const Image& image);

// Address, word, canonical text and (when known) source line, with labels between.
std::string listing(const Image& image);

} // namespace mecc
