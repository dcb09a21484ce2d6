// Number assignment of register objects: transfer registers, next-neighbour registers, signals.
#pragma once

#include <bitset>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MachineFunction;
class Module;
} // namespace llvm

namespace mecc::codegen {

class ObjectLiveness;
class ObjectTable;
enum class ObjectKind : uint8_t;
enum class Side : unsigned;

// A set of physical registers and signals: 32 numbers for each file of the enumeration.
enum class PhysicalFile : unsigned { SIn, SOut, DIn, DOut, NnIn, NnOut, Signal, Count };
using PhysicalSet = std::bitset<32 * static_cast<unsigned>(PhysicalFile::Count)>;

PhysicalFile file_of(ObjectKind, Side);
inline size_t physical(PhysicalFile f, unsigned number) {
  return 32 * static_cast<size_t>(f) + number;
}

// Register range of an object declared in the source.
struct ObjectPlace {
  // Words of the function in which the registers are the object.
  enum class Extent {
    Whole,  // everywhere
    Words,  // where words access it: it may share its registers
    Unknown // it shares its registers, and words do not show all of its accesses
  };
  std::string name, file; // file: the prefix of the number: "$", "$$", "n$", "s"
  unsigned number = 0, words = 1;
  std::optional<Side> side; // none: both sides, or the kind has no sides
  int frame_index = 0;
  Extent extent = Extent::Words;

  std::string name_of(unsigned word) const { // for debuggers
    return words > 1 ? name + "[" + std::to_string(word) + "]" : name;
  }
};

// Numbers taken by the functions compiled so far (callees come first).
struct ObjectNumbers {
  std::map<std::string, PhysicalSet> of_function;         // by function, callees included
  PhysicalSet taken;                                      // by any of them
  bool exhausted = false;                                 // the transfer registers were not enough
  PhysicalSet everywhere;                                 // may be set from outside at any time
  std::map<std::string, PhysicalSet> pinned;              // by function, of the whole module
  std::map<std::string, std::vector<ObjectPlace>> places; // by function
};

// Numbers requested explicitly, by function.
std::map<std::string, PhysicalSet> pinned_numbers(const llvm::Module&);

// Assigns a number to every used object of the function. Objects that do not fit are reported to
// the function's context, and false is returned; they have numbers nevertheless, so that passes can
// go on.
bool colour(const llvm::MachineFunction&, ObjectTable&, const ObjectLiveness&, unsigned registers,
            ObjectNumbers&);

} // namespace mecc::codegen
