#include "emu/me/cam.h"
#include "emu/me/crc.h"
#include "emu/me/random_number.h"
#include "tests/catch.h"

#include <list>
#include <string_view>

using namespace ixp::me;

// The CAM against a list of entries in order of use.

namespace {
struct Oracle {
  uint32_t tag[16] = {};
  unsigned state[16] = {};
  std::list<unsigned> use; // least recent first
  Oracle() {
    for (unsigned i = 0; i < 16; ++i)
      use.push_back(i);
  }
  void touch(unsigned e) {
    use.remove(e);
    use.push_back(e);
  }
  uint32_t lookup(uint32_t key) {
    for (unsigned i = 0; i < 16; ++i)
      if (tag[i] == key) {
        touch(i);
        return state[i] * 256 + 128 + i * 8;
      }
    return use.front() * 8;
  }
};
} // namespace

TEST_CASE("CAM: random use against a list") {
  std::minstd_rand random(42);
  MeState s;
  cam_clear(s);
  Oracle o;
  for (unsigned i = 0; i < 16; ++i) { // tags must differ
    cam_write(s, i, 1000 + i, 0);
    o.tag[i] = 1000 + i;
    o.touch(i);
  }
  for (int n = 0; n < 20000; ++n) {
    const uint32_t key = random() % 40;
    const unsigned e = random() % 16, st = random() % 16;
    switch (random() % 5) {
    case 0:
    case 1: REQUIRE(cam_lookup(s, key) == o.lookup(key)); break;
    case 2: {
      const uint32_t miss = cam_lookup(s, key);
      REQUIRE(miss == o.lookup(key));
      if (miss & 128) break;
      cam_write(s, miss >> 3, key, st); // the usual replacement
      o.tag[miss >> 3] = key, o.state[miss >> 3] = st;
      o.touch(miss >> 3);
      break;
    }
    case 3:
      cam_write_state(s, e, st);
      o.state[e] = st;
      break;
    default:
      REQUIRE(cam_read_tag(s, e) == o.tag[e]);
      REQUIRE(cam_read_state(s, e) == o.state[e] << 8);
    }
  }
}

TEST_CASE("CAM: clear forgets what was written") {
  MeState s;
  cam_clear(s);
  cam_write(s, 5, 77, 3);
  REQUIRE(cam_lookup(s, 77) == (3u << 8 | 1u << 7 | 5 << 3));
  cam_clear(s);
  CHECK((cam_lookup(s, 77) & 1u << 7) == 0);
  CHECK(cam_read_tag(s, 5) == 0);
  CHECK(cam_read_state(s, 5) == 0);
}

TEST_CASE("CAM: clear orders entries from 0") {
  MeState s;
  cam_write(s, 0, 5, 3);
  cam_clear(s);
  for (unsigned i = 0; i < 16; ++i) {
    const uint32_t miss = cam_lookup(s, 100 + i);
    CHECK(miss == i << 3);
    cam_write(s, miss >> 3, 100 + i, 0);
  }
}

// CRCs: published check values over "123456789", and a bit-at-a-time model.

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

TEST_CASE("the random number can be advanced in one go") {
  uint32_t r = 0x12345678;
  for (uint64_t n = 0; n < 1000; ++n) {
    REQUIRE(random_after(0x12345678, n) == r);
    r = random_next(r);
  }
}

TEST_CASE("the sequence has the full period") {
  CHECK(random_after(1, 0xffffffff) == 1); // 2^32 - 1 steps
  for (const uint64_t factor : {3u, 5u, 17u, 257u, 65537u})
    CHECK(random_after(1, 0xffffffff / factor) != 1);
}
