// Texts that are not instructions: the position where parse() stops, and its message.
#include "isa/isa.h"
#include "tests/catch.h"

using namespace mev2;
using Catch::Contains;

namespace {

// `at` is the position of the error, marked by the first '^' of `marked`, which is removed.
void refused(std::string marked, const std::string& reason, ContextMode mode = ContextMode::Eight) {
  const size_t at = marked.find('^');
  REQUIRE(at != marked.npos);
  marked.erase(at, 1);
  std::string why;
  size_t where = 999;
  CAPTURE(marked);
  CHECK_FALSE(parse(marked, mode, &why, &where).has_value());
  CHECK_THAT(why, Contains(reason));
  CHECK(where == at);
}

} // namespace

TEST_CASE("the message points at what is wrong") {
  refused("^", "no instruction starts like");
  refused("^frobnicate[a0]", "no instruction starts like \"frobnicate\"");
  refused("alu[a0, a1, ^FOO, b1]", "expected");
  refused("alu[a0, ^q1, +, b1]", "a register, constant or --");
  refused("alu[a^99, a1, +, b1]", "a register number from 0 to 31");
  refused("alu[@a^128, a1, +, b1]", "a register number from 0 to 127");
  refused("alu[a0, a1, +, b1^", "the text ends early, expected ]");
  refused("alu[a0, a1, +, b1]^ x", "the end of the instruction");
  refused("alu[a0, a1, +, ^0x100]", "a constant from 0x0 to 0xff");
  refused("alu_shf[a0, --, B, b1, >>^32]", "a shift amount from 1 to 31");
  refused("alu_shf[a0, --, B, b1, ^>5]", "a shift");
  refused("ld_field[a0, ^121, b1]", "a byte mask");
  refused("immed[a0, ^5]", "a hexadecimal value");
  refused("br[^12#]", "a target from l0# to l8191#");
  refused("br[^l8192#]", "a target");
  refused("beq[l5#], defer[^4]", "1, 2 or 3");
  refused("br_signal[^s16, l1#]", "a signal from s1 to s15");
  refused("br_inp_state[^full, l1#]", "the name of an input state");
  refused("ctx_arb[^]", "a signal from s1 to s15 | voluntary, kill, bpt or --");
  refused("local_csr_rd[^FOO]", "the name of a local CSR");
  refused("crc_be[^crc_16, --, b0]", "a CRC type");
  refused("cam_lookup[a0, b0], lm_addr0[^4]", "a number from 0 to 3");
  refused("cam_write[b0, a0, ^16]", "a CAM state");
  refused("sram[read, $0, a0, b0, 1], ctx_swap[^s0]", "a signal");
  refused("cap[fast_wr, ^0x4000, 0x4b20]", "ALU or a value");
  refused("nop^s", "the end of the instruction");
}

TEST_CASE("well-formed text that no word can hold") {
  refused("^alu[a0, a1, +, a2]", "both in bank A");
  refused("^alu[0x5, a1, +, b2]", "cannot be a destination");
  refused("^alu[a0, --, +, b2]", "a source operand is missing");
  refused("^alu[*n$index, a0, +, b2]", "cannot be encoded as an unrestricted destination");
  refused("^alu_shf[a0, --, B, @b5]", "cannot be encoded as a restricted source");
  refused("^alu_shf[a0, --, B, *l$index0[8]]", "cannot be encoded as a restricted source");
  refused("^alu_shf[a0, 0x7f, AND, 0x80]", "share bit 7");
  refused("^asr[a0, b1, <<5]", "shifts right only");
  refused("^immed[--, 0x5]", "-- stands where a register is needed");
  refused("^immed_b0[a0, 0x100]", "too large for immed_b0");
  refused("immed[a0, 0x12345^]", "a value of 16 bits");
  refused("^br_bset[0x5, 3, l1#]", "a register is needed");
  refused("^sram[read, $0, a0, b0, 9]", "count 9");
  refused("^sram[read, a0, a0, b0, 1]", "a transfer register is needed");
  refused("^sram[read, $0, a0, 0x80, 1]", "constants here go up to 0x7f");
  refused("^sram[get, $0, a0, b0, 1], ignore_data_error", "has no ignore_data_error");
  refused("^msf[fast_wr, --, a0, b0], sig_done[s1]", "completes without a signal");
  refused("^hash_48[$0, 4]", "count 4");
}

TEST_CASE("the context mode limits register numbers") {
  refused("^alu[$17, a1, +, b1]", "$17 does not exist in 8-context mode");
  refused("^alu[a0, a16, +, b1]", "a16 does not exist in 8-context mode");
  refused("^sram[read, $17, a0, b0, 1]", "$17 does not exist in 8-context mode");
  refused("^sram[read, $$1, a0, b0, 1]", "other transfer file", ContextMode::Four);
  CHECK(parse("alu[$17, a16, +, b1]", ContextMode::Four).has_value());
  CHECK(parse("sram[read, $$1, a0, b0, 1]", ContextMode::Eight).has_value());
}

TEST_CASE("blanks after commas may vary") {
  const auto tight = parse("alu[a0,a1,+,b1]", ContextMode::Eight);
  REQUIRE(tight.has_value());
  CHECK(print(*tight) == "alu[a0, a1, +, b1]");
  CHECK(parse("ctx_arb[s1,s2],any", ContextMode::Eight).has_value());
}
