#include "mecc/dialect/target.h"

#include "mecc/dialect/front_end.h"

#include <clang/Basic/MacroBuilder.h>
#include <clang/Basic/TargetInfo.h>

namespace mecc::dialect {
namespace {

// A copy of a stock target with the differences corrected. Direct derivation is impossible: the
// options to which a TargetInfo points are private, and only its factory sets them.
class Microengine final : public clang::TargetInfo {
public:
  Microengine(const clang::TargetInfo& stand_in, mev2::ContextMode mode)
      : TargetInfo(stand_in), mode_(mode) {
    BigEndian = true;
    resetDataLayout(kDataLayout);
    PointerWidth = PointerAlign = 32;
    BoolWidth = BoolAlign = 8;
    IntWidth = IntAlign = 32;
    LongWidth = LongAlign = 32;
    LongLongWidth = LongLongAlign = 64;
    // rejected elsewhere, but with C's size
    DoubleWidth = DoubleAlign = LongDoubleWidth = LongDoubleAlign = 64;
    DoubleFormat = LongDoubleFormat = &llvm::APFloat::IEEEdouble();
    SuitableAlign = 64;
    DefaultAlignForAttributeAligned = 64;
    MaxAtomicPromoteWidth = MaxAtomicInlineWidth = 0;
    SizeType = UnsignedInt;
    PtrDiffType = IntPtrType = SignedInt;
    IntMaxType = Int64Type = SignedLongLong;
    WCharType = SignedInt;
    WIntType = SignedInt;
    Char16Type = UnsignedShort;
    Char32Type = UnsignedInt;
    SigAtomicType = SignedInt;
    TLSSupported = false;
    VLASupported = true; // accepted here so that our rule can report the remedy
  }

  void getTargetDefines(const clang::LangOptions&, clang::MacroBuilder& builder) const override {
    builder.defineMacro("__MECC__");
    builder.defineMacro("__MICROENGINE__");
    builder.defineMacro("__BIGENDIAN");
    builder.defineMacro("IXP2400");
    builder.defineMacro("__IXP2400");
    builder.defineMacro("__IXP2400__");
    builder.defineMacro("__MECC_CONTEXTS__", mode_ == mev2::ContextMode::Eight ? "8" : "4");
    builder.defineMacro("__int64", "long long");
  }

  llvm::ArrayRef<clang::Builtin::Info> getTargetBuiltins() const override { return {}; }
  BuiltinVaListKind getBuiltinVaListKind() const override { return VoidPtrBuiltinVaList; }
  bool hasFeature(llvm::StringRef feature) const override { return feature == "mev2"; }
  // "a" and "b": a register of that bank.
  bool validateAsmConstraint(const char*& name, ConstraintInfo& info) const override {
    if (*name != 'a' && *name != 'b') return false;
    info.setAllowsRegister();
    return true;
  }
  std::string_view getClobbers() const override { return ""; }
  llvm::ArrayRef<const char*> getGCCRegNames() const override { return {}; }
  llvm::ArrayRef<GCCRegAlias> getGCCRegAliases() const override { return {}; }

private:
  mev2::ContextMode mode_;
};

} // namespace

llvm::IntrusiveRefCntPtr<clang::TargetInfo> make_target(const clang::TargetInfo& stand_in,
                                                        mev2::ContextMode mode) {
  return new Microengine(stand_in, mode);
}

} // namespace mecc::dialect
