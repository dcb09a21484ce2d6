// The statements of random source programs. Each prints its lines and makes the step that has
// their effect.
#include "tests/differential/uc/source_program.h"

#include <bit>
#include <fmt/format.h>

namespace mecc::test {

void SourceProgram::statement() {
  if (budget_ == 0) return arithmetic(); // enough is enough
  --budget_;
  const bool flat = depth_ > 4;
  switch (pick(flat ? 12 : 22)) {
  case 0:
  case 1:
  case 2: return arithmetic();
  case 3: return shift();
  case 4: return immediate();
  case 5: return bytes();
  case 6: return special();
  case 7: return wide_add();
  case 8: return local_memory();
  case 9: return multiply();
  case 10: return memory();
  case 11: return leave();
  case 12:
  case 13: return conditional();
  case 14: return while_loop();
  case 15: return repeat_loop();
  case 16: return unrolled();
  case 17: return call_macro();
  case 18: return call_subroutine();
  case 19: return jump_table();
  case 20: return chance(2) ? deferred() : scope();
  default: return atomic();
  }
}

// ---- instructions

void SourceProgram::arithmetic() {
  static constexpr const char* kOps[] = {"+",    "-",   "AND", "OR", "XOR", "~AND",
                                         "AND~", "B-A", "+16", "+8", "B",   "~B"};
  const unsigned op = pick(12);
  const bool to_local = chance(6);
  const unsigned slot = pick(kWords);
  const std::string d = to_local ? word("lmem", slot) : variable();
  Operand a = any(), b = any();
  if (a.text.starts_with('*') && b.text.starts_with('*')) b = reg(); // one port
  line(fmt::format("alu[{}, {}, {}, {}]",
                   to_local ? fmt::format("*l$index0[{}]", slot) : spelled(d),
                   op >= 10 ? "--" : a.text, kOps[op], b.text));
  step([=](State& s) {
    const uint32_t l = op >= 10 ? 0 : a.get(s), r = b.get(s);
    const uint32_t results[] = {
        l + r,          l - r, l & r, l | r, l ^ r, ~l & r, l & ~r, r - l, l + (r & 0xffff),
        l + (r & 0xff), r,     ~r};
    s.values[d] = results[op];
  });
}

void SourceProgram::shift() {
  static constexpr const char* kOps[] = {"B", "~B", "AND", "~AND", "AND~", "OR"};
  const unsigned op = pick(6), n = 1 + pick(31), kind = pick(5);
  const std::string d = variable();
  Operand a = op < 2 ? Operand{"--", nullptr, false} : any(true), b = any(true);
  if (a.text.starts_with('*') && b.text.starts_with('*')) b = reg();
  const auto combine = [op](uint32_t l, uint32_t r) {
    const uint32_t results[] = {r, ~r, l & r, ~l & r, l & ~r, l | r};
    return results[op];
  };
  if (kind == 4) { // the first operand before it says how far
    const Operand amount = reg();
    const bool left = chance(2);
    line(fmt::format("alu[--, {}, OR, 0]", amount.text));
    line(fmt::format("alu_shf[{}, {}, {}, {}, {}indirect]", spelled(d), a.text, kOps[op], b.text,
                     left ? "<<" : ">>"));
    return step([=](State& s) {
      const unsigned by = amount.get(s) & 31;
      const uint32_t r = left ? b.get(s) << by : b.get(s) >> by;
      s.values[d] = combine(a.get ? a.get(s) : 0, r);
    });
  }
  static constexpr const char* kShifts[] = {"<<", ">>", ">>rot", "<<rot"};
  line(fmt::format("alu_shf[{}, {}, {}, {}, {}{}]", spelled(d), a.text, kOps[op], b.text,
                   kShifts[kind], n));
  step([=](State& s) {
    const uint32_t v = b.get(s);
    const uint32_t shifted[] = {v << n, v >> n, std::rotr(v, static_cast<int>(n)),
                                std::rotl(v, static_cast<int>(n))};
    s.values[d] = combine(a.get ? a.get(s) : 0, shifted[kind]);
  });
}

void SourceProgram::immediate() {
  const std::string d = variable();
  const unsigned kind = pick(9);
  if (kind < 3) {
    const unsigned by = 8 * pick(3);
    uint32_t v = pick(0x10000) << by;
    if (chance(2)) v = ~v;
    line(fmt::format("immed[{}, {:#x}]", spelled(d), v));
    return step([=](State& s) { s.values[d] = v; });
  }
  if (kind < 5) {
    const unsigned by = 8 * pick(3);
    const uint32_t v = pick(0x10000);
    line(fmt::format("immed[{}, {}, <<{}]", spelled(d), v, by));
    return step([=](State& s) { s.values[d] = v << by; });
  }
  const bool half = kind < 7;
  const unsigned part = pick(half ? 2 : 4), bits = half ? 16 : 8, v = pick(1u << bits);
  line(fmt::format("immed_{}{}[{}, {}]", half ? 'w' : 'b', part, spelled(d), v));
  step([=](State& s) {
    const uint32_t mask = ((1u << bits) - 1) << part * bits;
    s.values[d] = (s.values[d] & ~mask) | v << part * bits;
  });
}

void SourceProgram::bytes() {
  const std::string d = variable();
  const unsigned mask = 1 + pick(15), n = pick(32);
  const bool clear = chance(3), left = chance(2);
  const Operand b = any(true);
  line(fmt::format("ld_field{}[{}, {:04b}, {}{}]", clear ? "_w_clr" : "", spelled(d), mask, b.text,
                   n ? fmt::format(", {}{}", left ? "<<" : ">>", n) : ""));
  step([=](State& s) {
    uint32_t m = 0;
    for (unsigned k = 0; k < 4; ++k)
      if (mask >> k & 1) m |= 0xffu << 8 * k;
    const uint32_t v = left ? b.get(s) << n : b.get(s) >> n;
    s.values[d] = (clear ? 0 : s.values[d] & ~m) | (v & m);
  });
}

void SourceProgram::special() {
  const std::string d = variable();
  const Operand a = reg(), b = reg();
  const unsigned n = 1 + pick(31);
  switch (pick(4)) {
  case 0:
    line(fmt::format("dbl_shf[{}, {}, {}, >>{}]", spelled(d), a.text, b.text, n));
    return step([=](State& s) {
      s.values[d] = static_cast<uint32_t>((uint64_t{a.get(s)} << 32 | b.get(s)) >> n);
    });
  case 1: // the result before it gives the sign
    line(fmt::format("alu[--, {}, OR, 0]", a.text));
    line(fmt::format("asr[{}, {}, >>{}]", spelled(d), a.text, n));
    return step([=](State& s) {
      s.values[d] = static_cast<uint32_t>(static_cast<int32_t>(a.get(s)) >> n);
    });
  case 2: {
    line(fmt::format("pop_count1[{}]", a.text));
    line(fmt::format("pop_count2[{}]", a.text));
    line(fmt::format("pop_count3[{}, {}]", spelled(d), a.text));
    return step([=](State& s) { s.values[d] = static_cast<uint32_t>(std::popcount(a.get(s))); });
  }
  default: {
    // The result for 0 is undefined: a bit is set first.
    const std::string from = variable();
    const uint32_t bit = 1u << pick(32);
    line(fmt::format("alu[{0}, {0}, OR, {1:#x}]", spelled(from), bit));
    line(fmt::format("ffs[{}, {}]", spelled(d), spelled(from)));
    return step([=](State& s) {
      s.values[from] |= bit;
      s.values[d] = static_cast<uint32_t>(std::countr_zero(s.values[from]));
    });
  }
  }
}

void SourceProgram::multiply() {
  const std::string low = variable(), high = variable();
  const Operand a = reg(), b = reg();
  if (low == high) return arithmetic();
  line(fmt::format("mul_step[{}, {}], 32x32_start", a.text, b.text));
  for (unsigned k = 1; k <= 4; ++k)
    line(fmt::format("mul_step[{}, {}], 32x32_step{}", a.text, b.text, k));
  line(fmt::format("mul_step[{}, --], 32x32_last", spelled(low)));
  line(fmt::format("mul_step[{}, --], 32x32_last2", spelled(high)));
  step([=](State& s) {
    const uint64_t product = uint64_t{a.get(s)} * b.get(s);
    s.values[low] = static_cast<uint32_t>(product);
    s.values[high] = static_cast<uint32_t>(product >> 32);
  });
}

// The carry lives between the two; code that the assembler inserts there must keep it.
void SourceProgram::wide_add() {
  const std::string low = variable(), high = variable();
  const Operand a = any(), b = any();
  if (low == high || b.text.find(low.substr(0, low.find('['))) != std::string::npos ||
      spellings_[low].size() > 1)
    return arithmetic();
  const bool minus = chance(2);
  line(fmt::format("alu[{0}, {0}, {1}, {2}]", low, minus ? "-" : "+", a.text));
  line(fmt::format("alu[{0}, {0}, {1}carry, {2}]", spelled(high), minus ? "-" : "+", b.text));
  step([=](State& s) {
    const uint64_t x = uint64_t{s.values[high]} << 32 | s.values[low];
    const uint64_t y = uint64_t{b.get(s)} << 32 | a.get(s);
    const uint64_t sum = minus ? x - y : x + y;
    s.values[low] = static_cast<uint32_t>(sum);
    s.values[high] = static_cast<uint32_t>(sum >> 32);
  });
}

// ---- flow

void SourceProgram::conditional() {
  const unsigned parts = 1 + pick(3);
  std::vector<Test> tests;
  std::vector<Step> blocks;
  for (unsigned k = 0; k < parts; ++k) {
    const bool is_unsigned = chance(3);
    tests.push_back(test(2, is_unsigned));
    line(fmt::format(".{}{} ({})", k ? "elif" : "if", is_unsigned ? "_unsigned" : "",
                     tests.back().text));
    blocks.push_back(block(1 + pick(3)));
  }
  Step otherwise;
  if (chance(2)) {
    line(".else");
    otherwise = block(pick(3));
  }
  line(".endif");
  steps_.push_back([=](State& s) {
    for (unsigned k = 0; k < tests.size(); ++k)
      if (tests[k].holds(s)) return blocks[k](s);
    return otherwise ? otherwise(s) : Flow::Next;
  });
}

void SourceProgram::while_loop() {
  const std::string n = fmt::format("count{}", names_++);
  const unsigned times = 1 + pick(4);
  const bool is_unsigned = chance(3), more = chance(2);
  const Test also = relation(is_unsigned);
  line(".begin");
  line(".reg " + n);
  line(fmt::format("immed[{}, {}]", n, times));
  line(more ? fmt::format(".while{} ({} > 0 && ({}))", is_unsigned ? "_unsigned" : "", n, also.text)
            : fmt::format(".while{} ({} > 0)", is_unsigned ? "_unsigned" : "", n));
  ++loops_;
  const Step body = captured([&] {
    line(fmt::format("alu[{0}, {0}, -, 1]", n));
    for (unsigned k = 1 + pick(3); k > 0; --k)
      statement();
  });
  --loops_;
  line(".endw");
  line(".end");
  step([=](State& s) {
    for (unsigned k = 0; k < times && (!more || also.holds(s)); ++k)
      if (body(s) == Flow::Break) return;
  });
}

void SourceProgram::repeat_loop() {
  const std::string n = fmt::format("count{}", names_++);
  const unsigned times = 1 + pick(3);
  const bool is_unsigned = chance(3);
  const Test also = relation(is_unsigned);
  line(".begin");
  line(".reg " + n);
  line(fmt::format("immed[{}, {}]", n, times));
  line(".repeat");
  ++loops_;
  const Step body = captured([&] {
    line(fmt::format("alu[{0}, {0}, -, 1]", n));
    for (unsigned k = 1 + pick(3); k > 0; --k)
      statement();
  });
  --loops_;
  line(fmt::format(".until{} ({} == 0 || ({}))", is_unsigned ? "_unsigned" : "", n, also.text));
  line(".end");
  step([=](State& s) {
    for (unsigned k = 1;; ++k)
      if (body(s) == Flow::Break || k == times || also.holds(s)) return;
  });
}

void SourceProgram::leave() {
  if (loops_ == 0) return arithmetic();
  const Test t = relation(false);
  const bool out = chance(2);
  line(fmt::format(".if ({})", t.text));
  line(out ? "  .break" : "  .continue");
  line(".endif");
  steps_.push_back([=](State& s) {
    return !t.holds(s) ? Flow::Next : out ? Flow::Break : Flow::Continue;
  });
}

// Lines that the preprocessor repeats.
void SourceProgram::unrolled() {
  const std::string d = variable();
  std::vector<uint32_t> values;
  for (unsigned k = pick(4); k > 0; --k)
    values.push_back(chance(2) ? pick(256) : static_cast<uint32_t>(random_()));
  std::string list;
  for (uint32_t v : values)
    list += fmt::format("{}{:#x}", list.empty() ? "" : ", ", v);
  const std::string name = fmt::format("ITEM{}", names_++);
  line(fmt::format("#for {} [{}]", name, list));
  line(fmt::format("  alu[{0}, {0}, +, {1}]", spelled(d), name));
  line(fmt::format("  #if ({} > 1000)", name));
  line(fmt::format("  alu_shf[{0}, {0}, OR, {0}, >>1]", d));
  line("  #endif");
  line("#endloop");
  step([=](State& s) {
    for (uint32_t v : values) {
      s.values[d] += v;
      if (v > 1000) s.values[d] |= s.values[d] >> 1;
    }
  });
}

void SourceProgram::call_macro() {
  const Macro& m = macros_[pick(static_cast<unsigned>(macros_.size()))];
  const std::string d = variable();
  std::vector<Operand> in{reg()};
  if (m.name == "mix") in.push_back(reg());
  const bool given = chance(2);
  const uint32_t extra = given ? 1 + pick(5) : m.otherwise;
  std::string text = fmt::format("{}[{}", m.name, spelled(d));
  for (const Operand& a : in)
    text += ", " + a.text;
  line(text + (given ? fmt::format(", {}]", extra) : "]"));
  step([=, run = m.run](State& s) {
    std::vector<Get> gets;
    for (const Operand& a : in)
      gets.push_back(a.get);
    gets.push_back([extra](const State&) { return extra; });
    run(s, d, gets);
  });
}

// A routine may be called from several places; its body is after the end of the program.
void SourceProgram::call_subroutine() {
  if (routines_.empty() || (routines_.size() < 3 && chance(2))) {
    const std::string name = fmt::format("routine{}", routines_.size());
    std::string outer;
    outer.swap(source_);
    const unsigned loops = std::exchange(loops_, 0), budget = std::exchange(budget_, 3);
    line(name + "#:");
    const Step body = captured([&] {
      for (unsigned k = 1 + pick(3); k > 0; --k)
        chance(2) ? arithmetic() : shift();
    });
    line(fmt::format("rtn[back_of_{}]", name));
    subroutines_ += source_;
    source_ = std::move(outer);
    loops_ = loops;
    budget_ = budget;
    routines_.emplace_back(name, body);
  }
  const auto& [name, body] = routines_[pick(static_cast<unsigned>(routines_.size()))];
  const std::string back = fmt::format("back{}#", names_++);
  line(fmt::format("load_addr[back_of_{}, {}]", name, back));
  line(fmt::format("br[{}#]", name));
  line(back + ":");
  steps_.push_back(body);
}

void SourceProgram::jump_table() {
  const Operand a = reg();
  const unsigned id = names_++, cases = 2 + pick(3);
  line(".begin");
  line(fmt::format(".reg where{}", id));
  line(fmt::format("alu[where{}, {}, AND, 3]", id, a.text));
  std::string targets, table;
  for (unsigned k = 0; k < 4; ++k) {
    targets += fmt::format("{}case{}_{}#", k ? ", " : "", id, k % cases);
    table += fmt::format("br[case{}_{}#]\n", id, k % cases);
  }
  line(fmt::format("jump[where{}, table{}#], targets[{}]", id, id, targets));
  line(fmt::format("table{}#:", id));
  source_ += table;
  std::vector<Step> blocks;
  for (unsigned k = 0; k < cases; ++k) {
    line(fmt::format("case{}_{}#:", id, k));
    blocks.push_back(block(1 + pick(2)));
    if (k + 1 < cases || chance(2)) line(fmt::format("br[end{}#]", id));
  }
  line(fmt::format("end{}#:", id));
  line(".end");
  steps_.push_back([=](State& s) { return blocks[(a.get(s) & 3) % cases](s); });
}

// Statements in the slots of a taken branch run, statements after the slots do not.
void SourceProgram::deferred() {
  const unsigned id = names_++, slots = 1 + pick(2);
  const Test t = relation(false);
  line(fmt::format(".if ({})", t.text));
  line(fmt::format("br[over{}#], defer[{}]", id, slots));
  std::vector<Step> inner;
  for (unsigned k = 0; k < slots; ++k) {
    const std::string d = variable();
    const Operand a = reg(), b = chance(2) ? constant() : reg();
    line(fmt::format("alu[{}, {}, +, {}]", spelled(d), a.text, b.text));
    inner.push_back([=](State& s) {
      const uint32_t sum = a.get(s) + b.get(s);
      s.values[d] = sum;
      return Flow::Next;
    });
  }
  line(fmt::format("alu[{0}, --, B, 0]", spelled(variable())));
  line(".endif");
  line(fmt::format("over{}#:", id));
  step([=](State& s) {
    if (t.holds(s))
      for (const Step& one : inner)
        one(s);
  });
}

// Names of an inner scope hide outer ones.
void SourceProgram::scope() {
  const std::string outer = variable();
  if (outer.find('[') != std::string::npos || spellings_[outer].size() > 1) return arithmetic();
  const Operand a = reg();
  const std::string d = variable();
  if (a.text == outer || d == outer || d.find('[') != std::string::npos) return arithmetic();
  const uint32_t v = static_cast<uint32_t>(random_());
  line(".begin");
  line(fmt::format(".reg {}", outer));
  line(fmt::format("alu[{}, {}, XOR, {:#x}]", outer, a.text, v));
  line(fmt::format("alu[{0}, {0}, -, {1}]", d, outer));
  line(".end");
  step([=](State& s) { s.values[d] -= a.get(s) ^ v; });
}

// ---- memories

// A command with transfer registers of its own, perhaps another one while it is in flight.
void SourceProgram::memory(unsigned inside) {
  static constexpr const char* kUnits[] = {"sram", "scratch", "dram"};
  const unsigned id = names_++;
  const std::string unit = kUnits[(pick(3) + inside) % 3];
  const bool dram = unit == "dram", write = chance(2), swap = !dram && chance(3);
  const unsigned step_words = dram ? 2 : 1;
  const unsigned words = step_words * (1 + pick(dram ? 3 : 5));
  // Commands in flight together touch different halves.
  const unsigned first = inside ? 4 + step_words * pick((kWords - 4) / step_words)
                                : step_words * pick((inside ? kWords : 4) / step_words);
  const unsigned most = inside ? kWords : 4;
  const unsigned count = std::min(words, most - first) / step_words;
  const std::string x = fmt::format("{}x{}", dram ? "$$" : "$", id),
                    done = fmt::format("done{}", id);
  line(".begin");
  line(fmt::format(".reg {}[{}]", x, count * step_words));
  line(".sig " + done);
  if (write)
    for (unsigned k = 0; k < count * step_words; ++k) {
      const Operand v = any();
      line(fmt::format("alu[{}[{}], --, B, {}]", x, k, v.text));
      step([=](State& s) { s.values[word(unit, first + k)] = v.get(s); });
    }
  line(fmt::format("{}[{}, {}[0], area, ({}_words + {}), {}], {}[{}]", unit,
                   write ? "write" : "read", x, unit, 4 * first, count,
                   swap ? "ctx_swap" : "sig_done", done));
  if (!swap) {
    arithmetic();
    if (inside == 0 && chance(2)) memory(1);
    line(fmt::format("ctx_arb[{}]", done));
  }
  if (!write) {
    const std::string d = variable();
    const unsigned which = pick(count * step_words);
    line(fmt::format("alu[{0}, {2}[{1}], XOR, {0}]", spelled(d), which, x));
    const std::string key = word(unit, first + which);
    step([=](State& s) { s.values[d] ^= s.values[key]; });
  }
  line(".end");
}

void SourceProgram::atomic() {
  static constexpr const char* kOps[] = {"set", "clr", "add"};
  const unsigned op = pick(3), n = pick(kWords), id = names_++;
  const std::string unit = chance(2) ? "sram" : "scratch";
  const bool test = chance(2);
  const Operand v = any();
  const std::string key = word(unit, n), d = variable();
  line(".begin");
  line(fmt::format(".reg $x{}", id));
  line(fmt::format(".sig done{}", id));
  line(fmt::format("alu[$x{}, --, B, {}]", id, v.text));
  line(fmt::format("{}[{}{}, $x{}, area, ({}_words + {})], sig_done[done{}]", unit,
                   test ? "test_and_" : "", kOps[op], id, unit, 4 * n, id));
  line(fmt::format("ctx_arb[done{}]", id));
  if (test) line(fmt::format("alu[{0}, {0}, +, $x{1}]", spelled(d), id));
  line(".end");
  step([=](State& s) {
    const uint32_t old = s.values[key], x = v.get(s);
    s.values[key] = op == 0 ? old | x : op == 1 ? old & ~x : old + x;
    if (test) s.values[d] += old;
  });
}

// The second pointer walks.
void SourceProgram::local_memory() {
  const unsigned first = pick(4), count = 1 + pick(4);
  const std::string d = variable();
  line(".begin");
  line(".reg at");
  line(fmt::format("alu[at, area, +, (lmem + {})]", 4 * first));
  line("local_csr_wr[ACTIVE_LM_ADDR_1, at]");
  line("nop");
  line("nop");
  line("nop");
  for (unsigned k = 0; k < count; ++k)
    line(fmt::format("alu[{0}, {0}, +, *l$index1++]", spelled(d)));
  line(".end");
  step([=](State& s) {
    for (unsigned k = 0; k < count; ++k)
      s.values[d] += s.values[word("lmem", first + k)];
  });
}

// ---- the end: everything goes to where the test looks

void SourceProgram::finish() {
  results_ = variables_;
  for (const char* memory : {"lmem", "sram", "scratch", "dram"})
    for (unsigned k = 0; k < kWords; ++k)
      results_.push_back(word(memory, k));
  line("; results");
  line(".begin");
  line(".reg $out[8] to");
  line(".sig stored");
  line(fmt::format("alu_shf[to, --, B, ctx, <<{}]", std::countr_zero(kResultBytes)));
  line("alu[to, to, +, results]");
  const size_t variables = variables_.size();
  for (size_t first = 0; first < variables + kWords; first += 8) {
    const size_t count = std::min<size_t>(8, variables + kWords - first);
    for (size_t k = 0; k < count; ++k) {
      const size_t n = first + k;
      line(fmt::format("alu[$out[{}], --, B, {}]", k,
                       n < variables ? spelled(variables_[n])
                                     : fmt::format("*l$index0[{}]", n - variables)));
    }
    line(fmt::format("scratch[write, $out[0], to, {}, {}], ctx_swap[stored]", 4 * first, count));
  }
  line(".end");
  line("ctx_arb[kill]");
  std::string declared;
  for (const auto& [name, body] : routines_)
    declared += fmt::format(".reg back_of_{}\n", name);
  source_ = declared + source_ + subroutines_;
}

} // namespace mecc::test
