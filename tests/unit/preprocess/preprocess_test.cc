// The preprocessor: its output, the positions it records, and its refusals.
#include "preprocess/source.h"
#include "tests/catch.h"

#include <map>

using namespace mecc;

namespace {

struct Result {
  std::vector<Line> lines;
  std::vector<ixp::Diagnostic> diagnostics;

  std::string text() const { // lines with one '|' between, spaces squeezed
    std::string out;
    for (const Line& l : lines) {
      if (!out.empty()) out += '|';
      bool space = true;
      for (char c : l.text) {
        if (c == ' ' && space) continue;
        space = c == ' ';
        out += c;
      }
      while (!out.empty() && out.back() == ' ')
        out.pop_back();
    }
    return out;
  }
  std::string messages() const {
    std::string out;
    for (const ixp::Diagnostic& d : diagnostics)
      out += ixp::format(d) + "\n";
    return out;
  }
};

Result run(const std::string& text, std::map<std::string, std::string> files = {},
           std::vector<std::pair<std::string, std::string>> defines = {},
           std::vector<std::string> include_dirs = {}) {
  PreprocessorOptions o;
  o.defines = std::move(defines);
  o.include_dirs = std::move(include_dirs);
  o.read_source = [&](const std::string& path, std::string& out) {
    const auto f = files.find(path);
    if (f == files.end()) return false;
    out = f->second;
    return true;
  };
  Result r;
  r.lines = preprocess("a.uc", text, o, r.diagnostics);
  return r;
}

std::string clean(const std::string& text) {
  const Result r = run(text);
  CHECK(r.messages() == "");
  return r.text();
}

bool contains(const std::string& s, const std::string& part) {
  INFO(s);
  INFO("lacks: " << part);
  const bool found = s.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

} // namespace

TEST_CASE("comments go, lines join") {
  CHECK(clean("nop ; one\n// two\nnop /* three */ x\n/* four\nfive */ br[l#]\n") ==
        "nop|nop x|br[l#]");
  CHECK(clean("alu[a, \\\n  b]\n") == "alu[a, b]");
  CHECK(clean("alu[a, ; the destination\n\n  b,\n  c]\nnop") == "alu[a, b, c]|nop");
  CHECK(clean("alu[a, b\nnop\n") == "alu[a, b|nop");
  CHECK(clean(".if (a == 1 &&\n b == 2)\nnop") == ".if (a == 1 && b == 2)|nop");
  CHECK(clean("nop ; not joined \\\nnop") == "nop|nop");
  CHECK(clean("nop\r\nnop\r\n") == "nop|nop");
  CHECK(clean("\xef\xbb\xbfnop") == "nop");
  CHECK(clean("alu[a,\n.reg b\nnop") == "alu[a,|.reg b|nop");
}

TEST_CASE("object and function-like defines") {
  CHECK(clean("#define N 4\nimmed[a, N]") == "immed[a, 4]");
  CHECK(clean("#define A B\n#define B 3\nA A") == "3 3");
  CHECK(clean("#define A A + 1\nA") == "A + 1");
  CHECK(clean("#define MAX(a,b) ((a)>(b)?(a):(b))\nMAX(1, MAX(2,3))") ==
        "((1)>(((2)>(3)?(2):(3)))?(1):(((2)>(3)?(2):(3))))");
  CHECK(clean("#define F(x) x\nF") == "F");
  CHECK(clean("#define F (x)\nF(1)") == "(x)(1)");
  CHECK(clean("#define n 4\n#undef n\nn") == "n");
  CHECK(clean("#define n 4\nN n nn n1 0n") == "N 4 nn n1 0n");
}

TEST_CASE("a token keeps its sigils; pasting takes them apart") {
  CHECK(clean("#define x 1\n$x $$x @x x# n$x .x x") == "$x $$x @x x# n$x .x 1");
  CHECK(clean("#define x hdr\n$/**/x ring/**/x/**/_a") == "$hdr ringhdr_a");
  CHECK(clean("#define N 2\n#define RING_2_BASE 77\nRING_/**/N/**/_BASE l/**/N#:") == "77 l2#:");
  CHECK(clean("a /**/ b") == "a b");
}

TEST_CASE("define_eval computes now") {
  CHECK(clean("#define_eval N 1\n#define_eval N (N + 1) * 3\nN") == "6");
  CHECK(clean("#define_eval S strleft(hello, 2)\nS") == "he");
  CHECK(clean("#define r $xfer\n#define_eval S r\n#undef r\nS") == "$xfer");
}

TEST_CASE("conditions") {
  CHECK(clean("#if 1\na\n#else\nb\n#endif") == "a");
  CHECK(clean("#if 0\na\n#elif 2 > 1\nb\n#elif 1\nc\n#else\nd\n#endif") == "b");
  CHECK(clean("#ifdef X\na\n#endif\n#ifndef X\nb\n#endif") == "b");
  CHECK(clean("#if 0\n#if 1\na\n#else\nb\n#endif\n#error no\n#endif\nc") == "c");
  CHECK(clean("#define A\n#if defined(A) && !defined B\nx\n#endif") == "x");
  CHECK(clean("#if defined(Q) && 8 / Q\nx\n#endif\ny") == "y");
  CHECK(clean("#if IS_IXPTYPE(__IXP2400)\nx\n#endif") == "x");
  CHECK(clean(".import_var QSIZE\n#if isimport(QSIZE)\nx\n#endif") == ".import_var QSIZE|x");
  const Result r = run("#if FOO == 0\nx\n#endif");
  CHECK(r.text() == "x");
  contains(r.messages(), "a.uc:1:5: warning: 'FOO' is not defined, it counts as 0 here");
}

TEST_CASE("macros in both kinds of brackets") {
  CHECK(clean("#macro m[d, s]\nalu[d, --, b, s]\n#endm\nm[x, (1,2)]\nm(y, t[1,2])") ==
        "alu[x, --, b, (1,2)]|alu[y, --, b, t[1,2]]");
  CHECK(clean("#macro m\nnop\n#endm\nm\nm()\nm[]") == "nop|nop|nop");
  CHECK(clean("#macro m(a)\none a\n#endm\n#macro m(a, b)\ntwo a b\n#endm\nm(1)\nm(1,2)") ==
        "one 1|two 1 2");
  CHECK(clean("#macro m(a)\nx a#: a y\n#endm\nm(l)") == "x l#: l y");
  CHECK(clean("#macro m(a)\n#if (isnum(a))\nimmed[r, a]\n#else\nalu[r, --, b, a]\n#endif\n#endm\n"
              "#define N 3\nm(N)\nm(q)") == "immed[r, 3]|alu[r, --, b, q]");
  CHECK(
      clean(
          "#macro out(name, v)\n#define_eval name v * 2\n#endm\n#define_eval R 1\nout(R, 4)\nR") ==
      "8");
  CHECK(clean("#define ARGS p, q\n#macro m(a, b)\na-b\n#endm\nm[ARGS]") == "p-q");
  CHECK(clean("#define CALL m\n#macro m(a)\n<a>\n#endm\nCALL(1)") == "<1>");
  CHECK(clean("#macro m(\n a,\n b)\na b\n#endm\nm(1,\n 2)") == "1 2");
}

TEST_CASE("labels of a macro body are its own") {
  CHECK(clean("#macro m(to)\nloop#:\nbr[loop#]\nbr[to]\nbr[other#]\n#endm\n"
              "loop#: m(loop#)\nm(x#)") == "loop#:|loop__1#:|br[loop__1#]|br[loop#]|br[other#]|"
                                           "loop__2#:|br[loop__2#]|br[x#]|br[other#]");
  // A label given as the argument is the caller's.
  CHECK(clean("#macro m(L)\nL:\n#endm\nm(end#)") == "end#:");
  CHECK(clean("#macro m(foo)\nfoo#:\n#endm\nm(bar)") == "bar#:");
  // Passed on, it stays the outer expansion's.
  CHECK(clean("#macro in(L)\nbr[L]\n#endm\n#macro out()\nx#:\nin(x#)\n#endm\nout()") ==
        "x__1#:|br[x__1#]");
}

TEST_CASE("loops") {
  CHECK(clean("#define_eval I 0\n#while I < 3\n$x/**/I l/**/I#:\n#define_eval I I + 1\n#endloop") ==
        "$x0 l0#:|$x1 l1#:|$x2 l2#:");
  CHECK(clean("#repeat 2\n#repeat 2\na\n#endloop\nb\n#endloop") == "a|a|b|a|a|b");
  CHECK(clean("#repeat 0\na\n#endloop\nb") == "b");
  CHECK(clean("#macro m(n)\n#repeat n\nnop\n#endloop\n#endm\nm(2)\nm(1)") == "nop|nop|nop");
}

TEST_CASE("#for defines its name as each of a list") {
  CHECK(clean("#for I [0, 1, 2]\n$x/**/I l##I#:\n#endloop") == "$x0 l0#:|$x1 l1#:|$x2 l2#:");
  CHECK(clean("#for R (a[0], f(b, c))\nuse[R]\n#endloop") == "use[a[0]]|use[f(b, c)]");
  CHECK(clean("#define ALL 3, 4\n#for I [ALL]\nI\n#endloop") == "3|4"); // a list by name
  CHECK(clean("#for I []\nnop\n#endloop\nend") == "end");
  CHECK(clean("#for I [1, 2]\n#for J [I, 9]\nI J\n#endloop\n#endloop") == "1 1|1 9|2 2|2 9");
  CHECK(clean("#for I [1, 2]\n#if I == 2\ntwo\n#else\none\n#endif\n#endloop") == "one|two");
  // Macros see it too, and the name has its earlier meaning afterwards.
  CHECK(clean("#define I 7\n#macro m\nI\n#endm\n#for I [1, 2]\nm\n#endloop\nm") == "1|2|7");
  CHECK(clean("#for I [1]\n#endloop\n#ifdef I\nyes\n#endif") == "");
  CHECK(clean("#macro m(l, e)\n#for I l\nI e\n#endloop\n#endm\nm[[1, 2], x]") == "1 x|2 x");
}

TEST_CASE("## pastes, with and without blanks") {
  CHECK(clean("#define N 3\nring_##N $ ## N a ##N## b") == "ring_3 $3 a3b");
  CHECK(clean("#define CAT(a, b) a ## b\n#define AB done\nCAT(A, B) CAT(x, 1)") == "done x1");
  CHECK(clean("#macro m(p)\nl ## p#: br[l##p#]\n#endm\nm[9]") == "l9#: br[l9#]");
  CHECK(clean("'a##b' \"c ## d\"") == "'a##b' \"c ## d\"");
}

TEST_CASE("defaults of macro parameters") {
  const std::string m = "#macro m(a, b=7, c=[x, y])\na b c\n#endm\n";
  CHECK(clean(m + "m[1]\nm[1, 2]\nm[1, 2, 3]") == "1 7 [x, y]|1 2 [x, y]|1 2 3");
  CHECK(clean("#macro m(a, b=(a + 1))\nb\n#endm\nm[5]") == "(5 + 1)"); // names those before it
  CHECK(clean("#macro m(a, b=)\na.b\n#endm\nm[1]") == "1.");
  CHECK(clean("#macro m(a=1)\na\n#endm\nm\nm[]\nm[2]") == "1|1|2");
  CHECK(clean("#macro m(a, b=2)\na b\n#endm\nm[1, ]") == "1"); // given, though empty
  // The macro that has as many parameters wins.
  CHECK(clean("#macro m(a, b=2)\ntwo\n#endm\n#macro m(a)\none\n#endm\nm[1]\nm[1, 2]") == "one|two");
  CHECK(clean("#define P 1, 2\n#macro m(a, b, c=3)\na b c\n#endm\nm[P]") == "1 2 3");
  CHECK(clean("#define D 4\n#macro m(a=D)\na\n#endm\n#undef D\n#define D 5\nm") == "5");
}

TEST_CASE("includes: beside the file, then -I") {
  const std::map<std::string, std::string> files{{"lib/a.uc", "#include \"b.uc\"\n"},
                                                 {"lib/b.uc", "beside\n"},
                                                 {"b.uc", "top\n"},
                                                 {"inc/c.h", "found\n"},
                                                 {"c.h", "near\n"}};
  CHECK(run("#include \"lib/a.uc\"", files).text() == "beside");
  CHECK(run("#include \"b.uc\"", files).text() == "top");
  CHECK(run("#include <c.h>", files, {}, {"inc"}).text() == "found");
  CHECK(run("#include \"c.h\"", files, {}, {"inc"}).text() == "near");
  CHECK(run("#define F \"b.uc\"\n#include F", files).text() == "top");
  const Result r = run("#include \"lib/b.uc\"", files);
  CHECK(r.lines[0].file == "lib/b.uc");
}

TEST_CASE("-D defines") {
  CHECK(run("FLOWS X", {}, {{"FLOWS", "16"}, {"X", ""}}).text() == "16");
}

TEST_CASE("every character knows its source") {
  const Result r = run("#define LONG 123456\n"
                       "#macro inner(p)\n"
                       "  alu[a, p]  ; comment\n"
                       "#endm\n"
                       "#macro outer(q)\n"
                       "  inner(q)\n"
                       "#endm\n"
                       "  outer(LONG)\n"
                       "x LONG y \\\n z\n");
  REQUIRE(r.messages() == "");
  REQUIRE(r.lines.size() == 2);
  const Line& l = r.lines[0];
  CHECK(l.text == "  alu[a, 123456]");
  CHECK(l.line == 3);
  CHECK(l.at(2).column == 3);
  CHECK(l.at(9).column == 10); // the whole argument has the parameter's position
  CHECK(l.at(14).column == 10);
  CHECK(l.at(15).column == 11);
  CHECK(l.at(99).column == 12);
  CHECK(ixp::format(diagnose(ixp::Severity::Error, l, 9, "bad")) ==
        "a.uc:3:10: error: bad\n"
        "a.uc:6:3: note: in expansion of macro 'inner'\n"
        "a.uc:8:3: note: in expansion of macro 'outer'");
  const Line& joined = r.lines[1];
  const size_t y = joined.text.find('y'), z = joined.text.find('z');
  CHECK(joined.at(y).column == 8);
  CHECK(joined.at(y).line == 9);
  CHECK(joined.at(z).line == 10);
  CHECK(joined.at(z).column == 2);
}

TEST_CASE("#line renumbers") {
  const Result r = run("#line 100 \"gen.c\"\nnop\n\nnop\n");
  REQUIRE(r.lines.size() == 2);
  CHECK(r.lines[0].at(0).file == "gen.c");
  CHECK(r.lines[0].line == 100);
  CHECK(r.lines[1].line == 102);
}

TEST_CASE("refusals") {
  struct {
    const char* text;
    const char* says;
  } const cases[] = {
      {"#if 1\n", "a.uc:1:1: error: #if without #endif before the end of the file"},
      {"#endif", "a.uc:1:1: error: #endif without #if"},
      {"#else", "#else without #if"},
      {"#if 0\n#else\n#else\n#endif", "a.uc:3:1: error: #else after #else"},
      {"#if 1 +\n#endif", "a.uc:1:8: error: expected a value at the end"},
      {"  #if 4 / 0\n#endif", "a.uc:1:9: error: division by zero"},
      {"#macro m\nnop", "a.uc:1:1: error: #macro without #endm"},
      {"#endm", "#endm without #macro"},
      {"#endloop", "#endloop without #while, #repeat or #for"},
      {"#for I [1, 2]", "a.uc:1:1: error: #for without #endloop"},
      {"#for\n#endloop", "#for needs a name"},
      {"#for I 1, 2\n#endloop", "a.uc:1:7: error: #for needs the values of 'I' in brackets: #for "
                                "I [0, 1, 2]"},
      {"#for I [1, 2\n#endloop", "#for needs the values of 'I' in brackets"},
      {"#for I [1] 2\n#endloop", "#for needs the values of 'I' in brackets"},
      {"#macro m(a=1, b)\n#endm",
       "a.uc:1:15: error: parameter 'b' needs a default, because the one "
       "before it has one"},
      {"#define F(a=1) a", "'a=1' is not a parameter name"},
      {"#macro m(a, b=1)\n#endm\nm", "macro 'm' takes 1 to 2 arguments, not 0"},
      {"#macro m(a, b=1)\n#endm\nm[1, 2, 3]", "macro 'm' takes 1 to 2 arguments, not 3"},
      {"#repeat 3", "#repeat without #endloop"},
      {"#repeat -1\n#endloop", "#repeat -1, expected 0 or more"},
      {"#defin X", "unknown directive '#defin', did you mean #define?"},
      {"#define", "#define needs a name"},
      {"#define 3 4", "a.uc:1:9: error: #define needs a name"},
      {"#define F(a, a) 1", "parameter 'a' appears twice"},
      {"#define F(1) 1", "'1' is not a parameter name"},
      {"#define F(a 1", "parameters of 'F' without closing bracket"},
      {"#define F(a) a\nF(1,2)", "a.uc:2:1: error: 'F' takes 1 argument, not 2"},
      {"#define F(a) a\nF(1", "call of 'F' without closing ')'"},
      {"#macro m(a)\n#endm\n  m(1,2)", "a.uc:3:3: error: macro 'm' takes 1 argument, not 2"},
      {"#macro m(a)\n#endm\nm 1", "expected the arguments of macro 'm' in [] or ()"},
      {"#macro m(a)\n#endm\nm[1), x", "call of macro 'm' without its closing bracket"},
      {"#macro m(a)\n#endm\nm[1], defer[1]", "unexpected text after the call of macro 'm'"},
      {"#macro m(a) b\n#endm", "unexpected text after the parameters"},
      {"#macro m\n#if 1\n#endm\nm", "#if without #endif before the end of the macro"},
      {"#include \"gone.uc\"", "cannot find include file 'gone.uc'"},
      {"#include gone", "#include needs a file name"},
      {"#error do not \"do\" this", "a.uc:1:1: error: do not \"do\" this"},
      {"#warning \"careful\"", "a.uc:1:1: warning: careful"},
      {"#define A 1\n#define A 2", "warning: 'A' is defined again with another value"},
      {"nop /* no end", "a.uc:1:5: error: '/*' without '*/'"},
      {"nop\x02", "control character 0x02"},
      {"#macro m\nm\n#endm\nm", "macro 'm' is nested more than 100 deep"},
      {"#while 1\n#endloop", "#while runs more than 100000 times"},
      {"#define_eval X (3 +", "error: "},
      {"#define_eval X 1/0", "division by zero"},
      {"#line x", "#line needs a line number"},
  };
  for (const auto& k : cases) {
    INFO(k.text);
    contains(run(k.text).messages(), k.says);
  }
}

TEST_CASE("a file that includes itself ends") {
  contains(run("#include \"s.uc\"", {{"s.uc", "#include \"s.uc\"\n"}}).messages(),
           "does a file include itself?");
  contains(
      run("#include \"s.uc\"", {{"s.uc", "#include \"s.uc\"\n#include \"s.uc\"\n"}}).messages(),
      "does a file include itself?");
}

TEST_CASE("growth is bounded") {
  std::string laughs = "#define A0\n";
  for (int i = 1; i < 40; ++i)
    laughs += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" +
              std::to_string(i - 1) + "\n";
  contains(run(laughs + "A39").messages(), "replacements in one line");
  contains(run("#undef A0\n#define A0 ha ha\n" + laughs.substr(laughs.find('\n') + 1) + "A39")
               .messages(),
           "line grows beyond");
  contains(run("#repeat 99999\n#repeat 99999\n#endloop\n#endloop").messages(), "gave up after");
  // Twice itself, 100 deep.
  std::string tree;
  for (int i = 0; i < 40; ++i)
    tree += "#macro m" + std::to_string(i) + "\nm" + std::to_string(i + 1) + "\nm" +
            std::to_string(i + 1) + "\n#endm\n";
  contains(run(tree + "m0").messages(), "gave up after");
}

TEST_CASE("a warning in a loop is given once") {
  CHECK(run("#repeat 50\n#if Q\n#endif\n#endloop").diagnostics.size() == 1);
}

TEST_CASE("errors stop at the limit") {
  std::string text;
  for (int i = 0; i < 100; ++i)
    text += "#endif\n";
  CHECK(run(text).diagnostics.size() == 20);
}
