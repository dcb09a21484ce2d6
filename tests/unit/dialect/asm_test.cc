// Inline assembly: C expressions as operands, one instruction a statement.
#include "tests/catch.h"
#include "tests/unit/dialect/compile.h"

static Compiled in_function(const std::string& body) {
  return compile_text("unsigned f(unsigned a, unsigned b) {\n  unsigned d = 0, e[2];\n  " + body +
                      "\n  return d + e[0];\n}\n");
}

TEST_CASE("operands are outputs and inputs by their place", "[dialect]") {
  const Compiled c = in_function("__asm alu[d, a, +, b]\n  __asm alu_shf[e[0], a, AND, b, <<3];\n"
                                 "__asm { ld_field[d, 0011, a]\n immed[e[1], 0x1234]\n nop\n"
                                 " alu[d, --, ~B, 7] }");
  INFO(c.said());
  REQUIRE(c.ok);
  CHECK(c.said().empty());
  CHECK(c.has("asm sideeffect \"alu[$0, $1, +, $2]\", \"=r,a,b\"(i32 %0, i32 %1)"));
  CHECK(c.has("asm sideeffect \"alu_shf[$0, $1, AND, $2, <<3]\""));
  CHECK(c.has("asm sideeffect \"ld_field[$0, 0011, $1]\", \"=a,b,0\""));
  CHECK(c.has("asm sideeffect \"immed[$0, 0x1234]\", \"=r\""));
  CHECK(c.has("asm sideeffect \"nop\""));
  CHECK(c.has("asm sideeffect \"alu[$0, --, ~B, 0x7]\", \"=r\""));
}

TEST_CASE("constants of C go into the text", "[dialect]") {
  const Compiled c = in_function(
      "enum { kLimit = 40 };\n__asm immed[d, kLimit]\n__asm alu[d, a, -, __ct_const_val(kLimit)]");
  INFO(c.said());
  REQUIRE(c.ok);
  CHECK(c.has("\"immed[$0, $1]\", \"=r,i\"(i32 40)"));
  CHECK(c.has("\"alu[$0, $1, -, $2]\", \"=r,r,i\""));
}

TEST_CASE("assembly is a statement like others", "[dialect]") {
  const Compiled c = in_function("if (a) __asm alu[d, a, XOR, b]; else __asm { immed[d, 1] }\n"
                                 "{ __asm nop }");
  INFO(c.said());
  CHECK(c.ok);
}

TEST_CASE("GNU assembly stays GNU assembly", "[dialect]") {
  const Compiled c = in_function("__asm volatile(\"alu[%0, --, B, %1]\" : \"=r\"(d) : \"r\"(a));\n"
                                 "asm(\"nop\"); __asm__ __volatile__(\"nop\");");
  INFO(c.said());
  CHECK(c.ok);
}

TEST_CASE("what has no place in inline assembly names what has", "[dialect]") {
  CHECK_THAT(in_function("__asm alu[d, a, +carry, b]").said(),
             Catch::Contains("3:9: error: '+carry' needs"));
  CHECK_THAT(in_function("__asm alu_shf[d, a, OR, b, >>indirect]").said(),
             Catch::Contains("shift by a variable"));
  CHECK_THAT(in_function("__asm sram[read, a, b, 0, 1], sig_done[s]").said(),
             Catch::Contains("call sram_read"));
  CHECK_THAT(in_function("__asm ctx_arb[kill]").said(), Catch::Contains("ctx_wait"));
  CHECK_THAT(in_function("__asm br[there#]").said(), Catch::Contains("goto"));
  CHECK_THAT(in_function("__asm alu[$3, a, +, b]").said(), Catch::Contains("name a C variable"));
  CHECK_THAT(in_function("__asm alu[d, a, PLUS, b]").said(),
             Catch::Contains("is not an instruction"));
  CHECK_THAT(in_function("__asm alv[d, a, +, b]").said(), Catch::Contains("did you mean 'alu'?"));
  CHECK_THAT(in_function("__asm alu[d, a]").said(),
             Catch::Contains("has 2 operands, expected 4 to 5"));
  CHECK_THAT(in_function("__asm { 3 }").said(), Catch::Contains("expected an instruction"));
  CHECK_FALSE(compile_text("void f(void) { __asm {").ok);
  CHECK_FALSE(compile_text("void f(void) { __asm alu[").ok);
  CHECK_FALSE(compile_text("__asm __attribute").ok);
}
