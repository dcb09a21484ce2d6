#include "mecc/dialect/invocation.h"

#include "base/child.h"
#include "base/dependencies.h"
#include "mecc/dialect/collector.h"
#include "mecc/dialect/target.h"

#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <filesystem>

namespace mecc::dialect {

// Relative to the programs, installed or built (cmake/install.cmake): bin/mecc and
// share/mecc/include.
std::string header_directory(const FrontEndOptions& options) {
  if (!options.header_dir.empty()) return options.header_dir;
  const std::filesystem::path share =
      std::filesystem::path(ixp::own_folder()) / "../share/mecc/include";
  std::error_code missing;
  const auto found = std::filesystem::canonical(share, missing);
  if (missing)
    throw ixp::InputError({share.string()},
                          "the headers of mecc are not there; expected share/mecc/include beside "
                          "the folder of the program, as cmake --install makes it");
  return found.string();
}

std::vector<std::string> clang_arguments(const FrontEndOptions& o) {
  std::vector<std::string> a = {
      "-triple", kStandInTriple, "-x", "c", "-std=gnu99", "-ffreestanding", "-fno-builtin",
      "-nostdsysteminc", "-fgnuc-version=4.2.1", "-fno-common",
      // Emits unoptimised code that can be optimised later. No type-based alias analysis, as
      // drivers of that time do not follow its rules.
      "-O2", "-disable-llvm-passes", "-relaxed-aliasing", "-mrelocation-model", "static",
      "-debug-info-kind=standalone", "-dwarf-version=5", "-debugger-tuning=gdb",
      "-disable-pragma-debug-crash", "-fbracket-depth", "256", "-ferror-limit", "20",
      // Accepts C of that time: main() without a type or result, integers as addresses.
      "-Wno-implicit-int", "-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types",
      "-Wno-deprecated-non-prototype", "-Wno-main-return-type", "-Wno-typedef-redefinition",
      "-Wno-incompatible-library-redeclaration", "-Wno-error=return-mismatch", "-Wuninitialized",
      // File names stay as the user gave them, independent of the current folder.
      "-fdebug-compilation-dir=."};
  if (!o.mark_lifetimes) a.emplace_back("-disable-lifetime-markers");
  if (!o.optimise) a.insert(a.end(), {"-U", "__OPTIMIZE__"});
  if (o.size) a.insert(a.end(), {"-D", "__OPTIMIZE_SIZE__=1"});
  for (const std::string& w : o.warnings) {
    a.push_back(w);
    if (w == "-Wall" || w == "-Wextra") a.emplace_back("-Wno-implicit-int");
  }
  for (const std::string& dir : o.include_dirs)
    a.insert(a.end(), {"-I", dir});
  for (const auto& [name, value] : o.defines)
    a.insert(a.end(), {"-D", name + "=" + value});
  for (const std::string& name : o.undefines)
    a.insert(a.end(), {"-U", name});
  for (const std::string& file : o.forced_includes)
    a.insert(a.end(), {"-include", file});
  for (const std::string& map : o.prefix_maps)
    a.push_back("-fdebug-prefix-map=" + map);
  a.insert(a.end(), {"-resource-dir", MECC_CLANG_RESOURCES, "-internal-isystem",
                     header_directory(o), "-internal-isystem", MECC_CLANG_RESOURCES "/include"});
  return a;
}

namespace {

// The real file system, which records every path that Clang reads or tests (base/dependencies.h).
class RecordedFile final : public llvm::vfs::File {
public:
  explicit RecordedFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine& name, int64_t size, bool terminated, bool is_volatile) override {
    auto content = file_->getBuffer(name, size, terminated, is_volatile);
    if (content)
      ixp::depend_on_content(name.str(),
                             {(*content)->getBufferStart(), (*content)->getBufferSize()});
    return content;
  }
  std::error_code close() override { return file_->close(); }

private:
  std::unique_ptr<File> file_;
};

// Clang reports such an error at the #include.
struct Refused final : std::error_category {
  enum Reason { Outside = 1, Endless };
  const char* name() const noexcept override { return "refused"; }
  std::string message(int reason) const override {
    return reason == Outside ? ixp::kIncludeRefused : ixp::kIncludeEndless;
  }
};
const Refused kRefused;

class RecordingFiles final : public llvm::vfs::ProxyFileSystem {
public:
  // `named`: files that the user named, which may be pipes and devices.
  RecordingFiles(std::optional<ixp::Folders> may_include, std::vector<std::string> named)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()), may_include_(std::move(may_include)),
        named_(std::move(named)) {
    if (may_include_) may_include_->add(MECC_CLANG_RESOURCES);
  }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    ixp::depend_on_path(path.str());
    if (is_outside(path)) return refused(Refused::Outside);
    return ProxyFileSystem::status(path);
  }
  bool exists(const llvm::Twine& path) override {
    ixp::depend_on_path(path.str());
    return ProxyFileSystem::exists(path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine& path) override {
    ixp::depend_on_path(path.str());
    if (is_outside(path)) return refused(Refused::Outside);
    if (may_never_end(path.str())) return refused(Refused::Endless);
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file) return file;
    return std::make_unique<RecordedFile>(std::move(*file));
  }

private:
  bool is_outside(const llvm::Twine& path) const {
    return may_include_ && may_include_->refuse(path.str());
  }
  bool may_never_end(const std::filesystem::path& path) const {
    std::error_code missing;
    return std::filesystem::is_other(path, missing) &&
           std::ranges::none_of(named_, [&](const std::filesystem::path& name) {
             return name.lexically_normal() == path.lexically_normal();
           });
  }
  static std::error_code refused(Refused::Reason reason) { return {reason, kRefused}; }

  std::optional<ixp::Folders> may_include_;
  std::vector<std::string> named_;
};

} // namespace

std::unique_ptr<clang::CompilerInstance> make_instance(const std::string& path,
                                                       const FrontEndOptions& options,
                                                       std::vector<ixp::Diagnostic>& diagnostics) {
  auto ci = std::make_unique<clang::CompilerInstance>();
  clang::DiagnosticOptions& show = ci->getDiagnosticOpts();
  show.ShowColors = options.colour;
  std::unique_ptr<clang::TextDiagnosticPrinter> printer;
  if (options.print) printer = std::make_unique<clang::TextDiagnosticPrinter>(llvm::errs(), &show);
  ci->createDiagnostics(new Collector(std::move(printer), diagnostics));

  std::vector<std::string> arguments = clang_arguments(options);
  const std::string name = path == "-" ? "<stdin>" : llvm::sys::path::filename(path).str();
  arguments.insert(arguments.end(),
                   {"-main-file-name", name, path == "-" ? path : ixp::file_argument(path)});
  std::vector<const char*> c_arguments;
  for (const std::string& a : arguments)
    c_arguments.push_back(a.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(ci->getInvocation(), c_arguments,
                                                 ci->getDiagnostics()))
    return nullptr;
  clang::ProcessWarningOptions(ci->getDiagnostics(), ci->getDiagnosticOpts());
  const llvm::IntrusiveRefCntPtr<clang::TargetInfo> stand_in =
      clang::TargetInfo::CreateTargetInfo(ci->getDiagnostics(), ci->getInvocation().TargetOpts);
  if (!stand_in) return nullptr;
  ci->setTarget(make_target(*stand_in, options.mode).get());
  ci->getTarget().adjust(ci->getDiagnostics(), ci->getLangOpts());
  std::vector<std::string> named = options.forced_includes;
  named.push_back(path);
  ci->createFileManager(llvm::makeIntrusiveRefCnt<RecordingFiles>(options.may_include, named));
  ci->createSourceManager(ci->getFileManager());
  return ci;
}

} // namespace mecc::dialect
