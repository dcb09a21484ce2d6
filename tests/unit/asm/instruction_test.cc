// Spellings in sources and the canonical words that they become. Most registers are physical, so
// that the allocator's choice does not matter.
#include "tests/catch.h"
#include "tests/unit/asm/assemble.h"

using mecc::test::assemble_text;
using mecc::test::diagnostics_of;
using mecc::test::listing_of;

namespace {

// The word of one line in the middle of a program that can hold it.
std::string one(const std::string& line, const std::string& before = "") {
  const std::string text = listing_of(before + line + "\nl#:\nctx_arb[kill]\n");
  size_t end = text.rfind("ctx_arb[kill]");
  if (end == std::string::npos) return text;
  std::string lines = text.substr(0, end);
  if (!lines.empty()) lines.pop_back();
  const size_t last = lines.rfind('\n');
  return last == std::string::npos ? lines : lines.substr(last + 1);
}

} // namespace

TEST_CASE("spellings of alu") {
  CHECK(one("ALU[a0, a1, +, b1]") == "alu[a0, a1, +, b1]");
  CHECK(one("alu[a0, --, b, b1]") == "alu[a0, --, B, b1]");
  CHECK(one("alu[(a0), ((a1)), +, ((*l$index0))]") == "alu[a0, a1, +, *l$index0]");
  CHECK(one("alu [ a0 , a1 , and~ , b1 ]") == "alu[a0, a1, AND~, b1]");
  CHECK(one("alu[a0, a1, +16, b1]") == "alu[a0, a1, +16, b1]");
  CHECK(one("alu[a0, a1, + Carry, b1]") == "alu[a0, a1, +carry, b1]");
  CHECK(one("alu[--, a1, b-a, 0xff]") == "alu[--, a1, B-A, 0xff]");
  CHECK(one("alu[a0, a1, OR, b1, <<4]") == "alu_shf[a0, a1, OR, b1, <<4]");
  CHECK(one("alu_shf[a0, --, B, b1, >>(2 + 3)]") == "alu_shf[a0, --, B, b1, >>5]");
  CHECK(one("alu_shf[a0, --, B, b1, <<rot8]") == "alu_shf[a0, --, B, b1, >>rot24]");
  CHECK(one("alu_shf[a0, --, B, b1, <<0]") == "alu_shf[a0, --, B, b1]");
  CHECK(one("alu_shf[a0, --, B, b1, >>INDIRECT]", "alu[--, a2, OR, 0]\n") ==
        "alu_shf[a0, --, B, b1, >>indirect]");
  CHECK(one("asr[a0, b1, >>3]", "alu[--, a2, OR, b1]\n") == "asr[a0, b1, >>3]");
  CHECK(one("ld_field[a0, 0011, b1, >>16], load_cc") == "ld_field[a0, 0011, b1, >>16], load_cc");
}

TEST_CASE("immed finds the form for its constant") {
  CHECK(one("immed[a0, 0x1234]") == "immed[a0, 0x1234]");
  CHECK(one("immed[a0, 0x123400]") == "immed[a0, 0x1234, <<8]");
  CHECK(one("immed[a0, 0xffff0000]") == "immed[a0, 0xffff, <<16]");
  CHECK(one("immed[a0, 0xffffff00]") == "immed[a0, 0xffffff00]");
  CHECK(one("immed[a0, -1]") == "immed[a0, 0xffffffff]");
  CHECK(one("immed[a0, ~0x120000]") == "immed[a0, 0xffffedff, <<8]");
  CHECK(one("immed[a0, 0x12, <<8]") == "immed[a0, 0x12, <<8]");
  CHECK(one("immed[a0, 0xffff29cf, <<8]") == "immed[a0, 0xffff29cf, <<8]");
  CHECK(one("immed_w1[a0, (0xcb000000 >> 16)]") == "immed_w1[a0, 0xcb00]");
  CHECK(one("immed_b3[a0, 0x7f]") == "immed_b3[a0, 0x7f]");
}

TEST_CASE("labels as values") {
  CHECK(listing_of("load_addr[a0, there#]\nbr[there#]\nnop\nthere#: rtn[a0]\n") ==
        "immed[a0, 0x3]\nbr[l3#]\nnop\nrtn[a0]\n");
  CHECK(listing_of("immed[a0, (8 / (end# - here#))]\nhere#: nop\nnop\nend#: halt\n") ==
        "immed[a0, 0x4]\nnop\nnop\nctx_arb[bpt]\n");
  CHECK(listing_of("immed[a0, (there# + 1)]\nnop\nthere#:\nnop\nhalt\n") ==
        "immed[a0, 0x3]\nnop\nnop\nctx_arb[bpt]\n");
  CHECK(listing_of("jump[a0, t#], targets[t#, u#]\nt#: br[u#]\nu#: br[t#]\n") ==
        "jump[a0, l1#]\nbr[l2#]\nbr[l1#]\n");
}

TEST_CASE("branches and their aliases") {
  CHECK(one("bhs[l#]") == "bcs[l1#]");
  CHECK(one("BLO[l#], defer[0]") == "bcc[l1#]");
  CHECK(one("br=ctx[3, l#]") == "br=ctx[3, l1#]");
  CHECK(one("br!=byte[a0, 2, 0x45, l#]") == "br!=byte[a0, 2, 0x45, l1#]");
  CHECK(one("br_bset[a0, (4 * 2), l#]") == "br_bset[a0, 8, l1#]");
  CHECK(one("br_!inp_state[SCR_Ring3_Status, l#]") == "br_!inp_state[scr_ring3_status, l1#]");
  CHECK(one("br_signal[s4, l#]") == "br_signal[s4, l1#]");
  CHECK(one("halt") == "ctx_arb[bpt]");
}

TEST_CASE("context swaps") {
  CHECK(one("ctx_arb[s1, s2], all") == "ctx_arb[s1, s2]");
  CHECK(one("ctx_arb[s1, s2], br[l#], any") == "ctx_arb[s1, s2], any, br[l1#]");
  CHECK(one("ctx_arb[voluntary]") == "ctx_arb[voluntary]");
  CHECK(one("ctx_arb[--]") == "ctx_arb[--]");
  CHECK(one("nop", "ctx_arb[s1], defer[1]\n") == "nop");
}

TEST_CASE("commands") {
  CHECK(one("sram[read, $0, a0, b0, 4], sig_done[s2]") ==
        "sram[read, $0, a0, b0, 4], sig_done[s2]");
  CHECK(one("sram[Read, $0, b0, a0, 4], sig_done[s2]") ==
        "sram[read, $0, a0, b0, 4], sig_done[s2]");
  CHECK(one("scratch[put, $0, 0, b0, 2], CTX_SWAP[s3]") ==
        "scratch[put, $0, 0x0, b0, 2], ctx_swap[s3]");
  CHECK(one("sram[write, $0, a0, 0, max_8], sig_done[s2], indirect_ref", "alu[--, a1, OR, b1]\n") ==
        "sram[write, $0, a0, 0x0, 8], indirect_ref, sig_done[s2]");
  CHECK(one("sram[write, $0, a0, 0, max_12], sig_done[s2], indirect_ref",
            "alu[--, a1, OR, b1]\n") == "sram[write, $0, a0, 0x0, 8], indirect_ref, sig_done[s2]");
  CHECK(one("scratch[test_and_incr, $0, a0, 0, 1], sig_done[s2]") ==
        "scratch[test_and_incr, $0, a0, 0x0], sig_done[s2]");
  CHECK(one("scratch[incr, --, a0, 0]") == "scratch[incr, --, a0, 0x0]");
  CHECK(one("dram[write, $$2, a0, 8, 3], sig_done[s4]") ==
        "dram[write, $$2, a0, 0x8, 3], sig_done[s4]");
  CHECK(one("msf[fast_wr, --, RBUF_ELEMENT_DONE, b0]") == "msf[fast_wr, --, 0x44, b0]");
  CHECK(one("msf[write64, $0, a0, 0, 1], sig_done[s1]") ==
        "msf[write64, $0, a0, 0x0, 1], sig_done[s1]");
  CHECK(one("cap[fast_wr, 0, XSCALE_INT_A]") == "cap[fast_wr, 0x0, 0x4b20]");
  CHECK(one("cap[fast_wr, alu, interthread_sig]", "alu[--, a1, OR, b1]\n") ==
        "cap[fast_wr, ALU, 0x401c]");
  CHECK(one("cap[read, $0, 0x4a00, 1], ctx_swap[s1]") == "cap[read, $0, 0x4a00, 1], ctx_swap[s1]");
  CHECK(one("hash2_48[$0], sig_done[s1]") == "hash_48[$0, 2], sig_done[s1]");
  CHECK(one("hash_128[$0, 1], ctx_swap[s1]") == "hash_128[$0, 1], ctx_swap[s1]");
}

TEST_CASE("CAM, CRC, multiplication, local CSRs") {
  CHECK(one("cam_lookup[a0, b0], lm_addr1[2]") == "cam_lookup[a0, b0], lm_addr1[2]");
  CHECK(one("cam_write[a0, b0, (1 << 2)]") == "cam_write[a0, b0, 4]");
  CHECK(one("cam_clear") == "cam_clear");
  CHECK(one("crc_le[crc_32, a0, b0], bytes_0_1, bit_swap") ==
        "crc_le[crc_32, a0, b0], bytes_0_1, bit_swap");
  CHECK(one("mul_step[a0, b0], 16x16_start") == "mul_step[a0, b0], start");
  CHECK(one("mul_step[a0, --], 32x32_last2") == "mul_step[a0, --], 32x32_last2");
  CHECK(one("local_csr_wr[active_lm_addr_0, a0]") == "local_csr_wr[ACTIVE_LM_ADDR_0, a0]");
  CHECK(one("local_csr_wr[0x104, 0x88]") == "local_csr_wr[PREV_NEIGHBOR_SIGNAL, 0x88]");
  CHECK(one("immed[a0, 0]", "local_csr_rd[TIMESTAMP_LOW]\n") == "immed[a0, 0x0]");
}

TEST_CASE("constants with numbers of registers and signals") {
  CHECK(listing_of(".sig a b\n.addr b 7\n.reg x\nimmed[x, (0x80 | (&b << 3))]\nctx_arb[kill]\n") ==
        "immed[a0, 0xb8]\nctx_arb[kill]\n");
  CHECK(listing_of(".reg $r[3] x\n.addr $r 4\nalu[x, --, B, (&$r[2])]\nctx_arb[kill]\n") ==
        "alu[a0, --, B, 0x6]\nctx_arb[kill]\n");
  // The value decides whether it fits or is loaded, after allocation.
  const std::string by_number = ".sig b\n.addr b 15\nalu[a0, a0, +, (&b << N)]\nctx_arb[kill]\n";
  mecc::AssemblerOptions options;
  options.defines = {{"N", "4"}};
  CHECK(listing_of(by_number, options) == "alu[a0, a0, +, 0xf0]\nctx_arb[kill]\n");
  options.defines = {{"N", "5"}};
  CHECK(listing_of(by_number, options) ==
        "immed[b0, 0x1e0]\nimmed_w1[b0, 0x0]\nalu[a0, a0, +, b0]\nctx_arb[kill]\n");
}

TEST_CASE("a sample of real code assembles without a warning") {
  const auto r = assemble_text(R"(
#define RING_IN  2
#define STATUS_ERRORS 0x1b

.num_contexts 8
.reg @received
.init @received 0
.sig sig_get sig_data sig_put

#macro bump(counter)
    alu[counter, counter, +, 1]
#endm

.begin
    .reg $message[2] $$head[8] handle length address ring
    .set $$head
    immed[ring, (RING_IN << 2)]
again#:
    scratch[get, $message[0], ring, 0, 2], ctx_swap[sig_get]
    alu[handle, --, B, $message[0]]
    .if (handle == 0)
        ctx_arb[voluntary], br[again#]
    .endif
    bump(@received)
    alu[length, 0, +16, $message[1]]
    .if_unsigned (length < 34)
        br[again#]
    .elif (BIT(handle, 31) && !BIT(handle, 30))
        br[again#]
    .endif
    alu_shf[address, --, B, handle, <<8]
    dram[read, $$head[0], address, 0, 4], sig_done[sig_data]
    ctx_arb[sig_data]
    alu[$message[0], --, B, handle]
    alu_shf[$message[1], length, OR, $$head[0], <<16]
    scratch[put, $message[0], ring, 4, 2], sig_done[sig_put]
    ctx_arb[sig_put], br[again#]
.end
)");
  CHECK(diagnostics_of(r) == "");
  REQUIRE(r.ok);
  CHECK(r.image.registers.size() == 1);
  CHECK(r.image.labels.size() == 1);
}
