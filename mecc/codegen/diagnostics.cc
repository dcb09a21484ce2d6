#include "mecc/codegen/diagnostics.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

std::string printed(const DiagnosticInfo& info) {
  std::string text;
  raw_string_ostream stream(text);
  DiagnosticPrinterRawOStream printer(stream);
  info.print(printer);
  return text;
}

class Collector final : public DiagnosticHandler {
public:
  explicit Collector(std::vector<ixp::Diagnostic>& list) : list_(list) {}

  bool handleDiagnostics(const DiagnosticInfo& info) override {
    if (info.getSeverity() == DS_Remark || info.getSeverity() == DS_Note) return true;
    ixp::Diagnostic d;
    d.severity = info.getSeverity() == DS_Error ? ixp::Severity::Error : ixp::Severity::Warning;
    if (const auto* ours = dyn_cast<DiagnosticInfoUnsupported>(&info)) {
      d.text = ours->getMessage().str();
      StringRef file;
      if (ours->isLocationAvailable()) ours->getLocation(file, d.where.line, d.where.column);
      d.where.file = file.str();
    } else {
      d.text = printed(info);
    }
    list_.push_back(std::move(d));
    return true;
  }

private:
  std::vector<ixp::Diagnostic>& list_;
};

} // namespace

DiagnosticScope::DiagnosticScope(LLVMContext& context, std::vector<ixp::Diagnostic>& list)
    : context_(context), before_(context.getDiagnosticHandler()) {
  context.setDiagnosticHandler(std::make_unique<Collector>(list));
}

DiagnosticScope::~DiagnosticScope() {
  context_.setDiagnosticHandler(std::move(before_));
}

} // namespace mecc::codegen
