#include "mecc/driver/join.h"

#include "mecc/lower/report.h"

#include <fmt/format.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

namespace mecc {

namespace {

ixp::SourceLocation place_of(const llvm::GlobalValue& v) {
  if (const auto* f = llvm::dyn_cast<llvm::Function>(&v)) return lower::place_of(*f);
  return lower::place_of(llvm::cast<llvm::GlobalVariable>(v));
}

// Symbols defined by both sources, with both locations.
std::vector<ixp::Diagnostic> defined_twice(const llvm::Module& first, const llvm::Module& second) {
  std::vector<ixp::Diagnostic> errors;
  for (const llvm::GlobalValue& v : second.global_values()) {
    const llvm::GlobalValue* other = first.getNamedValue(v.getName());
    if (!other || other->isDeclaration() || v.isDeclaration() || !other->hasExternalLinkage() ||
        !v.hasExternalLinkage())
      continue;
    const char* remedy = v.getName() == "main"
                             ? "all C files are the program of one microengine, which begins at "
                               "one main; a system file gives each microengine its own"
                             : "leave one out, or make it static";
    errors.push_back(
        {ixp::Severity::Error,
         place_of(v),
         fmt::format("'{}' is defined twice; {}", v.getName().str(), remedy),
         {{ixp::Severity::Note, place_of(*other), "the other definition is here", {}}}});
  }
  return errors;
}

// The first instruction that uses the object, perhaps in a constant expression; null if none does.
const llvm::Instruction* use_of(const llvm::Value& object) {
  for (const llvm::User* user : object.users()) {
    if (const auto* i = llvm::dyn_cast<llvm::Instruction>(user)) return i;
    if (const auto* i = llvm::isa<llvm::Constant>(user) ? use_of(*user) : nullptr) return i;
  }
  return nullptr;
}

bool is_constant(const llvm::GlobalValue& v) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&v);
  return variable && variable->isConstant();
}

bool is_single(const llvm::Type* t) {
  return t->isSized() && !t->isArrayTy();
}

// The end of a sentence on a definition that does not agree with a declaration; empty if it does.
std::string difference(const llvm::GlobalValue& definition, const llvm::GlobalValue& declaration) {
  if (llvm::isa<llvm::Function>(definition) != llvm::isa<llvm::Function>(declaration))
    return "is a function in one file and a variable in another; rename one";
  if (definition.getAddressSpace() != declaration.getAddressSpace())
    return "is in another memory than another file declares; declare it in one header";
  llvm::Type *here = definition.getValueType(), *there = declaration.getValueType();
  const llvm::DataLayout& layout = definition.getParent()->getDataLayout();
  if (llvm::isa<llvm::GlobalVariable>(definition) && is_single(here) && is_single(there) &&
      layout.getTypeAllocSize(here) != layout.getTypeAllocSize(there))
    return "has another size than another file declares; declare it in one header";
  if (is_constant(definition) && !is_constant(declaration))
    return "is constant, but another file declares it without const; declare it in one header";
  return {};
}

// Objects that one source defines and the other declares otherwise. Declarations have no place, but
// their uses do.
std::vector<ixp::Diagnostic> declared_otherwise(const llvm::Module& first,
                                                const llvm::Module& second) {
  std::vector<ixp::Diagnostic> errors;
  for (const llvm::GlobalValue& v : second.global_values()) {
    const llvm::GlobalValue* other = first.getNamedValue(v.getName());
    if (!other || other->isDeclaration() == v.isDeclaration() || other->hasLocalLinkage() ||
        v.hasLocalLinkage())
      continue;
    const llvm::GlobalValue& definition = v.isDeclaration() ? *other : v;
    const llvm::GlobalValue& declaration = v.isDeclaration() ? v : *other;
    const std::string text = difference(definition, declaration);
    if (text.empty()) continue;
    errors.push_back({ixp::Severity::Error,
                      place_of(definition),
                      fmt::format("'{}' {}", v.getName().str(), text),
                      {}});
    if (const llvm::Instruction* use = use_of(declaration))
      errors.back().notes.push_back({ixp::Severity::Note,
                                     lower::place_of(use->getDebugLoc()),
                                     "the other file uses it here",
                                     {}});
  }
  return errors;
}

// LLVM's linker reports errors to the context, whose default handler ends the process.
struct LinkErrors final : llvm::DiagnosticHandler {
  explicit LinkErrors(std::vector<ixp::Diagnostic>& to) : out(to) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& d) override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    d.print(printer);
    if (d.getSeverity() == llvm::DS_Error)
      out.push_back({ixp::Severity::Error, {}, "linking the sources: " + text, {}});
    return true;
  }
  std::vector<ixp::Diagnostic>& out;
};

} // namespace

std::vector<ixp::Diagnostic> join(llvm::Module& program, std::unique_ptr<llvm::Module> source,
                                  const std::string& path) {
  for (auto errors : {defined_twice(program, *source), declared_otherwise(program, *source)})
    if (!errors.empty()) return errors;
  std::vector<ixp::Diagnostic> errors;
  llvm::LLVMContext& context = program.getContext();
  auto before = context.getDiagnosticHandler(); // must never be null
  context.setDiagnosticHandler(std::make_unique<LinkErrors>(errors));
  const bool failed = llvm::Linker::linkModules(program, std::move(source));
  context.setDiagnosticHandler(std::move(before));
  if (failed && errors.empty())
    errors.push_back({ixp::Severity::Error, {}, "internal error: the sources do not link", {}});
  for (ixp::Diagnostic& d : errors)
    d.where.file = path;
  return errors;
}

} // namespace mecc
