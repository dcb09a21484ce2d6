// Use of the memories in a system file: rings, structures set up by boot software, counters, and
// ranges for variables of compiled programs.
#pragma once

#include "config/messages.h"
#include "config/region.h"
#include "config/toml_tree.h"
#include "isa/memory_map.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct RingConfig {
  unsigned number = 0;       // 0..15
  std::string name;          // "SR_1"; "" unless the system file has `messages` that define it
  MessageLayout message;     // no fields: unknown
  uint32_t longwords = 0;    // 128, 256, 512, 1024
  uint32_t base = 0;         // byte address in the scratchpad
  bool status_empty = false; // meaning of its input state: empty, or else nearly full
  unsigned readers = 1;      // number of microengines that may get from it; 0: none
  SourceLocation where;
};

std::string called(const RingConfig& ring); // "ring 1 (SR_2)"

struct FreelistConfig { // packet buffers, linked in a queue of the queue array
  unsigned channel = 0, entry = 0;
  uint32_t buffers = 0, buffer_bytes = 2048;
  uint32_t descriptor_base = 0, descriptor_bytes = 32; // SRAM; buffer n at base + n * bytes
  uint32_t data_base = 0;                              // DRAM
  uint32_t held = 0; // maximum number that microcode holds when the system is idle
  SourceLocation where;
};
struct QueueConfig { // an empty queue
  unsigned channel = 0, entry = 0;
  uint32_t descriptor = 0; // byte address of its descriptor in SRAM
  SourceLocation where;
};
struct SramRingConfig { // an empty ring in SRAM
  unsigned channel = 0, entry = 0;
  uint32_t base = 0, longwords = 512;
  SourceLocation where;
};
struct LoadConfig { // loads words or a file into memory or a ring
  Region region{};  // if `ring` is empty
  std::optional<unsigned> ring;
  uint32_t address = 0;
  std::string file; // bytes in address order; otherwise `words`
  std::vector<uint32_t> words;
  SourceLocation where;
};
struct BootConfig {
  std::vector<FreelistConfig> freelists;
  std::vector<QueueConfig> queues;
  std::vector<SramRingConfig> sram_rings;
  std::vector<LoadConfig> loads;
  bool rbuf = true; // puts the usable RBUF elements on the free list
  bool leave_out_erratum_69 = true;
};

struct CounterConfig { // a longword that microcode increments
  std::string name;
  Region region{};
  uint32_t address = 0;
  SourceLocation where;
  Counts counts = Counts::Drops;
  std::string block; // counting block; "": not given
};

// [memory]: address range for variables of compiled programs, in bytes [first, end).
struct MemoryRange {
  uint32_t first = 0, end = 0;
  SourceLocation where; // location of the key; without line: the default
};
struct MemoryConfig {
  MemoryRange sram{mev2::kVariablesInSram.first, mev2::kVariablesInSram.end, {}};
  MemoryRange dram{mev2::kVariablesInDram.first, mev2::kVariablesInDram.end, {}};
  MemoryRange scratch{mev2::kVariablesInScratch.first, mev2::kVariablesInScratch.end, {}};
};

// Reads the header named by the key `messages`; empty without the key.
Messages read_messages(TomlTable& top, const FileReader& read);
// [ring.N], in ascending order: rings of the header, with overrides and additions from the
// sections. Rings without a base get the first free addresses.
std::vector<RingConfig> read_rings(TomlTable& top, const Messages& messages);
// [counters]: the header's counters, then the section's. A counter of the section changes the
// header's counter of the same name.
std::vector<CounterConfig> read_counters(TomlTable& top, const Messages& messages);
BootConfig read_boot(TomlTable t);
MemoryConfig read_memory(TomlTable t);

// The number in [ring.N] and [port.N].
unsigned numbered(const TomlValue::Member& member, std::string_view section, unsigned most);
// 'region' of a table that requires it.
Region read_region(TomlTable& t);
// An address in that region; the caller checks it against the region's size.
uint32_t read_address(TomlTable& t, std::string_view key, unsigned align);

} // namespace ixp
