#include "mecc/dialect/collector.h"

#include "mecc/dialect/remedies.h"

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

// The note follows this diagnostic at once.
void Collector::add_remedy(const clang::Diagnostic& info) {
  const bool seen = !info.hasSourceManager() || headers_seen(info.getSourceManager());
  const char* text = remedy(info.getID(), seen);
  if (!text) return;
  auto& engine =
      const_cast<clang::DiagnosticsEngine&>(*info.getDiags()); // ours, but handed as const
  engine.SetDelayedDiagnostic(engine.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0"), text);
}

// `return;` in `main()`, which C of that time takes for int: nobody wants main's result.
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
  DiagnosticConsumer::HandleDiagnostic(level, info); // counts
  if (printer_) printer_->HandleDiagnostic(level, info);
  if (level == Level::Ignored) return;
  llvm::SmallString<128> text;
  info.FormatDiagnostic(text);
  ixp::Diagnostic d{ixp::Severity::Error, place(info), text.str().str(), {}};
  if (level == Level::Note || level == Level::Remark) d.severity = ixp::Severity::Note;
  if (level == Level::Warning) d.severity = ixp::Severity::Warning;
  if (d.severity == ixp::Severity::Note && !diagnostics_.empty())
    diagnostics_.back().notes.push_back(std::move(d));
  else
    diagnostics_.push_back(std::move(d));
  if (level >= Level::Error) add_remedy(info);
}

} // namespace mecc::dialect