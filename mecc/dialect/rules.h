// What Microengine C forbids, and what its words mean where C's grammar does not say. Works on
// Clang's tree, declaration by declaration, before Clang's CodeGen sees it.
#pragma once

#include "mecc/target/isa.h"

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
  unsigned local_memory_blocks; // that local memory is divided into
};

// Reports what the machine cannot do: floating point, calls through pointers, arrays of variable
// length, variadic functions, pointers that change their memory; and applies Placement.
std::unique_ptr<clang::ASTConsumer> make_rules(const Contexts& contexts);

// The words of __declspec, which arrived as annotations. Moves each to the object it speaks of:
// those of a typedef to its objects; those before a '*' say what is pointed to and are dropped
// (where such a pointer points is found out later). Reports what contradicts itself or cannot fit.
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
