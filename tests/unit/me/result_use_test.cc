// Whether a program reads the status of a put, by its words.
#include "emu/me/result_use.h"
#include "tests/catch.h"
#include "tests/unit/me/machine.h"

using namespace ixp;
using namespace ixp::test;

namespace {
// Whether the status of a put with $4 of context 2, at address 0, may be read by the instructions
// `after`.
bool reads_status(const std::string& after) {
  const std::vector<uint64_t> words =
      assemble("sram[put, $4, a0, 0x0, 1], sig_done[s2]\n" + after + "\n");
  Command c;
  c.op = mev2::Opcode::SRAM_PUT;
  c.ctx = 2;
  c.xfer = 16 * 2 + 4;
  c.count = 1;
  return me::may_read_result(words, mev2::ContextMode::Eight, c);
}
} // namespace

TEST_CASE("a status is used when an instruction behind the command reads its register") {
  CHECK(reads_status("alu[a1, --, B, $4]"));
  CHECK(reads_status("ctx_arb[s2, s3]\nbr_bset[$4, 31, there#]\nthere#:\nctx_arb[kill]"));
  CHECK(reads_status("alu[a1, a2, +, *$index]"));
  CHECK_FALSE(reads_status("alu[a1, --, B, $5]"));
  CHECK_FALSE(reads_status("alu[a1, --, B, $$4]"));
  CHECK_FALSE(reads_status("alu[$4, --, B, a1]")); // the register that is sent
  CHECK_FALSE(reads_status(""));
}

TEST_CASE("a command that delivers to the register ends the search on its path") {
  CHECK_FALSE(reads_status("sram[read, $3, a0, 0x0, 2], ctx_swap[s1]\nalu[a1, --, B, $4]"));
  CHECK(reads_status("sram[read, $3, a0, 0x0, 1], ctx_swap[s1]\nalu[a1, --, B, $4]"));
  CHECK(reads_status("sram[read, $5, a0, 0x0, 2], ctx_swap[s1]\nalu[a1, --, B, $4]"));
  CHECK(reads_status("br_bset[a0, 1, over#]\nsram[read, $4, a0, 0x0, 1], ctx_swap[s1]\nover#:\n"
                     "alu[a1, --, B, $4]"));
}

TEST_CASE(
    "the search follows branches, defer slots and computed jumps, and ends with the context") {
  CHECK_FALSE(reads_status("br[end#]\nalu[a1, --, B, $4]\nend#:\nctx_arb[kill]"));
  CHECK(reads_status("br[end#], defer[1]\nalu[a1, --, B, $4]\nend#:\nctx_arb[kill]"));
  CHECK_FALSE(reads_status("ctx_arb[kill]\nalu[a1, --, B, $4]"));
  CHECK_FALSE(reads_status("ctx_arb[s1], br[end#]\nalu[a1, --, B, $4]\nend#:\nctx_arb[kill]"));
  CHECK(reads_status("rtn[a3]\nalu[a1, --, B, $4]"));
  CHECK_FALSE(reads_status("rtn[a3]\nalu[a1, --, B, $5]"));
}
