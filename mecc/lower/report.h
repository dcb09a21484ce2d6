// Diagnostics with places: what debug information says about an instruction or a variable.
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

  // At an instruction; a chain of inlined calls becomes notes.
  void error(const llvm::Instruction& at, std::string text);
  void warning(const llvm::Instruction& at, std::string text, std::string flag);
  void error(const llvm::Function& at, std::string text);
  void error(const llvm::GlobalVariable& at, std::string text);
  void error(std::string text); // no place
  void add(ixp::Diagnostic d);  // the same text at the same place is said once

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
