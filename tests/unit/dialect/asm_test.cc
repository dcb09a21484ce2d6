// Inline assembly: C expressions as operands, blocks that stay together.
#include "tests/catch.h"
#include "tests/unit/dialect/compile.h"

static std::string in_function(const std::string& body) {
  return "unsigned f(unsigned a, unsigned b) {\n  unsigned d = 0, e[2];\n  " + body +
         "\n  return d + e[0];\n}\n";
}
static std::string said_of(const std::string& body) {
  return compile_text(in_function(body)).said();
}

TEST_CASE("operands are outputs and inputs by their place", "[dialect]") {
  const Compiled c =
      compile_good(in_function("__asm alu[d, a, +, b]\n  __asm alu_shf[e[0], a, AND, b, <<3];\n"
                               "__asm ld_field[d, 0011, a]\n __asm immed[e[1], 0x1234]\n"
                               "__asm nop\n __asm alu[d, --, ~B, 7]"));
  CHECK(c.said().empty());
  CHECK(c.has("asm sideeffect \"alu[$0, $1, +, $2]\", \"=r,a,b\"(i32 %0, i32 %1)"));
  CHECK(c.has("asm sideeffect \"alu_shf[$0, $1, AND, $2, <<3]\""));
  CHECK(c.has("asm sideeffect \"ld_field[$0, 0011, $1]\", \"=a,b,0\""));
  CHECK(c.has("asm sideeffect \"immed[$0, 0x1234]\", \"=r\""));
  CHECK(c.has("asm sideeffect \"nop\""));
  CHECK(c.has("asm sideeffect \"alu[$0, --, ~B, 0x7]\", \"=r\""));
}

TEST_CASE("constants of C go into the text", "[dialect]") {
  const Compiled c = compile_good(in_function(
      "enum { kLimit = 40 };\n__asm immed[d, kLimit]\n__asm alu[d, a, -, __ct_const_val(kLimit)]"));
  CHECK(c.has("\"immed[$0, $1]\", \"=r,i\"(i32 40)"));
  CHECK(c.has("\"alu[$0, $1, -, $2]\", \"=r,r,i\""));
}

TEST_CASE("assembly is a statement like others", "[dialect]") {
  const Compiled c =
      compile_text(in_function("if (a) __asm alu[d, a, XOR, b]; else __asm { immed[d, 1] }\n"
                               "{ __asm nop }"));
  INFO(c.said());
  CHECK(c.ok);
}

TEST_CASE("GNU assembly stays GNU assembly", "[dialect]") {
  const Compiled c =
      compile_text(in_function("__asm volatile(\"alu[%0, --, B, %1]\" : \"=r\"(d) : \"r\"(a));\n"
                               "asm(\"nop\"); __asm__ __volatile__(\"nop\");"));
  INFO(c.said());
  CHECK(c.ok);
}

TEST_CASE("a block is one statement", "[dialect]") {
  const Compiled c = compile_good(in_function("__asm { alu[d, a, +, b]   ; what isn't carried\n"
                                              " alu[e[0], a, +carry, 0] }\n"));
  CHECK(c.said().empty());
  CHECK(c.has("asm sideeffect \"alu[$0, $2, +, $3]\\0Aalu[$1, $2, +carry, 0x0]\", "
              "\"=&r,=r,a,b\""));
}

TEST_CASE("an instruction behind ';' is not lost in silence", "[dialect]") {
  const Compiled lines =
      compile_text(in_function("__asm { alu[d, a, +, b]; alu[d, d, +, a];\n nop }"));
  CHECK(lines.ok);
  CHECK_THAT(lines.said(), Catch::Contains("3:28: warning: this instruction is a comment"));
  const Compiled line = compile_text(in_function("__asm { alu[d, a, +, b]; alu[d, d, +, a]; }"));
  INFO(line.said());
  CHECK(line.ok);
  CHECK(line.said().empty());
  CHECK(line.has("\\0Aalu[$0, $0, +, $1]"));
}

TEST_CASE("what is written behind a label or branch may keep its value", "[dialect]") {
  const Compiled c = compile_good(in_function("__asm { immed[d, 0]\n alu[--, a, -, b]\n beq[out#]\n"
                                              " immed[e[0], 1]\n out#: }"));
  CHECK(c.has("immed[$0, 0x0]\\0Aalu[--, $2, -, $3]\\0Abeq[out#]\\0Aimmed[$1, 0x1]\\0Aout#:\", "
              "\"=&r,=&r,a,b,1\""));
}

TEST_CASE("two sources come from different banks, by a copy if need be", "[dialect]") {
  const Compiled inputs = compile_good(in_function("__asm { alu[d, a, +, a] }"));
  CHECK(inputs.has("\"alu[$0, $1, +, $2]\", \"=r,a,b\""));
  const Compiled written =
      compile_good(in_function("__asm { alu[d, --, B, a]\n alu[d, d, +, d] }"));
  CHECK(written.has("alu[$0, --, B, $2]\\0Ald_field_w_clr[$1, 1111, $0]\\0Aalu[$0, $0, +, $1]\", "
                    "\"=a,=b,r\""));
}

TEST_CASE("commands and waits become C", "[dialect]") {
  const Compiled c =
      compile_good("#include <ixp.h>\nunsigned f(unsigned p) { __xread unsigned x[2]; SIGNAL s;\n"
                   "__asm { again: sram[read, x[0], p, 8, 2], sig_done[s]\n ctx_arb[s]\n"
                   " alu[--, x[0], -, 1]\n bne[again#] }\n return x[1]; }");
  CHECK(c.has("call void @__me_cmd_SRAM_READ(ptr "));
  CHECK(c.has("i32 noundef 8, i32 noundef 2, i32 noundef 0"));
  CHECK(c.has("@__me_wait_all("));
  CHECK(c.has("bne[__me_asm_taken"));
}

TEST_CASE("what has no place in inline assembly names what has", "[dialect]") {
  CHECK_THAT(said_of("__asm alu[d, a, +carry, b]"),
             Catch::Contains("3:9: error: 'alu[a0, b1, +carry, a1]' needs the condition codes"));
  CHECK_THAT(said_of("__asm alu_shf[d, a, OR, b, >>indirect]"),
             Catch::Contains("needs the instruction before it"));
  CHECK_THAT(said_of("__asm ctx_arb[--]"), Catch::Contains("wait_sig_mask"));
  CHECK_THAT(said_of("__asm jump[a, there#]"), Catch::Contains("write switch"));
  CHECK_THAT(said_of("__asm br[there#]"),
             Catch::Contains("label 'there' does not stand in this block"));
  CHECK_THAT(said_of("__asm { l: l: nop }"), Catch::Contains("stands twice"));
  CHECK_THAT(said_of("__asm local_csr_rd[T_INDEX]"), Catch::Contains("immed"));
  CHECK_THAT(said_of("__asm { alu[d, a, +, b]\n alu_shf[d, d, OR, d, >>indirect] }"),
             Catch::Contains("'d' and 'd' would be in one register bank here"));
  CHECK_THAT(said_of("__asm alu[$3, a, +, b]"), Catch::Contains("name a C variable"));
  CHECK_THAT(said_of("__asm alu[d, a, PLUS, b]"), Catch::Contains("is not an instruction"));
  CHECK_THAT(said_of("__asm alv[d, a, +, b]"), Catch::Contains("did you mean 'alu'?"));
  CHECK_THAT(said_of("__asm alu[d, a]"), Catch::Contains("has 2 operands, expected 4 to 5"));
  CHECK_THAT(said_of("__asm { 3 }"), Catch::Contains("expected an instruction"));
  CHECK_FALSE(compile_text("void f(void) { __asm {").ok);
  CHECK_FALSE(compile_text("void f(void) { __asm alu[").ok);
  CHECK_FALSE(compile_text("__asm __attribute").ok);
}
