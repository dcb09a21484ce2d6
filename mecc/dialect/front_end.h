// Compiles Microengine C to LLVM IR, with Clang as a library and the dialect's __declspec words.
//
//     text -> tokens -> rewrite (words to attributes) -> Clang's parser -> rules -> Clang's CodeGen
//
// Words for the storage of an object become address spaces (sram 1, dram 2, scratch 3, rbuf 4, tbuf
// 5) or annotations "me.<word>" (llvm.var.annotation on locals, llvm.global.annotations on
// globals). The module is not optimised, but its functions are not optnone either.
#pragma once

#include "base/diagnostic.h"
#include "base/folders.h"
#include "isa/isa.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mecc::dialect {

// The target triple that all stages agree on.
inline constexpr const char* kTriple = "mev2-unknown-none";
inline constexpr const char* kDataLayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-"
                                           "p5:32:32-i64:64-n32-S64-a:0:32";

struct FrontEndOptions {
  std::vector<std::string> include_dirs;                    // -I
  std::optional<ixp::Folders> may_include;                  // no value: any file
  std::vector<std::pair<std::string, std::string>> defines; // -D: name, value
  std::vector<std::string> undefines;                       // -U
  std::vector<std::string> forced_includes;                 // -include
  std::vector<std::string> prefix_maps;                     // -fdebug-prefix-map
  std::vector<std::string> warnings;                        // "-Wall", "-Wno-shadow", "-Werror"
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  unsigned local_memory_blocks = 0; // blocks into which local memory is divided; 0: one per context
  bool optimise = true;             // defines __OPTIMIZE__
  bool size = false;                // and __OPTIMIZE_SIZE__
  bool mark_lifetimes = false;      // of local variables
  bool print = true;                // print diagnostics to standard error immediately, with carets
  bool colour = false;              // of printed text
  std::string header_dir; // <ixp.h> and related headers; "": installed beside the programs
};

// Compiles one source ("-" is standard input) to a module with full debug information. Returns null
// after an error. Every diagnostic is appended to the vector; with options.print they have already
// been printed and must not be printed again.
std::unique_ptr<llvm::Module> compile(llvm::LLVMContext& context, const std::string& path,
                                      const FrontEndOptions& options,
                                      std::vector<ixp::Diagnostic>& diagnostics);

// Produces the output of -E. False after an error.
bool preprocess(const std::string& path, const FrontEndOptions& options, std::string& text,
                std::vector<ixp::Diagnostic>& diagnostics);

// The folder of <ixp.h>, which also contains the runtime library (ixp_runtime.h).
std::string header_directory(const FrontEndOptions& options);

// compile_commands.json for clangd, with a command for each file (compile_commands.cc). The
// commands run plain Clang, which reads the headers of the dialect but does not know its words
// (<mecc_clangd.h>). Relative names start at `directory`.
std::string compile_commands(const std::vector<std::string>& files, const FrontEndOptions& options,
                             const std::string& directory);

} // namespace mecc::dialect
