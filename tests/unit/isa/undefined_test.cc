// Undefined encodings are refused, and the reason names the rule.
#include "isa/isa.h"
#include "tests/catch.h"

#include <vector>

using namespace mev2;
using Catch::Contains;

namespace {

void refused(uint64_t word, const std::string& reason, ContextMode mode = ContextMode::Eight) {
  std::string why;
  const auto i = decode(word, mode, &why);
  CAPTURE(word, i ? print(*i) : "", why);
  CHECK_FALSE(i.has_value());
  CHECK_THAT(why, Contains(reason));
}

uint64_t alu(unsigned op, unsigned dst, unsigned b, unsigned a, bool swap = false) {
  return uint64_t{0b101} << 37 | uint64_t{op} << 31 | uint64_t{swap} << 30 | uint64_t{dst} << 20 |
         uint64_t{b} << 10 | a;
}

uint64_t top(unsigned byte, uint64_t rest = 0) {
  return uint64_t{byte} << 32 | rest;
}

} // namespace

TEST_CASE("units that do not exist") {
  std::vector<unsigned> units;
  for (unsigned u = 0x20; u <= 0x27; ++u)
    units.push_back(u);
  for (unsigned u = 0x2c; u <= 0x2f; ++u)
    units.push_back(u);
  for (unsigned u = 0x37; u <= 0x3b; ++u)
    units.push_back(u);
  for (unsigned u : units) {
    refused(top(u, 0x300), "unit and command");
    refused(top(u | 0x40, 0x300), "unit and command"); // indirect_ref
  }
  for (unsigned byte : {0xfa, 0xfb, 0xfe, 0xff})
    refused(top(byte), "w[39:32]");
}

TEST_CASE("ALU and ALU_SHF operations") {
  for (unsigned op : {2u, 10u, 22u, 26u, 28u, 29u, 30u})
    refused(alu(op, 0, 0, 0), "ALU operation " + std::to_string(op) + " is undefined");
  for (unsigned op = 1; op <= 5; ++op)
    refused(top(0x80 | op << 1, 0x300), "shift control 3");
  for (unsigned control : {0u, 2u, 3u})
    refused(top(0x8c, 0x10000000 | control << 8), "ALU_SHF operation 6, shift control");
  for (unsigned control : {0u, 3u})
    refused(top(0x8e, control << 8), "ALU_SHF operation 7, shift control");
  refused(top(0xc0, 0x01000300), "shift control 3");
}

TEST_CASE("CRC selectors") {
  for (unsigned type : {1u, 3u})
    refused(alu(18, 0x300, 0, 0x300 | type << 5), "crc type " + std::to_string(type));
  refused(alu(18, 0x300, 0, 0x300 | 4 << 5 | 7), "crc byte selection 7");
  refused(alu(18, 0x300, 0, 0x005), "does not say which CRC");
  refused(alu(23, 0x300, 0x3f1, 0), "LM_ADDR");
}

TEST_CASE("branches") {
  for (unsigned cond : {12u, 13u, 14u, 15u, 22u, 23u, 25u, 26u, 27u, 28u, 29u, 30u, 31u})
    refused(top(0xd8, 0x100 | cond), "BRANCH condition " + std::to_string(cond) + " is undefined");
  refused(top(0xd8, 0x101 | 0x20), "BNE: reserved bits"); // a bit that descendants use
  refused(top(0xd8, 0x212), "signal 0");
  // Neither or both of the fields a constant.
  refused(top(0xc8, 0x0000), "exactly one of the fields");
  refused(top(0xc8, 0x20 << 10 | 0x20), "exactly one of the fields");
  refused(top(0xd0, 0x0000), "exactly one of the fields");
  refused(top(0xd0, 0x20 << 10 | 0x20), "exactly one of the fields");
  refused(top(0xe8, 0x0000), "exactly one of the fields");
  refused(top(0xe8, 0x300 << 10 | 0x300), "exactly one of the fields");
  refused(top(0xd0, (0x20 | 0x40 | 1) << 10), "rotation 33");
}

TEST_CASE("ctx_arb") {
  refused(top(0xe0), "all of no signals");
  refused(top(0xe0, 0x10002 | 0x400000), "without br[]");
}

TEST_CASE("immed") {
  refused(top(0xf0, 0x60000000 | 0x300 << 10), "IMMED width 3");
  refused(top(0xf0), "exactly one of the fields");
  refused(top(0xf2, 0x300 << 10 | 0x300), "exactly one of the fields"); // nop is one word only
  refused(top(0xf6, 0x300 << 10), "3 bytes");
  refused(top(0xf2, 0x40000000 | 0x300 << 10), "IMMED width 2, byte position 1");
}

TEST_CASE("MULT") {
  for (unsigned type = 0; type < 4; ++type)
    for (unsigned step : {6u, 7u})
      refused(top(0xf8, uint64_t{type} << 31 | step << 20), "step " + std::to_string(step));
  for (unsigned step : {4u, 5u})
    refused(top(0xf8, step << 20), "MULT type 0, step");
}

TEST_CASE("commands and tokens") {
  refused(top(0x06, 0x300), "sram command 6");
  for (unsigned cmd = 11; cmd <= 15; ++cmd)
    refused(top(0x10 | cmd, 0x300), "scratch command " + std::to_string(cmd));
  refused(top(0x36, 0x040c0300), "hash token 3");
  refused(top(0x36, 0x00000300), "hash of 0 operands");
  refused(top(0x3c, 0x00040300), "msf command 0, token 1");
  refused(top(0x3c, 0x000c0300), "msf command 0, token 3");
  refused(top(0x3d, 0x000c0300), "msf command 1, token 3");
  refused(top(0x3d, 0x00040000), "MSF_FAST_WR: reserved bits"); // it completes silently
}

TEST_CASE("destinations that are constants") {
  refused(alu(1, 0x305, 0, 0), "0x5 cannot be a destination");
  refused(alu(1, 0x241, 0, 0), "*n$index cannot be a destination");
  refused(top(0x80, uint64_t{0x21} << 20), "0x1 cannot be a destination");
  refused(top(0x80, uint64_t{0x41} << 20), "*n$index cannot be a destination");
  refused(alu(19, 0x320, 0, 0), "reserved bits");
  refused(alu(1, 0x300, 0, 0) | uint64_t{1} << 36, "bank bit");
}

TEST_CASE("operand codes between the ranges") {
  for (unsigned code : {0x020u, 0x07fu, 0x101u, 0x103u, 0x105u, 0x141u, 0x145u, 0x1a0u, 0x1e0u,
                        0x212u, 0x232u, 0x240u, 0x242u, 0x244u, 0x2a0u, 0x2ffu}) {
    refused(alu(1, 0, 0, code), "operand", ContextMode::Four);
    refused(alu(1, code, 0, 0), "operand", ContextMode::Four);
  }
  for (unsigned code : {0x45u, 0x49u, 0x4bu, 0x4du, 0x4fu})
    refused(top(0x84, code), "restricted operand", ContextMode::Four);
}

TEST_CASE("registers beyond 15 exist only with four contexts") {
  const struct {
    uint64_t word;
    const char* reason;
  } cases[] = {
      {alu(1, 0, 0, 0x010), "a16 does not exist"},
      {alu(1, 0, 0x01f, 0), "b31 does not exist"},
      {alu(1, 0, 0, 0x191), "$17 does not exist"},
      {alu(1, 0, 0, 0x1d1), "$$17 does not exist"},
      {alu(1, 0x290, 0, 0), "n$16 does not exist"},
      {top(0x84, 0x91), "$17 does not exist"},
      {top(0x00, 0x302 | 0x91 << 10), "$17 does not exist"},
  };
  for (const auto& c : cases) {
    refused(c.word, c.reason);
    CHECK(decode(c.word, ContextMode::Four).has_value());
  }
}

TEST_CASE("operands elsewhere than assemblers put them") {
  refused(alu(1, 0, 0x180, 0x300, true), "swapped although");
  refused(top(0xf0, 0x180 << 10 | 0x300), "belong in the A field");
  refused(top(0xfc, 0x200000 | 0x305 << 10 | 0x304), "exactly one of the fields");
  refused(top(0xfc, 0x200000 | 0x305 << 10), "needs 0x300");
  refused(top(0x84, 0x40000), "bit 18");
}

TEST_CASE("words have 40 bits") {
  refused(kNop | uint64_t{1} << 40, "40 bits");
}
