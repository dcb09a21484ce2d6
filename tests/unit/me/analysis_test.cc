#include "emu/me/register_values.h"
#include "tests/catch.h"
#include "tests/unit/me/machine.h"

#include <algorithm>
#include <sstream>

using namespace ixp;
using namespace ixp::test;

// Addresses of commands, derived from the words of a program.
// (tests/differential/register_values_test.cc checks them on random programs.)

namespace {

using Values = std::vector<uint32_t>;

// The values of b0 + 0 where the program's only scratch command is; {0xa11} when it can be any.
Values at_command(const std::string& program, const std::vector<me::KnownRegister>& at_start = {}) {
  mecc::Image image;
  image.words = assemble(program + "\nscratch[get, $0, 0x0, b0, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  Values found;
  for (const auto& [pc, address] : me::command_addresses(image, at_start))
    if (mev2::decode(image.words[pc], image.mode)->opcode == mev2::Opcode::SCRATCH_GET)
      found = address.is_any() ? Values{0xa11} : address.values();
  return found;
}
const Values kAny{0xa11};

} // namespace

TEST_CASE("Constants are followed through what instructions make of them") {
  CHECK(at_command("immed[b0, 0x8]") == Values{8});
  CHECK(at_command("immed[a1, 0x8]\nalu[b0, a1, +, 0x4]") == Values{12});
  CHECK(at_command("immed[a1, 0x8]\nalu[b0, 0xc, -, a1]") == Values{4});
  CHECK(at_command("immed[a1, 0x3]\nalu_shf[b0, --, B, a1, <<2]") == Values{12});
  CHECK(at_command("immed[a1, 0x3]\nimmed[b1, 0x8]\nalu_shf[b0, b1, OR, a1, <<2]") == Values{12});
  CHECK(at_command("immed[b0, 0x1234]\nimmed_w1[b0, 0x5678]") == Values{0x56781234});
  CHECK(at_command("immed[b0, 0x1234]\nimmed_b1[b0, 0x56]") == Values{0x5634});
  CHECK(at_command("immed[b0, 0x1234]\nimmed[a1, 0x56]\nld_field[b0, 0001, a1]") == Values{0x1256});
  CHECK(at_command("immed[b0, 0x1234]\nimmed[a1, 0x56]\nld_field_w_clr[b0, 0010, a1, <<8]") ==
        Values{0x5600});
  CHECK(at_command("immed[a1, 0x3]\nalu[b0, --, ~B, a1]") == Values{0xfffffffc});
}

TEST_CASE("What comes from outside can be any value, as far as no mask says otherwise") {
  CHECK(at_command("alu[b0, --, B, $3]") == kAny);
  CHECK(at_command("nop") == kAny); // never set
  CHECK(at_command("alu[b0, 0xc, AND, $3]") == Values{0, 4, 8, 12});
  CHECK(at_command("alu_shf[b0, 0x3, AND, $3, >>7]") == Values{0, 1, 2, 3});
  CHECK(at_command("alu_shf[b0, --, B, $3, >>30]") == Values{0, 1, 2, 3});
  CHECK(at_command("alu[b0, 0xff, AND, $3]") == kAny); // too many
  CHECK(at_command("local_csr_rd[TIMESTAMP_LOW]\nimmed[b0, 0x0]") == kAny);
  CHECK(at_command("immed[a1, 0x8]\nalu[b0, a1, +carry, 0x4]") == kAny);
  CHECK(at_command("immed[a1, 0x8]\nalu[--, --, B, a1]\nalu_shf[b0, --, B, a1, >>indirect]") ==
        Values{0, 1, 2, 4, 8});
}

TEST_CASE("Both ways of a branch count, with their defer slots") {
  CHECK(at_command("immed[b0, 0x8]\nbr_bset[$3, 0, there#]\nimmed[b0, 0x4]\nthere#:") ==
        Values{4, 8});
  CHECK(at_command("br_bset[$3, 0, there#], defer[1]\nimmed[b0, 0x8]\nimmed[b0, 0x4]\nthere#:") ==
        Values{4, 8});
  CHECK(
      at_command("immed[b0, 0x8]\nbr[there#], defer[1]\nimmed[b0, 0xc]\nimmed[b0, 0x4]\nthere#:") ==
      Values{12});
}

TEST_CASE("Subroutines return to who called them, with what they knew") {
  // sub# is called with b0 = 4 and with b0 = 8; only the second caller reaches the command.
  CHECK(at_command("immed[b0, 0x4]\nbr[sub#], defer[1]\nimmed[b1, 0x3]\n"
                   "immed[b0, 0x8]\nbr[sub#], defer[1]\nimmed[b1, 0x8]\n"
                   "sub#:\nnop\nrtn[b1]") == Values{8});
  // An unknown return address can lead anywhere.
  CHECK(at_command("immed[b0, 0x4]\nalu[b1, --, B, $3]\nbr_bset[$3, 0, there#]\nrtn[b1]\nthere#:\n"
                   "immed[b0, 0x8]") == Values{4, 8});
}

TEST_CASE("Facts that reach an instruction later count, too") {
  const std::string again = "immed[b0, 0x8]\nbr[go#]\nagain#:\nalu[b0, --, B, $3]\ngo#:\n"
                            "br_bset[$3, 1, again#]";
  CHECK(at_command(again) == kAny);
  CHECK(at_command("br_bset[$3, 0, there#]\nlocal_csr_rd[TIMESTAMP_LOW]\nthere#:\n"
                   "immed[b0, 0x4]") == kAny);
  CHECK(at_command("immed[a1, 0x8]\nbr_bset[$3, 0, there#]\nimmed[a1, 0x3]\nthere#:\n"
                   "alu[b0, a1, AND, $3]") == Values{0, 1, 2, 3, 8});
  CHECK(at_command("alu[b1, --, B, $3]\nimmed[b0, 0x4]\nbr_bset[$3, 0, there#]\nrtn[b1]\n"
                   "there#:\nimmed[b0, 0x8]\nrtn[b1]") == Values{4, 8});
}

TEST_CASE("More callers of a subroutine than are analysed separately share their facts") {
  constexpr unsigned kCallers = 70;
  std::ostringstream calls;
  for (unsigned n = 0; n < kCallers; ++n) // the last one returns behind the subroutine
    calls << std::hex << "immed[b0, 0x" << 4 * n << "]\nbr[sub#], defer[1]\nimmed[b1, 0x"
          << 3 * (n + 1) + (n + 1 == kCallers ? 2 : 0) << "]\n";
  const Values found = at_command(calls.str() + "sub#:\nnop\nrtn[b1]");
  CHECK((found == kAny || std::ranges::find(found, 4 * (kCallers - 1)) != found.end()));
}

TEST_CASE("Contexts can continue elsewhere, and with the CSR that another one read") {
  CHECK(at_command("immed[b0, 0x8]\nlocal_csr_wr[INDIRECT_CTX_STS, a1]") == kAny);
  CHECK(at_command("immed[b0, 0x8]\nlocal_csr_wr[PROFILE_COUNT, a1]") == Values{8});
  for (const char* swap : {"ctx_arb[s2]", "sram[read, $1, a2, 0x0, 1], ctx_swap[s2]"}) {
    INFO(swap);
    const std::string slot = "local_csr_rd[TIMESTAMP_LOW]\n", rest = "nop\nimmed[b0, 0x4]";
    CHECK(at_command(std::string(swap) + ", defer[1]\n" + slot + rest) == kAny);
    CHECK(at_command(std::string(swap) + "\n" + slot + rest) == Values{4});
  }
}

TEST_CASE("Absolute registers lie over relative ones") {
  CHECK(at_command("immed[b0, 0x8]\nimmed[@b16, 0x4]") == kAny); // b0 of context 1
  CHECK(at_command("immed[b0, 0x8]\nimmed[@b17, 0x4]") == Values{8});
}

TEST_CASE("Initial values of all contexts are known, those of one are not") {
  const mev2::Operand b0{mev2::OperandKind::Gpr, mev2::Bank::B, mev2::Step::Keep, 0};
  CHECK(at_command("nop", {{b0, 8, true}}) == Values{8});
  CHECK(at_command("nop", {{b0, 8, false}}) == kAny);
}

// Whether a program reads the status of a put, by its words.

namespace {
// Whether the status of a put with $4 of context 2, at address 0, may be read by the instructions
// `after`.
bool reads_status(const std::string& after) {
  Machine machine(EngineKind::Threaded);
  machine.load(0, "sram[put, $4, a0, 0x0, 1], sig_done[s2]\n" + after + "\n");
  Command c;
  c.op = mev2::Opcode::SRAM_PUT;
  c.ctx = 2;
  c.xfer = 16 * 2 + 4;
  c.count = 1;
  return machine.mes[0]->may_read_result(c);
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
