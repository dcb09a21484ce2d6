// CRCs: published check values over "123456789", and a bit-at-a-time model.
#include "tests/catch.h"

#include "emu/me/crc.h"

#include <string_view>

using namespace ixp::me;

namespace {
constexpr std::string_view kCheck = "123456789";

// One byte through crc_be[.., byte_0].
uint32_t over(CrcType t, uint32_t r, bool bit_swap) {
  for (const char c : kCheck)
    r = crc(t, r, uint32_t(c) << 24, 6, false, bit_swap);
  return r;
}
} // namespace

TEST_CASE("CRC check values") {
  // Ethernet: reflected through bit_swap, then reversal of the remainder and a complement.
  const uint32_t r = over(CrcType::Crc32, 0xffffffff, true);
  CHECK(~crc(CrcType::None, 0, r, 0, true, true) == 0xcbf43926);
  CHECK(~over(CrcType::Crc32, 0xffffffff, false) == 0xfc891918); // CRC-32/BZIP2
  CHECK(over(CrcType::Ccitt, 0xffff, false) == 0x29b1);          // CRC-16/IBM-3740
  CHECK(over(CrcType::Ccitt, 0, false) == 0x31c3);               // CRC-16/XMODEM
  CHECK(over(CrcType::Crc10, 0, false) == 0x199);                // CRC-10/ATM
  const uint32_t i = over(CrcType::Iscsi, 0xffffffff, true);
  CHECK(~crc(CrcType::None, 0, i, 0, true, true) == 0xe3069283); // CRC-32/ISCSI
}

TEST_CASE("CRC words equal their bytes") {
  std::minstd_rand random(7);
  for (const CrcType t :
       {CrcType::Ccitt, CrcType::Crc32, CrcType::Iscsi, CrcType::Crc10, CrcType::Crc5})
    for (int n = 0; n < 200; ++n) {
      const CrcPolynomial p = crc_polynomial(t);
      const uint32_t mask = p.width == 32 ? ~0u : (1u << p.width) - 1;
      const uint32_t w = static_cast<uint32_t>(random()) * 5u;
      const uint32_t start = static_cast<uint32_t>(random()) & mask;
      constexpr unsigned first[] = {0, 1, 2, 3, 0, 0, 0}, last[] = {3, 3, 3, 3, 2, 1, 0};
      for (unsigned code = 0; code < 7; ++code) {
        // Bit at a time, most significant first.
        uint32_t r = start;
        for (unsigned byte = first[code]; byte <= last[code]; ++byte)
          for (int bit = 7; bit >= 0; --bit) {
            const bool in = w >> (24 - 8 * byte + unsigned(bit)) & 1;
            const bool out = r >> (p.width - 1) & 1;
            r = (r << 1 & mask) ^ (in != out ? p.value : 0);
          }
        REQUIRE(crc(t, start, w, code, false, false) == r);
        REQUIRE(crc(t, start, __builtin_bswap32(w), code, true, false) == r);
      }
    }
}
