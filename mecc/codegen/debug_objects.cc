#include "mecc/codegen/debug_objects.h"

#include "mecc/codegen/objects_table.h"
#include "mecc/mc/liveness.h"
#include "mecc/mc/symbol_ranges.h"

#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <ranges>

using namespace llvm;

namespace mecc::codegen {

namespace {

constexpr const ObjectPlace* kNone = nullptr;
const ObjectPlace kSeveral{}; // or an unknown one

// Object of each physical register: kNone until a path reaches it.
struct Owners {
  std::array<const ObjectPlace*, PhysicalSet().size()> of{};

  bool merge(const Owners& from) {
    const Owners before = *this;
    for (size_t p = 0; p < of.size(); ++p)
      if (of[p] == kNone)
        of[p] = from.of[p];
      else if (from.of[p] != kNone && from.of[p] != of[p])
        of[p] = &kSeveral;
    return of != before.of;
  }
  bool operator==(const Owners&) const = default;
};

struct Located {
  PhysicalFile file;
  unsigned number;
  size_t index() const { return physical(file, number); }
};

const char* prefix(PhysicalFile f) {
  switch (f) {
  case PhysicalFile::SIn: return "$";
  case PhysicalFile::SOut: return "out:$";
  case PhysicalFile::DIn: return "$$";
  case PhysicalFile::DOut: return "out:$$";
  case PhysicalFile::Signal: return "s";
  default: return "n$";
  }
}

// Files of an object. The read side, which takes precedence, is last.
std::vector<PhysicalFile> files(const ObjectPlace& o) {
  using enum PhysicalFile;
  if (o.file == "s") return {Signal};
  if (o.file == "n$") return {NnIn};
  const bool dram = o.file == "$$";
  std::vector<PhysicalFile> found;
  if (o.side != Side::In) found.push_back(dram ? DOut : SOut);
  if (o.side != Side::Out) found.push_back(dram ? DIn : SIn);
  return found;
}

} // namespace

void DebugObjects::command(const MachineInstr& mi, uint32_t origin) {
  for (const MachineMemOperand* o : mi.memoperands())
    if (const auto* object = dyn_cast_or_null<FixedStackPseudoSourceValue>(o->getPseudoValue()))
      commands_[origin].push_back(object->getFrameIndex());
}

class DebugObjects::Ranges {
public:
  Ranges(const DebugObjects& objects, const mc::Unit& unit, const mc::Flow& flow,
         FunctionReports& functions)
      : objects_(objects), unit_(unit), functions_(functions),
        flow_(flow_inside(unit, flow, functions)), live_(mc::compute_liveness(unit, flow_)) {
    sent_ = mc::solve_backward(flow_, Owners(), [&](uint32_t n, Owners after) {
      each_access(n, [&](Located p, bool write) {
        if (!is_in(p)) after.of[p.index()] = write ? kNone : owner(n, p);
      });
      return after;
    });
    owners_.resize(unit.code.size());
    ixp::solve_forward(std::views::iota(0u, static_cast<uint32_t>(unit.code.size())), owners_,
                       [&](uint32_t n, const Owners& before, auto reach) {
                         const Owners after = advance(n, before);
                         for (const mc::Edge& e : flow_.next[n])
                           reach(e.to, after);
                       });
    for (uint32_t n = 0; n < unit.code.size(); ++n)
      used_.push_back(used(n));
  }

  void describe(Image& image) const {
    for (const FunctionReport& f : functions_)
      for (const ObjectPlace& o : f.objects)
        for (const PhysicalFile file : files(o))
          for (unsigned w = 0; w < o.words; ++w)
            describe(f, o, {file, o.number + w}, image);
  }

private:
  static bool is_in(Located p) {
    return p.file == PhysicalFile::SIn || p.file == PhysicalFile::DIn;
  }

  // Calls f(register, whether it is written) for each side of a transfer register that the word or
  // its unit accesses.
  void each_access(uint32_t n, auto f) const {
    for (const mc::Access& a : live_.accesses[n])
      if (const mc::Register& r = unit_.registers[a.reg]; r.transfer())
        f(located(r, a.side), a.write);
  }
  static Located located(const mc::Register& r, mc::Side side) {
    const bool in = side == mc::Side::In;
    const PhysicalFile file = r.file == mc::File::D ? in ? PhysicalFile::DIn : PhysicalFile::DOut
                              : in                  ? PhysicalFile::SIn
                                                    : PhysicalFile::SOut;
    return {file, static_cast<unsigned>(r.number)};
  }

  // Calls f(signal) for each signal that the command raises.
  void each_signal(uint32_t n, auto f) const {
    const mc::Instr& i = unit_.code[n];
    if (!i.info().is_command || i.signal.kind != mc::SignalRef::Kind::Fixed) return;
    f(Located{PhysicalFile::Signal, i.signal.id});
    if (i.info().two_signals) f(Located{PhysicalFile::Signal, i.signal.id + 1});
  }

  // Object that the command at word n accesses in the register.
  const ObjectPlace* owner(uint32_t n, Located p) const {
    const auto known = objects_.commands_.find(unit_.code[n].origin);
    const FunctionReport* f = function_at(n);
    if (known == objects_.commands_.end() || !f) return &kSeveral;
    const ObjectPlace* found = kNone;
    for (const ObjectPlace& o : f->objects)
      if (std::ranges::count(known->second, o.frame_index) && has(o, p))
        found = found == kNone ? &o : &kSeveral;
    return found == kNone ? &kSeveral : found;
  }
  static bool has(const ObjectPlace& o, Located p) {
    return std::ranges::count(files(o), p.file) && o.number <= p.number &&
           p.number < o.number + o.words;
  }
  const FunctionReport* function_at(uint32_t n) const {
    const auto found = std::ranges::find_if(
        functions_, [&](const FunctionReport& f) { return f.first <= n && n < f.end; });
    return found == functions_.end() ? nullptr : &*found;
  }

  // Owners after word n. A word writes the register for the command that sends it next.
  Owners advance(uint32_t n, Owners owners) const {
    each_access(n, [&](Located p, bool write) {
      if (write) owners.of[p.index()] = is_in(p) ? owner(n, p) : sent_after(n, p);
    });
    each_signal(n, [&](Located s) { owners.of[s.index()] = owner(n, s); });
    return owners;
  }
  const ObjectPlace* sent_after(uint32_t n, Located p) const {
    Owners after;
    for (const mc::Edge& e : flow_.next[n])
      after.merge(sent_[e.to]);
    return after.of[p.index()] == kNone ? &kSeveral : after.of[p.index()];
  }

  // Registers that are live, or of a command in flight, before word n.
  PhysicalSet used(uint32_t n) const {
    PhysicalSet found;
    const auto use = [&](Located p) { found.set(p.index()); };
    mc::in_use(live_, n).each([&](size_t v) {
      if (const mc::Register& r = unit_.registers[v / 2]; r.transfer())
        use(located(r, v % 2 ? mc::Side::Out : mc::Side::In));
    });
    live_.commands_in[n].each([&](size_t k) { each_signal(static_cast<uint32_t>(k), use); });
    return found;
  }

  // The object in the register before word n, or the one whose signal the word raises.
  const ObjectPlace* object_at(uint32_t n, Located p) const {
    bool raises = false;
    each_signal(n, [&](Located s) { raises |= s.index() == p.index(); });
    if (raises) return owner(n, p);
    return used_[n].test(p.index()) ? owners_[n].of[p.index()] : kNone;
  }

  // True if the register may be an object whose accesses are unknown.
  static bool is_unknown(const FunctionReport& f, Located p) {
    return std::ranges::any_of(f.objects, [&](const ObjectPlace& o) {
      return o.extent == ObjectPlace::Extent::Unknown && has(o, p);
    });
  }

  void describe(const FunctionReport& f, const ObjectPlace& o, Located p, Image& image) const {
    const SymbolRange whole{o.name_of(p.number - o.number),
                            fmt::format("{}{}", prefix(p.file), p.number), f.first, f.end - 1};
    if (o.extent == ObjectPlace::Extent::Whole) return image.symbols.push_back(whole);
    if (is_unknown(f, p)) return;
    mc::add_ranges(whole, [&](uint32_t n) { return object_at(n, p) == &o; }, image.symbols);
  }

  const DebugObjects& objects_;
  const mc::Unit& unit_;
  const FunctionReports& functions_;
  const mc::Flow flow_;
  const mc::Liveness live_;
  std::vector<PhysicalSet> used_;
  std::vector<Owners> sent_;   // before each word: objects of the next commands that send registers
  std::vector<Owners> owners_; // before each word: objects of values
};

void DebugObjects::describe(const mc::Unit& unit, const mc::Flow& flow, FunctionReports& functions,
                            Image& image) const {
  Ranges(*this, unit, flow, functions).describe(image);
}

} // namespace mecc::codegen
