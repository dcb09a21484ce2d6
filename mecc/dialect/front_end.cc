#include "mecc/dialect/front_end.h"

#include "base/inputs.h"
#include "mecc/dialect/asm_comments.h"
#include "mecc/dialect/invocation.h"
#include "mecc/dialect/limits.h"
#include "mecc/dialect/rewrite.h"
#include "mecc/dialect/rules.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/Sema.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>

namespace mecc::dialect {
namespace {

// The whole preprocessed unit, ending with end of file. Nothing if it is too large.
std::optional<Tokens> lex_all(clang::Sema& sema, clang::LangOptions& language) {
  // Sema warns of comments that open with `//<`, at its current declaration. There is none yet.
  const clang::Sema::ContextRAII unit(sema, sema.getASTContext().getTranslationUnitDecl());
  clang::Preprocessor& pp = sema.getPreprocessor();
  Tokens out;
  AsmComments comments(pp, language);
  do {
    clang::Token token;
    pp.Lex(token);
    comments.append(token, out);
    if (out.size() > kMostTokens) {
      report(pp, out.back().getLocation(), clang::DiagnosticsEngine::Fatal,
             "the source expands to more than %0 tokens; look for macros that repeat each other")
          << static_cast<unsigned>(kMostTokens);
      return std::nullopt;
    }
  } while (out.back().isNot(clang::tok::eof));
  return out;
}

// Functions of <string.h> that programs call without declaring them, as Clang has them elsewhere: a
// warning names the header. Others of C's library are unknown names.
void know_functions_of_bytes(clang::Preprocessor& pp) {
  const std::pair<const char*, clang::Builtin::ID> known[] = {
      {"memcmp", clang::Builtin::BImemcmp},
      {"memcpy", clang::Builtin::BImemcpy},
      {"memmove", clang::Builtin::BImemmove},
      {"memset", clang::Builtin::BImemset},
      {"strlen", clang::Builtin::BIstrlen}};
  for (const auto& [name, id] : known)
    pp.getIdentifierInfo(name)->setBuiltinID(id);
  using clang::diag::Severity; // an error can become a warning only after it has been ignored
  for (const Severity severity : {Severity::Ignored, Severity::Warning})
    pp.getDiagnostics().setSeverity(clang::diag::ext_implicit_lib_function_decl_c99, severity, {});
}

// clang::ParseAST with the token pass between preprocessor and parser.
class CompileAction final : public clang::ASTFrontendAction {
public:
  CompileAction(llvm::LLVMContext& context, const Contexts& contexts)
      : context_(context), contexts_(contexts) {}

  std::unique_ptr<llvm::Module> take_module() { return std::move(module_); }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci,
                                                        llvm::StringRef file) override {
    auto generator = std::unique_ptr<clang::CodeGenerator>(clang::CreateLLVMCodeGen(
        ci.getDiagnostics(), file, &ci.getVirtualFileSystem(), ci.getHeaderSearchOpts(),
        ci.getPreprocessorOpts(), ci.getCodeGenOpts(), context_));
    generator_ = generator.get();
    std::vector<std::unique_ptr<clang::ASTConsumer>>
        consumers; // applied in this order to each declaration
    consumers.push_back(make_rules(contexts_));
    consumers.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void ExecuteAction() override {
    clang::CompilerInstance& ci = getCompilerInstance();
    ci.createSema(getTranslationUnitKind(), nullptr);
    clang::Sema& sema = ci.getSema();
    clang::Preprocessor& pp = ci.getPreprocessor();
    clang::Parser parser(pp, sema, /*SkipFunctionBodies=*/false); // first: it handles the pragmas
    if (!text_within_limits(pp)) return;
    // Macros say "freestanding", but the parser must recognise main, which need not return.
    ci.getLangOpts().Freestanding = false;
    know_functions_of_bytes(pp);
    pp.EnterMainSourceFile();
    const std::optional<Tokens> unit = lex_all(sema, ci.getLangOpts());
    if (!unit || !within_limits(pp, *unit)) return;
    const Tokens tokens = rewrite(pp, *unit);
    pp.EnterTokenStream(tokens, /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
    parse(parser, sema);
  }

  void EndSourceFileAction() override {
    if (generator_ && !getCompilerInstance().getDiagnostics().hasErrorOccurred()) {
      annotate_declarations(*generator_);
      module_.reset(generator_->ReleaseModule());
    }
    generator_ = nullptr;
    clang::ASTFrontendAction::EndSourceFileAction();
  }

private:
  static void parse(clang::Parser& parser, clang::Sema& sema) {
    clang::ASTConsumer& consumer = sema.getASTConsumer();
    parser.Initialize();
    clang::Parser::DeclGroupPtrTy declaration;
    clang::Sema::ModuleImportState imports;
    for (bool end = parser.ParseFirstTopLevelDecl(declaration, imports); !end;
         end = parser.ParseTopLevelDecl(declaration, imports))
      if (declaration && !consumer.HandleTopLevelDecl(declaration.get())) return;
    for (clang::Decl* d : sema.WeakTopLevelDecls())
      consumer.HandleTopLevelDecl(clang::DeclGroupRef(d));
    consumer.HandleTranslationUnit(sema.getASTContext());
  }

  llvm::LLVMContext& context_;
  Contexts contexts_;
  clang::CodeGenerator* generator_ = nullptr;
  std::unique_ptr<llvm::Module> module_;
};

class PreprocessAction final : public clang::PreprocessorFrontendAction {
public:
  explicit PreprocessAction(std::string& text) : text_(text) {}

protected:
  void ExecuteAction() override {
    llvm::raw_string_ostream out(text_);
    clang::CompilerInstance& ci = getCompilerInstance();
    clang::PreprocessorOutputOptions options = ci.getPreprocessorOutputOpts();
    options.ShowCPP = true; // otherwise the output would contain only macros
    clang::DoPrintPreprocessedInput(ci.getPreprocessor(), &out, options);
  }

private:
  std::string& text_;
};

// Replaces clang::CompilerInstance::ExecuteAction, which would create the stand-in target again.
bool execute(clang::FrontendAction& action, const std::string& path, const FrontEndOptions& options,
             std::vector<ixp::Diagnostic>& diagnostics) {
  const std::unique_ptr<clang::CompilerInstance> ci = make_instance(path, options, diagnostics);
  if (!ci) return false;
  const clang::FrontendInputFile& input = ci->getFrontendOpts().Inputs.front();
  if (!action.BeginSourceFile(*ci, input)) return false;
  if (llvm::Error e = action.Execute()) {
    llvm::consumeError(std::move(e));
    return false;
  }
  const clang::SourceManager& sources = ci->getSourceManager();
  for (auto f = sources.fileinfo_begin(); f != sources.fileinfo_end(); ++f)
    ixp::note_input(f->first.getName().str());
  action.EndSourceFile();
  return !ci->getDiagnostics().hasErrorOccurred();
}

// Runs an action over one file.
bool run(clang::FrontendAction& action, const std::string& path, const FrontEndOptions& options,
         std::vector<ixp::Diagnostic>& diagnostics) {
  bool done = false;
  with_large_stack([&] { done = execute(action, path, options, diagnostics); });
  llvm::errs().clear_error(); // otherwise it ends the program if messages could not be written
  return done;
}

// `inline` alone makes a function local to this program, even if others define one of that name.
void keep_inline_functions(llvm::Module& module) {
  for (llvm::Function& f : module)
    if (f.hasAvailableExternallyLinkage()) f.setLinkage(llvm::GlobalValue::InternalLinkage);
}

// Drops Clang's location numbers in inline assembly, which later stages do not use: they have debug
// locations.
void forget_assembly_places(llvm::Module& module) {
  for (llvm::Function& f : module)
    for (llvm::Instruction& i : llvm::instructions(f))
      if (i.hasMetadata()) i.setMetadata("srcloc", nullptr);
}

} // namespace

std::unique_ptr<llvm::Module> compile(llvm::LLVMContext& context, const std::string& path,
                                      const FrontEndOptions& options,
                                      std::vector<ixp::Diagnostic>& diagnostics) {
  const unsigned blocks = options.local_memory_blocks;
  CompileAction action(context,
                       {options.mode, blocks ? blocks : static_cast<unsigned>(options.mode)});
  if (!run(action, path, options, diagnostics)) return nullptr;
  std::unique_ptr<llvm::Module> module = action.take_module();
  if (!module) return nullptr;
  module->setTargetTriple(kTriple);
  module->setDataLayout(kDataLayout);
  keep_inline_functions(*module);
  forget_assembly_places(*module);
  return module;
}

bool preprocess(const std::string& path, const FrontEndOptions& options, std::string& text,
                std::vector<ixp::Diagnostic>& diagnostics) {
  PreprocessAction action(text);
  return run(action, path, options, diagnostics);
}

} // namespace mecc::dialect
