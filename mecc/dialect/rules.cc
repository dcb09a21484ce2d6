#include "mecc/dialect/rules.h"

#include "mecc/dialect/report.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Builtins.h>

namespace mecc::dialect {
namespace {

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(clang::ASTContext& context, const Contexts& contexts)
      : context_(context), placement_(context, contexts) {}

  bool VisitVarDecl(clang::VarDecl* d) {
    placement_.apply(*d);
    check_type(d->getType(), d->getLocation());
    if (llvm::isa_and_nonnull<clang::InitListExpr>(d->getInit()) &&
        is_signal(context_.getBaseElementType(d->getType())))
      signal_value(d->getLocation());
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl* d) {
    placement_.apply(*d);
    check_type(d->getType(), d->getLocation());
    return true;
  }

  bool VisitTypedefNameDecl(clang::TypedefNameDecl* d) {
    placement_.apply(*d);
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl* d) {
    placement_.apply(*d);
    check_type(d->getReturnType(), d->getLocation());
    if (d->getReturnType().getAddressSpace() != clang::LangAS::Default)
      error(context_, d->getLocation(),
            "the result of '%0' is a value, which is in no memory; omit the word, or return a "
            "pointer")
          << d->getName();
    if (d->isVariadic() && d->isThisDeclarationADefinition())
      error(context_, d->getLocation(),
            "'%0' takes any number of arguments, which needs a stack; name them all, or write a "
            "variadic macro")
          << d->getName();
    if (d->hasAttr<clang::ConstructorAttr>() || d->hasAttr<clang::DestructorAttr>())
      error(context_, d->getLocation(), "nothing runs '%0' before or after main; call it from main")
          << d->getName();
    if (d->hasAttr<clang::AliasAttr>() || d->hasAttr<clang::IFuncAttr>())
      error(context_, d->getLocation(),
            "'%0' is a second name of a function; define it, or write a macro")
          << d->getName();
    if (d->isMain() && d->getNumParams() != 0)
      error(context_, d->getLocation(), "main has no arguments; write main(void)");
    if (d->isMain() && d->getReturnType()->isRecordType())
      error(context_, d->getLocation(), "nothing reads a structure that main returns; write int");
    return true;
  }

  // Skips expressions with an error that Clang has reported.
  bool TraverseRecoveryExpr(clang::RecoveryExpr*) { return true; }

  bool VisitCallExpr(clang::CallExpr* call) {
    if (const auto* name =
            llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
      called_ = name; // used soon: a call is visited before its parts
    if (call->containsErrors())
      return true; // the callee is unknown to Clang, which has reported
                   // it
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee)
      error(context_, call->getBeginLoc(),
            "call through a pointer; microengines have only direct calls, use a switch over a "
            "number");
    else {
      check_builtin(*callee, call->getBeginLoc());
      check_alignment(*callee, *call);
      check_debug(*callee, *call);
    }
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
    if (name != called_ && llvm::isa<clang::FunctionDecl>(name->getDecl()))
      error(context_, name->getLocation(),
            "'%0' is a function and is not called; functions have no address, use a switch over a "
            "number")
          << name->getDecl()->getName();
    return true;
  }

  bool VisitFloatingLiteral(clang::FloatingLiteral* e) {
    floating(e->getLocation());
    return true;
  }

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* e) {
    check_type(e->getType(), e->getBeginLoc());
    if (e->getCastKind() == clang::CK_ToVoid) unused_ = e->getSubExpr()->IgnoreParens();
    if (e->getCastKind() == clang::CK_AddressSpaceConversion)
      error(context_, e->getBeginLoc(),
            "a pointer to one memory becomes a pointer to another; copy the data, or cast through "
            "unsigned if the address means something there");
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr* e) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(e->getMemberDecl());
    if (field && field->getParent()->getName() == "__me_signal") signal_value(e->getMemberLoc());
    return true;
  }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* e) {
    if (e->getCastKind() == clang::CK_LValueToRValue && e != unused_ && is_signal(e->getType()))
      signal_value(e->getBeginLoc());
    return true;
  }

  bool VisitAtomicExpr(clang::AtomicExpr* e) {
    atomic(e->getBeginLoc());
    return true;
  }

  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl* d) {
    error(context_, d->getBeginLoc(),
          "assembly outside of functions, where nothing runs it; put it into one");
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt* s) {
    if (s->isAsmGoto())
      error(context_, s->getBeginLoc(), "assembly does not branch to labels of C; branch in C");
    for (unsigned n = 0; n < s->getNumOutputs(); ++n)
      check_operand(*s->getOutputExpr(n), s->getOutputConstraint(n));
    for (unsigned n = 0; n < s->getNumInputs(); ++n)
      check_operand(*s->getInputExpr(n), s->getInputConstraint(n));
    return true;
  }

  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt* s) {
    error(context_, s->getBeginLoc(), "goto through a pointer; use a switch over a number");
    return true;
  }

private:
  void floating(clang::SourceLocation at) {
    error(context_, at,
          "floating point, which microengines do not have; use integers, scaled by a power of two "
          "where fractions matter");
  }

  void atomic(clang::SourceLocation at) {
    error(context_, at,
          "C's atomic operations are not the memories'; use sram_test_and_add, scratch_swap and "
          "the like");
  }

  static bool is_signal(clang::QualType type) {
    const clang::RecordDecl* record = type->getAsRecordDecl();
    return record &&
           (record->getName() == "__me_signal" || record->getName() == "__me_signal_pair");
  }

  void signal_value(clang::SourceLocation at) {
    error(context_, at,
          "a signal has no value; use its address: &done, in waits, signal_test and commands");
  }

  void check_operand(const clang::Expr& e, llvm::StringRef constraint) {
    const clang::QualType t = e.getType();
    const bool of_output = constraint.contains('['); // "[name]": the same register
    if (!of_output && constraint.find_first_of("moV<>") != llvm::StringRef::npos) {
      error(context_, e.getBeginLoc(),
            "an operand of assembly is in a register, never in memory; write the constraint r "
            "instead of %0")
          << constraint.ltrim("=+&");
      return;
    }
    if (t->isScalarType() && context_.getTypeSize(t) <= 32) return;
    error(context_, e.getBeginLoc(),
          "an operand of assembly is a register of 32 bits; name an integer that fits, or half of "
          "it");
  }

  // Checks the type of an object, including array elements and pointees.
  void check_type(clang::QualType type, clang::SourceLocation at) {
    if (type.isNull()) return;
    const clang::Type* t = type.getCanonicalType().getTypePtr();
    if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(t)) {
      if (pointer->getPointeeType()->isFunctionType())
        error(context_, at,
              "a pointer to a function; microengines have only direct calls, use a switch over a "
              "number");
      else
        check_type(pointer->getPointeeType(), at);
    } else if (const auto* array = llvm::dyn_cast<clang::ArrayType>(t)) {
      if (llvm::isa<clang::VariableArrayType>(t))
        error(context_, at,
              "an array of variable length, but there is no stack; give it the largest size as a "
              "constant");
      check_type(array->getElementType(), at);
    } else if (t->isRealFloatingType()) {
      floating(at);
    } else if (t->isAnyComplexType()) {
      error(context_, at, "a complex number; use a structure of two integers");
    } else if (t->isVectorType()) {
      error(context_, at, "a vector, which microengines do not have; use an array");
    } else if (t->isAtomicType()) {
      atomic(at);
    }
  }

  void check_builtin(const clang::FunctionDecl& callee, clang::SourceLocation at) {
    switch (callee.getBuiltinID()) {
    case 0: return;
    case clang::Builtin::BI__builtin_alloca:
    case clang::Builtin::BI__builtin_alloca_uninitialized:
    case clang::Builtin::BI__builtin_alloca_with_align:
    case clang::Builtin::BI__builtin_alloca_with_align_uninitialized:
      error(context_, at,
            "memory taken from a stack that does not exist; declare an array of constant size");
      return;
    case clang::Builtin::BI__builtin_frame_address:
    case clang::Builtin::BI__builtin_return_address:
    case clang::Builtin::BI__builtin_dwarf_cfa:
      error(context_, at,
            "an address of a stack or of code, which no pointer reaches; pass what is needed as an "
            "argument");
      return;
    case clang::Builtin::BI__builtin_readcyclecounter:
    case clang::Builtin::BI__builtin_readsteadycounter:
      error(context_, at,
            "a counter of other machines; call get_timestamp() or profile_count_start()");
      return;
    case clang::Builtin::BI__builtin___clear_cache:
      error(context_, at, "microengines have no cache; omit the call");
      return;
    case clang::Builtin::BI__builtin_preserve_access_index:
      error(context_, at, "no loader changes offsets of members; omit the call");
      return;
    case clang::Builtin::BI__builtin_trap:
    case clang::Builtin::BI__builtin_verbose_trap:
    case clang::Builtin::BI__builtin_debugtrap:
      error(context_, at,
            "a trap, which microengines do not have; end the context with ctx_wait(kill), or "
            "demand the condition with ixp_assert");
      return;
    default:
      if (callee.getName().starts_with("__sync_")) atomic(at);
      check_type(callee.getReturnType(), at);
    }
  }

  // Clang's code for alignments of pointers fails for those to other memories.
  void check_alignment(const clang::FunctionDecl& callee, const clang::CallExpr& call) {
    switch (callee.getBuiltinID()) {
    case clang::Builtin::BI__builtin_assume_aligned:
    case clang::Builtin::BI__builtin_is_aligned:
    case clang::Builtin::BI__builtin_align_up:
    case clang::Builtin::BI__builtin_align_down: break;
    default: return;
    }
    const clang::QualType type = call.getArg(0)->IgnoreParenImpCasts()->getType();
    if (type->isPointerType() && type->getPointeeType().getAddressSpace() != clang::LangAS::Default)
      error(context_, call.getBeginLoc(),
            "the alignment of a pointer to another memory; cast the pointer to unsigned, and omit "
            "__builtin_assume_aligned");
  }

  // Arguments of debug functions generate no code, so they must not have side effects.
  void check_debug(const clang::FunctionDecl& callee, const clang::CallExpr& call) {
    if (!callee.getName().starts_with("__me_debug_")) return;
    for (const clang::Expr* argument : call.arguments())
      if (argument->HasSideEffects(context_))
        error(context_, argument->getExprLoc(),
              "an argument of ixp_print or ixp_assert is not executed, and this one calls or "
              "changes something; assign it to a variable first");
  }

  clang::ASTContext& context_;
  Placement placement_;
  const clang::DeclRefExpr* called_ = nullptr;
  const clang::Expr* unused_ = nullptr; // of the latest cast to void
};

class Rules final : public clang::ASTConsumer {
public:
  explicit Rules(const Contexts& contexts) : contexts_(contexts) {}

  void Initialize(clang::ASTContext& context) override { context_ = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* d : group)
      Visitor(*context_, contexts_).TraverseDecl(d);
    return true;
  }

private:
  Contexts contexts_;
  clang::ASTContext* context_ = nullptr;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> make_rules(const Contexts& contexts) {
  return std::make_unique<Rules>(contexts);
}

} // namespace mecc::dialect
