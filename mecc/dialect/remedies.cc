#include "mecc/dialect/collector.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/IdentifierTable.h>

#include <llvm/ADT/StringSwitch.h>

namespace mecc::dialect {

// Functions and headers of C that need a heap, files or a stack.
static llvm::StringRef instead_of(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases("printf", "puts", "putchar", "fprintf", "stdio.h",
             "microengines have no files; ixp_print() of <ixp_debug.h> prints in the emulator")
      .Cases("malloc", "calloc", "realloc", "free", "stdlib.h",
             "there is no heap; declare an array, or pass free buffers through a ring")
      .Cases("setjmp", "longjmp", "setjmp.h",
             "there is no run-time stack to unwind; return a status, or use goto")
      .Cases("assert", "assert.h",
             "ixp_assert() of <ixp_debug.h> checks a condition in the emulator")
      .Default("");
}

llvm::StringRef remedy(const clang::Diagnostic& info, llvm::StringRef text, bool headers_seen) {
  switch (info.getID()) {
  case clang::diag::err_as_qualified_auto_decl:
    return "an object in memory outlives its block: declare it in a statement of its own, or "
           "static";
  case clang::diag::err_compound_literal_with_address_space:
    return "declare a variable in the memory; a compound literal without a word is the "
           "microengine's own";
  case clang::diag::err_field_with_address_space:
    return "a member is where its structure is; name the memory where the structure's objects are "
           "declared";
  case clang::diag::err_arg_with_address_space:
    return "a parameter is a value in a register; pass a pointer to the memory, or leave the word "
           "out";
  case clang::diag::err_typecheck_incompatible_address_space:
    return "a pointer to one memory cannot become a pointer to another; declare both with the same "
           "word";
  case clang::diag::err_typecheck_convert_incompatible:
    return text.contains("type '__me_signals'") ? "a command takes the address of its signal: &name"
                                                : "";
  case clang::diag::ext_typecheck_convert_int_pointer:
    if (text.contains("__scratch void *'"))
      return "a number is no address: write scratch_ring(N) for ring N, (void __scratch *)N for "
             "address N";
    if (text.contains("__sram void *'"))
      return "a number is no address: write sram_ring(CHANNEL, ENTRY) for a ring, "
             "(void __sram *)N for address N";
    return "";
  case clang::diag::err_pp_file_not_found: return instead_of(info.getArgStdStr(0));
  case clang::diag::ext_implicit_function_decl_c99:
    if (const auto other = instead_of(info.getArgIdentifier(0)->getName()); !other.empty())
      return other;
    [[fallthrough]];
  case clang::diag::err_unknown_typename:
  case clang::diag::err_undeclared_var_use:
  case clang::diag::err_undeclared_var_use_suggest:
    return headers_seen ? ""
                        : "types and functions of Microengine C are declared in <ixp.h>; did you "
                          "forget to include it?";
  default: return "";
  }
}

} // namespace mecc::dialect
