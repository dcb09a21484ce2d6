#include "emu/me/crc.h"

namespace ixp::me {

namespace {
using Table = std::array<uint32_t, 256>;

// Remainders are left aligned in 32 bits inside the table, so that one step serves every width.
constexpr Table make_table(CrcPolynomial p) {
  Table t{};
  const uint32_t poly = p.value << (32 - p.width);
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t r = i << 24;
    for (int bit = 0; bit < 8; ++bit)
      r = r << 1 ^ (r >> 31 ? poly : 0);
    t[i] = r;
  }
  return t;
}
template <CrcType T> constexpr Table kTable = make_table(crc_polynomial(T));

const Table& table(CrcType t) {
  switch (t) {
  case CrcType::Ccitt: return kTable<CrcType::Ccitt>;
  case CrcType::Iscsi: return kTable<CrcType::Iscsi>;
  case CrcType::Crc10: return kTable<CrcType::Crc10>;
  case CrcType::Crc5: return kTable<CrcType::Crc5>;
  default: return kTable<CrcType::Crc32>;
  }
}
} // namespace

uint32_t crc_byte(CrcType type, uint32_t remainder, uint8_t byte) {
  const unsigned pad = 32 - crc_polynomial(type).width;
  const uint32_t r = remainder << pad;
  return (r << 8 ^ table(type)[(r >> 24) ^ byte]) >> pad;
}

uint32_t crc(CrcType type, uint32_t remainder, uint32_t operand, unsigned bytes_code,
             bool little_endian, bool bit_swap) {
  uint32_t word = little_endian ? __builtin_bswap32(operand) : operand;
  if (bit_swap) {
    uint32_t swapped = 0;
    for (unsigned i = 0; i < 32; i += 8)
      swapped |= uint32_t{reverse_bits(static_cast<uint8_t>(word >> i))} << i;
    word = swapped;
  }
  if (type == CrcType::None) return word;
  const CrcBytes range = crc_bytes(bytes_code);
  for (unsigned i = range.first; i <= range.last; ++i)
    remainder = crc_byte(type, remainder, static_cast<uint8_t>(word >> (24 - 8 * i)));
  return remainder;
}

} // namespace ixp::me
