// Numbers of register objects: transfer registers, next-neighbour registers, signals.
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

// Where an object of the user's lives.
struct ObjectPlace {
  std::string name, file; // file: "$", "$$", "n$", "s" before the number
  unsigned number = 0, words = 1;
  std::optional<Side> side; // none: both, or it has none
};

// What the functions compiled so far took (callees come first).
struct ObjectNumbers {
  std::map<std::string, PhysicalSet> of_function;         // and of all it calls
  PhysicalSet taken;                                      // by any of them
  bool exhausted = false;                                 // transfer registers did not suffice
  PhysicalSet everywhere;                                 // others may set these at any time
  std::map<std::string, PhysicalSet> pinned;              // by function, of the whole module
  std::map<std::string, std::vector<ObjectPlace>> places; // by function
};

// Numbers that the module's functions ask for.
std::map<std::string, PhysicalSet> pinned_numbers(const llvm::Module&);

// Gives every used object of the function a number. Objects that do not fit are reported to the
// function's context, and false returned; they have numbers nevertheless, so that passes can go on.
bool colour(const llvm::MachineFunction&, ObjectTable&, const ObjectLiveness&, unsigned registers,
            ObjectNumbers&);

} // namespace mecc::codegen
