// Diagnostics with the source locations of instructions and variables, from debug information.
#pragma once

#include "base/diagnostic.h"
#include "mecc/lower/warnings.h"

#include <string>
#include <vector>

namespace llvm {
class DebugLoc;
class Function;
class GlobalVariable;
class Instruction;
} // namespace llvm

namespace mecc::lower {

class Reporter {
public:
  Reporter(std::vector<ixp::Diagnostic>& out, const Warnings& warnings)
      : out_(out), warnings_(warnings) {}

  // Located at an instruction; a chain of inlined calls becomes notes.
  void error(const llvm::Instruction& at, std::string text);
  void warning(const llvm::Instruction& at, std::string text, std::string flag);
  void error(const llvm::Function& at, std::string text);
  void error(const llvm::GlobalVariable& at, std::string text);
  void error(std::string text); // without location
  void add(ixp::Diagnostic d);  // drops repetitions at the same location

  bool failed() const { return failed_; }

private:
  std::vector<ixp::Diagnostic>& out_;
  const Warnings& warnings_;
  bool failed_ = false;
};

ixp::SourceLocation place_of(const llvm::DebugLoc& loc);
ixp::SourceLocation place_of(const llvm::Function& f);
ixp::SourceLocation place_of(const llvm::GlobalVariable& g);
ixp::Diagnostic diagnostic_at(ixp::Severity severity, const llvm::Instruction& at,
                              std::string text);

} // namespace mecc::lower
