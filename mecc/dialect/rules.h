// Restrictions of Microengine C, and the meaning of its words where C's grammar does not define it.
// Works on Clang's tree, declaration by declaration, before Clang's CodeGen.
#pragma once

#include "isa/isa.h"

#include <memory>

namespace clang {
class ASTConsumer;
class ASTContext;
class VarDecl;
class FieldDecl;
class FunctionDecl;
class TypedefNameDecl;
} // namespace clang

namespace mecc::dialect {

struct Contexts {
  mev2::ContextMode mode;
  unsigned local_memory_blocks; // blocks into which local memory is divided
};

// Reports unsupported constructs: floating point, calls through pointers, variable-length arrays,
// variadic functions, pointers that change their memory. Also applies Placement.
std::unique_ptr<clang::ASTConsumer> make_rules(const Contexts& contexts);

// Handles the words of __declspec, represented as annotations. Moves each to its object: those of a
// typedef to objects of that type. Words before a '*' describe the pointee and are dropped; a later
// stage determines where such a pointer points. Reports contradictions and objects that cannot fit.
class Placement {
public:
  Placement(clang::ASTContext& context, const Contexts& contexts)
      : context_(context), contexts_(contexts) {}
  void apply(clang::VarDecl& d);
  void apply(clang::FieldDecl& d);
  void apply(clang::FunctionDecl& d);
  void apply(clang::TypedefNameDecl& d);

private:
  clang::ASTContext& context_;
  Contexts contexts_;
};

} // namespace mecc::dialect
