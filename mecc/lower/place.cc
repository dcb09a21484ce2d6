// Assigns addresses to memory symbols. Per-context variables form one block per region and context,
// so that a function computes the start of its context's block only once:
//
//   store i32 1, ptr addrspace(1) @x          %ctx = call i32 @__me_ctx()
//                                             %block = add (shl %ctx, 6), 0x100000
//                                             store i32 1, inttoptr (add %block, 12)
#include "mecc/lower/place.h"
#include "base/dataflow.h"
#include "mecc/lower/blocks.h"
#include "mecc/lower/local_layout.h"
#include "mecc/lower/local_variables.h"
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

unsigned context_copies(mev2::ContextMode mode, unsigned contexts) {
  const bool four = mode == mev2::ContextMode::Four;
  const unsigned running = contexts & (four ? 0x55u : 0xffu);
  if (std::has_single_bit(running)) return 1;
  return (static_cast<unsigned>(std::bit_width(running)) + four) / (four ? 2 : 1);
}

namespace {

// Larger all-zero variables are not written by the loader: memory is zero at reset.
constexpr uint64_t kLargestZeroes = 65536;
// Address 0 is the null pointer, so no variable is allocated there.
constexpr uint32_t kNull = 4;

class Placer {
public:
  explicit Placer(Job& job)
      : job_(job), module_(job.module), dl_(module_.getDataLayout()), blocks_(job) {
    for (unsigned r = 0; r < kRegions; ++r)
      next_[r] = std::max(job.options.free[r].first, kNull);
    if (job.options.data_in_sram) // the address alone selects the memory
      next_[index(Region::Sram)] = std::max(next_[index(Region::Sram)], kLocalMemoryBytes);
  }

  void run() {
    bind_imports();
    collect();
    if (job_.options.data_in_sram) frames_ = lay_out_frames(module_);
    lay_out();
    if (job_.report.failed()) return;
    write_initial_values();
    describe_local();
    hand_down_blocks();
    replace_uses();
    report_symbols();
  }

private:
  static size_t index(Region r) { return static_cast<size_t>(r); }

  // Variables explicitly in local memory stay there.
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

  // Declarations have no location in debug information, so the first use is reported.
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

  // Deletes unused variables, except those that other programs or debuggers may access.
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

  unsigned copies() const { return context_copies(job_.options.mode, job_.options.contexts); }

  // Constants that hold the address of a copied variable need copies as well.
  void find_copied() {
    if (copies() == 1) return;
    for (GlobalVariable* g : variables_)
      if (!g->isConstant() && !has_flag(*g, "shared") && !has_flag(*g, "export")) copied_.insert(g);
    ixp::until_stable(variables_, [&](GlobalVariable* g) {
      return g->isConstant() && mentions_copied(*g->getInitializer()) && copied_.insert(g).second;
    });
  }

  bool mentions_copied(const Constant& c) const {
    if (const auto* g = dyn_cast<GlobalVariable>(&c)) return copied_.contains(g);
    return any_of(c.operands(), [&](const Use& u) {
      const auto* operand = dyn_cast<Constant>(u);
      return operand && mentions_copied(*operand);
    });
  }

  // Alignment of array elements in local memory that needs no padding: one pointer then reaches all
  // members (*l$index1[k] reads pointer OR k, k up to 15 longwords).
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

  // Allocates memory. `what` names the owner, which is at `where` unless that is null.
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
    std::vector<GlobalVariable*> local;
    for (GlobalVariable* g : variables_) {
      const Region r = region_of(*g);
      const auto agreed = job_.options.imports.find(g->getName().str());
      if (copied_.contains(g))
        copied[index(r)].push_back(g);
      else if (has_flag(*g, "export") && agreed != job_.options.imports.end())
        places_[g] = {r, agreed->second.address, 0}; // the address that importers use
      else if (r == Region::Local)
        local.push_back(g);
      else
        places_[g] = {r, take(r, size_of(*g), align_of(*g), fmt::format("'{}'", user_name(g)), g),
                      0};
    }
    lay_out_local(local, copied[index(Region::Local)]);
    for (unsigned r = 0; r < kRegions; ++r)
      if (static_cast<Region>(r) != Region::Local) lay_out_block(static_cast<Region>(r), copied[r]);
  }

  // ---- local memory: single variables, then one block per context

  // True if code only loads and stores the variable, so that its address is unobservable.
  static bool is_hidden(const Value& pointer) {
    return all_of(pointer.users(), [&](const User* user) {
      if (isa<LoadInst>(user)) return true;
      if (const auto* store = dyn_cast<StoreInst>(user))
        return store->getPointerOperand() == &pointer && store->getValueOperand() != &pointer;
      return isa<GEPOperator, SelectInst>(user) && is_hidden(*user);
    });
  }
  LocalVariable local_variable(const GlobalVariable& g) const {
    return {size_of(g), align_of(g), is_hidden(g)};
  }
  std::vector<LocalVariable> local_variables(ArrayRef<GlobalVariable*> globals) const {
    std::vector<LocalVariable> all;
    for (const GlobalVariable* g : globals)
      all.push_back(local_variable(*g));
    return all;
  }
  // The most aligned layout that uses at most `windows_more` windows more than the plain one.
  LocalLayout best_layout(const std::vector<LocalVariable>& variables, uint32_t first, bool null,
                          uint64_t window, uint64_t windows_more) const {
    const LocalLayout plain = lay_out_plainly(variables, first, null);
    if (!job_.is_on(Optimisation::AlignLocals)) return plain;
    const uint64_t limit = std::min<uint64_t>(alignTo(plain.end, window) + windows_more * window,
                                              job_.options.free[index(Region::Local)].end);
    return lay_out_within(variables, first, null, static_cast<uint32_t>(limit));
  }

  void lay_out_local(ArrayRef<GlobalVariable*> once, ArrayRef<GlobalVariable*> each) {
    constexpr uint64_t kWindow = 64, kQuarter = 16;
    const Range& free = job_.options.free[index(Region::Local)];
    std::vector<LocalVariable> all;
    LocalLayout own, l;
    const auto lay_out_around = [&](LocalLayout layout_of_block) {
      own = std::move(layout_of_block);
      all = local_variables(once);
      if (!each.empty()) all.push_back(block_of(each, own));
      l = best_layout(all, free.first, free.first == 0, kWindow, 1);
      return l.end <= free.end;
    };
    const std::vector<LocalVariable> parts = local_variables(each);
    if (!lay_out_around(best_layout(parts, 0, false, kQuarter, 0)) &&
        !lay_out_around(lay_out_plainly(parts, 0, false)))
      return report_full_local(once, each, all, l);
    for (size_t n = 0; n < once.size(); ++n)
      places_[once[n]] = {Region::Local, l.addresses[n], 0};
    if (!each.empty()) {
      Block& block = blocks_[Region::Local];
      block.address = l.addresses.back();
      for (size_t n = 0; n < each.size(); ++n)
        places_[each[n]] = {Region::Local, block.address + own.addresses[n], block.stride};
    }
    next_[index(Region::Local)] = std::max(next_[index(Region::Local)], l.end);
  }

  // The per-context blocks, as one more variable that contains all copies.
  LocalVariable block_of(ArrayRef<GlobalVariable*> each, const LocalLayout& own) {
    const unsigned copies = this->copies();
    const uint64_t stride = copies > 1 ? alignTo(own.end, own.align) : 0;
    blocks_[Region::Local] = {0, own.end, static_cast<uint32_t>(stride)};
    return {stride * (copies - 1) + own.end, own.align,
            all_of(each, [](const GlobalVariable* g) { return is_hidden(*g); })};
  }

  // Reports the first variable that does not fit.
  void report_full_local(ArrayRef<GlobalVariable*> once, ArrayRef<GlobalVariable*> each,
                         const std::vector<LocalVariable>& all, const LocalLayout& l) {
    const uint64_t end = job_.options.free[index(Region::Local)].end;
    uint64_t used = next_[index(Region::Local)];
    for (size_t n = 0; n < all.size(); ++n) {
      if (l.addresses[n] + all[n].bytes <= end) {
        used = std::max<uint64_t>(used, l.addresses[n] + all[n].bytes);
        continue;
      }
      const GlobalVariable* where = n < once.size() ? once[n] : largest_of(each);
      const std::string what =
          n < once.size() || copies() == 1
              ? fmt::format("'{}'", user_name(where))
              : fmt::format("data of {} contexts, the largest of which is '{}',", copies(),
                            user_name(where));
      return report_full(Region::Local, all[n].bytes, end - std::min(used, end), what, where);
    }
  }
  const GlobalVariable* largest_of(ArrayRef<GlobalVariable*> variables) const {
    return *std::max_element(variables.begin(), variables.end(),
                             [&](auto* a, auto* b) { return size_of(*a) < size_of(*b); });
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
    const unsigned copies = this->copies();
    Block& block = blocks_[r];
    block.bytes = static_cast<uint32_t>(bytes);
    if (copies > 1) { // in large memories a shift computes the block's start
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
        for (unsigned copy = 0; copy < (place.stride ? copies() : 1); ++copy)
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

  // True if code computes an address outside the variable, such as `array - 1`, which would look
  // like one of its neighbour.
  bool is_left(const Value& pointer, uint64_t bytes, int64_t behind = 0) const {
    return any_of(pointer.users(), [&](const User* user) {
      const auto* gep = dyn_cast<GEPOperator>(user);
      APInt offset(32, 0);
      if (!gep || !gep->accumulateConstantOffset(dl_, offset)) return false;
      const int64_t at = behind + offset.getSExtValue();
      return at < 0 || static_cast<uint64_t>(at) >= bytes || is_left(*gep, bytes, at);
    });
  }

  // Passes addresses and sizes of variables in local memory to code generation, unless code leaves
  // a variable's bounds. A variable at address 0 makes null a valid pointer.
  void describe_local() {
    LLVMContext& c = module_.getContext();
    bool first = false, left = false;
    for (const auto& [g, place] : places_) {
      first |= place.region == Region::Local && place.address == 0;
      left |= place.region == Region::Local && is_left(*g, size_of(*g));
    }
    for (const auto& [g, place] : places_) {
      if (place.region != Region::Local || place.stride || left) continue;
      NamedMDNode* list = module_.getOrInsertNamedMetadata(kLocalVariables);
      const auto number = [&](uint64_t n) {
        return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(c), n));
      };
      list->addOperand(MDNode::get(c, {number(place.address), number(size_of(*g))}));
    }
    if (!first) return;
    for (Function& f : module_)
      f.addFnAttr(Attribute::NullPointerIsValid);
  }

  void hand_down_blocks() {
    SmallVector<Constant*, 16> placed;
    for (const auto& [g, place] : places_)
      placed.push_back(g);
    convertUsersOfConstantsToInstructions(placed);
    for (unsigned r = 0; r < kRegions; ++r) // each creates new functions
      blocks_.hand_down(static_cast<Region>(r), with_own_data(static_cast<Region>(r)));
  }
  SetVector<Function*> with_own_data(Region r) {
    SetVector<Function*> functions;
    for (const auto& [g, place] : places_)
      for (User* user : g->users())
        if (auto* i = dyn_cast<Instruction>(user); i && place.stride && place.region == r)
          functions.insert(i->getFunction());
    for (Function& f : module_)
      for (Instruction& i : instructions(f))
        if (auto* local = dyn_cast<AllocaInst>(&i);
            local && r == Region::Sram && frames_.offsets.contains(local))
          functions.insert(&f);
    return functions;
  }

  void replace_uses() {
    for (const auto& [g, place] : places_)
      replace_uses_of(*g, place);
    for (const auto& [local, offset] : frames_.offsets)
      ordered_.push_back({local, offset});
    llvm::sort(ordered_, [](const auto& x, const auto& y) { return x.second < y.second; });
    for (const auto& [local, offset] : ordered_) {
      Value* pointer =
          blocks_.pointer(*local->getFunction(), Region::Sram, offset, local->getType());
      local->replaceAllUsesWith(pointer);
      local->eraseFromParent();
    }
    for (const auto& [g, place] : places_)
      dead_.push_back(g);
    for (GlobalVariable* g : dead_)
      if (!g->isDeclaration()) g->setInitializer(nullptr);
    for (GlobalVariable* g : dead_) {
      g->removeDeadConstantUsers();
      g->replaceAllUsesWith(PoisonValue::get(g->getType())); // only debug information uses it
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
                      ? blocks_.pointer(*user->getFunction(), place.region,
                                        place.address - blocks_[place.region].address, g.getType())
                      : blocks_.pointer_at(*user->getFunction(), place.region, place.address,
                                           g.getType());
      use.set(pointer);
    }
  }

  void report_symbols() {
    job_.result.symbols = std::move(symbols_);
    job_.result.used_end = next_;
    if (any_of(places_, [](const auto& p) { return p.second.region == Region::Local; }))
      job_.result.lm_user_words = (next_[index(Region::Local)] + 3) / 4;
  }

  Job& job_;
  Module& module_;
  const DataLayout& dl_;
  std::array<uint32_t, kRegions> next_ = {};
  std::array<bool, kRegions> full_ = {};
  Blocks blocks_;
  std::vector<GlobalVariable*> variables_, dead_;
  std::vector<std::pair<AllocaInst*, uint32_t>> ordered_;
  SmallPtrSet<const GlobalVariable*, 16> copied_;
  std::vector<PlacedSymbol> symbols_;
  Places places_;
  Frames frames_;
};

} // namespace

void place(Job& job) {
  Placer(job).run();
}

} // namespace mecc::lower
