#include "mecc/dialect/invocation.h"

#include "mecc/dialect/words.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <map>

namespace mecc::dialect {
namespace {

constexpr const char* kAnnotations = "llvm.global.annotations";
constexpr const char* kSection = "llvm.metadata";

class Writer {
public:
  explicit Writer(llvm::Module& module) : module_(module) {}

  void add(llvm::GlobalVariable& object, llvm::StringRef text) {
    llvm::Type* pointer = llvm::PointerType::get(module_.getContext(), 0);
    llvm::Constant* null = llvm::Constant::getNullValue(pointer);
    llvm::Constant* line = llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), 0);
    llvm::Constant* target = llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(&object, pointer);
    entries_.push_back(llvm::ConstantStruct::getAnon({target, string(text), null, line, null}));
  }

  // A global array cannot grow: it is replaced by a longer one.
  void finish() {
    if (entries_.empty()) return;
    std::vector<llvm::Constant*> all;
    if (llvm::GlobalVariable* old = module_.getNamedGlobal(kAnnotations)) {
      for (const llvm::Use& u : old->getInitializer()->operands())
        all.push_back(llvm::cast<llvm::Constant>(u.get()));
      old->eraseFromParent();
    }
    all.insert(all.end(), entries_.begin(), entries_.end());
    auto* type = llvm::ArrayType::get(all.front()->getType(), all.size());
    auto* array =
        new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::AppendingLinkage,
                                 llvm::ConstantArray::get(type, all), kAnnotations);
    array->setSection(kSection);
  }

private:
  llvm::Constant* string(llvm::StringRef text) {
    llvm::GlobalVariable*& s = strings_[text.str()];
    if (!s) {
      llvm::Constant* bytes = llvm::ConstantDataArray::getString(module_.getContext(), text);
      s = new llvm::GlobalVariable(module_, bytes->getType(), true,
                                   llvm::GlobalValue::PrivateLinkage, bytes, ".str");
      s->setSection(kSection);
      s->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    }
    return s;
  }

  llvm::Module& module_;
  std::vector<llvm::Constant*> entries_;
  std::map<std::string, llvm::GlobalVariable*> strings_;
};

} // namespace

void annotate_declarations(clang::CodeGenerator& generator) {
  llvm::Module* module = generator.GetModule();
  if (!module) return;
  Writer writer(*module);
  for (llvm::GlobalVariable& g : module->globals()) {
    if (!g.isDeclaration()) continue;
    const clang::Decl* d = generator.GetDeclForMangledName(g.getName());
    if (!d) continue;
    for (const clang::AnnotateAttr* a :
         d->getMostRecentDecl()->specific_attrs<clang::AnnotateAttr>())
      if (a->getAnnotation().starts_with(kAnnotationPrefix)) writer.add(g, a->getAnnotation());
  }
  writer.finish();
}

} // namespace mecc::dialect
