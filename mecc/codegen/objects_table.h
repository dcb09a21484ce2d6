// The register objects of one function, and the effects of every machine instruction on them.
//
// The two sides of a transfer register are different storage: commands push into IN, which
// instructions read; instructions write OUT, which commands pull. A variable is one longword of an
// object on one side, or a signal (the pair needed by two-signal commands counts as one).
#pragma once

#include "mecc/codegen/objects.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"

#include <map>
#include <vector>

namespace llvm {
class MachineInstr;
class MachineOperand;
} // namespace llvm

namespace mecc::codegen {

enum class Side : unsigned { In, Out };

inline bool is_signal(ObjectKind k) {
  return k == ObjectKind::Signal || k == ObjectKind::SignalPair;
}
inline bool is_dram(ObjectKind k) {
  return k == ObjectKind::DIn || k == ObjectKind::DOut || k == ObjectKind::DBoth;
}
inline bool is_transfer(ObjectKind k) {
  return is_dram(k) || k == ObjectKind::SIn || k == ObjectKind::SOut || k == ObjectKind::SBoth;
}
inline bool is_neighbour(ObjectKind k) {
  return k == ObjectKind::NnIn || k == ObjectKind::NnOut;
}
bool has_side(ObjectKind, Side);

// The named operand of a form, which must have it.
const llvm::MachineOperand& operand(const llvm::MachineInstr&, unsigned name);
llvm::MachineOperand& operand(llvm::MachineInstr&, unsigned name);
unsigned number(const llvm::MachineInstr&, unsigned name); // an immediate operand

struct Command {
  const mev2::OpcodeInfo* info;
  int xfer = -1, signal = -1; // objects (indices of ObjectTable), or -1
  unsigned offset = 0, words = 0;
  unsigned least_words = 0; // guaranteed number moved; fewer than `words` if the count is unknown
  bool swaps = false;       // the context waits for it
};

struct Object {
  int frame_index = 0;
  ObjectInfo info;
  unsigned first_variable = 0;
  bool pair = false;       // signals: used by a command that sends two
  bool everywhere = false; // may be set or used from outside at any time
  bool used = false;
  std::optional<unsigned> pin; // number of its first longword
  llvm::DebugLoc first_use;
  int number = -1; // assigned by colouring

  // Facts from which `everywhere` follows.
  bool sent = false, announced = false, number_taken = false, loaded = false, stored = false,
       moved_in = false, moved_out = false, waited = false;
  bool indexed = false; // by a variable
};

// A command (or an announced event) that is in flight after its instruction.
struct Activity {
  int signal = -1;
  bool two_signals = false;
  llvm::BitVector variables; // reserved meanwhile
};

struct Effects {
  llvm::SmallVector<unsigned, 4> reads, writes, may_write, forgets; // variables
  llvm::SmallVector<unsigned, 4> occupies;                          // variables, while it executes
  llvm::SmallVector<int, 4> consumes;  // signals that have arrived when control goes on
  llvm::SmallVector<unsigned, 2> ends; // activities ended by a hint
  int starts = -1;                     // activity
  int tests = -1;                      // signal: consumed on the edge where it was found set
};

class ObjectTable {
public:
  explicit ObjectTable(const llvm::MachineFunction&);

  std::vector<Object>& objects() { return objects_; }
  const std::vector<Object>& objects() const { return objects_; }
  const std::vector<Activity>& activities() const { return activities_; }
  unsigned variables() const { return variables_; }
  const Object& owner(unsigned variable) const { return objects_[owners_[variable]]; }
  Side side(unsigned variable) const {
    return static_cast<Side>((variable - owner(variable).first_variable) % 2);
  }
  unsigned word(unsigned variable) const {
    return is_signal(owner(variable).info.kind) ? 0
                                                : (variable - owner(variable).first_variable) / 2;
  }
  unsigned variable(int object, unsigned word, Side side) const {
    return objects_[static_cast<size_t>(object)].first_variable + 2 * word +
           static_cast<unsigned>(side);
  }
  unsigned variable_of_signal(int object) const {
    return objects_[static_cast<size_t>(object)].first_variable;
  }

  // Index of the object an operand names, or -1.
  int object_of(const llvm::MachineOperand&) const;
  std::optional<Command> command(const llvm::MachineInstr&) const;
  // Null if the instruction affects no object.
  const Effects* effects(const llvm::MachineInstr&) const;

private:
  void collect(const llvm::MachineInstr&);
  void collect_command(const llvm::MachineInstr&, const Command&);
  void collect_access(const llvm::MachineInstr&);
  void collect_hint(const llvm::MachineInstr&);
  void collect_waits();
  void decide_everywhere();
  Effects& of(const llvm::MachineInstr& mi) { return effects_[&mi]; }
  Object& at(int object) { return objects_[static_cast<size_t>(object)]; }
  void use(int object, const llvm::MachineInstr&);
  // Variables of longwords [first, first + count) of one side, limited to the object.
  llvm::SmallVector<unsigned, 16> range(int object, unsigned first, unsigned count, Side) const;
  int start(int signal, bool two_signals, llvm::ArrayRef<unsigned> variables);

  std::vector<Object> objects_;
  std::vector<unsigned> owners_; // by variable
  std::map<int, int> by_frame_index_;
  std::vector<Activity> activities_;
  std::map<const llvm::MachineInstr*, Effects> effects_;
  std::vector<const llvm::MachineInstr*> hints_; // Read hints: they may end commands
  unsigned variables_ = 0;
};

} // namespace mecc::codegen
