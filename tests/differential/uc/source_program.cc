#include "tests/differential/uc/source_program.h"

#include <bit>
#include <fmt/format.h>

namespace mecc::test {

namespace {

constexpr const char* kMemories[] = {"sram", "scratch", "dram"};

} // namespace

SourceProgram::SourceProgram(uint32_t seed) : random_(seed) {
  four_ = chance(4);
  all_contexts_ = chance(2);
  fill_ = chance(2);
  budget_ = 6 + pick(40);
  program_ = captured([&] {
    declare();
    while (budget_ > 0)
      statement();
  });
  finish();
}

std::vector<unsigned> SourceProgram::contexts() const {
  std::vector<unsigned> out;
  for (unsigned c = 0; c < (all_contexts_ ? 8u : 1u); c += four_ ? 2 : 1)
    out.push_back(c);
  return out;
}

std::vector<uint32_t> SourceProgram::results(unsigned context) const {
  State s = initial_;
  s.context = context;
  program_(s);
  std::vector<uint32_t> out;
  for (const std::string& name : results_)
    out.push_back(s.values[name]);
  return out;
}

void SourceProgram::step(std::function<void(State&)> f) {
  steps_.push_back([f = std::move(f)](State& s) {
    f(s);
    return Flow::Next;
  });
}

// The statements that `body` prints, as one step.
SourceProgram::Step SourceProgram::captured(const std::function<void()>& body) {
  Steps outer;
  outer.swap(steps_);
  ++depth_;
  body();
  --depth_;
  auto inner = std::make_shared<Steps>(std::move(steps_));
  steps_.swap(outer);
  return [inner](State& s) {
    for (const Step& one : *inner)
      if (const Flow f = one(s); f != Flow::Next) return f;
    return Flow::Next;
  };
}

SourceProgram::Step SourceProgram::block(unsigned statements) {
  return captured([&] {
    for (unsigned k = 0; k < statements; ++k)
      statement();
  });
}

// ---- declarations

void SourceProgram::declare() {
  line(four_ ? ".num_contexts 4" : ".num_contexts 8");
  for (unsigned k = 0; k < 2; ++k)
    if (chance(3)) {
      const std::string name = fmt::format("IMPORT{}", k);
      const uint32_t value = chance(2) ? pick(0x10000) : static_cast<uint32_t>(random_());
      line(".import_var " + name);
      imports_.emplace_back(name, fmt::format("{:#x}", value));
      initial_.values[name] = value;
    }
  declare_memory();
  const unsigned variables = 3 + pick(9);
  for (unsigned k = 0; k < variables; ++k) {
    std::string name = fmt::format("v{}", k);
    switch (pick(6)) {
    case 0: line(".areg " + name); break;
    case 1: line(".breg " + name); break;
    case 2:
      line(fmt::format(".reg {}[2]", name));
      name += "[1]";
      break;
    default: line(".reg " + name);
    }
    variables_.push_back(name);
    spellings_[name] = {name};
    if (chance(3)) {
      line(fmt::format(".operand_synonym alias{} {}", k, name));
      spellings_[name].push_back(fmt::format("alias{}", k));
    }
    if (name.ends_with("]")) spellings_[name].push_back(fmt::format("v{}[2 - 1]", k));
  }
  if (chance(2)) {
    line(".reg @fixed");
    line(".init @fixed 0xcafe1234");
    initial_.values["@fixed"] = 0xcafe1234;
  }
  declare_macros();
  // Which context this is, and where its part of each memory begins.
  line(".reg ctx area");
  line("local_csr_rd[ACTIVE_CTX_STS]");
  line("immed[ctx, 0]");
  line("alu[ctx, ctx, AND, 7]");
  line(fmt::format("alu_shf[area, --, B, ctx, <<{}]", std::countr_zero(4 * kWords)));
  line("local_csr_wr[ACTIVE_LM_ADDR_0, area]");
  for (const std::string& name : variables_) {
    const uint32_t value = chance(3) ? pick(300) : static_cast<uint32_t>(random_());
    line(fmt::format("alu[{}, --, B, {:#x}]", name, value));
    initial_.values[name] = value;
    if (chance(3)) {
      line(fmt::format("alu[{}, {}, +, ctx]", name, name));
      step([name](State& s) { s.values[name] += s.context; });
    }
  }
}

void SourceProgram::declare_memory() {
  line(fmt::format(".local_mem lmem {} aligned 64", 8 * 4 * kWords)); // the first: at 0
  for (const char* memory : kMemories) {
    line(fmt::format(".{} {}_words {} aligned 64", memory, memory, 8 * 4 * kWords));
    for (unsigned k = 0; k < kWords; ++k) {
      const uint32_t value = static_cast<uint32_t>(random_());
      initial_.values[word(memory, k)] = value;
      for (unsigned c = 0; c < 8; ++c)
        line(fmt::format(".init {}_words+{} {:#x}", memory, 4 * (c * kWords + k), value));
    }
  }
  for (unsigned k = 0; k < kWords; ++k) {
    const uint32_t value = static_cast<uint32_t>(random_());
    initial_.values[word("lmem", k)] = value;
    for (unsigned c = 0; c < 8; ++c)
      line(fmt::format(".init lmem+{} {:#x}", 4 * (c * kWords + k), value));
  }
  line(fmt::format(".scratch results {} aligned 256", 8 * kResultBytes));
}

void SourceProgram::declare_macros() {
  line(R"(#macro add_many[dst, what, times=3]
  .begin
    .reg n
    immed[n, times]
  again#:
    alu[dst, dst, +, what]
    alu[n, n, -, 1]
    bne[again#]
  .end
#endm
#macro mix[dst, a, b, amount=5]
  .begin
    .reg part
    #if (isnum(b))
      alu[part, a, XOR, b]
    #else
      alu_shf[part, a, OR, b, <<amount]
    #endif
    alu[dst, dst, +, part]
  .end
#endm
#macro sum_up[dst, a, limit=2]
  #define_eval STEP 0
  #while (STEP < limit)
    alu[dst, dst, +, (STEP * 1000)]
    #for EXTRA [1, 260]
      alu[dst, dst, XOR, (EXTRA + STEP)]
    #endloop
    #define_eval STEP (STEP + 1)
  #endloop
  alu[dst, dst, -, a]
#endm)");
  macros_.push_back({"add_many", 3, [](State& s, const std::string& d, const std::vector<Get>& in) {
                       for (uint32_t n = in[1](s); n > 0; --n)
                         s.values[d] += in[0](s);
                     }});
  macros_.push_back({"mix", 5, [](State& s, const std::string& d, const std::vector<Get>& in) {
                       s.values[d] += in[0](s) | in[1](s) << (in[2](s) & 31);
                     }});
  macros_.push_back({"sum_up", 2, [](State& s, const std::string& d, const std::vector<Get>& in) {
                       for (uint32_t k = 0; k < in[1](s); ++k)
                         s.values[d] = ((s.values[d] + k * 1000) ^ (1 + k)) ^ (260 + k);
                       s.values[d] -= in[0](s);
                     }});
}

// ---- operands

std::string SourceProgram::variable() {
  return variables_[pick(static_cast<unsigned>(variables_.size()))];
}

std::string SourceProgram::spelled(const std::string& variable) {
  const std::vector<std::string>& all = spellings_[variable];
  return all[pick(static_cast<unsigned>(all.size()))];
}

SourceProgram::Operand SourceProgram::reg() {
  const std::string name = variable();
  return {spelled(name), [name](const State& s) { return s.values.at(name); }};
}

SourceProgram::Operand SourceProgram::small_constant(unsigned most) {
  const uint32_t v = pick(most + 1);
  return {fmt::format("{}", v), [v](const State&) { return v; }, true};
}

SourceProgram::Operand SourceProgram::constant() {
  if (!imports_.empty() && chance(6)) {
    const std::string& name = imports_[pick(static_cast<unsigned>(imports_.size()))].first;
    return {name, [name](const State& s) { return s.values.at(name); }, true};
  }
  uint32_t v = 0;
  switch (pick(5)) {
  case 0: v = pick(256); break;
  case 1: v = pick(0x10000); break;
  case 2: v = ~pick(0x10000); break;
  case 3: v = pick(0x10000) << 8 * pick(3); break;
  default: v = static_cast<uint32_t>(random_());
  }
  std::string text;
  switch (pick(4)) {
  case 0: text = fmt::format("{}", v); break;
  case 1: text = fmt::format("({:#x} + {})", v - v / 3, v / 3); break;
  case 2: text = v >> 31 ? fmt::format("(-{})", (~v) + 1ull) : fmt::format("{:#x}", v); break;
  default: text = fmt::format("{:#x}", v);
  }
  return {text, [v](const State&) { return v; }, true};
}

// Restricted: for instructions with narrow operands.
SourceProgram::Operand SourceProgram::any(bool restricted) {
  switch (pick(restricted ? 5 : 7)) {
  case 0: return constant();
  case 1: {
    const unsigned n = pick(kWords);
    const std::string key = word("lmem", n);
    return {n == 0 && chance(2) ? "*l$index0" : fmt::format("*l$index0[{}]", n),
            [key](const State& s) { return s.values.at(key); }};
  }
  case 5:
    if (initial_.values.contains("@fixed"))
      return {"@fixed", [](const State& s) { return s.values.at("@fixed"); }};
    return reg();
  case 6: return {"ctx", [](const State& s) { return uint32_t{s.context}; }};
  default: return reg();
  }
}

SourceProgram::Expression SourceProgram::leaf() {
  Expression e;
  static_cast<Operand&>(e) = any();
  return e;
}

// Never of constants alone: those are computed with 64 bits.
SourceProgram::Expression SourceProgram::expression(unsigned depth) {
  if (depth == 0 || chance(3)) {
    Expression e = leaf();
    while (e.constant)
      e = leaf();
    return e;
  }
  if (chance(6)) {
    const bool complement = chance(2);
    const Expression a = expression(depth - 1);
    Expression e;
    e.text =
        fmt::format("{}{}", complement ? "~" : "-", a.precedence < 9 ? "(" + a.text + ")" : a.text);
    e.get = [a, complement](const State& s) { return complement ? ~a.get(s) : 0 - a.get(s); };
    e.precedence = 8;
    return e;
  }
  static constexpr const char* kOps[] = {"|", "^", "&", "<<", ">>", "+", "-"};
  static constexpr int kPrecedence[] = {1, 2, 3, 4, 4, 5, 5};
  const unsigned op = pick(7);
  Expression a = expression(depth - 1), b = chance(3) ? leaf() : expression(depth - 1);
  const bool shift = op == 3 || op == 4;
  if (shift && (chance(2) || b.constant)) b = {small_constant(31)};
  if (!shift && chance(4)) std::swap(a, b);
  const auto wrap = [&](const Expression& x, bool right) {
    const bool needed = x.precedence < kPrecedence[op] + (right ? 1 : 0);
    return needed || chance(4) ? "(" + x.text + ")" : x.text;
  };
  Expression e;
  e.text = fmt::format("{} {} {}", wrap(a, false), kOps[op], wrap(b, true));
  e.precedence = kPrecedence[op];
  e.get = [a, b, op](const State& s) {
    const uint32_t l = a.get(s), r = b.get(s);
    const uint32_t results[] = {l | r, l ^ r, l & r, l << (r & 31), l >> (r & 31), l + r, l - r};
    return results[op];
  };
  return e;
}

SourceProgram::Test SourceProgram::relation(bool is_unsigned) {
  switch (pick(8)) {
  case 0: {
    const Operand r = reg();
    const unsigned bit = pick(32);
    return {fmt::format("BIT({}, {})", r.text, bit),
            [r, bit](const State& s) { return r.get(s) >> bit & 1; }};
  }
  case 1: {
    const Operand r = reg();
    const unsigned byte = pick(4), value = pick(256);
    const bool equal = chance(2);
    return {fmt::format("BYTE({}, {}) {} {}", r.text, byte, equal ? "==" : "!=", value),
            [=](const State& s) { return ((r.get(s) >> 8 * byte & 0xff) == value) == equal; }};
  }
  case 2: {
    const unsigned c = four_ ? 2 * pick(4) : pick(8);
    return {fmt::format("CTX() == {}", c), [c](const State& s) { return s.context == c; }};
  }
  case 3: {
    const Expression e = expression(2);
    return {e.text, [e](const State& s) { return e.get(s) != 0; }};
  }
  default: break;
  }
  static constexpr const char* kRelations[] = {"==", "!=", "<", "<=", ">", ">="};
  const unsigned r = pick(6);
  const Expression a = expression(2), b = chance(2) ? leaf() : expression(1);
  const bool zero = chance(5);
  return {fmt::format("{} {} {}", a.text, kRelations[r], zero ? "0" : b.text),
          [a, b, r, zero, is_unsigned](const State& s) {
            const uint32_t l = a.get(s), q = zero ? 0 : b.get(s);
            const bool less =
                is_unsigned ? l < q : static_cast<int32_t>(l) < static_cast<int32_t>(q);
            const bool equal = l == q;
            const bool results[] = {equal, !equal, less, less || equal, !less && !equal, !less};
            return results[r];
          }};
}

SourceProgram::Test SourceProgram::test(unsigned depth, bool is_unsigned) {
  if (depth == 0 || chance(2)) return relation(is_unsigned);
  if (chance(4)) {
    const Test t = test(depth - 1, is_unsigned);
    return {"!(" + t.text + ")", [t](const State& s) { return !t.holds(s); }};
  }
  const Test a = test(depth - 1, is_unsigned), b = test(depth - 1, is_unsigned);
  const bool both = chance(2);
  return {fmt::format("({}) {} ({})", a.text, both ? "&&" : "||", b.text),
          [a, b, both](const State& s) {
            return both ? a.holds(s) && b.holds(s) : a.holds(s) || b.holds(s);
          }};
}

} // namespace mecc::test
