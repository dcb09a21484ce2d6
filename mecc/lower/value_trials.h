// Evaluates a function's values for random inputs, to compare them before and after a pass that
// keeps the blocks. Loads, calls and arguments are inputs. A trial chooses a predecessor for each
// block, so that a phi is the value of that edge; a loop's values of earlier iterations are further
// inputs.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/ValueHandle.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace mecc::lower {

// Reachable blocks, numbered in reverse postorder.
struct NumberedBlocks {
  explicit NumberedBlocks(llvm::Function& f);

  llvm::DenseMap<const llvm::BasicBlock*, unsigned> number;
  std::vector<std::vector<unsigned>> predecessors;
};

// Values and the operands that they depend on, as they were when they were added.
class ValueGraph {
public:
  struct Node {
    unsigned opcode = 0; // of llvm::Instruction, or a constant below
    unsigned bits = 0;
    unsigned block = 0;
    unsigned detail = 0; // predicate, intrinsic, or number of the input
    bool no_signed_wrap = false, no_unsigned_wrap = false, exact = false;
    uint64_t constant = 0, range = 0; // of an input: its values are `constant` + 0 ... `range` - 1
    std::vector<unsigned> operands;
    std::vector<uint64_t> numbers; // scales of operands; blocks of a phi's operands
  };
  static constexpr unsigned kInput = 1000, kConstant = 1001, kPoison = 1002, kSum = 1003;

  // `flags`: results are poison as flags of instructions say. A pass adds flags for reasons that a
  // trial does not know.
  ValueGraph(const NumberedBlocks& blocks, const llvm::DataLayout& layout, bool flags)
      : blocks_(blocks), layout_(layout), flags_(flags) {}

  unsigned add(llvm::Value& v);
  const Node& operator[](unsigned node) const { return nodes_[node]; }
  // Inputs and phis that a value depends on, by number; of phis also those that these depend on.
  std::set<unsigned> inputs_of(unsigned node, bool through_phis) const;

  std::vector<llvm::Value*> inputs; // by number; phis are inputs of later iterations

private:
  Node node_of(llvm::Value& v);
  Node node_of(llvm::Instruction& i, Node n);
  void input(llvm::Value& v, Node& n);
  void sum(const llvm::Value& v, Node& n);

  const NumberedBlocks& blocks_;
  const llvm::DataLayout& layout_;
  const bool flags_;
  std::vector<Node> nodes_;
  llvm::DenseMap<llvm::Value*, unsigned> known_;
  llvm::DenseMap<llvm::Value*, unsigned> numbers_; // of inputs
  unsigned depth_ = 0;
};

// A function's values before and after a pass.
class ValueTrials {
public:
  explicit ValueTrials(llvm::Function& f);

  unsigned before(llvm::Value& v) { return graphs_[0].add(v); }
  void keep_inputs(); // the pass follows
  unsigned after(llvm::Value& v) { return graphs_[1].add(v); }
  void match_inputs(); // all values are known

  struct Result {
    uint64_t value = 0;
    bool poison = false;

    bool operator==(const Result&) const = default;
  };
  void begin(unsigned trial);
  Result value(unsigned graph, unsigned node) { return evaluate(graph, node, 0); }
  std::set<unsigned> inputs_before(unsigned node, bool through_phis) const {
    return graphs_[0].inputs_of(node, through_phis);
  }
  unsigned bits(unsigned graph, unsigned node) const { return graphs_[graph][node].bits; }

private:
  struct Iteration { // of a loop, before the current one; 0: none
    unsigned parent = 0, header = 0, depth = 0;
  };
  unsigned earlier(unsigned iteration, unsigned header);
  uint64_t random(uint64_t a, uint64_t b) const;
  Result evaluate(unsigned graph, unsigned node, unsigned iteration);
  Result compute(unsigned graph, unsigned node, unsigned iteration);
  bool is_kept(unsigned graph, unsigned number) const; // by the pass: the input `number`
  Result input(unsigned graph, const ValueGraph::Node& n, unsigned iteration);
  Result phi(unsigned graph, const ValueGraph::Node& n, unsigned iteration);

  NumberedBlocks blocks_;
  ValueGraph graphs_[2];
  std::vector<llvm::WeakTrackingVH> kept_; // inputs before the pass
  std::vector<unsigned> replaced_;         // by it: nodes of the graph after it, or kNone
  std::vector<unsigned> same_;             // for inputs after it: number before it, or a new one
  std::vector<Iteration> iterations_;
  std::map<std::pair<unsigned, unsigned>, unsigned> numbers_;      // of iterations
  llvm::DenseMap<std::pair<unsigned, unsigned>, Result> known_[2]; // by node and iteration
  uint64_t trial_ = 0;
};

} // namespace mecc::lower
