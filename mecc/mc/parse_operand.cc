// Parses operands, constants, signals and labels.
#include "mecc/mc/parser.h"

#include "isa/control_store.h"
#include "isa/microengine.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace mecc::mc {

using mev2::Operand;
using mev2::OperandKind;
using mev2::Step;

namespace {

// Sigils and name of a register: "@count", "$x", "$$y", "n$z", with an optional "[index]".
struct RegisterText {
  std::string name; // with sigils
  std::string_view index;
  uint32_t index_offset = 0;
  bool indexed = false;
};

std::optional<RegisterText> register_text(const Piece& p) {
  std::string_view t = p.text;
  size_t i = 0;
  if (i < t.size() && t[i] == '@') ++i;
  if (t.substr(i).starts_with("$$"))
    i += 2;
  else if (t.substr(i).starts_with("$"))
    i += 1;
  else if (t.substr(i).starts_with("n$") || t.substr(i).starts_with("N$"))
    i += 2;
  const size_t begin = i;
  if (i >= t.size() || !is_name_char(t[i])) return std::nullopt;
  if (begin == 0 && !is_name_start(t[i])) return std::nullopt; // a number
  while (i < t.size() && is_name_char(t[i]))
    ++i;
  RegisterText r;
  r.name = std::string(t.substr(0, i));
  if (i == t.size()) return r;
  if (t[i] != '[' || t.back() != ']') return std::nullopt;
  r.indexed = true;
  r.index = t.substr(i + 1, t.size() - i - 2);
  r.index_offset = p.offset + static_cast<uint32_t>(i + 1);
  return r;
}

std::optional<unsigned> decimal(std::string_view s) {
  unsigned v = 0;
  if (s.empty() || s.size() > 3) return std::nullopt;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
  if (error != std::errc() || end != s.data() + s.size()) return std::nullopt;
  return v;
}

} // namespace

std::optional<Operand> Parser::physical_operand(std::string_view text) const {
  const std::string s = lower(text);
  Operand o;
  std::string_view digits;
  if (s.starts_with("@a") || s.starts_with("@b")) {
    o.kind = OperandKind::AbsGpr;
    o.bank = s[1] == 'a' ? mev2::Bank::A : mev2::Bank::B;
    digits = std::string_view(s).substr(2);
  } else if (s.starts_with("n$")) {
    o.kind = OperandKind::Nn;
    digits = std::string_view(s).substr(2);
  } else if (s.starts_with("$$")) {
    o.kind = OperandKind::DXfer;
    digits = std::string_view(s).substr(2);
  } else if (s.starts_with("$")) {
    o.kind = OperandKind::SXfer;
    digits = std::string_view(s).substr(1);
  } else if (s.starts_with("a") || s.starts_with("b")) {
    o.kind = OperandKind::Gpr;
    o.bank = s[0] == 'a' ? mev2::Bank::A : mev2::Bank::B;
    digits = std::string_view(s).substr(1);
  } else {
    return std::nullopt;
  }
  const auto n = decimal(digits);
  const unsigned limit =
      o.kind == OperandKind::AbsGpr ? mev2::kFileRegisters : unit_.registers_per_bank();
  if (!n || *n >= limit) return std::nullopt;
  o.number = static_cast<uint16_t>(*n);
  return o;
}

// *l$index0[3], *l$index1++, *$index, *$$index--, *n$index++
std::optional<Operand> Parser::pointer_operand(const Piece& p) {
  if (!p.text.starts_with('*')) return std::nullopt;
  static const std::pair<const char*, OperandKind> kPointers[] = {{"*l$index0", OperandKind::Lm0},
                                                                  {"*l$index1", OperandKind::Lm1},
                                                                  {"*n$index", OperandKind::NnRing},
                                                                  {"*$$index", OperandKind::DIndex},
                                                                  {"*$index", OperandKind::SIndex}};
  const std::string s = lower(p.text);
  for (const auto& [text, kind] : kPointers) {
    if (!s.starts_with(text)) continue;
    const std::string_view name = text;
    const Piece rest =
        trim(p.text.substr(name.size()), p.offset + static_cast<uint32_t>(name.size()));
    Operand o;
    o.kind = kind;
    if (rest.empty()) return o;
    if (rest.text == "++") {
      o.step = Step::Increment;
      return o;
    }
    if (rest.text == "--" && kind != OperandKind::NnRing) {
      o.step = Step::Decrement;
      return o;
    }
    const bool local = kind == OperandKind::Lm0 || kind == OperandKind::Lm1;
    if (local && rest.text.starts_with('[') && rest.text.ends_with(']')) {
      const Piece index = trim(rest.text.substr(1, rest.text.size() - 2), rest.offset + 1);
      o.number = static_cast<uint16_t>(known_number(index, 0, 15, "local-memory offset"));
      return o;
    }
    fail(rest, fmt::format("'{}' cannot follow {}", rest.text, name));
  }
  fail(p, fmt::format(
              "'{}' is no pointer; there are *l$index0, *l$index1, *$index, *$$index, *n$index",
              p.text));
}

std::vector<RegisterId> Parser::registers_named(const Piece& p) {
  const auto text = register_text(p);
  if (!text) return {};
  // The element is not declared under its own name, so look up the array.
  const Symbol* s = names_.find(text->name, names_.current());
  if (!s || s->kind != Symbol::Kind::Register) return {};
  std::vector<RegisterId> out;
  if (!text->indexed) {
    for (uint32_t k = 0; k < s->count; ++k)
      out.push_back(s->first + k);
    return out;
  }
  if (!s->array) fail(p, fmt::format("{} is not an array", text->name));
  const Piece index = trim(text->index, text->index_offset);
  out.push_back(s->first + static_cast<uint32_t>(known_number(
                               index, 0, static_cast<int64_t>(s->count) - 1, "array index")));
  return out;
}

std::optional<RegisterId> Parser::register_named(const Piece& p) {
  const std::vector<RegisterId> all = registers_named(p);
  if (all.empty()) return std::nullopt;
  return all.front(); // the bare name of an array is its first element
}

void Parser::unknown_name(const Piece& p, const char* what) {
  std::string name(p.text);
  if (const auto text = register_text(p)) name = text->name;
  if (names_.find(name, names_.current())) fail(p, fmt::format("{} is no {}", name, what));
  const std::string near = ixp::closest(name, names_.visible(names_.current()));
  const std::string hint = names_.declared_anywhere(name)
                               ? "; it was declared in a scope that has ended"
                           : near.empty() ? "; declare it with .reg or .sig"
                                          : fmt::format("; did you mean '{}'?", near);
  fail(p, fmt::format("{} '{}' is not declared{}", what, name, hint));
}

Slot Parser::operand(const Piece& p) {
  Slot s;
  s.at = place(p);
  if (p.empty()) fail(p, "an operand is missing");
  if (p.text == "--") return s;
  if (auto pointer = pointer_operand(p)) {
    s.kind = Slot::Kind::Fixed;
    s.fixed = *pointer;
    return s;
  }
  Piece inner = p; // of ((name)), as macros write their arguments
  while (inner.text.size() > 2 && inner.text.front() == '(' && inner.text.back() == ')')
    inner = trim(inner.text.substr(1, inner.text.size() - 2), inner.offset + 1);
  if (inner.text != p.text && (register_text(inner) || inner.text.starts_with('*')))
    return operand(inner);
  if (const auto text = register_text(p)) {
    if (const auto reg = register_named(p)) {
      s.kind = Slot::Kind::Register;
      s.reg = *reg;
      return s;
    }
    const Symbol* symbol = names_.find(text->name, names_.current());
    if (symbol && symbol->kind == Symbol::Kind::Operand && !text->indexed) {
      s = synonyms_[symbol->first];
      s.at = place(p);
      return s;
    }
    if (symbol && symbol->kind == Symbol::Kind::Signal)
      fail(p, fmt::format("{} is a signal; its number is written &{}", text->name, text->name));
    if (const auto physical = physical_operand(p.text)) {
      s.kind = Slot::Kind::Fixed;
      s.fixed = *physical;
      return s;
    }
    int64_t value = 0;
    Waits waits;
    if (!look_up(text->name, names_.current(), s.at, waits, value)) unknown_name(p, "register");
  }
  s.kind = Slot::Kind::Constant;
  s.number = number(p);
  return s;
}

Slot Parser::source(const Piece& p) {
  Slot s = operand(p);
  if (!s.present()) fail(p, "a source operand is expected here, not '--'");
  if (s.is_register()) {
    const Register& r = unit_.registers[s.reg];
    if (r.write_only)
      fail(p, fmt::format("{} is declared 'write': it cannot be read; declare it without 'write'",
                          r.name));
    if (r.remote)
      fail(p, fmt::format("{} is in another microengine and cannot be used as an operand", r.name));
  }
  return s;
}

Slot Parser::destination(const Piece& p) {
  Slot s = operand(p);
  if (s.kind == Slot::Kind::Constant)
    fail(p, fmt::format("a destination must be a register or '--', not the constant '{}'", p.text));
  if (s.kind == Slot::Kind::Fixed && s.fixed.kind == OperandKind::NnRing &&
      s.fixed.step == Step::Keep)
    fail(p, "*n$index can be written only as *n$index++");
  if (s.is_register()) {
    const Register& r = unit_.registers[s.reg];
    if (r.read_only)
      fail(p, fmt::format("{} is declared 'read': it cannot be written; declare it without 'read'",
                          r.name));
    if (r.remote)
      fail(p, fmt::format("{} is in another microengine and cannot be used as an operand", r.name));
  }
  return s;
}

Slot Parser::transfer(const Piece& p) {
  Slot s = operand(p);
  if (s.is_register() && !unit_.registers[s.reg].transfer())
    fail(p, fmt::format("a transfer register ($name or $$name) is expected, not {}", p.text));
  if (s.kind == Slot::Kind::Fixed && s.fixed.kind != OperandKind::SXfer &&
      s.fixed.kind != OperandKind::DXfer)
    fail(p, fmt::format("a transfer register ($name or $$name) is expected, not {}", p.text));
  if (s.kind == Slot::Kind::Constant)
    fail(p, fmt::format("a transfer register ($name or $$name) is expected, not '{}'", p.text));
  return s;
}

SignalRef Parser::signal(const Piece& p) {
  SignalRef r;
  r.at = place(p);
  if (p.text == "--" || p.empty()) return r;
  const std::string name(p.text);
  const Symbol* s = names_.find(name, names_.current());
  if (s && s->kind == Symbol::Kind::Signal) {
    if (unit_.signals[s->first].remote)
      fail(p,
           fmt::format("{} is a signal of another microengine; only &{} can be used", name, name));
    r.kind = SignalRef::Kind::Virtual;
    r.id = s->first;
    return r;
  }
  if (s) fail(p, fmt::format("{} is no signal; a signal is expected", name));
  if (name.size() > 1 && (name[0] == 's' || name[0] == 'S'))
    if (const auto n = decimal(std::string_view(name).substr(1)); n && *n >= 1 && *n <= 15) {
      r.kind = SignalRef::Kind::Fixed;
      r.id = *n;
      return r;
    }
  unknown_name(p, "signal");
}

std::string Parser::label_name(const Piece& p) {
  if (p.text.size() < 2 || p.text.back() != '#')
    fail(p, fmt::format("a label is expected (its name ends in '#'), not '{}'", p.text));
  for (char c : p.text.substr(0, p.text.size() - 1))
    if (!is_name_char(c)) fail(p, fmt::format("'{}' is no label", p.text));
  return std::string(p.text);
}

LabelUseId Parser::label(const Piece& p) {
  const size_t end = p.text.find('#');
  if (end == std::string_view::npos || end + 1 == p.text.size())
    return names_.use_label(label_name(p), place(p));
  const std::string name = label_name(trim(p.text.substr(0, end + 1), p.offset));
  const Piece offset = trim(p.text.substr(end + 1), p.offset + static_cast<uint32_t>(end + 1));
  if (offset.text.front() != '+' && offset.text.front() != '-')
    fail(offset, fmt::format("'{}' cannot follow a label; write {} + n or {} - n", offset.text,
                             name, name));
  const int64_t most = mev2::kMaxControlStoreWords;
  return names_.use_label(name, place(p), known_number(offset, -most, most, "distance"));
}

// ---- Names for numeric fields of the word

uint8_t Parser::input_state(const Piece& p) {
  std::string name = lower(p.text);
  // The SDK's name for the status of a ring, which means "full" unless the ring is configured for
  // "empty".
  if (name.starts_with("scr_ring") && name.ends_with("_full"))
    name = name.substr(0, name.size() - 4) + "status";
  if (const auto state = mev2::input_state_number(name)) return *state;
  std::vector<std::string> all;
  for (uint8_t k = 0; k < 16; ++k)
    all.emplace_back(mev2::input_state_name(k));
  const std::string near = ixp::closest(name, all);
  fail(p, fmt::format("'{}' is no input state{}", p.text,
                      near.empty() ? std::string("; there are nn_empty, nn_full, scr_ring0_status "
                                                 ".. scr_ring11_status, fci_not_empty, fci_full")
                                   : fmt::format("; did you mean '{}'?", near)));
}

uint16_t Parser::local_csr_named(const Piece& p) {
  if (const auto address = mev2::local_csr_address(p.text)) return *address;
  std::string upper(p.text);
  for (char& c : upper)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::vector<std::string> all;
  for (unsigned a = 0; a < 0x2000; a += 4)
    if (const auto n = mev2::local_csr_name(static_cast<uint16_t>(a)); !n.empty())
      all.emplace_back(n);
  const std::string near = ixp::closest(upper, all);
  fail(p, fmt::format("'{}' is no local CSR{}", p.text,
                      near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near)));
}

// ---- Constants

// Resolves names inside constant expressions.
bool Parser::look_up(const std::string& name, ScopeId scope, Place at, Waits& waits,
                     int64_t& value) {
  value = 1; // a placeholder that avoids division by zero
  if (name.starts_with('&')) {
    const Piece p{std::string_view(name).substr(1), at.offset};
    const auto text = register_text(p);
    const Symbol* s = text ? names_.find(text->name, scope) : nullptr;
    if (!s || (s->kind != Symbol::Kind::Register && s->kind != Symbol::Kind::Signal)) return false;
    waits.late = true;
    if (s->kind == Symbol::Kind::Signal) {
      unit_.signals[s->first].address_taken = true;
      value = unit_.signals[s->first].number;
      return true;
    }
    uint32_t element = 0;
    if (text->indexed) {
      int64_t index = 0;
      std::string error;
      size_t error_at = 0;
      Waits index_waits;
      const ExpressionContext context = expressions(scope, at, index_waits);
      if (!evaluate(std::string(text->index), context, index, error, error_at) ||
          index_waits.late || index_waits.open || index < 0 || index >= s->count)
        return false;
      element = static_cast<uint32_t>(index);
    }
    for (uint32_t k = 0; k < s->count; ++k) // &array[0] gives access to all elements
      unit_.registers[s->first + k].address_taken = true;
    value = unit_.registers[s->first + element].number;
    return true;
  }
  if (name.ends_with('#')) {
    waits.late = true;
    const LabelUse use{name, at, scope, kNothing};
    if (const LabelId l = names_.find_label(use); l != kNothing) {
      value = unit_.labels[l].node == kNothing ? 1 : unit_.labels[l].node;
    }
    return true; // undefined labels are reported elsewhere
  }
  if (std::ranges::find(unit_.imports, name) != unit_.imports.end()) {
    waits.open = true;
    return true;
  }
  const Symbol* named = names_.find(name, scope);
  if (named && named->kind == Symbol::Kind::Memory) {
    value = unit_.memory[named->first].address;
    return true;
  }
  if (named && named->kind == Symbol::Kind::Operand) {
    const Slot& slot = synonyms_[named->first];
    if (slot.kind != Slot::Kind::Constant || !slot.number.known) return false;
    value = *slot.number.known;
    return true;
  }
  if (msf_names_)
    if (auto address = mev2::msf_csr_address(name)) {
      value = *address;
      return true;
    }
  return false;
}

// Size in bytes of the object `name`. An element of an array is one register.
int64_t Parser::size_of(const std::string& name, ScopeId scope) const {
  const auto text = register_text({name, 0});
  const Symbol* s = text ? names_.find(text->name, scope) : nullptr;
  if (s && s->kind == Symbol::Kind::Memory && !text->indexed)
    return unit_.memory[s->first].request.bytes;
  if (!s || s->kind != Symbol::Kind::Register) return 0;
  return text->indexed ? 4 : 4 * int64_t{s->count};
}

ExpressionContext Parser::expressions(ScopeId scope, Place at, Waits& waits) {
  ExpressionContext context;
  context.lookup = [this, scope, at, &waits](const std::string& name, int64_t& value) {
    return look_up(name, scope, at, waits, value);
  };
  context.size_of = [this, scope](const std::string& name) { return size_of(name, scope); };
  return context;
}

Number Parser::number(const Piece& p) {
  if (p.empty()) fail(p, "a constant is missing");
  Number n;
  n.text = std::string(p.text);
  n.at = place(p);
  n.scope = names_.current();
  Waits waits;
  std::string unknown;
  ExpressionContext context = expressions(n.scope, n.at, waits);
  context.lookup = [&](const std::string& name, int64_t& value) {
    const bool found = look_up(name, n.scope, n.at, waits, value);
    // undefined labels are reported later
    if (found && name.ends_with('#')) names_.use_address(name, n.at);
    if (!found && unknown.empty()) unknown = name;
    return found;
  };
  int64_t value = 0;
  std::string error;
  size_t error_at = 0;
  if (!evaluate(n.text, context, value, error, error_at)) {
    if (unknown.empty() && waits.late && !waits.open) { // an error of placeholders, perhaps
      n.late = true;
      return n;
    }
    const Piece where{p.text, p.offset + static_cast<uint32_t>(error_at)};
    if (unknown.empty()) fail(where, error);
    std::string bare = unknown.starts_with('&') ? unknown.substr(1) : unknown;
    if (const Symbol* s = names_.find(bare, n.scope); s && s->kind == Symbol::Kind::Memory)
      fail(where, fmt::format("{} is memory: its address is written {}, without &", bare, bare));
    else if (s && s->kind == Symbol::Kind::Register && bare == unknown)
      fail(where, fmt::format("{} is a register; a constant is expected here", bare));
    const std::string near = ixp::closest(bare, names_.visible(n.scope));
    fail(where,
         fmt::format("'{}' is no constant{}", unknown,
                     near.empty() || near == bare
                         ? std::string(": it is neither a #define, nor &register, nor &signal")
                         : fmt::format("; did you mean '{}'?", near)));
  }
  n.late = waits.late;
  if (waits.open) n.open = n.text;
  if (!waits.late && !waits.open) n.known = value;
  return n;
}

int64_t Parser::known_number(const Piece& p, int64_t low, int64_t high, const char* what) {
  const Number n = number(p);
  if (!n.known)
    fail(p,
         fmt::format("the {} must be known here; '{}' has a value only {}", what, p.text,
                     !n.open.empty() ? "when the program is loaded, give it one with -D NAME=value"
                                     : "after allocation"));
  if (*n.known < low || *n.known > high)
    fail(p, fmt::format("{} {} is out of range; {} to {} are possible", what, *n.known, low, high));
  return *n.known;
}

void Parser::field(Instr& i, Field f, const Piece& p, int64_t low, int64_t high, const char* what) {
  Number n = number(p);
  if (n.known && (*n.known < low || *n.known > high))
    fail(p, fmt::format("{} {} is out of range; {} to {} are possible", what, *n.known, low, high));
  i.fields.push_back({f, std::move(n), low, high, what});
}

void Parser::resolve(Number& n) {
  if (n.known) return;
  Waits waits;
  ExpressionContext context = expressions(n.scope, n.at, waits);
  if (!n.open.empty()) {
    context.lookup = [&](const std::string& name, int64_t& value) {
      return std::ranges::find(unit_.imports, name) == unit_.imports.end() &&
             look_up(name, n.scope, n.at, waits, value);
    };
    bool complete = false;
    n.open = substitute(n.text, context, complete);
    return;
  }
  int64_t value = 0;
  std::string error;
  size_t error_at = 0;
  if (evaluate(n.text, context, value, error, error_at))
    n.known = value;
  else
    unit_.error({n.at.line, n.at.offset + static_cast<uint32_t>(error_at)}, error);
}

void Parser::resolve(Slot& s) {
  if (s.kind == Slot::Kind::Constant) resolve(s.number);
}

void Parser::resolve_numbers() {
  for (Instr& i : unit_.code) {
    for (Slot* s : {&i.dst, &i.left, &i.right, &i.xfer})
      resolve(*s);
    for (FieldNumber& f : i.fields)
      resolve(f.number);
  }
  for (Memory& m : unit_.memory)
    for (Memory::Value& v : m.values)
      resolve(v.number);
  for (Point& p : unit_.points) {
    for (Point::Word& w : p.condition)
      resolve(w.slot);
    for (Point::Expression& e : p.arguments)
      for (Point::Word& w : e)
        resolve(w.slot);
  }
}

} // namespace mecc::mc
