// Each object gets the lowest number at which none of its variables conflicts with an interfering
// one. Pinned objects come first, then the most constrained ones. Signals share a number only if
// there are too few for all.
#include "mecc/codegen/colour.h"

#include "mecc/codegen/objects_liveness.h"
#include "mecc/codegen/objects_passes.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

using namespace llvm;

namespace mecc::codegen {

PhysicalFile file_of(ObjectKind k, Side side) {
  const bool in = side == Side::In;
  if (is_signal(k)) return PhysicalFile::Signal;
  if (is_neighbour(k)) return in ? PhysicalFile::NnIn : PhysicalFile::NnOut;
  if (is_dram(k)) return in ? PhysicalFile::DIn : PhysicalFile::DOut;
  return in ? PhysicalFile::SIn : PhysicalFile::SOut;
}

namespace {

constexpr unsigned kSignals = 15; // 1 to 15

void add_pin(PhysicalSet& set, const ObjectInfo& info, unsigned number) {
  for (unsigned w = 0; w < (is_signal(info.kind) ? 1 : info.words); ++w)
    for (const Side side : {Side::In, Side::Out})
      if ((is_signal(info.kind) || has_side(info.kind, side)) && number + w < 32)
        set.set(physical(file_of(info.kind, side), number + w));
}

class Colouring {
public:
  Colouring(const MachineFunction& mf, ObjectTable& table, unsigned registers,
            ObjectNumbers& numbers)
      : mf_(mf), table_(table), registers_(registers), numbers_(numbers),
        meets_(table.variables(), BitVector(table.variables())), forbidden_(table.variables()),
        used_(table.variables()), at_(PhysicalSet().size()) {}

  bool run(const ObjectLiveness& liveness) {
    interfere(liveness);
    avoid_others();
    std::vector<Object*> order;
    for (Object& o : table_.objects())
      if (o.used) order.push_back(&o);
    std::sort(order.begin(), order.end(),
              [&](const Object* a, const Object* b) { return rank(*a) < rank(*b); });
    bool good = true;
    for (Object* o : order)
      good &= place(*o);
    publish();
    return good;
  }

private:
  using Rank = std::tuple<int, bool, int, unsigned>;
  static Rank rank(const Object& o) { // most constrained first
    return {o.pin          ? 0
            : o.everywhere ? 1
                           : 2,
            !o.pair, -static_cast<int>(o.info.words), o.first_variable};
  }

  // ---- interference

  void interfere(const ObjectLiveness& liveness) {
    PhysicalSet& used = numbers_.of_function[mf_.getName().str()];
    liveness.each([&](const MachineInstr& mi, const BitVector& occupied, const BitVector& across) {
      used_ |= occupied;
      for (const unsigned v : occupied.set_bits())
        meets_[v] |= occupied;
      if (mi.getOpcode() != MEv2::CgCall) return;
      const PhysicalSet& callee =
          numbers_.of_function[mi.getOperand(0).getGlobal()->getName().str()];
      used |= callee;
      for (const unsigned v : across.set_bits())
        forbidden_[v] |= callee;
    });
    for (const Object& o : table_.objects())
      if (o.used && o.everywhere) interfere_everywhere(o);
    for (unsigned v = 0; v < table_.variables(); ++v)
      for (const unsigned other : meets_[v].set_bits())
        meets_[other].set(v);
  }

  void interfere_everywhere(const Object& o) {
    const unsigned count = is_signal(o.info.kind) ? 1 : 2 * o.info.words;
    for (unsigned v = o.first_variable; v < o.first_variable + count; ++v) {
      if (!is_signal(o.info.kind) && !has_side(o.info.kind, table_.side(v))) continue;
      used_.set(v);
      meets_[v].set();
      forbidden_[v] |= numbers_.taken;
    }
  }

  // Excludes numbers that other functions pinned, or that other contexts or microengines may set at
  // any time.
  void avoid_others() {
    PhysicalSet others = numbers_.everywhere;
    for (const auto& [function, pins] : numbers_.pinned)
      if (function != mf_.getName()) others |= pins;
    for (PhysicalSet& f : forbidden_)
      f |= others;
  }

  // ---- assignment

  template <typename F> void each_variable(const Object& o, F f) const {
    const unsigned count = is_signal(o.info.kind) ? 1 : 2 * o.info.words;
    for (unsigned v = o.first_variable; v < o.first_variable + count; ++v)
      if (used_.test(v)) f(v);
  }
  // Calls f(variable, physical register) for each register the object occupies at `number`.
  template <typename F> void each_place(const Object& o, unsigned number, F f) const {
    each_variable(o, [&](unsigned v) {
      const PhysicalFile file = file_of(o.info.kind, table_.side(v));
      f(v, physical(file, number + table_.word(v)));
      if (o.pair && is_signal(o.info.kind)) f(v, physical(file, number + 1));
    });
  }

  bool legal(const Object& o, unsigned number) const {
    if (is_signal(o.info.kind))
      return number >= 1 && number + o.pair <= kSignals && !(o.pair && number % 2);
    if (is_dram(o.info.kind) && number % 2) return false;
    unsigned words = 0; // up to the last used longword
    each_variable(o, [&](unsigned v) { words = std::max(words, table_.word(v) + 1); });
    return number + words <= registers_;
  }

  bool fits(const Object& o, unsigned number, bool share) const {
    if (!legal(o, number)) return false;
    bool good = true;
    each_place(o, number, [&](unsigned v, size_t place) {
      if (!o.pin && forbidden_[v].test(place)) good = false;
      for (const unsigned other : at_[place])
        if (!share || meets_[v].test(other)) good = false;
    });
    return good;
  }

  bool place(Object& o) {
    const bool alone_first = is_signal(o.info.kind);
    for (const bool share : {!alone_first, true})
      for (unsigned number = 0; number < 32; ++number)
        if ((!o.pin || number == *o.pin) && fits(o, number, share)) {
          o.number = static_cast<int>(number);
          each_place(o, number, [&](unsigned v, size_t place) { at_[place].push_back(v); });
          return true;
        }
    report(o);
    numbers_.exhausted |= !o.pin && !is_signal(o.info.kind) && !is_neighbour(o.info.kind);
    o.number = is_signal(o.info.kind) ? 2 : 0;
    return false;
  }

  // ---- publication

  void publish() {
    PhysicalSet& mine = numbers_.of_function[mf_.getName().str()];
    for (const Object& o : table_.objects()) {
      if (!o.used) continue;
      if (!o.info.name.empty()) numbers_.places[mf_.getName().str()].push_back(where(o));
      each_place(o, static_cast<unsigned>(o.number), [&](unsigned, size_t place) {
        if (place >= mine.size()) return; // an object that did not fit
        mine.set(place);
        if (o.everywhere) numbers_.everywhere.set(place);
      });
    }
    numbers_.taken |= mine;
  }

  static std::optional<Side> only_side(ObjectKind k) {
    if (is_signal(k) || has_side(k, Side::In) == has_side(k, Side::Out)) return {};
    return has_side(k, Side::In) ? Side::In : Side::Out;
  }
  ObjectPlace where(const Object& o) const {
    const ObjectKind k = o.info.kind;
    const char* file = is_signal(k) ? "s" : is_neighbour(k) ? "n$" : is_dram(k) ? "$$" : "$";
    return {o.info.name,
            file,
            static_cast<unsigned>(o.number),
            is_signal(k) ? 1u + o.pair : o.info.words,
            only_side(k),
            o.frame_index,
            extent(o)};
  }

  ObjectPlace::Extent extent(const Object& o) const {
    using enum ObjectPlace::Extent;
    if (o.everywhere) return Whole;
    if (!o.announced && !o.number_taken && !o.indexed) return Words;
    bool alone = true;
    each_place(o, static_cast<unsigned>(o.number), [&](unsigned, size_t place) {
      alone &= place < at_.size() &&
               all_of(at_[place], [&](unsigned other) { return &table_.owner(other) == &o; });
    });
    return alone ? Whole : Unknown;
  }

  // ---- errors

  static std::string title(const Object& o) {
    return o.info.name.empty() ? "(unnamed)" : o.info.name;
  }

  // Names of numbered objects that interfere with this one in its files.
  std::string rivals(const Object& o) const {
    std::string list;
    for (const Object& other : table_.objects()) {
      if (&other == &o || other.number < 0) continue;
      bool meet = false;
      each_variable(o, [&](unsigned v) {
        each_variable(other, [&](unsigned w) {
          meet |= meets_[v].test(w) &&
                  file_of(o.info.kind, table_.side(v)) == file_of(other.info.kind, table_.side(w));
        });
      });
      if (!meet) continue;
      list += fmt::format("{}{}", list.empty() ? "" : ", ", title(other));
      if (is_signal(o.info.kind))
        list += other.pair ? " (2)" : "";
      else
        list += fmt::format(" ({})", other.info.words);
    }
    return list;
  }

  static const char* file_name(ObjectKind k) {
    return is_neighbour(k) ? "next-neighbour" : is_dram(k) ? "DRAM transfer" : "SRAM transfer";
  }

  std::string why(const Object& o) const {
    const std::string list = rivals(o);
    if (o.pin)
      return fmt::format(
          "{} cannot have number {}: {}", title(o), *o.pin,
          legal(o, *o.pin) ? "that is taken by " + (list.empty() ? "another function" : list)
          : o.pair         ? "commands that send two signals need an even one, to 14"
          : is_signal(o.info.kind) ? "signals have numbers 1 to 15"
          : is_dram(o.info.kind)   ? "DRAM buffers begin at an even register"
                                   : fmt::format("a context has {} registers", registers_));
    if (is_signal(o.info.kind))
      return fmt::format("more than 15 signals are in use at the same time: {} finds no number "
                         "beside {}; wait for some of them earlier, or share one",
                         title(o), list);
    return fmt::format("{} registers are exhausted: {} ({} longwords) finds no place among {} "
                       "beside {}; use smaller buffers, or use them one after the other",
                       file_name(o.info.kind), title(o), o.info.words, registers_,
                       list.empty() ? "those of other functions" : list);
  }

  void report(const Object& o) const { codegen::report(mf_, o.first_use, why(o)); }

  const MachineFunction& mf_;
  ObjectTable& table_;
  unsigned registers_;
  ObjectNumbers& numbers_;
  std::vector<BitVector> meets_;             // variables live together with each
  std::vector<PhysicalSet> forbidden_;       // per variable
  BitVector used_;                           // variables that are ever live
  std::vector<SmallVector<unsigned, 4>> at_; // variables assigned to each physical register
};

} // namespace

std::map<std::string, PhysicalSet> pinned_numbers(const Module& module) {
  std::map<std::string, PhysicalSet> pins;
  for (const Function& f : module)
    for (const Instruction& i : instructions(f)) {
      if (const auto* a = dyn_cast<AllocaInst>(&i)) {
        const ObjectInfo info = object_info(*a);
        if (info.pin) add_pin(pins[f.getName().str()], info, *info.pin);
      }
      const auto* call = dyn_cast<CallInst>(&i);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->getName() != "__me_pin") continue;
      const auto* a = dyn_cast<AllocaInst>(call->getArgOperand(0)->stripInBoundsOffsets());
      const auto* n = dyn_cast<ConstantInt>(call->getArgOperand(1));
      if (a && n)
        add_pin(pins[f.getName().str()], object_info(*a), static_cast<unsigned>(n->getZExtValue()));
    }
  return pins;
}

bool colour(const MachineFunction& mf, ObjectTable& table, const ObjectLiveness& liveness,
            unsigned registers, ObjectNumbers& numbers) {
  return Colouring(mf, table, registers, numbers).run(liveness);
}

} // namespace mecc::codegen
