#include "mecc/codegen/word_stages.h"

#include "mecc/mc/defer.h"
#include "mecc/mc/rules.h"

#include <fmt/format.h>

namespace mecc::codegen {

namespace {

template <Optimisation O, unsigned (*change)(mc::Unit&)> void optimise(WordJob& job) {
  if (job.optimisations.on(O)) job.optimisations.count(O, change(job.unit));
}

void check_remainders(WordJob& job) {
  check_remainder(job.unit);
}

void separate(WordJob& job) {
  keep_distances(job.unit);
}

// Copies words as far as the control store has room.
template <Optimisation O, unsigned (*copy)(mc::Unit&, unsigned)> void repeat(WordJob& job) {
  const auto words = static_cast<unsigned>(job.unit.code.size());
  const unsigned room = job.options.control_store_words;
  if (job.optimisations.on(O) && !job.options.small && words < room)
    job.optimisations.count(O, copy(job.unit, room - words));
}

void measure_functions(WordJob& job) {
  job.flow = mc::build_flow(job.unit);
  measure(job.unit, job.flow, job.functions);
}

void check_control_store(WordJob& job) {
  const size_t words = job.unit.code.size();
  if (words <= job.options.control_store_words) return;
  job.unit.error({}, fmt::format("the program has {} instructions and the control store {}; {}; "
                                 "call instead of inlining (__noinline), compile with -Os, or give "
                                 "work to another microengine",
                                 words, job.options.control_store_words,
                                 largest_functions(job.functions)));
}

void check_words(WordJob& job) {
  mc::check_instructions(job.unit);
  mc::check_neighbourhood(job.unit, job.flow);
}

struct Stage {
  const char* name;
  void (*run)(WordJob&);
};
constexpr Stage kStages[] = {
    {"remainder", check_remainders},
    {"codes", optimise<Optimisation::ConditionCodes, omit_comparisons>},
    {"schedule", optimise<Optimisation::Schedule, schedule>},
    {"distances", separate},
    {"swap-slots", optimise<Optimisation::DeferSlots, mc::fill_swap_slots>},
    {"waits", optimise<Optimisation::Schedule, fill_waits>},
    {"defer-slots", optimise<Optimisation::DeferSlots, mc::fill_defer_slots>},
    {"return-slots", repeat<Optimisation::DeferSlots, fill_return_slots>},
    {"shared-slots", optimise<Optimisation::SharedSlots, share_slots>},
    {"target-slots", repeat<Optimisation::TargetSlots, mc::fill_from_targets>},
    {"measure", measure_functions},
    {"control-store", check_control_store},
    {"check", check_words},
};

} // namespace

std::vector<std::string> word_stage_names() {
  std::vector<std::string> names;
  for (const Stage& s : kStages)
    names.push_back(s.name);
  return names;
}

bool run_word_stages(WordJob& job) {
  for (const Stage& s : kStages) {
    s.run(job);
    if (job.unit.failed() || job.options.stop_after == s.name) return false;
  }
  return true;
}

} // namespace mecc::codegen
