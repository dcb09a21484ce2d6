#include "mecc/dialect/remedies.h"

#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>

namespace mecc::dialect {

const char* remedy(unsigned diagnostic, bool headers_seen) {
  switch (diagnostic) {
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
  case clang::diag::err_unknown_typename:
  case clang::diag::err_undeclared_var_use:
  case clang::diag::err_undeclared_var_use_suggest:
  case clang::diag::ext_implicit_function_decl_c99:
    return headers_seen ? nullptr
                        : "types and functions of Microengine C are declared in <ixp.h>; did you "
                          "forget to include it?";
  default: return nullptr;
  }
}

} // namespace mecc::dialect
