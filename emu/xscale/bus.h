// The XScale core's bus: reads and writes by physical address.
//
// Bytes are in the chip's order: byte 0 of a longword is its bits 31..24, as seen by a big-endian
// program. For a little-endian program, the core mirrors addresses of bytes and halfwords within
// their longword, as cores of that time did (BE-32: longwords are the same either way). Addresses
// are multiples of the size; values are in the lowest bits.
#pragma once

#include <cstdint>
#include <optional>

namespace ixp::xscale {

enum class Size : uint8_t { Byte = 1, Half = 2, Word = 4 };
enum class AccessKind : uint8_t { Fetch, Read, Write };

struct Access {
  AccessKind kind = AccessKind::Read;
  Size size = Size::Word;
  bool locked = false; // the read of SWP: exclusive until the write that follows
  uint32_t address = 0;
  uint32_t value = 0; // for a write

  bool operator==(const Access&) const = default;
};

struct Answer {
  enum Kind : uint8_t {
    Done,
    Wait,  // pending: Core::complete() or Core::fail() follows. The core asks once.
    Failed // nothing is mapped there: an abort
  };
  Kind kind = Done;
  uint32_t value = 0;  // for a read
  uint32_t cycles = 0; // duration of the access in addition to its instruction
};

// Memory that the core may access by itself: the granule (state.h) that holds an address.
struct Direct {
  uint8_t* bytes = nullptr; // in the chip's order; null: accesses go over the bus
  uint32_t cycles = 0;      // of an access, as in Answer
};

class Bus {
public:
  virtual ~Bus() = default;
  virtual Answer access(const Access& access) = 0;
  // `bytes` must last as long as the bus; accesses there have no effect but on them.
  virtual Direct direct(uint32_t address, bool write) { return {}; }
  // The longword of a translation table at a physical address, at once; nothing: an abort.
  virtual std::optional<uint32_t> table_word(uint32_t address) {
    const Answer answer = access({.address = address});
    return answer.kind == Answer::Done ? std::optional(answer.value) : std::nullopt;
  }
};

} // namespace ixp::xscale
