// The C program of one microengine during compilation: all its sources are parsed and linked into
// one module, which is lowered and compiled once its memory is allocated.
#pragma once

#include "mecc/driver/driver.h"
#include "mecc/lower/lower.h"

#include <memory>

namespace llvm {
class Module;
}

namespace mecc {

// Exports and imports of a system's programs, from `__declspec` words.
struct Interface {
  struct Symbol { // exported memory
    std::string name;
    lower::Region region = lower::Region::Sram;
    uint32_t bytes = 0, align = 4;
    ixp::SourceLocation where;
  };
  struct Number {           // a visible or remote signal or transfer register, or an array of them
    std::string name, kind; // `kind`: "signal" or the word of the register: "sram_read_reg"
    unsigned count = 1;     // consecutive numbers
    unsigned align = 1;
    ixp::SourceLocation where;
  };
  std::vector<Symbol> exports;
  std::vector<Number> visible;
};
Interface interface_of(const llvm::Module& module); // interface.cc

struct Placement { // results of linking; the defaults are for a program alone
  std::array<lower::Range, lower::kRegions> free = lower::kFreeForOneProgram;
  std::map<std::string, lower::ImportedSymbol> imports; // imports and exports: the same addresses
  std::map<std::string, unsigned> numbers;
};

struct Compiled {
  Image image;
  std::vector<MemoryInit> memory; // without local memory, which is in the image
  std::array<uint32_t, lower::kRegions> used_end = {}; // end of the part of Placement::free in use
  std::string report;                                  // human-readable
};

class CProgram {
public:
  virtual ~CProgram() = default;

  virtual bool parse() = 0; // false after errors, which have been shown
  virtual Interface interface() const = 0;
  // False after errors, which have been shown. May be called again with a different placement.
  virtual bool compile(const Placement& placement, Compiled& result) = 0;
  virtual bool lowered_text(const Placement& placement, std::string& text) = 0; // LLVM IR
};

// The part of mecc that needs LLVM, whose libraries take a tenth of a second to load. `mecc` itself
// does not link them and only assembles; for C or ELF it executes the program `mecc-c`, which does.
class CCompiler {
public:
  virtual ~CCompiler() = default;

  // The sources form one program.
  virtual std::unique_ptr<CProgram> program(const std::vector<std::string>& sources,
                                            const Options& o, Messages& messages) const = 0;
  // Output of -E for one source. False after errors.
  virtual bool preprocess(const std::string& source, const Options& o, Messages& messages,
                          std::string& text) const = 0;
  // JSON for --compile-commands: `files` are relative to `folder`.
  virtual std::string compile_commands(const std::vector<std::string>& files, const Options& o,
                                       const std::string& folder) const = 0;
  virtual std::string elf(const Image& image) const = 0;
};

const CCompiler* c_compiler(); // the compiler in this executable; null in `mecc`

// Compiles a program alone and appends it to `program`. False after errors, which have been shown.
bool compile_c(const std::vector<std::string>& sources, const Options& o, Messages& messages,
               const Placement& placement, Program& program, std::string& report);

} // namespace mecc
