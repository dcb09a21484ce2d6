#include "mecc/codegen/debug_values.h"

#include "mecc/codegen/mev2.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <algorithm>
#include <fmt/format.h>

using namespace llvm;

namespace mecc::codegen {

std::string location_of(unsigned r) {
  struct File {
    unsigned first, last;
    const char* prefix;
  };
  static constexpr File files[] = {
      {MEv2::A0, MEv2::A31, "a"},         {MEv2::B0, MEv2::B31, "b"},
      {MEv2::SIn0, MEv2::SIn31, "$"},     {MEv2::SOut0, MEv2::SOut31, "$"},
      {MEv2::DIn0, MEv2::DIn31, "$$"},    {MEv2::DOut0, MEv2::DOut31, "$$"},
      {MEv2::AbsA0, MEv2::AbsA127, "@a"}, {MEv2::AbsB0, MEv2::AbsB127, "@b"},
      {MEv2::NnIn0, MEv2::NnIn31, "n$"}};
  for (const File& f : files)
    if (r >= f.first && r <= f.last) return fmt::format("{}{}", f.prefix, r - f.first);
  return "";
}

namespace {

// "count", or "count[1]" for the second longword of a variable that needs several registers.
std::string name_of(const DILocalVariable& v, const DIExpression& e) {
  if (const auto part = e.getFragmentInfo())
    return fmt::format("{}[{}]", v.getName().str(), part->OffsetInBits / 32);
  return v.getName().str();
}

// Sets the width of a value narrower than a longword: the register's other bits are undefined.
void set_width(SymbolRange& symbol, const DIType* type) {
  const auto names_another = [](const DIType* t) {
    const auto tag = t->getTag();
    return tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_const_type ||
           tag == dwarf::DW_TAG_volatile_type;
  };
  while (type && names_another(type))
    type = cast<DIDerivedType>(type)->getBaseType();
  if (!type || type->getSizeInBits() == 0 || type->getSizeInBits() >= 32) return;
  symbol.bits = static_cast<unsigned>(type->getSizeInBits());
  const auto* basic = dyn_cast<DIBasicType>(type);
  if (!basic) return;
  if (basic->getEncoding() == dwarf::DW_ATE_boolean) symbol.bits = 1;
  symbol.is_signed = basic->getSignedness() == DIBasicType::Signedness::Signed;
}

// True if the expression is the variable's value itself, whole or one longword.
bool is_plain(const DIExpression& e) {
  const auto part = e.getFragmentInfo();
  if (part && (part->OffsetInBits % 32 || part->SizeInBits != 32)) return false;
  return e.getNumElements() == (part ? 3u : 0u);
}

} // namespace

void DebugValues::close(const std::string& name, uint32_t next) {
  const auto found = open_.find(name);
  if (found == open_.end()) return;
  found->second.end = next;
  if (found->second.first < next) ranges_.push_back(found->second);
  open_.erase(found);
}

void DebugValues::begin_block(uint32_t next) {
  while (!open_.empty())
    close(std::string(open_.begin()->first), next);
}

void DebugValues::add(const MachineInstr& mi, uint32_t next) {
  if (!mi.isNonListDebugValue()) return;
  if (mi.getDebugVariable()->getName().starts_with("ixp_debug.")) return; // from debug_pins.cc
  const std::string name = name_of(*mi.getDebugVariable(), *mi.getDebugExpression());
  close(name, next);
  const MachineOperand& value = mi.getDebugOperand(0);
  if (!value.isReg() || mi.isIndirectDebugValue() || !is_plain(*mi.getDebugExpression())) return;
  const std::string location = location_of(value.getReg());
  if (location.empty()) return;
  Range& range = open_[name] = {{name, location}, next, next, value.getReg()};
  if (!mi.getDebugExpression()->isFragment())
    set_width(range.symbol, mi.getDebugVariable()->getType());
}

void DebugValues::clobber(const MachineInstr& mi, uint32_t next) {
  const TargetRegisterInfo* tri = mi.getMF()->getSubtarget().getRegisterInfo();
  std::vector<std::string> gone;
  for (const auto& [name, range] : open_)
    if (mi.modifiesRegister(range.physical, tri)) gone.push_back(name);
  for (const std::string& name : gone)
    close(name, next);
}

void DebugValues::describe(const mc::Unit& unit, Image& image) const {
  std::map<uint32_t, uint32_t> address; // by origin
  for (uint32_t n = 0; n < unit.code.size(); ++n)
    if (unit.code[n].origin != mc::kNothing) address[unit.code[n].origin] = n;
  for (const Range& r : ranges_) {
    uint32_t first = mc::kNothing, last = 0;
    for (auto i = address.lower_bound(r.first); i != address.end() && i->first < r.end; ++i) {
      first = std::min(first, i->second);
      last = std::max(last, i->second);
    }
    if (first == mc::kNothing) continue;
    SymbolRange* before = image.symbols.empty() ? nullptr : &image.symbols.back();
    if (before && before->name == r.symbol.name && before->location == r.symbol.location &&
        before->last + 1 == first) {
      before->last = last; // extends the range of the previous block
    } else {
      image.symbols.push_back(r.symbol);
      image.symbols.back().first = first;
      image.symbols.back().last = last;
    }
  }
}

} // namespace mecc::codegen
