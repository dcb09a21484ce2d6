// The sequence of the assembler's passes.
#include "mecc/mc/assembler.h"

#include "mecc/mc/defer.h"
#include "mecc/mc/emit.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/liveness.h"
#include "mecc/mc/parser.h"
#include "mecc/mc/passes.h"
#include "mecc/mc/rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace mecc {

using namespace mc;

namespace {

// A label after the last instruction needs a word if it is a branch target.
void give_end_labels_a_word(Unit& unit) {
  unit.place_labels();
  const auto end = static_cast<uint32_t>(unit.code.size());
  const bool wanted =
      std::any_of(unit.label_uses.begin(), unit.label_uses.end(), [&](const LabelUse& u) {
        return u.label != kNothing && unit.labels[u.label].node == end;
      });
  if (!wanted) return;
  Instr nop;
  nop.word.opcode = mev2::Opcode::NOP;
  if (!unit.code.empty()) nop.at = unit.code.back().at;
  nop.implicit = true;
  nop.labels = std::move(unit.end_labels);
  unit.end_labels.clear();
  unit.code.push_back(std::move(nop));
  unit.place_labels();
}

bool allocate(Unit& unit, const Liveness& live) {
  const Interference interference(unit, live);
  bool good = allocate_gprs(unit, live, interference);
  good = allocate_transfers(unit, interference) && good;
  good = allocate_neighbours(unit) && good;
  return allocate_signals(unit, live) && good;
}

bool fits(Unit& unit) {
  const unsigned words = unit.options.control_store_words;
  if (unit.code.size() <= words) return true;
  unit.error(unit.code[words].at,
             fmt::format("the program has {} instructions and the control store {}",
                         unit.code.size(), words));
  return false;
}

void assemble_unit(Unit& unit, AssemblerResult& result) {
  Image& image = result.image;
  Parser parser(unit);
  parser.run();
  if (unit.failed()) return;
  give_end_labels_a_word(unit);
  if (!fits(unit)) return;
  load_constants(unit);
  check_instructions(unit);
  check_neighbourhood(unit, build_flow(unit));
  if (!fits(unit) || unit.failed()) return;
  assign_banks(unit);
  if (unit.failed()) return;
  unit.place_labels();
  if (unit.options.fill_defer_slots)
    unit.remarks.push_back(
        fmt::format("{} instructions moved into defer slots", fill_defer_slots(unit)));
  const Flow flow = build_flow(unit);
  const Liveness live = compute_liveness(unit, flow);
  warn_uninitialised(unit, flow);
  check_transfers(unit, live);
  check_halves(unit, live);
  if (unit.failed()) return;
  if (!allocate(unit, live)) return;
  parser.resolve_numbers();
  emit(unit, image);
  emit_memory(unit, result);
  if (unit.failed() || !unit.too_wide.empty()) return;
  check_end(unit, flow);
  describe_symbols(unit, live, image);
  describe_points(unit, live, image);
  result.report = write_report(unit, image);
  result.per_microengine = std::ranges::any_of(unit.memory, [](const Memory& m) {
    return m.request.scope == MemoryScope::Microengine && m.request.region != MemoryRegion::Local;
  });
}

void sort_and_cut(Unit& unit, std::vector<ixp::Diagnostic>& out) {
  std::vector<size_t> order(unit.diagnostics.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  const auto key = [&](size_t i) {
    return std::tuple(unit.diagnostic_places[i].line, unit.diagnostic_places[i].offset, i);
  };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return key(a) < key(b); });
  unsigned errors = 0;
  std::string previous; // .while tests its condition twice; its error is reported once
  for (size_t i : order) {
    ixp::Diagnostic& d = unit.diagnostics[i];
    const std::string text = ixp::format(d);
    if (text == previous) continue;
    previous = text;
    if (d.severity == ixp::Severity::Error && errors++ == unit.options.max_errors) {
      out.push_back({ixp::Severity::Note,
                     {unit.path, 0, 0},
                     "too many errors; the others are not shown",
                     {}});
      return;
    }
    out.push_back(std::move(d));
  }
}

} // namespace

AssemblerResult assemble(const std::string& path, const std::string& text,
                         const AssemblerOptions& options) {
  AssemblerResult result;
  Unit source;
  source.options = options;
  source.path = path;
  source.mode = options.mode;
  source.lines = preprocess(path, text, options, result.diagnostics);
  const bool preprocessed =
      std::none_of(result.diagnostics.begin(), result.diagnostics.end(),
                   [](const ixp::Diagnostic& d) { return d.severity == ixp::Severity::Error; });
  Unit unit = source;
  while (preprocessed) { // terminates, as every iteration finds further wide constants
    result.image = {};
    result.memory.clear();
    assemble_unit(unit, result);
    if (unit.failed() || unit.too_wide.empty()) break;
    source.wide.merge(unit.too_wide);
    source.places_given = std::move(unit.places_given);
    unit = source;
  }
  result.ok = preprocessed && !unit.failed();
  sort_and_cut(unit, result.diagnostics);
  result.image.mode = unit.mode;
  return result;
}

} // namespace mecc
