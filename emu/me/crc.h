// The CRC unit: CRC_REMAINDER = crc(CRC_REMAINDER, selected bytes). Remainders are most significant
// bit first, right aligned, and neither input nor output is complemented.
#pragma once

#include <array>
#include <cstdint>

namespace ixp::me {

enum class CrcType : uint8_t { None = 0, Ccitt = 2, Crc32 = 4, Iscsi = 5, Crc10 = 6, Crc5 = 7 };

struct CrcPolynomial {
  unsigned width = 0;
  uint32_t value = 0;
};
constexpr CrcPolynomial crc_polynomial(CrcType t) {
  switch (t) {
  case CrcType::None: return {};
  case CrcType::Ccitt: return {16, 0x1021};
  case CrcType::Crc32: return {32, 0x04c11db7};
  case CrcType::Iscsi: return {32, 0x1edc6f41};
  case CrcType::Crc10: return {10, 0x233};
  case CrcType::Crc5: return {5, 0x05};
  }
  return {};
}

// First and last byte of the codes in the instruction (0 = all ... 6 = byte_0).
struct CrcBytes {
  unsigned first, last;
};
constexpr CrcBytes crc_bytes(unsigned code) {
  constexpr std::array<CrcBytes, 8> table{
      {{0, 3}, {1, 3}, {2, 3}, {3, 3}, {0, 2}, {0, 1}, {0, 0}, {0, 3}}};
  return table[code & 7];
}

constexpr uint8_t reverse_bits(uint8_t b) {
  b = static_cast<uint8_t>((b & 0xf0) >> 4 | (b & 0x0f) << 4);
  b = static_cast<uint8_t>((b & 0xcc) >> 2 | (b & 0x33) << 2);
  return static_cast<uint8_t>((b & 0xaa) >> 1 | (b & 0x55) << 1);
}

uint32_t crc_byte(CrcType type, uint32_t remainder, uint8_t byte);

// little_endian: byte 0 is bits 7:0 (the word is swapped, then handled as big-endian). bit_swap:
// bits of each byte are reversed before use. Type None loads the swapped operand.
uint32_t crc(CrcType type, uint32_t remainder, uint32_t operand, unsigned bytes_code,
             bool little_endian, bool bit_swap);

} // namespace ixp::me
