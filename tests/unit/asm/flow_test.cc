// Structured flow, scopes, warnings about distances, defer slots.
#include "tests/catch.h"
#include "tests/unit/asm/assemble.h"

namespace flow_test {

using namespace mecc;
using namespace mecc::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string filled(const std::string& text) {
  AssemblerOptions options;
  options.fill_defer_slots = true;
  return listing_of(text, options);
}

} // namespace

TEST_CASE(".if and .while branch as little as they can") {
  CHECK(listing_of(".if (a0 == 0)\nnop\n.else\nnop\nnop\n.endif\nctx_arb[kill]\n") ==
        "alu[--, --, B, a0]\nbne[l4#]\nnop\nbr[l6#]\nnop\nnop\nctx_arb[kill]\n");
  CHECK(listing_of(".while (a0 < b0)\nnop\n.endw\nctx_arb[kill]\n") ==
        "alu[--, a0, -, b0]\nbge[l5#]\nnop\nalu[--, a0, -, b0]\nblt[l2#]\nctx_arb[kill]\n");
  CHECK(listing_of(".repeat\nnop\n.until (a0 >= 5)\nctx_arb[kill]\n") ==
        "nop\nalu[--, a0, -, 0x5]\nblt[l0#]\nctx_arb[kill]\n");
  CHECK(listing_of(".repeat\n.break\n.continue\n.until_unsigned (a0 > b0)\nctx_arb[kill]\n") ==
        "br[l4#]\nbr[l2#]\nalu[--, a0, B-A, b0]\nbcs[l0#]\nctx_arb[kill]\n");
}

TEST_CASE("no branch behind a branch, no message twice") {
  CHECK(listing_of("top#:\n.if (a0)\nbr[top#]\n.else\nnop\n.endif\nctx_arb[kill]\n") ==
        "alu[--, --, B, a0]\nbeq[l3#]\nbr[l0#]\nnop\nctx_arb[kill]\n");
  CHECK(assemble_text(".sig s\n.reg read $x\nscratch[read, $x, a0, 0, 1], sig_done[s]\n"
                      ".while ($x != 1)\nnop\n.endw\nctx_arb[s]\nctx_arb[kill]\n")
            .diagnostics.size() == 1);
}

TEST_CASE("conditions stop as soon as they are decided") {
  CHECK(listing_of(".if (BIT(a0, 3) && CTX() == 2)\nnop\n.endif\nctx_arb[kill]\n") ==
        "br_bclr[a0, 3, l3#]\nbr!=ctx[2, l3#]\nnop\nctx_arb[kill]\n");
  CHECK(listing_of(".if (BYTE(a0, 1) == 0x45 || SIGNAL(s3))\nnop\n.endif\nctx_arb[kill]\n") ==
        "br=byte[a0, 1, 0x45, l2#]\nbr_!signal[s3, l3#]\nnop\nctx_arb[kill]\n");
  CHECK(listing_of(".if (!(INP_STATE(nn_empty) || (a0 & 1)))\nnop\n.endif\nctx_arb[kill]\n") ==
        "br_inp_state[nn_empty, l4#]\nalu[--, a0, AND, 0x1]\nbne[l4#]\nnop\nctx_arb[kill]\n");
  CHECK(listing_of("alu[a0, a0, -, 1]\n.if (=0)\nnop\n.endif\nctx_arb[kill]\n") ==
        "alu[a0, a0, -, 0x1]\nbne[l3#]\nnop\nctx_arb[kill]\n");
  CHECK(listing_of(".if ((a0 & b0) == 0)\nnop\n.endif\nctx_arb[kill]\n") ==
        "alu[--, a0, AND, b0]\nbne[l3#]\nnop\nctx_arb[kill]\n");
  CHECK(listing_of(".if (1 == 2)\nnop\n.endif\nctx_arb[kill]\n") ==
        "br[l2#]\nnop\nctx_arb[kill]\n");
}

TEST_CASE("conditions compute") {
  const auto becomes = [](const std::string& condition, bool is_unsigned = false) {
    const std::string text = listing_of((is_unsigned ? ".if_unsigned (" : ".if (") + condition +
                                        ")\nnop\n.endif\nctx_arb[kill]\n");
    const size_t end = text.find("nop\n");
    return end == std::string::npos ? text : text.substr(0, end);
  };
  CHECK(becomes("a0 + 1 == b0") == "alu[a1, a0, +, 0x1]\nalu[--, a1, -, b0]\nbne[l4#]\n");
  CHECK(becomes("a0 < 1000") == "immed[b0, 0x3e8]\nalu[--, a0, -, b0]\nbge[l4#]\n");
  CHECK(becomes("a0 == -1") == "immed[b0, 0xffffffff]\nalu[--, a0, -, b0]\nbne[l4#]\n");
  CHECK(becomes("a0 > 0x12345678", true) ==
        "immed[b0, 0x5678]\nimmed_w1[b0, 0x1234]\nalu[--, a0, B-A, b0]\nbcs[l5#]\n");
  // For a comparison with 0, the last operation sets the condition codes.
  CHECK(becomes("a0 >> 4 == 0") == "alu_shf[--, --, B, a0, >>4]\nbne[l3#]\n");
  CHECK(becomes("(a0 & b0) - 1") == "alu[a1, a0, AND, b0]\nalu[--, a1, -, 0x1]\nbeq[l4#]\n");
  CHECK(becomes("~a0 != 0") == "alu[--, --, ~B, a0]\nbeq[l3#]\n");
  CHECK(becomes("-a0 < b0") == "alu[a1, a0, B-A, 0x0]\nalu[--, a1, -, b0]\nbge[l4#]\n");
  // Comparing binds least, then as in C.
  CHECK(becomes("a0 & 1 == 0") == "alu[--, a0, AND, 0x1]\nbne[l3#]\n");
  CHECK(becomes("a0 | b0 << 2") == "alu_shf[b1, --, B, b0, <<2]\nalu[--, a0, OR, b1]\nbeq[l4#]\n");
  CHECK(becomes("a0 - b0 - 3 == 0") == "alu[a1, a0, -, b0]\nalu[--, a1, -, 0x3]\nbne[l4#]\n");
  // By a register: the amount is the first operand of the instruction before.
  CHECK(becomes("1 << a0 & b0") == "alu[--, a0, OR, 0x0]\nalu_shf[a1, --, B, 0x1, <<indirect]\n"
                                   "alu[--, a1, AND, b0]\nbeq[l5#]\n");
  // Constants are computed now.
  CHECK(becomes("a0 == 3 * (2 + 4)") == "alu[--, a0, -, 0x12]\nbne[l3#]\n");
  CHECK(becomes("a0 & (1 << 3 | 1)") == "alu[--, a0, AND, 0x9]\nbeq[l3#]\n");
  CHECK(becomes("log2 (64) == 6 && a0") == "alu[--, --, B, a0]\nbeq[l3#]\n");
  CHECK(becomes("5 < 3 + 1") == "br[l2#]\n");
  // Operands that cannot be read together, or by the shifter, are copied first.
  CHECK(becomes("$0 == $1") == "alu[a0, --, B, $0]\nalu[--, a0, -, $1]\nbne[l4#]\n");
  CHECK(becomes("@a16 << 3") == "alu[a1, --, B, @a16]\nalu_shf[--, --, B, a1, <<3]\nbeq[l4#]\n");
  CHECK(becomes("*l$index0[9] >> 1 == *l$index1++") ==
        "alu[a0, --, B, *l$index0[9]]\nalu_shf[a0, --, B, a0, >>1]\n"
        "alu[--, a0, -, *l$index1++]\nbne[l5#]\n");
}

TEST_CASE("a loop computes its condition again at its end") {
  CHECK(listing_of(".while (a0 + 1 < 300)\nalu[a0, a0, +, 1]\n.endw\nctx_arb[kill]\n") ==
        "alu[b0, a0, +, 0x1]\nimmed[a1, 0x12c]\nalu[--, b0, -, a1]\nbge[l9#]\n"
        "alu[a0, a0, +, 0x1]\n"
        "alu[b0, a0, +, 0x1]\nimmed[a1, 0x12c]\nalu[--, b0, -, a1]\nblt[l4#]\nctx_arb[kill]\n");
}

TEST_CASE("constants that operands cannot hold are loaded in front") {
  const auto code = [](const std::string& text) { return listing_of(text + "\nctx_arb[kill]\n"); };
  CHECK(code("alu[a0, a0, +, 256]") == "immed[b0, 0x100]\nalu[a0, a0, +, b0]\nctx_arb[kill]\n");
  CHECK(code("alu[a0, a0, AND, 255]") == "alu[a0, a0, AND, 0xff]\nctx_arb[kill]\n");
  CHECK(code("alu[a0, --, B, 0x12345678]") ==
        "immed[a1, 0x5678]\nimmed_w1[a1, 0x1234]\nalu[a0, --, B, a1]\nctx_arb[kill]\n");
  CHECK(code("local_csr_wr[T_INDEX, 0x1fc]") ==
        "immed[a0, 0x1fc]\nlocal_csr_wr[T_INDEX, a0]\nctx_arb[kill]\n");
  CHECK(code("scratch[read, $0, a0, 128, 1], ctx_swap[s1]") ==
        "immed[b0, 0x80]\nscratch[read, $0, a0, b0, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  CHECK(code("scratch[read, $0, 0x3000, 16, 1], ctx_swap[s1]") ==
        "immed[a0, 0x3000]\nscratch[read, $0, a0, 0x10, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  CHECK(code("scratch[read, $0, 8, 16, 1], ctx_swap[s1]") ==
        "immed[a0, 0x8]\nscratch[read, $0, a0, 0x10, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  // Out of defer slots, and not between two instructions that belong together.
  CHECK(code("br[l#], defer[1]\nalu[a0, a0, +, 300]\nl#:") ==
        "immed[b0, 0x12c]\nbr[l3#], defer[1]\nalu[a0, a0, +, b0]\nctx_arb[kill]\n");
  CHECK(code("alu[--, a0, OR, 0]\nalu_shf[a1, 300, AND, a2, <<indirect]") ==
        "immed[b0, 0x12c]\nalu[--, a0, OR, 0x0]\nalu_shf[a1, b0, AND, a2, <<indirect]\n"
        "ctx_arb[kill]\n");
  CHECK(code("alu[a0, a0, +, a1]\nl#: alu[a0, a0, +carry, 300]\nbcs[l#]")
            .find("alu[a0, a0, +, b1]\nl") == std::string::npos);
}

TEST_CASE("a label's address is loaded when it is large") {
  std::string far = "alu[a0, a0, +, end#]\nctx_arb[kill]\n";
  CHECK(listing_of(far + "end#: nop\nctx_arb[kill]\n").starts_with("alu[a0, a0, +, 0x2]\n"));
  for (int k = 0; k < 253; ++k)
    far += "nop\n";
  CHECK(listing_of(far + "end#: nop\nctx_arb[kill]\n").starts_with("alu[a0, a0, +, 0xff]\n"));
  CHECK(listing_of(far + "nop\nend#: nop\nctx_arb[kill]\n")
            .starts_with("immed[b0, 0x102]\nimmed_w1[b0, 0x0]\nalu[a0, a0, +, b0]\n"));
}

TEST_CASE("inner scopes hide outer names, labels may repeat") {
  CHECK(listing_of(R"(
.reg x
.begin
.reg x
again#:
immed[x, 1]
br[again#]
.end
.begin
again#:
immed[x, 2]
br[again#]
.end
)") == "immed[a0, 0x1]\nbr[l0#]\nimmed[a0, 0x2]\nbr[l2#]\n");
  CHECK(has(listing_of("br[x#]\n.begin\nx#:\nnop\n.end\n.begin\nx#:\nnop\n.end\n"),
            "label 'x#' is not visible here"));
  CHECK(listing_of(".subroutine\n.local p q\nimmed[p, 1]\nalu[--, --, B, "
                   "p]\n.endlocal\n.endsub\nctx_arb[kill]\n") ==
        "immed[a0, 0x1]\nalu[--, --, B, a0]\nctx_arb[kill]\n");
}

TEST_CASE("names differ in case only when both exist") {
  CHECK(listing_of(".reg Count\nimmed[count, 1]\nctx_arb[kill]\n") ==
        "immed[a0, 0x1]\nctx_arb[kill]\n");
  CHECK(listing_of(".reg n N\nimmed[n, 1]\nimmed[N, 2]\nalu[--, n, +, N]\nctx_arb[kill]\n") ==
        "immed[b0, 0x1]\nimmed[a0, 0x2]\nalu[--, b0, +, a0]\nctx_arb[kill]\n");
}

TEST_CASE("import variables come from the command line") {
  AssemblerOptions options;
  options.defines = {{"FLOWS", "16"}};
  CHECK(listing_of(".import_var FLOWS\nimmed[a0, (FLOWS * 2)]\nctx_arb[kill]\n", options) ==
        "immed[a0, 0x20]\nctx_arb[kill]\n");
}

TEST_CASE("distances that only warn") {
  const auto said = [](const std::string& text) {
    return diagnostics_of(assemble_text(text + "ctx_arb[kill]\n"));
  };
  const std::string write = "local_csr_wr[ACTIVE_LM_ADDR_0, a0]\n";
  CHECK(has(said(write + "nop\nnop\nalu[a1, --, B, *l$index0]\n"),
            "t.uc:4:16: warning: this still uses the old local-memory address"));
  CHECK(said(write + "nop\nnop\nnop\nalu[a1, --, B, *l$index0]\n") == "");
  CHECK(said(write + "alu[a1, --, B, *l$index1]\n") == "");
  CHECK(has(said("l#:\nbr_signal[s1, l#]\nnop\nscratch[read, $0, a0, 0, 1], sig_done[s1]\n"),
            "tested it"));
  // Linux receive microcode for the IXP2400, which ran on the chip, does this three times in a row.
  const auto row = assemble_text(".sig one two\nlocal_csr_wr[SAME_ME_SIGNAL, (&one << 3)]\n"
                                 ".set_sig one\nlocal_csr_wr[SAME_ME_SIGNAL, (&two << 3)]\n"
                                 ".set_sig two\nctx_arb[one]\nctx_arb[two]\nctx_arb[kill]\n");
  CHECK(has(diagnostics_of(row), "t.uc:4:1: warning: one instruction should stand between"));
  CHECK(row.image.words.size() == 5);
  CHECK(has(diagnostics_of(assemble_text("nop\n")), "run past its last instruction"));
  CHECK(has(said(".sig s\nctx_arb[s]\n"), "nothing here sends signal s"));
  CHECK(has(said(".sig s\nl#:\ndram[rbuf_rd, --, a0, 0, 1], sig_done[s]\nbr_signal[s, l#]\n"),
            "signal s is a pair"));
}

TEST_CASE("defer slots take what is independent") {
  CHECK(filled("immed[a0, 1]\nimmed[b0, 2]\nbr_bset[a1, 3, l#]\nl#: ctx_arb[kill]\n") ==
        "br_bset[a1, 3, l3#], defer[2]\nimmed[a0, 0x1]\nimmed[b0, 0x2]\nctx_arb[kill]\n");
  // Instructions that the branch depends on stay; earlier independent ones may pass them.
  CHECK(filled("immed[b0, 2]\nalu[a1, a1, -, 1]\nbne[l#]\nl#: ctx_arb[kill]\n") ==
        "alu[a1, a1, -, 0x1]\nbne[l3#], defer[1]\nimmed[b0, 0x2]\nctx_arb[kill]\n");
  CHECK(filled("immed[a1, 2]\nalu[--, a1, -, 1]\nbne[l#]\nl#: ctx_arb[kill]\n") ==
        "immed[a1, 0x2]\nalu[--, a1, -, 0x1]\nbne[l3#]\nctx_arb[kill]\n");
}

TEST_CASE("defer slots leave alone what could be noticed") {
  const auto unchanged = [](const std::string& text) { return filled(text) == listing_of(text); };
  const std::string end = "l#: ctx_arb[kill]\n";
  CHECK(unchanged("immed[a0, 1]\nl2#:\nbr[l2#]\n" + end));            // a branch enters at l2#
  CHECK(unchanged("alu[a0, a0, +, 1]\nbr[m#]\nm#: beq[l#]\n" + end)); // codes used later
  CHECK(unchanged("alu[--, a0, OR, 0]\nalu_shf[a1, --, B, a1, <<indirect]\nbr_bset[a1, 0, l#]\n" +
                  end));
  CHECK(unchanged("local_csr_rd[TIMESTAMP_LOW]\nimmed[a0, 0]\nbr[l#]\n" + end)); // receives the CSR
  CHECK(unchanged("alu[*l$index0++, --, B, a0]\nalu[a1, --, B, *l$index0]\nbr_bset[a1, 0, l#]\n" +
                  end)); // moves a pointer
  CHECK(unchanged("local_csr_wr[SAME_ME_SIGNAL, 0x88]\nctx_arb[s1]\n" + end));
  CHECK(unchanged("scratch[read, $0, a0, 0, 1], sig_done[s1]\nctx_arb[s1]\n" +
                  end)); // commands stay before swaps
  CHECK(unchanged("scratch[incr, --, a0, 0]\nbr_inp_state[nn_full, l#]\n" + end));
  CHECK(unchanged(
      "alu[--, a0, OR, b0]\nscratch[read, $0, a0, 0, max_4], indirect_ref, ctx_swap[s1]\n" + end));
  CHECK(unchanged("immed[a0, 1]\nbr[l#], defer[1]\nnop\n" + end)); // filled by hand
  CHECK(filled("immed[a0, 4]\nscratch[read, $0, b0, 0, 1], ctx_swap[s1]\n" + end) ==
        "scratch[read, $0, 0x0, b0, 1], ctx_swap[s1], defer[1]\nimmed[a0, 0x4]\nctx_arb[kill]\n");
}

TEST_CASE("labels stay where control arrives") {
  CHECK(filled("br[m#]\nm#: immed[a0, 1]\nalu[a1, a1, -, 1]\nbne[m#]\nctx_arb[kill]\n") ==
        "br[l1#]\nalu[a1, a1, -, 0x1]\nbne[l1#], defer[1]\nimmed[a0, 0x1]\nctx_arb[kill]\n");
}

} // namespace flow_test
