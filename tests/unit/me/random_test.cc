#include "tests/catch.h"

#include "emu/me/random_number.h"

using namespace ixp::me;

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
