#include "tests/catch.h"
#include "tests/unit/asm/assemble.h"

using mecc::test::listing_of;

TEST_CASE("a small loop") {
  CHECK(listing_of(R"(
.reg n sum
immed[n, 10]
immed[sum, 0]
loop#:
alu[sum, sum, +, n]
alu[n, n, -, 1]
bne[loop#]
ctx_arb[kill]
)") == R"(immed[b0, 0xa]
immed[a0, 0x0]
alu[a0, a0, +, b0]
alu[b0, b0, -, 0x1]
bne[l2#]
ctx_arb[kill]
)");
}
