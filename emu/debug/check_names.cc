#include "emu/debug/expression.h"

#include "emu/debug/names.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace ixp::debug {

namespace {

class Checker {
public:
  Checker(Simulation& sim, const Asked& asked) : sim_(sim), asked_(asked) {
    for (const PlacedImage& placed : sim.images().placed)
      if (!asked.me || placed.me == *asked.me)
        for (std::string& name : symbol_names(placed.image))
          symbols_.insert(std::move(name));
    if (asked.ring)
      for (const MessageField& f : asked.ring->message.fields)
        fields_.push_back(f.name);
  }

  void check(const Expression::Use& use) const {
    using enum Expression::Use::Kind;
    switch (use.kind) {
    case Ring: ring_number(sim_.system(), use.name); break;
    case Signal:
      if (!symbols_.contains(use.name)) signal_number(view(), use.name);
      break;
    case Element:
      if (!parse_region(use.name) && use.name != "lm" && !has_elements(use.name)) refuse(use.name);
      break;
    case Name:
      if (is_name(use.name) || (is_arm_register(use.name) && sim_.chip().xscale)) break;
      if (!is_register(use.name)) refuse(use.name);
      view().me().get_register(use.name, 0); // throws if the number is out of range
    }
  }

private:
  bool is_name(const std::string& name) const {
    return std::ranges::find(fields_, name) != fields_.end() ||
           std::ranges::find(kValues, name) != kValues.end() || symbols_.contains(name);
  }
  bool has_elements(const std::string& name) const {
    const auto first = symbols_.lower_bound(name + "[");
    return first != symbols_.end() && first->starts_with(name + "[");
  }
  View view() const {
    const auto& placed = sim_.images().placed;
    return view_of(sim_, {asked_.me.value_or(placed.empty() ? 0 : placed[0].me), 0});
  }

  [[noreturn]] void refuse(const std::string& name) const {
    if (fields_.empty() && asked_.me)
      throw InputError(no_such_name(sim_.images(), *asked_.me, name));
    std::vector<std::string> known = fields_;
    known.insert(known.end(), symbols_.begin(), symbols_.end());
    std::string text;
    if (!fields_.empty())
      text = fmt::format("'{}' is no field of the messages on ring {}, which are {}, and no "
                         "variable or register of a program",
                         name, asked_.ring->name, fmt::join(fields_, ", "));
    else
      text = fmt::format("there is no '{}' in any program", name);
    throw InputError(text + known_names(name, known));
  }

  Simulation& sim_;
  const Asked& asked_;
  std::set<std::string> symbols_; // of all programs
  std::vector<std::string> fields_;
};

} // namespace

void check_names(const Expression& expression, Simulation& sim, const Asked& asked) {
  const Checker checker(sim, asked);
  for (const Expression::Use& use : expression.uses())
    checker.check(use);
}

} // namespace ixp::debug
