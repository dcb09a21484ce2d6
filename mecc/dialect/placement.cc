#include "isa/microengine.h"
#include "mecc/dialect/report.h"
#include "mecc/dialect/rules.h"
#include "mecc/dialect/words.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/SourceManager.h>

namespace mecc::dialect {
namespace {

struct Annotation {
  clang::AnnotateAttr* attribute;
  const Word* word;
};

std::vector<Annotation> annotations_of(const clang::Decl& d) {
  std::vector<Annotation> out;
  for (clang::AnnotateAttr* a : d.specific_attrs<clang::AnnotateAttr>())
    if (llvm::StringRef text = a->getAnnotation(); text.consume_front(kAnnotationPrefix))
      if (const Word* w = find_word(text)) out.push_back({a, w});
  return out;
}

void drop(clang::Decl& d, const clang::AnnotateAttr* gone) {
  std::vector<clang::AnnotateAttr*> kept;
  for (clang::AnnotateAttr* a : d.specific_attrs<clang::AnnotateAttr>())
    if (a != gone) kept.push_back(a);
  d.dropAttr<clang::AnnotateAttr>();
  for (clang::AnnotateAttr* a : kept)
    d.addAttr(a);
}

// Location of the last '*' of a declarator; words before it describe the pointee.
clang::SourceLocation star_of(const clang::TypeSourceInfo* info) {
  if (!info) return {};
  for (clang::TypeLoc t = info->getTypeLoc(); !t.isNull();) {
    t = t.getUnqualifiedLoc();
    if (const auto pointer = t.getAs<clang::PointerTypeLoc>()) return pointer.getStarLoc();
    if (const auto array = t.getAs<clang::ArrayTypeLoc>())
      t = array.getElementLoc();
    else if (const auto parentheses = t.getAs<clang::ParenTypeLoc>())
      t = parentheses.getInnerLoc();
    else if (const auto attributed = t.getAs<clang::AttributedTypeLoc>())
      t = attributed.getModifiedLoc();
    else
      break;
  }
  return {};
}

// Drops register words before the '*' of a pointer.
void drop_pointees(clang::ASTContext& context, clang::Decl& d, const clang::TypeSourceInfo* type) {
  const clang::SourceLocation star = star_of(type);
  if (star.isInvalid()) return;
  for (const Annotation& a : annotations_of(d))
    if (a.word->kind == WordKind::Register &&
        context.getSourceManager().isBeforeInTranslationUnit(a.attribute->getLocation(), star))
      drop(d, a.attribute);
}

// Applies annotations of the type's typedefs; arrays are treated like their elements.
void inherit_from_typedefs(clang::ASTContext& context, clang::VarDecl& d) {
  for (clang::QualType t = d.getType();;) {
    if (const auto* named = llvm::dyn_cast<clang::TypedefType>(t.getTypePtr()))
      for (const Annotation& a : annotations_of(*named->getDecl()))
        d.addAttr(a.attribute->clone(context));
    if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(t.getTypePtr())) {
      t = array->getElementType();
      continue;
    }
    const clang::QualType next = t.getSingleStepDesugaredType(context);
    if (next == t) return;
    t = next;
  }
}

// One variable and its annotations.
class Variable {
public:
  Variable(clang::ASTContext& context, const Contexts& contexts, clang::VarDecl& d)
      : context_(context), contexts_(contexts), d_(d) {}

  void check() {
    forget_repetitions();
    one_place();
    storage();
    if (place_ && !d_.getType()->isIncompleteType() && !d_.isInvalidDecl()) size();
  }

private:
  clang::SourceLocation at(const clang::AnnotateAttr* a) const {
    return a->getLocation().isValid() ? a->getLocation() : d_.getLocation();
  }

  void forget_repetitions() {
    std::vector<const Word*> seen;
    for (const Annotation& a : annotations_of(d_)) {
      if (llvm::is_contained(seen, a.word)) drop(d_, a.attribute);
      seen.push_back(a.word);
    }
  }

  void one_place() {
    const bool in_memory = d_.getType().getAddressSpace() != clang::LangAS::Default;
    for (const Annotation& a : annotations_of(d_)) {
      shared_ |= a.word->canonical == "shared";
      if (a.word->kind != WordKind::Register) continue;
      if (in_memory)
        error(context_, at(a.attribute),
              "'%0' is in memory by its type and cannot be %1, too; leave one of them out")
            << d_.getName() << a.word->spelling;
      else if (place_)
        error(context_, at(a.attribute), "'%0' is %1 and cannot be %2, too; leave one of them out")
            << d_.getName() << place_->spelling << a.word->spelling;
      place_ = a.word;
    }
    signals(in_memory);
  }

  // Signals are allowed in structures only if the compiler knows every object of them.
  void signals(bool in_memory) {
    const Content content = content_of(d_.getType());
    if (!content.signals) return;
    if (content.shares)
      error(context_, d_.getLocation(),
            "'%0' has a signal in a union, but signals are no data that share a place; use a "
            "structure")
          << d_.getName();
    const bool beside_data =
        place_ && (place_->canonical == "local_mem" || place_->canonical == "gp_reg");
    if (!content.data && (in_memory || place_))
      error(context_, d_.getLocation(),
            "'%0' is a signal, which is no data and lives nowhere else; write only SIGNAL and, if "
            "need be, shared, visible or remote")
          << d_.getName();
    else if (content.data && (in_memory || (place_ && !beside_data)))
      error(context_, d_.getLocation(),
            "'%0' has signals, which are no data and live in no memory; declare it without %1, or "
            "the signals by themselves")
          << d_.getName() << (place_ ? place_->spelling : "a memory");
    else if (content.data && any_word({"visible", "remote"}))
      error(context_, d_.getLocation(),
            "'%0' has data beside its signals, and only signals have numbers that others may ask "
            "for; declare them by themselves")
          << d_.getName();
  }

  bool any_word(std::initializer_list<std::string_view> words) const {
    return llvm::any_of(annotations_of(d_), [&](const Annotation& a) {
      return llvm::is_contained(words, a.word->canonical);
    });
  }

  struct Content {
    bool signals = false, data = false;
    bool shares = false; // a union contains signals
  };
  static Content content_of(clang::QualType type) {
    const clang::Type* t = type->getBaseElementTypeUnsafe();
    const clang::RecordType* record = t->getAs<clang::RecordType>();
    if (!record) return {false, true};
    if (record->getDecl()->getName().starts_with("__me_signal")) return {true, false};
    Content all;
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      const Content part = content_of(field->getType());
      all.signals |= part.signals;
      all.data |= part.data;
      all.shares |= part.shares;
    }
    all.shares |= all.signals && record->getDecl()->isUnion();
    return all;
  }

  void storage() {
    const bool parameter = llvm::isa<clang::ParmVarDecl>(d_);
    for (const Annotation& a : annotations_of(d_)) {
      if (a.word->kind != WordKind::Storage) continue;
      if (parameter)
        error(context_, at(a.attribute),
              "'%1' on the parameter '%0': a parameter belongs to one call; leave the word out")
            << d_.getName() << a.word->spelling;
      else if (d_.hasLocalStorage() && a.word->canonical == "shared")
        error(context_, at(a.attribute),
              "'%0' is shared but belongs to one call; add static, or declare it outside of the "
              "function")
            << d_.getName();
      else if (d_.hasLocalStorage() &&
               (a.word->canonical == "import" || a.word->canonical == "export"))
        error(context_, at(a.attribute),
              "'%1' inside a function: objects known to the linker are declared outside; move '%0' "
              "there")
            << d_.getName() << a.word->spelling;
      else if (a.word->canonical == "import" && d_.hasInit())
        error(context_, at(a.attribute),
              "'%0' is imported and cannot be initialised here; initialise it where it is exported")
            << d_.getName();
    }
  }

  // Number of longwords that the object may use in its register file or memory.
  unsigned limit() const {
    const bool local = place_->canonical == "local_mem";
    const unsigned contexts = local ? contexts_.local_memory_blocks
                              : contexts_.mode == mev2::ContextMode::Eight ? 8
                                                                           : 4;
    const unsigned file = place_->canonical == "gp_reg" ? mev2::kGprs
                          : local                       ? mev2::kLocalMemoryLongwords
                                                        : mev2::kFileRegisters;
    return shared_ ? file : file / contexts;
  }

  void size() {
    const uint64_t longwords = (context_.getTypeSizeInChars(d_.getType()).getQuantity() + 3) / 4;
    if (longwords <= limit()) return;
    error(context_, d_.getLocation(),
          "'%0' takes %1 longwords of %2, %3 has %4; make it smaller or place it in sram or dram")
        << d_.getName() << static_cast<unsigned>(std::min<uint64_t>(longwords, ~0u))
        << place_->spelling << (shared_ ? "the microengine" : "a context") << limit();
  }

  clang::ASTContext& context_;
  Contexts contexts_;
  clang::VarDecl& d_;
  const Word* place_ = nullptr;
  bool shared_ = false;
};

} // namespace

void Placement::apply(clang::VarDecl& d) {
  drop_pointees(context_, d, d.getTypeSourceInfo());
  inherit_from_typedefs(context_, d);
  if (llvm::isa<clang::DecayedType>(d.getType().getTypePtr())) // an array parameter is a pointer
    for (const Annotation& a : annotations_of(d))
      if (a.word->kind == WordKind::Register) drop(d, a.attribute);
  Variable(context_, contexts_, d).check();
}

void Placement::apply(clang::TypedefNameDecl& d) {
  drop_pointees(context_, d, d.getTypeSourceInfo());
}

void Placement::apply(clang::FieldDecl& d) {
  drop_pointees(context_, d, d.getTypeSourceInfo());
  for (const Annotation& a : annotations_of(d)) {
    error(context_, a.attribute->getLocation(),
          "'%1' on the member '%0': a member is where its structure is; say it of the structure's "
          "objects")
        << d.getName() << a.word->spelling;
    drop(d, a.attribute);
  }
}

void Placement::apply(clang::FunctionDecl& d) {
  for (const Annotation& a : annotations_of(d)) {
    const bool result = a.word->kind == WordKind::Register && d.getReturnType()->isPointerType();
    if (!result)
      error(context_, a.attribute->getLocation(),
            "'%1' on the function '%0': such words say where data are; leave it out")
          << d.getName() << a.word->spelling;
    drop(d, a.attribute);
  }
}

} // namespace mecc::dialect
