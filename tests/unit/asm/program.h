// Random programs in the source language, with their results: the same statements are printed
// as source and executed on named variables, independently of registers.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace mecc::test {

class RandomProgram {
public:
  RandomProgram(uint32_t seed, unsigned variables, unsigned statements) : random_(seed) {
    source_ = ".reg base\n";
    emit("immed[base, 0x100]");
    for (unsigned k = 0; k < variables; ++k) {
      const bool absolute = k % 7 == 6;
      names_.push_back(fmt::format("{}v{}", absolute ? "@" : "", k));
      source_ += fmt::format(".reg {}\n", names_.back());
      const uint32_t v = random_() % 0x10000;
      emit(fmt::format("immed[{}, 0x{:x}]", names_.back(), v));
      set(names_.back(), v);
    }
    block(statements, 0);
    source_ += ".use base";
    for (const std::string& n : names_)
      source_ += " " + n;
    source_ += "\nctx_arb[kill]\n";
  }

  const std::string& source() const { return source_; }
  const std::vector<std::string>& names() const { return names_; }
  // Computes the final values of the variables and the memory.
  void execute(std::map<std::string, uint32_t>& values, std::map<uint32_t, uint32_t>& memory) {
    for (const auto& step : steps_)
      step(values, memory);
  }

private:
  using Values = std::map<std::string, uint32_t>;
  using Memory = std::map<uint32_t, uint32_t>;
  using Step = std::function<void(Values&, Memory&)>;

  unsigned pick(unsigned n) { return static_cast<unsigned>(random_()) % n; }
  const std::string& variable() { return names_[pick(static_cast<unsigned>(names_.size()))]; }
  std::string relative() { // registers that every instruction accepts
    while (true)
      if (const std::string& n = variable(); n[0] != '@') return n;
  }
  void emit(const std::string& line) { source_ += line + "\n"; }
  void add(Step s) { steps_.push_back(std::move(s)); }
  void set(const std::string& name, uint32_t v) {
    add([name, v](Values& x, Memory&) { x[name] = v; });
  }

  void block(unsigned statements, unsigned depth) {
    for (unsigned k = 0; k < statements; ++k) {
      switch (pick(depth < 2 ? 9 : 6)) {
      case 0:
      case 1:
      case 2: arithmetic(); break;
      case 3: shift(); break;
      case 4: wide_add(); break;
      case 5: memory_traffic(); break;
      case 6:
      case 7: conditional(depth); break;
      case 8: loop(depth); break;
      }
    }
  }

  void arithmetic() {
    static const char* const kOps[] = {"+",    "-",    "AND", "OR", "XOR",
                                       "~AND", "AND~", "B-A", "B",  "~B"};
    const unsigned op = pick(10);
    const std::string d = variable(), a = variable(), b = variable();
    const bool constant = pick(4) == 0;
    const uint32_t c = pick(256);
    const std::string right = constant ? fmt::format("{}", c) : b;
    emit(fmt::format("alu[{}, {}, {}, {}]", d, op >= 8 ? "--" : a, kOps[op], right));
    add([=](Values& x, Memory&) {
      const uint32_t l = x[a], r = constant ? c : x[b];
      const uint32_t results[] = {l + r, l - r, l & r, l | r, l ^ r, ~l & r, l & ~r, r - l, r, ~r};
      x[d] = results[op];
    });
  }

  void shift() {
    const std::string d = relative(), a = relative(), b = relative();
    const unsigned n = 1 + pick(31), kind = pick(4);
    if (kind == 3) {
      emit(fmt::format("ld_field[{}, 0110, {}, <<{}]", d, b, n));
      add([=](Values& x, Memory&) { x[d] = (x[d] & 0xff0000ff) | (x[b] << n & 0x00ffff00); });
    } else if (kind == 2) { // indirect: the two instructions belong together
      emit(fmt::format("alu[--, {}, OR, 0]\nalu_shf[{}, --, B, {}, >>indirect]", a, d, b));
      add([=](Values& x, Memory&) { x[d] = x[b] >> (x[a] & 31); });
    } else {
      emit(fmt::format("alu_shf[{}, {}, OR, {}, {}{}]", d, a, b, kind ? "<<" : ">>", n));
      add([=](Values& x, Memory&) { x[d] = x[a] | (kind ? x[b] << n : x[b] >> n); });
    }
  }

  void wide_add() { // the carry lives between the two
    const std::string low = variable(), high = variable(), a = variable(), b = variable();
    if (low == high || low == b) return;
    emit(fmt::format("alu[{0}, {0}, +, {1}]\nalu[{2}, {2}, +carry, {3}]", low, a, high, b));
    add([=](Values& x, Memory&) {
      const uint64_t sum = uint64_t{x[low]} + x[a];
      x[low] = static_cast<uint32_t>(sum);
      x[high] = x[high] + x[b] + static_cast<uint32_t>(sum >> 32);
    });
  }

  // A command with its own transfer registers and signal, perhaps another one inside its wait.
  void memory_traffic(unsigned inside = 0) {
    const unsigned n = 1 + pick(4), at = 4 * (pick(12) + 16 * inside); // no overlap
    const std::string x = fmt::format("$x{}", transfers_),
                      done = fmt::format("done{}", transfers_++);
    emit(fmt::format(".begin\n.reg {}[{}]\n.sig {}", x, n, done));
    const bool write = pick(2), swap = pick(3) == 0;
    const std::string d = variable();
    const unsigned which = pick(n);
    if (write)
      for (unsigned k = 0; k < n; ++k) {
        const std::string v = variable();
        emit(fmt::format("alu[{}[{}], --, B, {}]", x, k, v));
        add([=](Values& values, Memory& m) { m[0x100 + at + 4 * k] = values[v]; });
      }
    else
      add([=](Values& values, Memory& m) { values[x] = m[0x100 + at + 4 * which]; });
    emit(fmt::format("scratch[{}, {}[0], base, {}, {}], {}[{}]", write ? "write" : "read", x, at, n,
                     swap ? "ctx_swap" : "sig_done", done));
    if (!swap) {
      arithmetic();
      if (inside == 0 && pick(2)) memory_traffic(1);
      emit(fmt::format("ctx_arb[{}]", done));
    }
    if (!write) {
      emit(fmt::format("alu[{0}, {2}[{1}], XOR, {0}]", d, which, x));
      add([=](Values& values, Memory&) { values[d] ^= values[x]; });
    }
    emit(".end");
  }

  // Statements made by `body`, as one step that runs on request.
  template <class F> Step captured(F body) {
    std::vector<Step> outer;
    outer.swap(steps_);
    body();
    auto inner = std::make_shared<std::vector<Step>>(std::move(steps_));
    steps_.swap(outer);
    return [inner](Values& x, Memory& m) {
      for (const Step& s : *inner)
        s(x, m);
    };
  }

  void conditional(unsigned depth) {
    static const char* const kRelations[] = {"==", "!=", "<", "<=", ">", ">="};
    const unsigned r = pick(6), bit = pick(32), form = pick(3);
    const bool is_unsigned = pick(2);
    const std::string a = variable(), b = variable(), c = relative();
    const std::string relation = fmt::format("{} {} {}", a, kRelations[r], b),
                      test = fmt::format("BIT({}, {})", c, bit);
    const std::string text = form == 0   ? relation
                             : form == 1 ? relation + " && !" + test
                                         : "(" + relation + ") || " + test;
    emit(fmt::format(".if{} ({})", is_unsigned ? "_unsigned" : "", text));
    const Step yes = captured([&] { block(1 + pick(3), depth + 1); });
    emit(".else");
    const Step no = captured([&] { block(pick(3), depth + 1); });
    emit(".endif");
    add([=](Values& x, Memory& m) {
      const uint32_t l = x[a], rr = x[b];
      const auto sl = static_cast<int32_t>(l), sr = static_cast<int32_t>(rr);
      const bool less = is_unsigned ? l < rr : sl < sr, equal = l == rr, set = x[c] >> bit & 1;
      const bool results[] = {equal, !equal, less, less || equal, !less && !equal, !less};
      const bool holds = form == 0   ? results[r]
                         : form == 1 ? results[r] && !set
                                     : results[r] || set;
      (holds ? yes : no)(x, m);
    });
  }

  void loop(unsigned depth) {
    const std::string counter = fmt::format("count{}", loops_++);
    const unsigned times = 1 + pick(4);
    emit(fmt::format(".begin\n.reg {0}\nimmed[{0}, {1}]\n.while ({0} > 0)", counter, times));
    const Step body = captured([&] { block(1 + pick(3), depth + 1); });
    emit(fmt::format("alu[{0}, {0}, -, 1]\n.endw\n.end", counter));
    add([=](Values& x, Memory& m) {
      for (unsigned k = 0; k < times; ++k)
        body(x, m);
    });
  }

  std::mt19937 random_;
  std::string source_;
  std::vector<std::string> names_;
  std::vector<Step> steps_;
  unsigned loops_ = 0, transfers_ = 0;
};

} // namespace mecc::test
