// Constructs of sources from 2004, run on the emulated chip: each must have its effect there.
#include "tests/unit/asm/run.h"

using namespace mecc;
using namespace mecc::test;

TEST_CASE("branches by their other names") {
  // One bit of `taken` for each that branches; the amounts compared are -1, 0 and 1.
  SourceRun r(R"(
#macro tally[branch, bit]
    branch[yes#]
    br[no#]
yes#:
    alu_shf[taken, taken, OR, 1, <<bit]
no#:
#endm
.reg taken x
immed[taken, 0]
#define_eval BIT 0
#for V [-1, 0, 1]
#for NAME [br=0, br!=0, br<0, br>=0, br>0, br<=0, bz, bnz]
    immed[x, V]
    alu[--, --, B, x]
    tally[NAME, BIT]
    #define_eval BIT (BIT + 1)
#endloop
#endloop
    alu[x, x, +, x]               ; 1 + 1: no carry
    tally[br=cout, 24]
    tally[br!=cout, 25]
.use taken
ctx_arb[kill]
)");
  const auto bits = [](bool negative, bool zero) {
    const bool positive = !negative && !zero;
    return static_cast<uint32_t>(zero | !zero << 1 | negative << 2 | !negative << 3 |
                                 positive << 4 | !positive << 5 | zero << 6 | !zero << 7);
  };
  CHECK(r.reg("taken") ==
        (bits(true, false) | bits(false, true) << 8 | bits(false, false) << 16 | 2u << 24));
}

TEST_CASE("fields of CTX_ENABLES: next-neighbour registers to oneself") {
  const std::string exchange = R"(
.init_csr NN_PUT 0
.init_csr NN_GET 0
.reg x y
immed[x, 0x1234]
alu[*n$index++, --, B, x]
#repeat 8
nop
#endloop
alu[y, --, B, *n$index++]
.use y
ctx_arb[kill]
)";
  CHECK(SourceRun(".init_csr CTX_ENABLES.NN_MODE 1\n" + exchange).reg("y") == 0x1234);
  // The whole register in addition to its field, in any order, and the number of contexts stays.
  SourceRun four(
      ".num_contexts 4\n.init_csr ctx_enables.nn_mode 1\n.init_csr ctx_enables 0xff00\n" +
      exchange);
  CHECK(four.reg("y") == 0x1234);
  CHECK(four.reg("y", 2) == 0);
  REQUIRE(four.image().csrs.size() == 3);
  CHECK(four.image().csrs[0].value == (1u << 31 | 1u << 20 | 0xff00));
}

TEST_CASE("a program begins at its .entry") {
  SourceRun r(R"(
.reg y
.reg volatile x
immed[x, 1]              ; never executed
start#:
    immed[y, 2]
.use y
ctx_arb[kill]
.entry start#
)");
  CHECK(r.image().entry == 1);
  CHECK(r.reg("y") == 2);
  CHECK(r.reg(location_of(r.image(), "x")) != 1);
}

TEST_CASE("what is alive at the .entry keeps its register") {
  // Were the program to begin at its first word, `kept` would be set before it is used.
  const AssemblerResult r = assemble_text(".reg kept other\n.entry start#\nimmed[kept, 5]\n"
                                          "start#:\nimmed[other, 1]\nalu[--, kept, +, other]\n"
                                          "ctx_arb[kill]\n");
  REQUIRE(r.ok);
  CHECK(diagnostics_of(r).find("kept is used before it is set") != std::string::npos);
}

TEST_CASE("a global label is seen from other scopes") {
  SourceRun r(R"(
.reg x
.begin
    done#:                     ; another one of that name
.end
.begin
    br[over#]
    done#:
    .global_label done#
    alu[x, x, +, 1]
    ctx_arb[kill]
    over#:
.end
immed[x, 10]
.begin
.begin
    br[done#]
.end
.end
.use x
)");
  CHECK(r.reg("x") == 11);
}

TEST_CASE("distances from labels") {
  SourceRun r(R"(
.reg x y
immed[x, 0]
immed[y, (last# - first# + 100)]
br[first# + 2]
first#:
    alu[x, x, +, 1]
    alu[x, x, +, 2]
    alu[x, x, +, 4]
    .if (x == 4)
        br[last# - 1]
    .endif
    alu[x, x, +, 8]
    alu[x, x, +, 16]
last#:
    alu[x, x, +, 32]
.use x y
ctx_arb[kill]
)");
  CHECK(r.reg("x") == 4 + 16 + 32);
  CHECK(r.reg("y") == 8 + 100);
}

TEST_CASE("a distance counts instructions of the source, whatever the assembler moves") {
  AssemblerOptions options;
  options.fill_defer_slots = true;
  SourceRun r({R"(
.reg x y z
immed[x, 1]
immed[y, 2]
immed[z, 3]
br[here# + 2]
here#:
    immed[x, 10]
    immed[y, 20]
    alu[z, z, +, x]
    alu[z, z, +, y]
    alu[x, x, +, y]           ; x, y and z are read in pairs: a copy comes in
.use x y z
ctx_arb[kill]
)"},
              options);
  CHECK(r.reg("z") == 3 + 1 + 2);
}

TEST_CASE("operands by other names") {
  SourceRun r(R"(
.reg count $word[2] base list[3]
.sig done
.operand_synonym tally count
.operand_synonym second $word[1]
.operand_synonym words $word
.operand_synonym ready done
.operand_synonym limit 200
.operand_synonym spare a15
.operand_synonym slot *l$index0[1]
.operand_synonym all list
    immed[base, 0x100]
    immed[tally, 5]
    immed[spare, 9]
    alu[second, count, +, limit]
    alu[words[0], tally, +, spare]
    scratch[write, words[0], base, 0, 2], ctx_swap[ready]
    immed[all[2], sizeof(all)]
    local_csr_wr[ACTIVE_LM_ADDR_0, 0]
    nop
    nop
    nop
    alu[slot, --, B, limit]
    immed[all[1], &second]
    alu[list[0], --, B, *l$index0[1]]
.begin
    .reg count                       ; another one: the synonym keeps its meaning
    immed[count, 77]
    alu[tally, tally, +, 1]
    .use count
.end
.use count list spare
ctx_arb[kill]
)");
  CHECK(r.scratch(0x100) == 14);
  CHECK(r.scratch(0x104) == 205);
  CHECK(r.reg("count") == 6);
  CHECK(r.reg("list[0]") == 200);
  CHECK(r.reg("list[2]") == 12);
}

TEST_CASE("sizes in bytes") {
  SourceRun r(R"(
.reg $x[6] $$q[4] one
.reg a b c d
immed[a, sizeof($x)]
immed[b, (sizeof($$q) + sizeof(one))]
immed[c, SIZEOF($x[3])]
.begin
    .reg copy[sizeof($x) / 4]
    immed[d, sizeof(copy)]
.end
.use a b c d
ctx_arb[kill]
)");
  CHECK(r.reg("a") == 24);
  CHECK(r.reg("b") == 20);
  CHECK(r.reg("c") == 4);
  CHECK(r.reg("d") == 24);
}

TEST_CASE("registers declared in their bank") {
  SourceRun r(R"(
.areg left @sum 106 two[2] 4
.breg right 7, other
immed[left, 1]
immed[right, 2]
immed[other, 3]
immed[two[1], 4]
alu[@sum, left, +, right]
alu[two[0], two[1], +, other]
.use left right other two
ctx_arb[kill]
)");
  CHECK(location_of(r.image(), "left")[0] == 'a');
  CHECK(location_of(r.image(), "@sum") == "@a106");
  CHECK(location_of(r.image(), "two[1]") == "a5");
  CHECK(location_of(r.image(), "right") == "b7");
  CHECK(location_of(r.image(), "other")[0] == 'b');
  CHECK(r.reg("@sum") == 3);
  CHECK(r.reg("two[0]") == 7);
}

TEST_CASE("a ring says that it is full") {
  SourceRun r({R"(
.reg $word ring put
.sig done
    immed[ring, (3 << 2)]
    immed[put, 0]
    .while (!INP_STATE(scr_ring3_full))
        alu[$word, --, B, put]
        scratch[put, $word, ring, 0, 1], ctx_swap[done], optimize_mem
        alu[put, put, +, 1]
        #repeat 100                  ; what the flag says comes late
        nop
        #endloop
    .endw
    br_inp_state[SCR_RING3_FULL, full#]
    immed[put, 0]
full#:
.use put
ctx_arb[kill]
)"},
              {}, 1, "[ring.3]\nsize = 128\n");
  CHECK(r.reg("put") == 96); // three quarters of 128
}

TEST_CASE("transfer registers of another microengine") {
  // Microengine 0 reads registers of microengine 1's context 3 and writes to its context 5.
  const std::string first = R"(
.reg remote $there $here
.addr $there 7
.addr $here 4
.reg read $in[2]
.reg write $out
.reg delay total
.sig done
    immed[delay, 200]
    .while (delay > 0)
        alu[delay, delay, -, 1]
    .endw
    cap[read, $in[0], 1, $there, 3, 2], ctx_swap[done]
    alu[total, $in[0], +, 0]
    alu[total, total, +, $in[1]]
    alu[$out, --, B, total]
    cap[reflect_write, $out, 0x1, &$here, 5, 1], ctx_swap[done]
.use total
ctx_arb[kill]
)";
  const std::string second = R"(
.reg visible $mine $next
.addr $mine 7
.addr $next 8
    immed[$mine, 1000]
    immed[$next, 234]
    .if (CTX() != 3)
        immed[$mine, 1]
    .endif
ctx_arb[kill]
)";
  SourceRun r({first, second}, {}, 0xff);
  CHECK(r.reg("total") == 1234);
  CHECK(r.reg("$4", 5, 1) == 1234);
}

TEST_CASE("conditions with constants and computation") {
  // One bit for each condition that holds.
  SourceRun r(R"(
#macro check[condition]
    .if (condition)
        alu_shf[held, held, OR, 1, <<BIT]
    .endif
    #define_eval BIT (BIT + 1)
#endm
#define_eval BIT 0
.reg held a b n big minus @all $x
immed[held, 0]
immed[a, 999]
immed[b, 0x3e80]
immed[n, 4]
immed[big, 0x8000, <<16]
immed[minus, -1000]
alu[@all, --, ~B, 0]
check[a < 1000]                        ; 0: yes
check[a + 1 == 1000]                   ; 1: yes
check[a + 1 != 0x3e8]                  ; 2: no
check[b >> 4 == 1000]                  ; 3: yes
check[(b >> n) - a == 1]               ; 4: yes
check[1 << n == 16]                    ; 5: yes
check[minus < -999]                    ; 6: yes
check[minus > 100000]                  ; 7: no, signed
check[minus + 1000]                    ; 8: no
check[(a & 0xff00) == 0x300]           ; 9: yes
check[a & 0x1000]                      ; 10: no
check[~a == -1000]                     ; 11: yes
check[-a == minus + 1]                 ; 12: yes
check[(a ^ b | 1) != (b ^ a)]          ; 13: no, a ^ b is odd
check[big == 0x80000000]               ; 14: yes
check[big < 0]                         ; 15: yes
check[@all >> 31 == 1]                 ; 16: yes, zeros come in
check[!(a - 900 <= 99) || n << 28 == 0x40000000] ; 17: yes, its second half
.if_unsigned (minus > 100000)          ; 18: yes
    alu_shf[held, held, OR, 1, <<18]
.endif
.if_unsigned (0xfffffc18 < minus + 1)  ; 19: yes
    alu_shf[held, held, OR, 1, <<19]
.endif
.if_unsigned (big - 1 >= 0x80000000)   ; 20: no
    alu_shf[held, held, OR, 1, <<20]
.endif
.use held
ctx_arb[kill]
)");
  uint32_t expected = 0;
  for (unsigned bit : {0, 1, 3, 4, 5, 6, 9, 11, 12, 14, 15, 16, 17, 18, 19})
    expected |= 1u << bit;
  CHECK(r.reg("held") == expected);
}
