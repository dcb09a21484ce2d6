// What the XScale core knows of the world: a bus that answers accesses at physical addresses.
//
// Bytes count as the chip counts them: byte 0 of a longword is its bits 31..24. That is what a
// big-endian program sees. For a little-endian one the core turns the address of a byte or halfword
// around within its longword, as cores of that time did (BE-32: longwords are the same either way).
// Addresses are multiples of the size; values stand in the lowest bits.
#pragma once

#include <cstdint>
#include <optional>

namespace ixp::xscale {

enum class Size : uint8_t { Byte = 1, Half = 2, Word = 4 };
enum class AccessKind : uint8_t { Fetch, Read, Write };

struct Access {
  AccessKind kind = AccessKind::Read;
  Size size = Size::Word;
  bool locked = false; // the read of SWP: nobody else may get in before the write that follows
  uint32_t address = 0;
  uint32_t value = 0; // of a write

  bool operator==(const Access&) const = default;
};

struct Answer {
  enum Kind : uint8_t {
    Done,
    Wait,  // not yet: Core::complete() or Core::fail() will say. The core asks once.
    Failed // nothing there: an abort
  };
  Kind kind = Done;
  uint32_t value = 0;  // of a read
  uint32_t cycles = 0; // that the access takes on top of its instruction
};

class Bus {
public:
  virtual ~Bus() = default;
  virtual Answer access(const Access& access) = 0;
  // The longword of a translation table at a physical address, at once; nothing: an abort.
  virtual std::optional<uint32_t> table_word(uint32_t address) {
    const Answer answer = access({.address = address});
    return answer.kind == Answer::Done ? std::optional(answer.value) : std::nullopt;
  }
};

} // namespace ixp::xscale
