// Rings, messages and drop counters defined by a header for microcode (format: rings/field.h):
//   #define SR_1 0                             the ring's number
//   #define SR_1_HOLDS 256, PACKET             its longwords and its message, or only the longwords
//   #define PACKET_FLOW 1, 31, 24, number      a field: longword, high bit, low bit, unit
//   #define COUNT_NO_BUFFER 0x3f00             a drop counter: scratchpad address of its longword
//   #define COPIES_LOST 0x3f88                 another counter,
//   #define COPIES_LOST_COUNTS losses, divert  its kind, and the counting block
// The header is read by the assembler's preprocessor, so #include, #if and expressions work.
#pragma once

#include "base/diagnostic.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

struct MessageField {
  std::string name; // "flow"
  unsigned longword = 0, high = 0, low = 0;
  std::string unit; // unit for display; "hex": shown in hexadecimal

  uint32_t of(uint32_t word) const { return word >> low & ~uint32_t{0} >> (31 - high + low); }
};

struct MessageLayout {
  std::string name;                 // "PACKET"; "" if unknown
  std::vector<MessageField> fields; // by longword, then from the high bits down; without overlaps

  unsigned longwords() const { return fields.empty() ? 0 : fields.back().longword + 1; }
};

struct RingDefinition {
  std::string name; // "SR_1"
  unsigned number = 0;
  uint32_t longwords = 0; // 128, 256, 512, 1024
  MessageLayout message;
  SourceLocation where;
};

// Kind of a counter: received frames that microcode dropped, needed by the conservation check;
// other losses, which make a run fail; or events for information only.
enum class Counts : uint8_t { Drops, Losses, Events };
inline constexpr std::array<std::string_view, 3> kCountsNames{"drops", "losses", "events"};

struct CounterDefinition {
  std::string name;     // "no_buffer"
  uint32_t address = 0; // byte address in the scratchpad, a multiple of 4
  SourceLocation where;
  Counts counts = Counts::Drops;
  std::string block; // counting block; "": not given
};

struct Messages {
  std::string file;                        // the header; "": none
  std::vector<RingDefinition> rings;       // ascending numbers
  std::vector<CounterDefinition> counters; // ascending addresses
};

// Returns the text of a file or throws InputError.
using FileReader = std::function<std::string(const std::string& path)>;

// The definitions of a header, which `system` names. Throws InputError file:line:column. `read`
// returns included files.
Messages parse_messages(std::string_view text, const std::string& file_name, const FileReader& read,
                        const std::string& system = {});

// 128, 256, 512 or 1024 longwords: the hardware's sizes.
constexpr bool is_ring_size(uint64_t longwords) {
  return longwords == 128 || longwords == 256 || longwords == 512 || longwords == 1024;
}

} // namespace ixp
