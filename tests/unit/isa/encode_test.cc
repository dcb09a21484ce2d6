// Properties of the description beyond single words: placement, ports, facts, names.
#include "isa/isa.h"
#include "tests/catch.h"

using namespace mev2;

namespace {

Instruction parsed(const std::string& text, ContextMode mode = ContextMode::Eight) {
  std::string why;
  const auto i = parse(text, mode, &why);
  CAPTURE(text, why);
  REQUIRE(i.has_value());
  return *i;
}

uint64_t word(const std::string& text) {
  return encode(parsed(text), ContextMode::Eight).value_or(0);
}

} // namespace

TEST_CASE("well-known words") {
  CHECK(word("nop") == kNop);
  CHECK(word("ctx_arb[bpt]") == 0xe000020000);
  CHECK(word("ctx_arb[kill]") == 0xe000010000);
  CHECK(word("cam_clear") == 0xa5b0000000);
}

TEST_CASE("a register sits in the field of its bank, with a swap bit where order matters") {
  CHECK(word("alu[--, a1, -, b2]") == (0xaab0000000 | 2 << 10 | 1));
  const uint64_t swapped = word("alu[--, b2, -, a1]");
  CHECK((swapped ^ word("alu[--, a1, -, b2]")) == uint64_t{1} << 30);
  // No swap without a register that asks for it.
  CHECK((word("alu[--, $1, -, b2]") >> 30 & 1) == 0);
  CHECK((word("alu[--, b2, -, $1]") >> 30 & 1) == 1);
  // The address of a command is a sum: the operands are sorted, and there is no swap bit.
  CHECK(word("sram[read, $0, b2, a1, 1]") == word("sram[read, $0, a1, b2, 1]"));
  // Filler beside an operand that bank A pulled to its side.
  CHECK((word("alu[a0, --, B, a5]") >> 10 & 0x3ff) == 0x300);
  CHECK((word("alu_shf[a0, --, B, a5]") >> 10 & 0xff) == 0);
  CHECK(word("alu[a0, a0, B, b5]") == word("alu[a0, --, B, b5]"));
}

TEST_CASE("the left operand of B is kept unless it is the filler") {
  const struct {
    const char *text, *canonical;
  } cases[] = {
      {"alu[a0, a0, B, b5]", "alu[a0, --, B, b5]"},
      {"alu_shf[a0, b0, B, a5]", "alu_shf[a0, --, B, a5]"},
      {"alu[a0, 0x0, B, a5]", "alu[a0, --, B, a5]"},
      {"alu[a0, 0x0, B, b5]", "alu[a0, 0x0, B, b5]"},
      {"alu[a0, a1, B, b5]", "alu[a0, a1, B, b5]"},
      // Filler is a constant here, so b0 is not it.
      {"alu[a0, b0, ~B, a5]", "alu[a0, b0, ~B, a5]"},
      // b0 causes the swap here.
      {"alu[a0, b0, B, $5]", "alu[a0, b0, B, $5]"},
      {"alu_shf[a0, b0, B, $5]", "alu_shf[a0, b0, B, $5]"},
  };
  for (const auto& c : cases) {
    const auto i = decode(word(c.text), ContextMode::Eight);
    REQUIRE(i.has_value());
    CHECK(print(*i) == c.canonical);
  }
}

TEST_CASE("sources that share a read port are reported, not refused") {
  const auto conflict = [](const char* text) { return port_conflict(parsed(text)).has_value(); };
  CHECK(conflict("alu[a0, $1, +, $$2]"));
  CHECK(conflict("alu[a0, $1, +, *$$index++]"));
  CHECK(conflict("alu[a0, *l$index0, +, *l$index1]"));
  CHECK(conflict("alu[a0, n$1, +, *n$index]"));
  CHECK(conflict("alu[a0, 0x1, +, 0x2]"));
  CHECK(conflict("ld_field[$1, 1111, $2]"));
  CHECK_FALSE(conflict("ld_field_w_clr[$1, 1111, $2]"));
  CHECK_FALSE(conflict("alu[a0, a1, +, b2]"));
  CHECK_FALSE(conflict("alu[a0, $1, +, n$2]"));
  CHECK_FALSE(conflict("alu[a0, --, B, $2]"));
  Instruction same_bank = parsed("alu[a0, a1, +, b2]");
  same_bank.right.bank = Bank::A;
  REQUIRE(port_conflict(same_bank).has_value());
  CHECK(port_conflict(same_bank)->find("registers of one bank") != std::string::npos);
  std::string why;
  CHECK_FALSE(encode(same_bank, ContextMode::Eight, &why).has_value());
  CHECK(why.find("both in bank A") != std::string::npos);
}

TEST_CASE("immediates are the value written") {
  CHECK(parsed("immed[a0, 0xd7cb, <<8]").immediate == 0xd7cb00);
  CHECK(parsed("immed[a0, 0xffff29cf, <<8]").immediate == 0xff29cfff);
  CHECK(parsed("immed[a0, 0xffffc808]").immediate == 0xffffc808);
  CHECK(parsed("immed_w1[a0, 0x83d5]").immediate == 0x83d5);
  CHECK(parsed("immed_w1[a0, 0x83d5]").immed_shift == 2);
  Instruction i = parsed("immed[a0, 0x1]");
  i.immediate = 0x12345;
  CHECK_FALSE(encode(i, ContextMode::Eight).has_value());
}

TEST_CASE("operands that a form does not have are not asked for") {
  Instruction nonsense = parsed("nop");
  nonsense.left.kind = OperandKind::Const;
  CHECK(encode(nonsense, ContextMode::Eight) == kNop);
}

TEST_CASE("facts that are not bits") {
  CHECK(info(Opcode::BR).lost_slots == 2);
  CHECK(info(Opcode::BEQ).lost_slots == 3);
  CHECK(info(Opcode::BR_EQ_CTX).max_defer == 2);
  CHECK(info(Opcode::CTX_ARB).max_defer == 2);
  CHECK_FALSE(info(Opcode::CTX_ARB).is_branch);
  CHECK(info(Opcode::JUMP).is_branch);
  CHECK(info(Opcode::ALU_ADD).sets_cc);
  CHECK_FALSE(info(Opcode::IMMED).sets_cc);
  CHECK_FALSE(info(Opcode::CAM_WRITE).sets_cc);
  CHECK(info(Opcode::CAM_LOOKUP).sets_cc);
  CHECK(info(Opcode::LD_FIELD).reads_dst);
  CHECK_FALSE(info(Opcode::LD_FIELD_W_CLR).reads_dst);
  CHECK(info(Opcode::SRAM_PUT).two_signals);
  CHECK_FALSE(info(Opcode::SCRATCH_PUT).two_signals);
  CHECK(info(Opcode::DRAM_READ).two_signals);
  CHECK_FALSE(info(Opcode::HASH_48).two_signals);
  CHECK((info(Opcode::HASH_48).pulls && info(Opcode::HASH_48).pushes));
  CHECK_FALSE(info(Opcode::SRAM_ENQUEUE).pulls);
  CHECK(info(Opcode::SRAM_READ).has_count);
  CHECK_FALSE(info(Opcode::SRAM_SWAP).has_count);
  CHECK(info(Opcode::MUL_32X32_STEP4).token == "32x32_step4");
}

TEST_CASE("names") {
  CHECK(local_csr_address("ACTIVE_CTX_STS") == 0x044);
  CHECK(local_csr_address("active_lm_addr_1") == 0x06c);
  CHECK_FALSE(local_csr_address("MAILBOX0").has_value());
  CHECK(local_csr_name(0x0f4) == "T_INDEX_BYTE_INDEX");
  CHECK(local_csr_name(0x1fc).empty());
  CHECK(input_state_number("SCR_RING11_status") == 13);
  CHECK(input_state_name(15) == "fci_full");
  CHECK(cap_csr_address("XSCALE_INT_A") == 0x4b20);
  CHECK(cap_csr_address("SCRATCH_RING_TAIL_15") == 0x48f8);
  CHECK(msf_csr_address("RBUF_ELEMENT_DONE") == 0x44);
  CHECK(parsed("local_csr_rd[0x1fc]").csr == 0x1fc);
}
