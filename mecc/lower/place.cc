// Memory symbols get addresses. Variables of every context lie together in one block per region and
// context, so that a function computes where its context's block starts only once:
//
//   store i32 1, ptr addrspace(1) @x          %ctx = call i32 @__me_ctx()
//                                             %block = add (shl %ctx, 6), 0x100000
//                                             store i32 1, inttoptr (add %block, 12)
#include "mecc/lower/place.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>

#include <bit>

using namespace llvm;

namespace mecc::lower {

unsigned context_copies(const LowerOptions& o) {
  const bool four = o.mode == mev2::ContextMode::Four;
  const unsigned running = o.contexts & (four ? 0x55u : 0xffu);
  if (std::has_single_bit(running)) return 1;
  return (static_cast<unsigned>(std::bit_width(running)) + four) / (four ? 2 : 1);
}

namespace {

// Larger variables that are all zero are not written when loading: memory is zero at reset.
constexpr uint64_t kLargestZeroes = 65536;
// No variable is at address 0, where a null pointer points.
constexpr uint32_t kNull = 4;

struct Block { // of one context in one region
  uint32_t address = 0, bytes = 0, stride = 0;
};

class Placer {
public:
  explicit Placer(Job& job) : job_(job), module_(job.module), dl_(module_.getDataLayout()) {
    for (unsigned r = 0; r < kRegions; ++r)
      next_[r] = std::max(job.options.free[r].first, kNull);
    if (job.options.data_in_sram) // addresses alone tell the two memories apart
      next_[index(Region::Sram)] = std::max(next_[index(Region::Sram)], kLocalMemoryBytes);
  }

  void run() {
    bind_imports();
    collect();
    if (job_.options.data_in_sram) frames_ = lay_out_frames(module_);
    lay_out();
    if (job_.report.failed()) return;
    write_initial_values();
    replace_uses();
    report_symbols();
  }

private:
  static size_t index(Region r) { return static_cast<size_t>(r); }

  // What the user put into local memory by name stays there.
  Region region_of(const GlobalVariable& g) const {
    const auto space = g.getAddressSpace();
    const bool moves = space == 0 && job_.options.data_in_sram && kind_of(&g) != Kind::Lm;
    return moves ? Region::Sram : static_cast<Region>(space);
  }

  void bind_imports() {
    for (GlobalVariable& g : make_early_inc_range(module_.globals())) {
      if (!g.isDeclaration() || register_object_of(&g)) continue;
      if (g.use_empty()) {
        g.eraseFromParent();
        continue;
      }
      bind_import(g);
    }
  }

  void bind_import(GlobalVariable& g) {
    const std::string name = g.getName().str();
    const auto symbol = job_.options.imports.find(name);
    if (symbol == job_.options.imports.end()) return report_missing(g);
    const auto region = static_cast<unsigned>(symbol->second.region);
    if (region != g.getAddressSpace())
      return job_.report.error(
          g, fmt::format("imported symbol '{}' is in {}, but declared here in {}; "
                         "declare it with the same region",
                         name, name_of(symbol->second.region),
                         name_of(static_cast<Region>(g.getAddressSpace()))));
    places_[&g] = {symbol->second.region, symbol->second.address, 0};
  }

  static const Instruction* first_use(const Constant& c) {
    for (const User* user : c.users()) {
      const auto* i = dyn_cast<Instruction>(user);
      if (const auto* constant = dyn_cast<Constant>(user)) i = first_use(*constant);
      if (i) return i;
    }
    return nullptr;
  }

  // Declarations have no place in debug information, their uses do.
  void report_missing(const GlobalVariable& g) {
    std::vector<std::string> names;
    for (const auto& [name, symbol] : job_.options.imports)
      names.push_back(name);
    const std::string near = ixp::closest(g.getName().str(), names);
    const std::string text = fmt::format(
        "symbol '{}' is not defined in any program of the system; {}", g.getName().str(),
        near.empty() ? "define it with __declspec(export) in one of them"
                     : fmt::format("did you mean '{}'?", near));
    const Instruction* use = first_use(g);
    use ? job_.report.error(*use, text) : job_.report.error(g, text);
  }

  // Unused variables vanish, unless other programs or people may look at them.
  void collect() {
    for (GlobalVariable& g : make_early_inc_range(module_.globals())) {
      g.removeDeadConstantUsers();
      if (g.isDeclaration() || register_object_of(&g)) continue;
      if (g.use_empty() && !has_flag(g, "export"))
        g.eraseFromParent();
      else
        variables_.push_back(&g);
    }
    find_copied();
  }

  // Constants that hold the address of a copied variable need copies as well.
  void find_copied() {
    if (context_copies(job_.options) == 1) return;
    for (GlobalVariable* g : variables_)
      if (!g->isConstant() && !has_flag(*g, "shared") && !has_flag(*g, "export")) copied_.insert(g);
    for (bool changed = true; changed;) {
      changed = false;
      for (GlobalVariable* g : variables_)
        if (!copied_.contains(g) && g->isConstant() && mentions_copied(*g->getInitializer()))
          changed |= copied_.insert(g).second;
    }
  }

  bool mentions_copied(const Constant& c) const {
    if (const auto* g = dyn_cast<GlobalVariable>(&c)) return copied_.contains(g);
    return any_of(c.operands(), [&](const Use& u) {
      const auto* operand = dyn_cast<Constant>(u);
      return operand && mentions_copied(*operand);
    });
  }

  // What an element of an array in local memory may be aligned to without padding: one pointer then
  // reaches its members (*l$index1[k] reads pointer OR k, k up to 15 longwords).
  uint64_t element_align(Type* type) const {
    constexpr uint64_t kWindow = 64;
    if (!type->isArrayTy()) return 1;
    while (type->isArrayTy())
      type = type->getArrayElementType();
    const uint64_t bytes = dl_.getTypeAllocSize(type);
    return bytes ? std::min(bytes & -bytes, kWindow) : 1;
  }

  uint64_t align_of(const GlobalVariable& g) const {
    const Region r = region_of(g);
    const uint64_t least = r == Region::Local
                               ? std::max<uint64_t>(4, element_align(g.getValueType()))
                           : r == Region::Dram ? 8
                                               : 4;
    return std::max(
        {least, g.getAlign().valueOrOne().value(), dl_.getABITypeAlign(g.getValueType()).value()});
  }

  void report_full(Region r, uint64_t bytes, uint64_t left, const std::string& what,
                   const GlobalVariable* where) {
    const Range& all = job_.options.free[index(r)];
    const std::string text =
        fmt::format("{} is full: {} needs {} bytes, {} of {} are left; {}", name_of(r), what, bytes,
                    left, all.end - all.first,
                    r == Region::Local ? "move data to another memory, e.g. with __declspec(sram), "
                                         "or use -mdata=sram"
                                       : "move data to another memory");
    where ? job_.report.error(*where, text) : job_.report.error(text);
  }

  // `what` names the owner, which is at `where` unless that is null.
  uint32_t take(Region r, uint64_t bytes, uint64_t align, const std::string& what,
                const GlobalVariable* where) {
    uint32_t& next = next_[index(r)];
    const uint64_t address = alignTo(next, align);
    const uint64_t end = job_.options.free[index(r)].end;
    if (address + bytes > end) {
      if (!full_[index(r)]) report_full(r, bytes, end - std::min(address, end), what, where);
      full_[index(r)] = true;
      return 0;
    }
    next = static_cast<uint32_t>(address + bytes);
    return static_cast<uint32_t>(address);
  }

  void lay_out() {
    std::array<std::vector<GlobalVariable*>, kRegions> copied;
    for (GlobalVariable* g : variables_) {
      const Region r = region_of(*g);
      const auto agreed = job_.options.imports.find(g->getName().str());
      if (copied_.contains(g))
        copied[index(r)].push_back(g);
      else if (has_flag(*g, "export") && agreed != job_.options.imports.end())
        places_[g] = {r, agreed->second.address, 0}; // where the others import it
      else
        places_[g] = {r, take(r, size_of(*g), align_of(*g), fmt::format("'{}'", user_name(g)), g),
                      0};
    }
    for (unsigned r = 0; r < kRegions; ++r)
      lay_out_block(static_cast<Region>(r), copied[r]);
  }

  uint64_t size_of(const GlobalVariable& g) const { return dl_.getTypeAllocSize(g.getValueType()); }

  void lay_out_block(Region r, ArrayRef<GlobalVariable*> variables) {
    uint64_t bytes = r == Region::Sram ? frames_.bytes : 0;
    uint64_t align = r == Region::Sram ? frames_.align : 4;
    const GlobalVariable* largest = nullptr; // null: the locals of functions
    uint64_t most = bytes;
    for (GlobalVariable* g : variables) {
      bytes = alignTo(bytes, align_of(*g));
      places_[g] = {r, static_cast<uint32_t>(bytes), 0};
      bytes += size_of(*g);
      align = std::max(align, align_of(*g));
      if (size_of(*g) > most) {
        most = size_of(*g);
        largest = g;
      }
    }
    if (bytes == 0) return;
    const unsigned copies = context_copies(job_.options);
    Block& block = blocks_[index(r)];
    block.bytes = static_cast<uint32_t>(bytes);
    if (copies > 1) { // in large memories a shift finds the block
      const bool large = r == Region::Sram || r == Region::Dram;
      block.stride = static_cast<uint32_t>(large ? std::bit_ceil(alignTo(bytes, align))
                                                 : alignTo(bytes, align));
    }
    const std::string name =
        largest ? fmt::format("'{}'", user_name(largest)) : "the locals of functions";
    block.address = take(
        r, uint64_t{block.stride} * (copies - 1) + bytes, align,
        copies == 1 ? name
                    : fmt::format("data of {} contexts, the largest of which is {},", copies, name),
        largest);
    for (GlobalVariable* g : variables) {
      places_[g].address += block.address;
      places_[g].stride = block.stride;
    }
  }

  void write_initial_values() {
    for (const auto& [g, place] : places_)
      if (!g->isDeclaration() && !isa<UndefValue>(g->getInitializer()))
        for (unsigned copy = 0; copy < (place.stride ? context_copies(job_.options) : 1); ++copy)
          write_initial_value(*g, place, copy);
  }

  void write_initial_value(const GlobalVariable& g, const Place& place, unsigned copy) {
    if (g.getInitializer()->isNullValue() && size_of(g) > kLargestZeroes) return;
    std::optional<std::vector<uint8_t>> bytes = bytes_of(*g.getInitializer(), dl_, places_, copy);
    if (!bytes)
      return job_.report.error(g,
                               fmt::format("the initial value of '{}' is not a constant, e.g. the "
                                           "address of a function or register; assign it in main()",
                                           user_name(&g)));
    bytes->resize(alignTo(bytes->size(), 4)); // memories take longwords
    job_.result.memory.push_back(
        {init_name_of(place.region), place.address + copy * place.stride, std::move(*bytes)});
  }

  // The start of the executing context's block.
  Value* block_start(Function& f, Region r) {
    Value*& start = starts_[{&f, index(r)}];
    if (start) return start;
    const Block& block = blocks_[index(r)];
    IRBuilder<> b(&f.getEntryBlock(), f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value*& context = contexts_[&f];
    if (!context) context = b.CreateCall(declare_ctx(module_), {}, "ctx");
    b.SetInsertPoint(cast<Instruction>(context)->getNextNode());
    const bool four = job_.options.mode == mev2::ContextMode::Four; // contexts 0, 2, 4, 6
    Value* offset = b.CreateMul(context, b.getInt32(four ? block.stride / 2 : block.stride));
    return start = b.CreateAdd(offset, b.getInt32(block.address), "block");
  }

  Value* pointer_at(Function& f, Region r, uint32_t address, Type* type) {
    Constant* number = ConstantInt::get(Type::getInt32Ty(f.getContext()), address);
    if (!says_local(r)) return ConstantExpr::getIntToPtr(number, type);
    IRBuilder<> b(&f.getEntryBlock(), f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return b.CreateCall(declare_local_address(module_), {number});
  }

  Value* pointer_in_block(Function& f, Region r, uint32_t offset, Type* type) {
    const Block& block = blocks_[index(r)];
    if (!block.stride) return pointer_at(f, r, block.address + offset, type);
    Value* start = block_start(f, r);
    IRBuilder<> b(cast<Instruction>(start)->getNextNode());
    Value* address = offset ? b.CreateAdd(start, b.getInt32(offset), "", /*NUW=*/true) : start;
    if (says_local(r)) return b.CreateCall(declare_local_address(module_), {address});
    return b.CreateIntToPtr(address, type);
  }

  // Pointers to local memory and to data in SRAM have the same type.
  bool says_local(Region r) const { return r == Region::Local && job_.options.data_in_sram; }

  void replace_uses() {
    SmallVector<Constant*, 16> placed;
    for (const auto& [g, place] : places_)
      placed.push_back(g);
    convertUsersOfConstantsToInstructions(placed);
    for (const auto& [g, place] : places_)
      replace_uses_of(*g, place);
    for (const auto& [local, offset] : frames_.offsets)
      ordered_.push_back({local, offset});
    llvm::sort(ordered_, [](const auto& x, const auto& y) { return x.second < y.second; });
    for (const auto& [local, offset] : ordered_) {
      Value* pointer =
          pointer_in_block(*local->getFunction(), Region::Sram, offset, local->getType());
      local->replaceAllUsesWith(pointer);
      local->eraseFromParent();
    }
    for (const auto& [g, place] : places_)
      dead_.push_back(g);
    for (GlobalVariable* g : dead_)
      if (!g->isDeclaration()) g->setInitializer(nullptr);
    for (GlobalVariable* g : dead_) {
      g->removeDeadConstantUsers();
      g->replaceAllUsesWith(PoisonValue::get(g->getType())); // debug information alone
      g->eraseFromParent();
    }
  }

  void replace_uses_of(GlobalVariable& g, const Place& place) {
    symbols_.push_back({user_name(&g), place.region, place.address,
                        static_cast<uint32_t>(size_of(g)), place.stride, has_flag(g, "export")});
    DenseMap<Function*, Value*> pointers;
    for (Use& use : make_early_inc_range(g.uses())) {
      auto* user = dyn_cast<Instruction>(use.getUser());
      if (!user) continue;
      Value*& pointer = pointers[user->getFunction()];
      if (!pointer)
        pointer = place.stride
                      ? pointer_in_block(*user->getFunction(), place.region,
                                         place.address - blocks_[index(place.region)].address,
                                         g.getType())
                      : pointer_at(*user->getFunction(), place.region, place.address, g.getType());
      use.set(pointer);
    }
  }

  void report_symbols() {
    job_.result.symbols = std::move(symbols_);
    job_.result.used_end = next_;
    if (next_[index(Region::Local)] > std::max(job_.options.free[0].first, kNull))
      job_.result.lm_user_words = (next_[index(Region::Local)] + 3) / 4;
  }

  Job& job_;
  Module& module_;
  const DataLayout& dl_;
  std::array<uint32_t, kRegions> next_ = {};
  std::array<bool, kRegions> full_ = {};
  std::array<Block, kRegions> blocks_ = {};
  std::vector<GlobalVariable*> variables_, dead_;
  std::vector<std::pair<AllocaInst*, uint32_t>> ordered_;
  SmallPtrSet<const GlobalVariable*, 16> copied_;
  std::vector<PlacedSymbol> symbols_;
  Places places_;
  Frames frames_;
  std::map<std::pair<Function*, size_t>, Value*> starts_;
  DenseMap<Function*, Value*> contexts_;
};

} // namespace

void place(Job& job) {
  Placer(job).run();
}

} // namespace mecc::lower
