// Random programs in the assembler's language, with their results: every statement is printed
// as source and, at the same time, becomes a step that changes named values. The steps know nothing
// of registers, instructions or contexts' storage. Comparing their results with the emulator's run
// of the assembled program tests everything between.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mecc::test {

constexpr unsigned kWords = 8; // longwords of each memory that a context has for itself

inline std::string word(const std::string& memory, unsigned n) {
  return memory + '[' + std::to_string(n) + ']';
}

struct State { // of one context
  unsigned context = 0;
  std::map<std::string, uint32_t> values; // by the name of the variable; memory words, too
};

class SourceProgram {
public:
  explicit SourceProgram(uint32_t seed);

  const std::string& source() const { return source_; }
  bool four_contexts() const { return four_; }
  bool fills_slots() const { return fill_; }
  const std::vector<std::pair<std::string, std::string>>& imports() const { return imports_; }
  std::vector<unsigned> contexts() const; // that run

  // The results of a context: the values of result_names(), in their order.
  std::vector<uint32_t> results(unsigned context) const;
  const std::vector<std::string>& result_names() const { return results_; }
  static constexpr unsigned kResultBytes = 256; // from one context's results to the next one's

private:
  enum class Flow { Next, Break, Continue };
  using Step = std::function<Flow(State&)>;
  using Steps = std::vector<Step>;
  using Get = std::function<uint32_t(const State&)>;

  struct Operand {
    std::string text;
    Get get;
    bool constant = false;
  };
  struct Expression : Operand {
    int precedence = 9; // of its operator; 9: no operator
  };
  struct Test {
    std::string text;
    std::function<bool(const State&)> holds;
  };
  struct Macro {
    std::string name;
    uint32_t otherwise; // its last argument when the call omits it
    std::function<void(State&, const std::string& dst, const std::vector<Get>& in)> run;
  };

  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned of) { return pick(of) == 0; }
  void line(const std::string& text) { source_ += std::string(2 * depth_, ' ') + text + "\n"; }
  void step(std::function<void(State&)> f);
  Step block(unsigned statements);
  Step captured(const std::function<void()>& body);

  // -- names and operands
  void declare();
  void declare_memory();
  void declare_macros();
  std::string variable(); // its own name
  std::string spelled(const std::string& variable);
  Operand reg();      // that every instruction takes
  Operand constant(); // of any size
  Operand small_constant(unsigned most);
  Operand any(bool restricted = false);
  Expression expression(unsigned depth);
  Expression leaf();
  Test test(unsigned depth, bool is_unsigned);
  Test relation(bool is_unsigned);

  // -- statements
  void statement();
  void arithmetic();
  void shift();
  void immediate();
  void bytes();
  void special();
  void multiply();
  void wide_add();
  void conditional();
  void while_loop();
  void repeat_loop();
  void leave();
  void unrolled();
  void call_macro();
  void call_subroutine();
  void jump_table();
  void deferred();
  void scope();
  void memory(unsigned inside = 0);
  void atomic();
  void local_memory();
  void finish();

  std::mt19937 random_;
  std::string source_, subroutines_;
  bool four_ = false, all_contexts_ = false, fill_ = false;
  std::vector<std::pair<std::string, std::string>> imports_;
  std::vector<std::string> variables_, results_;
  std::map<std::string, std::vector<std::string>> spellings_;
  std::vector<Macro> macros_;
  std::vector<std::pair<std::string, Step>> routines_;
  Steps steps_;
  Step program_;
  State initial_;
  unsigned depth_ = 0, loops_ = 0, names_ = 0, budget_ = 0;
};

} // namespace mecc::test
