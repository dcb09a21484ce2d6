// Collects Clang's diagnostics: prints them in Clang's format and stores them as ixp::Diagnostic.
// Errors caused by the machine rather than by C get a note with a remedy. Memories are named as in
// the dialect: '__sram unsigned *'.
#pragma once

#include "base/diagnostic.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>

#include <memory>
#include <vector>

namespace mecc::dialect {

class Collector final : public clang::DiagnosticConsumer {
public:
  // `printer` may be null: collect silently.
  Collector(std::unique_ptr<clang::TextDiagnosticPrinter> printer,
            std::vector<ixp::Diagnostic>& diagnostics)
      : printer_(std::move(printer)), diagnostics_(diagnostics) {}

  void BeginSourceFile(const clang::LangOptions& lang, const clang::Preprocessor* pp) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;

private:
  static constexpr unsigned kMostWarnings = 100; // limit per file

  void note(const clang::Diagnostic& info, const std::string& text);
  static void say_next(const clang::Diagnostic& info, const std::string& text);
  void add_remedy(const clang::Diagnostic& info, llvm::StringRef text);
  static void end_warnings(const clang::Diagnostic& info);

  std::unique_ptr<clang::TextDiagnosticPrinter> printer_;
  const clang::Preprocessor* preprocessor_ = nullptr; // of the current source
  std::vector<ixp::Diagnostic>& diagnostics_;
};

// The remedy for an error whose Clang text assumes another machine (remedies.cc); empty if Clang's
// `text` suffices. `headers_seen`: the source includes <ixp.h> or one of its parts.
llvm::StringRef remedy(const clang::Diagnostic& info, llvm::StringRef text, bool headers_seen);

} // namespace mecc::dialect
