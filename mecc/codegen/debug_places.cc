#include "mecc/codegen/debug_points.h"
#include "mecc/codegen/debug_table.h"
#include "mecc/codegen/objects_table.h"

#include "llvm/IR/Module.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <tuple>

using namespace llvm;

namespace mecc::codegen {

// Selects the instructions for points: in the point's block, on every path through it, with as many
// of the arguments available as possible. Words have moved since selection. A value is available
// only if the last earlier word that writes its register is the same in the current and in the
// original order.
class DebugPoints::Placer {
public:
  Placer(const DebugPoints& points, const mc::Unit& unit, const mc::Flow& flow,
         const FunctionReports& functions, const Image& image)
      : points_(points), unit_(unit), flow_(flow), functions_(functions), image_(image) {
    for (const Block& b : points.blocks_)
      starts_.push_back(unit.labels[b.label].node);
    std::sort(starts_.begin(), starts_.end());
    for (const mc::Instr& i : unit.code)
      writes_.push_back(written(i));
    find_strays();
  }

  // Addresses of points, nothing where no instruction is left. In a block they ascend in the order
  // of the program; as many arguments as possible are available, then points are near their places.
  std::vector<std::optional<uint32_t>> place(const std::vector<Point>& points) const {
    std::vector<std::optional<uint32_t>> out;
    for (size_t n = 0; n < points.size(); n = out.size()) {
      std::vector<std::vector<Candidate>> stages;
      for (size_t m = n; m < points.size() && points[m].block == points[n].block; ++m)
        stages.push_back(candidates(points[m]));
      for (std::optional<uint32_t> address : best_of(stages))
        out.push_back(address);
    }
    return out;
  }

  void describe(const Point& p, DebugPoint& out) const {
    out.condition = text_of(p.condition, p, out.address);
    for (const Expression& e : p.arguments)
      out.arguments.push_back(text_of(e, p, out.address));
  }

private:
  static constexpr size_t kBest = SIZE_MAX;
  struct Candidate { // for a point's address
    uint32_t address;
    int64_t worth;         // of all addresses up to this one
    size_t before = kBest; // index of the previous point's candidate
  };

  // Ascending addresses.
  std::vector<Candidate> candidates(const Point& p) const {
    constexpr int64_t kValue = int64_t{1} << 32, kAll = 100 * kValue;
    const auto [start, end] = span(p.block);
    const bool through = end < unit_.code.size() && follows(end);
    std::optional<uint32_t> natural;
    bool any = false;
    uint32_t entered = start; // jumps enter here, after the work of earlier words
    for (uint32_t a = start; a < end; ++a) {
      any |= is_own(a, p);
      if (is_own(a, p) && unit_.code[a].origin >= p.next && !natural) natural = a;
      if (a > start && is_entered(a, start)) entered = a;
    }
    if (!any) return {};
    if (!natural) natural = through ? end : end - 1;
    std::vector<Candidate> out;
    for (uint32_t a = entered; a < end + through; ++a) {
      if (!is_between(a, p, start, end)) continue;
      int64_t worth = a > *natural ? *natural - int64_t{a} : int64_t{a} - *natural;
      worth += is_there(p.condition, p, a) * kAll;
      for (const Expression& e : p.arguments)
        worth += is_there(e, p, a) * kValue;
      out.push_back({a, worth});
    }
    return out;
  }
  static std::vector<std::optional<uint32_t>> best_of(std::vector<std::vector<Candidate>>& stages) {
    const std::vector<Candidate>* before = nullptr;
    for (std::vector<Candidate>& stage : stages) {
      if (stage.empty()) continue;
      if (before) follow(*before, stage);
      before = &stage;
    }
    std::vector<std::optional<uint32_t>> out(stages.size());
    size_t chosen = kBest;
    for (size_t n = stages.size(); n-- > 0;) {
      if (stages[n].empty()) continue;
      const Candidate& c = chosen == kBest
                               ? *std::ranges::max_element(stages[n], {}, &Candidate::worth)
                               : stages[n][chosen];
      out[n] = c.address;
      chosen = c.before;
    }
    return out;
  }
  // Adds to each candidate the best one of the point before whose address is not behind it.
  static void follow(const std::vector<Candidate>& before, std::vector<Candidate>& stage) {
    constexpr int64_t kDisorder = int64_t{1} << 56; // of blocks that were merged
    const auto worth = [&](size_t n) { return before[n].worth; };
    size_t best = 0, near = 0, passed = 0;
    for (size_t n = 1; n < before.size(); ++n)
      if (worth(n) > worth(best)) best = n;
    for (Candidate& c : stage) {
      for (; passed < before.size() && before[passed].address <= c.address; ++passed)
        if (worth(passed) > worth(near)) near = passed;
      c.before = passed ? near : best;
      c.worth += worth(c.before) - (passed ? 0 : kDisorder);
    }
  }

  std::vector<mc::RegisterId> written(const mc::Instr& i) const {
    std::vector<mc::RegisterId> out;
    for (const mc::Access& access : mc::accesses(unit_, i))
      if (access.write) out.push_back(access.reg);
    return out;
  }
  bool writes(uint32_t a, mc::RegisterId r) const {
    return std::find(writes_[a].begin(), writes_[a].end(), r) != writes_[a].end();
  }
  bool is_own(uint32_t a, const Point& p) const {
    const uint32_t o = unit_.code[a].origin;
    return o != mc::kNothing && o >= points_.blocks_[p.block].first && o < last_origin(p.block);
  }
  // Calls, swaps and branches must be on the same side of the address as of the point: their
  // effects on registers are not visible in words.
  bool is_between(uint32_t address, const Point& p, uint32_t start, uint32_t end) const {
    for (uint32_t a = start; a < end; ++a) {
      if (!mc::is_control(unit_.code[a])) continue;
      uint32_t last = a; // last of its defer slots
      while (last + 1 < end && flow_.slot_of[last + 1] == a)
        ++last;
      const bool before = is_own(a, p) && unit_.code[a].origin < p.next;
      if (before != (address > last)) return false;
    }
    return true;
  }
  // Whether branches enter the words from `start` on there: forward branches among these words, and
  // returns of the preceding call, do not.
  bool is_entered(uint32_t a, uint32_t start) const {
    return std::ranges::any_of(flow_.before[a], [&](uint32_t from) {
      const uint32_t control = flow_.decides[from];
      const bool returns =
          control != mc::kNothing && unit_.code[control].op() == mev2::Opcode::JUMP;
      return !returns && (from < start || from >= a);
    });
  }
  bool follows(uint32_t a) const {
    return flow_.before[a].size() == 1 && flow_.before[a][0] == a - 1;
  }
  uint32_t last_origin(size_t block) const {
    return block + 1 < points_.blocks_.size() ? points_.blocks_[block + 1].first : points_.end_;
  }
  size_t block_of(uint32_t origin) const {
    const auto behind = std::upper_bound(points_.blocks_.begin(), points_.blocks_.end(), origin,
                                         [](uint32_t o, const Block& b) { return o < b.first; });
    return static_cast<size_t>(behind - points_.blocks_.begin()) - 1;
  }
  std::pair<uint32_t, uint32_t> span(size_t block) const {
    const uint32_t start = unit_.labels[points_.blocks_[block].label].node;
    const auto behind = std::upper_bound(starts_.begin(), starts_.end(), start);
    return {start, behind == starts_.end() ? static_cast<uint32_t>(unit_.code.size()) : *behind};
  }
  const FunctionReport* function_at(uint32_t address) const {
    const auto found =
        std::find_if(functions_.begin(), functions_.end(), [&](const FunctionReport& f) {
          return f.first <= address && address < f.end;
        });
    return found == functions_.end() ? nullptr : &*found;
  }
  // Collects registers written by words that have left their block, for the function that such a
  // word left and the one that it is in. Elsewhere the registers still hold their values: a
  // function keeps none across a call in a register that the callee writes.
  void find_strays() {
    for (uint32_t a = 0; a < unit_.code.size(); ++a) {
      const uint32_t o = unit_.code[a].origin;
      uint32_t start = a, end = a;
      if (o != mc::kNothing && !points_.blocks_.empty() && o >= points_.blocks_.front().first)
        std::tie(start, end) = span(block_of(o));
      if (a >= start && a < end) continue;
      for (const uint32_t place : {a, start})
        for (const mc::RegisterId r : writes_[a])
          strays_.emplace(function_at(place), r);
    }
  }

  bool holds(mc::RegisterId r, const Point& p, uint32_t address) const {
    const auto [start, end] = span(p.block);
    const uint32_t first = points_.blocks_[p.block].first, last = last_origin(p.block);
    uint32_t by_address = mc::kNothing, by_origin = mc::kNothing; // origins of the last writers
    for (uint32_t a = start; a < end; ++a) {
      if (!writes(a, r)) continue;
      const uint32_t o = unit_.code[a].origin;
      if (a < address) by_address = o;
      const bool own = o != mc::kNothing && o >= first && o < last;
      if (own && o < p.next && (by_origin == mc::kNothing || o > by_origin)) by_origin = o;
      if (!own && a < address) return false;
    }
    return by_address == by_origin &&
           (by_origin != mc::kNothing || !strays_.count({function_at(start), r}));
  }

  // Location of a part of a register object, the read side of read-write registers; "" if it is
  // unknown, or not the object's there.
  std::string object_text(const Piece& piece, const std::string& function, uint32_t address) const {
    const ObjectPlace* found = nullptr;
    for (const FunctionReport& f : functions_)
      for (const ObjectPlace& o : f.objects) {
        if (f.name != function || o.name != piece.object) continue;
        if (found) return "";
        found = &o;
      }
    const unsigned word = piece.bit / 32;
    if (!found || word >= found->words || piece.bit % 32 + piece.bits > 32) return "";
    std::string out = fmt::format("{}{}{}", found->side == Side::Out ? "out:" : "", found->file,
                                  found->number + word);
    if (is_shared(*found) && !is_named(out, found->name_of(word), address)) return "";
    if (const unsigned below = 32 - piece.bit % 32 - piece.bits)
      out += fmt::format(" {} >>", below);
    if (piece.bits < 32) out += fmt::format(" {} &", (1u << piece.bits) - 1);
    return out;
  }
  // True if registers of the object are another object at other times.
  bool is_shared(const ObjectPlace& object) const {
    return std::ranges::any_of(functions_, [&](const FunctionReport& f) {
      return std::ranges::any_of(f.objects, [&](const ObjectPlace& o) {
        return &o != &object && o.file == object.file && (!o.side || o.side == object.side) &&
               o.number < object.number + object.words && object.number < o.number + o.words;
      });
    });
  }
  bool is_named(const std::string& location, const std::string& name, uint32_t address) const {
    return std::ranges::any_of(image_.symbols, [&](const SymbolRange& s) {
      return s.location == location && s.name == name && s.first <= address && address <= s.last;
    });
  }

  std::string text_of(const Expression& e, const Point& p, uint32_t address) const {
    std::string out;
    for (const Piece& piece : e) {
      const std::string text =
          piece.object.empty() ? piece.text : object_text(piece, p.function, address);
      if (!piece.known || text.empty()) return "";
      for (const mc::RegisterId r : piece.registers)
        if (!holds(r, p, address)) return "";
      out = join(out, text);
    }
    return out;
  }
  bool is_there(const Expression& e, const Point& p, uint32_t address) const {
    return !text_of(e, p, address).empty();
  }

  const DebugPoints& points_;
  const mc::Unit& unit_;
  const mc::Flow& flow_;
  const FunctionReports& functions_;
  const Image& image_;           // has the symbols of registers
  std::vector<uint32_t> starts_; // first addresses of blocks, ascending
  std::vector<std::vector<mc::RegisterId>> writes_;
  std::set<std::pair<const FunctionReport*, mc::RegisterId>> strays_;
};

void DebugPoints::describe(const mc::Unit& unit, const mc::Flow& flow,
                           const FunctionReports& functions, const Module& module, Image& image,
                           std::vector<ixp::Diagnostic>& diagnostics) const {
  const NamedMDNode* table = module.getNamedMetadata("mecc.debug_points");
  if (!table) return;
  const Placer placer(*this, unit, flow, functions, image);
  std::set<unsigned> placed, checked;
  const std::vector<std::optional<uint32_t>> addresses = placer.place(points_);
  for (size_t n = 0; n < points_.size(); ++n) {
    if (!addresses[n]) continue;
    const Point& p = points_[n];
    const MDNode* what = table->getOperand(p.index);
    const auto* at = cast<DILocation>(what->getOperand(kPlace));
    DebugPoint d;
    d.address = *addresses[n];
    d.file = at->getFilename();
    d.line = at->getLine();
    d.assertion = number_in(what->getOperand(kAssertion)) != 0;
    d.text = cast<MDString>(what->getOperand(kText))->getString();
    placer.describe(p, d);
    placed.insert(p.index);
    if (!d.condition.empty()) checked.insert(p.index);
    const auto behind =
        std::upper_bound(image.points.begin(), image.points.end(), d.address,
                         [](uint32_t a, const DebugPoint& other) { return a < other.address; });
    image.points.insert(behind, std::move(d));
  }
  for (unsigned index = 0; index < table->getNumOperands(); ++index) {
    if (checked.count(index)) continue;
    const MDNode* what = table->getOperand(index);
    const auto* at = cast<DILocation>(what->getOperand(kPlace));
    const bool assertion = number_in(what->getOperand(kAssertion)) != 0;
    diagnostics.push_back(
        {ixp::Severity::Warning,
         {at->getFilename().str(), at->getLine(), at->getColumn()},
         fmt::format("{} comes to nothing: {}", assertion ? "ixp_assert" : "ixp_print",
                     placed.count(index)
                         ? "the program does not keep what its condition needs; use values that "
                           "are needed later, too"
                         : "no instruction is left around it; use ixp_print_if instead of if, or "
                           "place it where something is done"),
         {},
         "debug"});
  }
}

} // namespace mecc::codegen
