#include "mecc/mc/names.h"

#include "mecc/mc/statement.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace mecc::mc {

Names::Names(Unit& unit) : unit_(unit) {
  scopes_.emplace_back();
}

void Names::open(Place at, const char* closer) {
  Scope s;
  s.parent = current_;
  s.at = at;
  s.closer = closer;
  scopes_.push_back(std::move(s));
  current_ = static_cast<ScopeId>(scopes_.size() - 1);
}

bool Names::close(const char* closer) {
  if (at_top() || std::string_view(scopes_[current_].closer) != closer) return false;
  current_ = scopes_[current_].parent;
  return true;
}

const Symbol* Names::declare(const std::string& name, const Symbol& s, bool global) {
  Scope& scope = scopes_[global ? 0 : current_];
  auto [it, fresh] = scope.exact.emplace(name, s);
  if (!fresh) return &it->second;
  scope.folded.emplace(lower(name), name);
  return nullptr;
}

const Symbol* Names::find(const std::string& name, ScopeId scope) const {
  for (ScopeId s = scope;; s = scopes_[s].parent) {
    if (auto it = scopes_[s].exact.find(name); it != scopes_[s].exact.end()) return &it->second;
    if (s == 0) break;
  }
  const std::string folded = lower(name);
  for (ScopeId s = scope;; s = scopes_[s].parent) {
    if (auto it = scopes_[s].folded.find(folded); it != scopes_[s].folded.end())
      return &scopes_[s].exact.at(it->second);
    if (s == 0) break;
  }
  return nullptr;
}

std::vector<std::string> Names::visible(ScopeId scope) const {
  std::vector<std::string> out;
  for (ScopeId s = scope;; s = scopes_[s].parent) {
    for (const auto& [name, symbol] : scopes_[s].exact)
      out.push_back(name);
    if (s == 0) return out;
  }
}

bool Names::declared_anywhere(const std::string& name) const {
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [&](const Scope& s) { return s.exact.contains(name); });
}

// ---- Labels

bool Names::encloses(ScopeId outer, ScopeId inner, unsigned* distance) const {
  for (*distance = 0;; ++*distance, inner = scopes_[inner].parent) {
    if (inner == outer) return true;
    if (inner == 0) return false;
  }
}

static bool encloses(const Expansion* outer, const Expansion* inner, unsigned* distance) {
  for (*distance = 0;; ++*distance, inner = inner->outer.get()) {
    if (inner == outer) return true;
    if (!inner) return false;
  }
}

const Expansion* Names::expansion_at(Place at) const {
  return at.line < unit_.lines.size() ? unit_.lines[at.line].expansion.get() : nullptr;
}

const LabelDefinition* Names::define_label(const std::string& name, Place at, LabelId& id) {
  LabelDefinition d;
  d.name = name;
  d.at = at;
  d.scope = current_;
  d.expansion = expansion_at(at);
  const auto [first, last] = labels_.equal_range(lower(name));
  for (auto it = first; it != last; ++it) {
    const LabelDefinition& other = unit_.labels[it->second];
    if (other.name == name && other.scope == d.scope && other.expansion == d.expansion)
      return &other;
  }
  id = static_cast<LabelId>(unit_.labels.size());
  unit_.labels.push_back(std::move(d));
  labels_.emplace(lower(name), id);
  return nullptr;
}

LabelId Names::make_label(const char* why) {
  LabelDefinition d;
  d.name = fmt::format(".{}{}#", why, unit_.labels.size());
  d.scope = current_;
  unit_.labels.push_back(std::move(d));
  return static_cast<LabelId>(unit_.labels.size() - 1);
}

LabelUseId Names::use_label(const std::string& name, Place at, int64_t offset) {
  unit_.label_uses.push_back({name, at, current_, kNothing, offset});
  return static_cast<LabelUseId>(unit_.label_uses.size() - 1);
}

void Names::use_address(const std::string& name, Place at) {
  unit_.label_uses[use_label(name, at)].in_expression = true;
}

void Names::make_global(const std::string& name, Place at) {
  globals_.push_back({name, at, current_});
}

LabelUseId Names::use_label(LabelId label, Place at) {
  unit_.label_uses.push_back({unit_.labels[label].name, at, current_, label});
  return static_cast<LabelUseId>(unit_.label_uses.size() - 1);
}

LabelId Names::find_label(const LabelUse& use) const {
  LabelId best = kNothing;
  unsigned best_rank = ~0u;
  const auto [first, last] = labels_.equal_range(lower(use.name));
  for (auto it = first; it != last; ++it) {
    const LabelDefinition& d = unit_.labels[it->second];
    unsigned scopes = 0, calls = 0;
    if (!encloses(d.scope, use.scope, &scopes)) continue;
    if (!mc::encloses(d.expansion, expansion_at(use.at), &calls)) continue;
    const unsigned rank = scopes * 1024 + calls * 2 + (d.name != use.name);
    if (rank < best_rank) {
      best = it->second;
      best_rank = rank;
    }
  }
  if (best != kNothing) return best;
  // No enclosing scope has it. If the program has a single label of that name, it is unambiguous.
  if (first != last && std::next(first) == last) return first->second;
  for (auto it = first; it != last; ++it)
    if (unit_.labels[it->second].global) return it->second;
  return kNothing;
}

void Names::make_labels_global() {
  for (const LabelUse& g : globals_) {
    const LabelId l = find_label(g);
    if (l == kNothing) {
      unit_.error(g.at, fmt::format("label '{}' is not defined where this can see it", g.name));
      continue;
    }
    const auto [first, last] = labels_.equal_range(lower(g.name));
    const auto other = std::find_if(first, last, [&](const auto& named) {
      return named.second != l && unit_.labels[named.second].global;
    });
    if (other != last) {
      unit_.error(g.at, fmt::format("another label '{}' is global already", g.name));
      unit_.note_place("defined here", unit_.labels[other->second].at);
    }
    unit_.labels[l].global = true;
  }
}

// `l# + n` is a separate label at the n-th instruction after l#, and stays with that instruction.
void Names::apply_offsets() {
  unit_.place_labels();
  const auto size = static_cast<int64_t>(unit_.code.size());
  for (LabelUse& use : unit_.label_uses) {
    if (use.offset == 0 || use.label == kNothing) continue;
    const int64_t node = unit_.labels[use.label].node + use.offset;
    if (node < 0 || node >= size) {
      unit_.error(use.at,
                  fmt::format("{} {} {} is outside the program of {} instructions", use.name,
                              use.offset < 0 ? '-' : '+', std::abs(use.offset), size));
      continue;
    }
    use.label = make_label("offset");
    unit_.code[static_cast<size_t>(node)].labels.push_back(use.label);
  }
}

void Names::resolve_labels() {
  make_labels_global();
  std::vector<std::string> all;
  for (const LabelDefinition& d : unit_.labels)
    if (d.name[0] != '.') all.push_back(d.name);
  for (LabelUse& use : unit_.label_uses) {
    if (use.label == kNothing) use.label = find_label(use);
    if (use.label != kNothing) {
      unit_.labels[use.label].address_taken |= use.in_expression;
      continue;
    }
    const auto [first, last] = labels_.equal_range(lower(use.name));
    if (first != last) {
      unit_.error(use.at,
                  fmt::format("label '{}' is not visible here: it is defined several times, "
                              "each time in a scope that ended or in another macro call",
                              use.name));
      for (auto it = first; it != last; ++it)
        unit_.note_place("defined here", unit_.labels[it->second].at);
      continue;
    }
    const std::string near = ixp::closest(use.name, all);
    unit_.error(use.at, fmt::format("label '{}' is not defined{}", use.name,
                                    near.empty() ? std::string()
                                                 : fmt::format("; did you mean '{}'?", near)));
  }
  apply_offsets();
}

} // namespace mecc::mc
