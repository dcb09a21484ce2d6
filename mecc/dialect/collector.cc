#include "mecc/dialect/collector.h"

#include "mecc/dialect/remedies.h"
#include "mecc/dialect/words.h"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallString.h>

namespace mecc::dialect {

void Collector::BeginSourceFile(const clang::LangOptions& lang, const clang::Preprocessor* pp) {
  if (printer_) printer_->BeginSourceFile(lang, pp);
}

void Collector::EndSourceFile() {
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

// The note is attached to this diagnostic.
void Collector::say_next(const clang::Diagnostic& info, const char* text) {
  auto& engine =
      const_cast<clang::DiagnosticsEngine&>(*info.getDiags()); // our own object, passed as const
  engine.SetDelayedDiagnostic(engine.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0"), text);
}

void Collector::add_remedy(const clang::Diagnostic& info) {
  const bool seen = !info.hasSourceManager() || headers_seen(info.getSourceManager());
  if (const char* text = remedy(info.getID(), seen)) say_next(info, text);
}

// With many errors, formatting warnings takes longer than compiling.
void Collector::end_warnings(const clang::Diagnostic& info) {
  const_cast<clang::DiagnosticsEngine&>(*info.getDiags()).setIgnoreAllWarnings(true);
  say_next(info, "enough warnings; the others are not shown");
}

// Replaces address-space numbers in Clang's text by the user's words.
static std::string with_memories_named(llvm::StringRef text) {
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
  const std::string text = with_memories_named(clangs);
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
  if (level >= Level::Error) add_remedy(info);
  if (level == Level::Warning && getNumWarnings() == kMostWarnings) end_warnings(info);
}

} // namespace mecc::dialect