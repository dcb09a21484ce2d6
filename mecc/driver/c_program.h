// The C program of one microengine on its way to an image: all its sources are parsed and become
// one module, which is lowered and compiled once its place in memory is known.
#pragma once

#include "mecc/driver/driver.h"
#include "mecc/lower/lower.h"

#include <memory>

namespace mecc {

// What programs of one system know of each other, read from `__declspec` words.
struct Interface {
  struct Symbol { // exported memory
    std::string name;
    lower::Region region = lower::Region::Sram;
    uint32_t bytes = 0, align = 4;
    ixp::SourceLocation where;
  };
  struct Number {           // a visible or remote signal or transfer register, or an array of them
    std::string name, kind; // kind: "signal" or the word of the register: "sram_read_reg"
    unsigned count = 1;     // consecutive numbers
    unsigned align = 1;
    ixp::SourceLocation where;
  };
  std::vector<Symbol> exports;
  std::vector<Number> visible;
};

struct Placement { // what linking decided; the defaults are for a program alone
  std::array<lower::Range, lower::kRegions> free = lower::LowerOptions{}.free;
  std::map<std::string, lower::ImportedSymbol> imports; // and exports: the same addresses
  std::map<std::string, unsigned> numbers;
};

struct Compiled {
  Image image;
  std::vector<MemoryInit> memory;                      // but local memory, which the image has
  std::array<uint32_t, lower::kRegions> used_end = {}; // of Placement::free
  std::string report;                                  // for people
};

class CProgram {
public:
  CProgram(std::vector<std::string> sources, Options options, Messages& messages);
  ~CProgram();

  bool parse(); // false after errors, which have been shown
  Interface interface() const;
  // False after errors, which have been shown. May be called again with another placement.
  bool compile(const Placement& placement, Compiled& result);
  bool lowered_text(const Placement& placement, std::string& text); // LLVM IR

  const std::vector<std::string>& sources() const { return sources_; }
  const Options& options() const { return options_; }

private:
  struct Modules;
  bool lower(const Placement& placement, Optimisations& optimisations, lower::Lowered& lowered);

  std::vector<std::string> sources_;
  Options options_;
  Messages& messages_;
  std::unique_ptr<Modules> modules_;
};

// A program alone, appended to others. False after errors, which have been shown.
bool compile_c(const std::vector<std::string>& sources, const Options& o, Messages& messages,
               const Placement& placement, Program& program, std::string& report);

// -E of one source. False after errors.
bool preprocess_c(const std::string& source, const Options& o, Messages& messages,
                  std::string& text);

} // namespace mecc
