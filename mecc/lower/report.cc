#include "mecc/lower/report.h"

#include "mecc/lower/users_place.h"

#include <fmt/format.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// The name from the command line or an #include: absolute names stay, others are relative.
std::string file_of(const DIFile* file) {
  return file ? file->getFilename().str() : std::string();
}

ixp::SourceLocation place_of(const DILocation* loc) {
  if (!loc) return {};
  return {file_of(loc->getFile()), loc->getLine(), loc->getColumn()};
}

} // namespace

ixp::SourceLocation place_of(const DebugLoc& loc) {
  return place_of(users_place(loc.get()));
}

ixp::SourceLocation place_of(const Function& f) {
  const DISubprogram* sp = f.getSubprogram();
  return sp ? ixp::SourceLocation{file_of(sp->getFile()), sp->getLine(), 0}
            : ixp::SourceLocation{f.getParent()->getSourceFileName(), 0, 0};
}

ixp::SourceLocation place_of(const GlobalVariable& g) {
  SmallVector<DIGlobalVariableExpression*, 1> infos;
  g.getDebugInfo(infos);
  if (infos.empty()) return {g.getParent()->getSourceFileName(), 0, 0};
  const DIGlobalVariable* v = infos[0]->getVariable();
  return {file_of(v->getFile()), v->getLine(), 0};
}

ixp::Diagnostic diagnostic_at(ixp::Severity severity, const Instruction& at, std::string text) {
  ixp::Diagnostic d{severity, place_of(at.getDebugLoc()), std::move(text), {}};
  if (d.where.file.empty()) d.where = place_of(*at.getFunction());
  const DILocation* loc = users_place(at.getDebugLoc().get());
  while (loc && loc->getInlinedAt()) {
    const DISubprogram* callee = loc->getScope()->getSubprogram();
    loc = loc->getInlinedAt();
    d.notes.push_back({ixp::Severity::Note,
                       place_of(loc),
                       fmt::format("in '{}', inlined from here", callee->getName().str()),
                       {}});
  }
  return d;
}

void Reporter::add(ixp::Diagnostic d) {
  const std::optional<ixp::Severity> severity = warnings_.severity(d);
  if (!severity) return;
  d.severity = *severity;
  failed_ |= d.severity == ixp::Severity::Error;
  for (const ixp::Diagnostic& old : out_)
    if (old.text == d.text && old.where.file == d.where.file && old.where.line == d.where.line &&
        old.where.column == d.where.column)
      return;
  out_.push_back(std::move(d));
}

void Reporter::error(const Instruction& at, std::string text) {
  add(diagnostic_at(ixp::Severity::Error, at, std::move(text)));
}

void Reporter::warning(const Instruction& at, std::string text, std::string flag) {
  ixp::Diagnostic d = diagnostic_at(ixp::Severity::Warning, at, std::move(text));
  d.flag = std::move(flag);
  add(std::move(d));
}

void Reporter::error(const Function& at, std::string text) {
  add({ixp::Severity::Error, place_of(at), std::move(text), {}});
}

void Reporter::error(const GlobalVariable& at, std::string text) {
  add({ixp::Severity::Error, place_of(at), std::move(text), {}});
}

void Reporter::error(std::string text) {
  add({ixp::Severity::Error, {}, std::move(text), {}});
}

} // namespace mecc::lower
