#include "mecc/dialect/collector.h"

#include "mecc/dialect/words.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/SmallString.h>

namespace mecc::dialect {

void Collector::BeginSourceFile(const clang::LangOptions& lang, const clang::Preprocessor* pp) {
  preprocessor_ = pp;
  if (printer_) printer_->BeginSourceFile(lang, pp);
}

void Collector::EndSourceFile() {
  preprocessor_ = nullptr;
  if (printer_) printer_->EndSourceFile();
}

static ixp::SourceLocation place(const clang::Diagnostic& info) {
  if (!info.hasSourceManager() || info.getLocation().isInvalid()) return {};
  const clang::SourceManager& sources = info.getSourceManager();
  const clang::PresumedLoc p = sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
  if (p.isInvalid()) return {};
  return {p.getFilename(), p.getLine(), p.getColumn()};
}

static bool headers_seen(const clang::SourceManager& sources) {
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
    if (file->first.getName().ends_with("ixp_primitives.h")) return true;
  return false;
}

// Reports a note at the place of `info`.
void Collector::note(const clang::Diagnostic& info, const std::string& text) {
  using Level = clang::DiagnosticsEngine::Level;
  if (printer_) printer_->HandleDiagnostic(Level::Note, clang::Diagnostic(info.getDiags(), text));
  diagnostics_.back().notes.push_back({ixp::Severity::Note, place(info), text, {}});
}

// Reports a note without a place after this diagnostic.
void Collector::say_next(const clang::Diagnostic& info, const std::string& text) {
  auto& engine =
      const_cast<clang::DiagnosticsEngine&>(*info.getDiags()); // our own object, passed as const
  engine.SetDelayedDiagnostic(engine.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0"), text);
}

// A declared name that differs from `name` by two letters that are swapped: "sram_read" of
// "sram_raed". Clang's own search gives no answer where names are equally near.
static std::string unswapped(const clang::Preprocessor& pp, std::string name) {
  const clang::IdentifierTable& names = pp.getIdentifierTable();
  for (size_t n = 1; n < name.size(); ++n) {
    std::swap(name[n - 1], name[n]);
    const auto found = names.find(name);
    if (found != names.end() && found->second->getFETokenInfo()) return name;
    std::swap(name[n - 1], name[n]);
  }
  return {};
}

void Collector::add_remedy(const clang::Diagnostic& info, llvm::StringRef text) {
  const bool seen = !info.hasSourceManager() || headers_seen(info.getSourceManager());
  if (const llvm::StringRef how = remedy(info, text, seen); !how.empty()) note(info, how.str());
  if (info.getID() != clang::diag::ext_implicit_function_decl_c99 || !preprocessor_) return;
  const std::string near = unswapped(*preprocessor_, info.getArgIdentifier(0)->getName().str());
  if (!near.empty()) note(info, "did you mean '" + near + "'?");
}

// The prototype of a function that a note names and a macro of our headers declares; its place
// would show the macro's text.
static std::string prototype(const clang::Diagnostic& info) {
  if (info.getID() != clang::diag::note_callee_decl || !info.getLocation().isMacroID() ||
      info.getArgKind(0) != clang::DiagnosticsEngine::ak_nameddecl)
    return {};
  const auto* f = llvm::dyn_cast<clang::FunctionDecl>(
      reinterpret_cast<const clang::NamedDecl*>(info.getRawArg(0)));
  if (!f) return {};
  std::string out;
  for (const clang::ParmVarDecl* p : f->parameters()) {
    std::string declared = p->getName().str();
    p->getType().getAsStringInternal(declared, f->getASTContext().getPrintingPolicy());
    out += (out.empty() ? "" : ", ") + declared;
  }
  return "declared as " + f->getName().str() + "(" + out + ")";
}

// Names a parameter in a macro of our headers.
static bool shows_macro(const clang::Diagnostic& info) {
  return info.getID() == clang::diag::note_parameter_named_here && info.getLocation().isMacroID();
}

// With many errors, formatting warnings takes longer than compiling.
void Collector::end_warnings(const clang::Diagnostic& info) {
  const_cast<clang::DiagnosticsEngine&>(*info.getDiags()).setIgnoreAllWarnings(true);
  say_next(info, "enough warnings; the others are not shown");
}

// Replaces address-space numbers in Clang's text by the user's words, and omits the standard that
// Clang cites.
static std::string in_dialect(llvm::StringRef text) {
  text.consume_back("; ISO C99 and later do not support implicit function declarations");
  constexpr llvm::StringLiteral kOpen = "__attribute__((address_space(", kClose = ")))";
  std::string out;
  for (size_t at = text.find(kOpen); at != llvm::StringRef::npos; at = text.find(kOpen)) {
    llvm::StringRef rest = text.substr(at + kOpen.size());
    unsigned space = 0;
    const bool read = !rest.consumeInteger(10, space) && rest.consume_front(kClose);
    const std::string_view word = read ? memory_word(space) : std::string_view();
    if (word.empty()) break;
    out += text.take_front(at);
    out += "__";
    out += word;
    text = rest;
  }
  return out + text.str();
}

// `return;` in `main()`, for which C of that time infers int: main's result is unused.
static bool is_return_of_main(const clang::Diagnostic& info) {
  if (info.getID() != clang::diag::ext_return_missing_expr) return false;
  llvm::SmallString<128> text;
  info.FormatDiagnostic(text);
  return text.str().contains("'main'");
}

void Collector::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                 const clang::Diagnostic& info) {
  using Level = clang::DiagnosticsEngine::Level;
  if (level == Level::Warning && is_return_of_main(info)) return;
  DiagnosticConsumer::HandleDiagnostic(level, info); // counts the diagnostic
  if (level == Level::Ignored) return;
  llvm::SmallString<128> clangs;
  info.FormatDiagnostic(clangs);
  const std::string text = in_dialect(clangs);
  if (level == Level::Note && shows_macro(info)) return;
  if (const std::string shape = level == Level::Note ? prototype(info) : ""; !shape.empty())
    return say_next(info, shape);
  if (printer_) printer_->HandleDiagnostic(level, clang::Diagnostic(info.getDiags(), text));
  ixp::Diagnostic d{ixp::Severity::Error, place(info), text, {}};
  if (level == Level::Note || level == Level::Remark) d.severity = ixp::Severity::Note;
  if (level == Level::Warning) {
    d.severity = ixp::Severity::Warning;
    d.flag = clang::DiagnosticIDs::getWarningOptionForDiag(info.getID()).str();
  }
  if (d.severity == ixp::Severity::Note && !diagnostics_.empty())
    diagnostics_.back().notes.push_back(std::move(d));
  else
    diagnostics_.push_back(std::move(d));
  if (level >= Level::Warning) add_remedy(info, text);
  if (level == Level::Warning && getNumWarnings() == kMostWarnings) end_warnings(info);
}

} // namespace mecc::dialect