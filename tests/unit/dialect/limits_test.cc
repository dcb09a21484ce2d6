// Absurd sources are refused before they exhaust the stack; long ones that make sense are not.
#include "tests/catch.h"
#include "tests/unit/dialect/compile.h"

static std::string times(size_t n, const std::string& text) {
  std::string out;
  while (n--)
    out += text;
  return out;
}

TEST_CASE("absurd sources are refused", "[dialect]") {
  const auto said = [](const std::string& text) { return compile_text(text).said(); };
  CHECK_THAT(said("int a = " + times(300000, "~") + "1;"),
             Catch::Contains("statement is too long"));
  CHECK_THAT(said("int a = " + times(5000, "(") + "1;"), Catch::Contains("parentheses nest more"));
  const auto nested = [](size_t depth) { // in a part that is skipped: Clang's own limit is 256
    return "int a;\n#if 0\n" + times(depth, "(") + times(depth, ")") + "\n#endif\n";
  };
  CHECK(compile_text(nested(1000)).ok);
  CHECK_THAT(said(nested(1001)), Catch::Contains("parentheses nest more than 1000 deep"));
  CHECK_THAT(said("void f(int a) { " + times(90000, "if (a) a = 1; else ") + "; }"),
             Catch::Contains("too many else-ifs; use a switch"));
  CHECK_THAT(said("int a[] = " + times(5000, "{") + "1;"), Catch::Contains("bracket nesting"));
  std::string bomb = "#define a0 x\n";
  for (int i = 0; i < 24; ++i)
    bomb += "#define a" + std::to_string(i + 1) + " a" + std::to_string(i) + " a" +
            std::to_string(i) + "\n";
  CHECK_THAT(said(bomb + "a24\n"), Catch::Contains("macros that repeat each other"));
}

TEST_CASE("long sources compile", "[dialect]") {
  CHECK(compile_text("int f(int a) { return " + times(2000, "a + ") + "a; }").ok);
  CHECK(compile_text("int t[20000] = {" + times(20000, "1, ") + "};").ok);
  CHECK(compile_text("int f(int a) { " + times(500, "if (a) a = 1; else ") + "a = 2; return a; }")
            .ok);
}

TEST_CASE("bytes that are no C are refused", "[dialect]") {
  for (const char* text :
       {"\xff\xfe\xfd", "\\", "\"", "'", "/*", "#", "?\?=", "__declspec", "__declspec(",
        "__declspec(sram", "__asm", "__asm {", "{", "}", ")", "@", "$", "\x7f"})
    CHECK_NOTHROW(compile_text(text));
  CHECK(compile_text("#pragma clang __debug llvm_fatal_error\n").ok);
}
