// The mecc command on Microengine C: outputs, reports, editors' files, dashboards' files.
#include "mecc/image/image.h"
#include "mecc/mc/optimisations.h"
#include "tests/unit/driver/folder.h"

#include <sstream>

using ixp::test::contains;
using ixp::test::Folder;

namespace {

const char* const kCount =
    "#include <ixp.h>\n"
    "__declspec(sram shared) unsigned total;\n"
    "static __declspec(sram_read_reg) unsigned in;\n"
    "static SIGNAL done;\n"
    "int main(void) {\n"
    "  for (unsigned i = 0; i < 1000; i++) {\n"
    "    sram_read(&in, (volatile void __sram *)0x100, 1, ctx_swap, &done);\n"
    "    total += in;\n"
    "  }\n"
    "  unsigned kept = in ^ 5;\n"
    "  ctx_swap();\n"
    "  total = kept + __ctx();\n"
    "}\n";

} // namespace

TEST_CASE("C becomes an image that knows its lines and variables") {
  const Folder f;
  f.put("count.c", kCount);
  REQUIRE(f.mecc("count.c -o count.uof").status == 0);
  const mecc::Program p = mecc::read_uof(f.get("count.uof"), "count.uof");
  REQUIRE(p.images.size() == 1);
  CHECK(p.images[0].name == "count");
  REQUIRE(p.images[0].line_at(0));
  CHECK(p.images[0].line_at(0)->file == "count.c");
  bool kept = false;
  for (const mecc::SymbolRange& s : p.images[0].symbols)
    kept |= s.name == "kept" && (s.location[0] == 'a' || s.location[0] == 'b');
  CHECK(kept);
}

TEST_CASE("debug information does not change code") {
  const Folder f;
  f.put("count.c", kCount);
  const std::string plain = f.mecc("-S count.c -o -").out;
  REQUIRE(f.mecc("-g count.c -o count.uof").status == 0);
  CHECK(f.has("count.elf"));
  CHECK(f.mecc("--disassemble count.uof").status == 0);
  CHECK(f.mecc("-S -g count.c -o -").out == plain);
}

TEST_CASE("the listing has each line of source before its words") {
  const Folder f;
  f.put("count.c", kCount);
  REQUIRE(f.mecc("--list count.c -o count.uof").status == 0);
  const std::string list = f.get("count.list");
  contains(list, "; count.c:8: total += in;\n");
  contains(list, "; count.c:7: sram_read(&in,"); // not the header's line
}

TEST_CASE("the report counts what a loop does") {
  const Folder f;
  f.put("count.c", kCount);
  const auto r = f.mecc("--costs count.c -o count.uof");
  REQUIRE(r.status == 0);
  contains(r.out, "count.c: ");
  contains(r.out, " of 4096 words");
  contains(r.out, "\nmain ");
  contains(r.out, "memory\n  SRAM 0x100000: total, 4 bytes\n");
  contains(r.out, "3 memory references an iteration"); // read, read and write of total
}

TEST_CASE("each optimisation can be left out, and the report counts what it did") {
  const Folder f;
  f.put("count.c", "__declspec(sram shared) volatile unsigned out;\n"
                   "int main(void) {\n"
                   "  unsigned x = out, y = out;\n"
                   "  while (x & 1023) x = x * 5 + 1, y += x;\n"
                   "  out = y;\n"
                   "}\n");
  const std::string all = f.mecc("--costs count.c -o a.uof").out;
  contains(all, "optimisations: ");
  contains(all, "defer-slots ");
  const std::string others = f.mecc("--costs --without defer-slots count.c -o b.uof").out;
  contains(others, "; left out: defer-slots\n");
  CHECK(others.find("defer-slots ") == std::string::npos);
  const std::string names = f.mecc("--optimisations").out;
  std::istringstream lines(names);
  unsigned listed = 0;
  for (std::string name, what; lines >> name && std::getline(lines, what); ++listed)
    CHECK(f.mecc("--costs --without " + name + " count.c -o c.uof").status == 0);
  CHECK(listed == mecc::kOptimisations);
  contains(f.mecc("--costs -O0 count.c -o d.uof").out, "left out: shared-locals, ");
}

TEST_CASE("the report says when a loop never gives way") {
  const Folder f;
  f.put("spin.c", "__declspec(sram shared) volatile unsigned out;\n"
                  "__attribute__((noinline)) unsigned spin(unsigned x) {\n"
                  "  while (x & 1023) x = x * 5 + 1;\n"
                  "  return x;\n"
                  "}\n"
                  "int main(void) { out = spin(out); }\n");
  const auto r = f.mecc("--costs spin.c -o spin.uof");
  REQUIRE(r.status == 0);
  contains(r.out, "0 memory references an iteration, never swaps");
  contains(r.out, "loop, once ");
}

TEST_CASE("the report includes a call whose slots have the first words of the function") {
  const Folder f;
  f.put("call.c", "__declspec(sram shared) volatile unsigned out;\n"
                  "__attribute__((noinline)) unsigned mix(unsigned x, unsigned y) {\n"
                  "  unsigned a = x * 3 + y;\n"
                  "  for (unsigned i = 0; i < y; ++i) a = (a << 3) ^ (a >> 5) ^ i;\n"
                  "  return a ^ 0x1234567;\n"
                  "}\n"
                  "int main(void) {\n"
                  "  unsigned a = out, b = mix(a, 3);\n"
                  "  out = mix(b ^ a, b);\n"
                  "}\n");
  const auto main_cycles = [&](const std::string& options) {
    const std::string report = f.mecc("--costs " + options + " call.c -o call.uof").out;
    const size_t row = report.find("\nmain "), loop = report.find("loop, once ", row);
    REQUIRE(loop < report.find('\n', row + 1));
    return std::stoi(report.substr(loop + 11));
  };
  CHECK(main_cycles("") == main_cycles("--without target-slots") - 2); // used slots
}

TEST_CASE("warnings and errors also come as SARIF, and clang's options are passed on") {
  const Folder f;
  f.put("bad.c", "int main(void) { int unused; return x; }\n");
  const auto r = f.mecc("-Wunused-variable --sarif bad.sarif bad.c -o bad.uof");
  CHECK(r.status == 1);
  CHECK(!f.has("bad.uof"));
  contains(r.err, "bad.c:1:37: error: use of undeclared identifier 'x'");
  contains(f.get("bad.sarif"), "\"2.1.0\"");
  contains(f.get("bad.sarif"), "use of undeclared identifier 'x'");
  f.put("poor.c", "int main(void) { int unused; }\n");
  CHECK(f.mecc("-Wunused-variable --sarif poor.sarif poor.c -o poor.uof").status == 0);
  contains(f.get("poor.sarif"), "unused variable 'unused'");
  contains(f.get("poor.sarif"), "\"ruleId\": \"unused-variable\"");
  CHECK(f.mecc("-Wunused-variable -Werror poor.c -o werror.uof").status == 1);
  CHECK(!f.has("werror.uof"));
}

TEST_CASE("what --sarif cannot have leaves nothing else behind") {
  const Folder f;
  f.put("good.c", "int main(void) { return 0; }\n");
  f.put("bad.c", "int main(void) { return x; }\n");
  for (const std::string job : {"-o a.out", "--emit-llvm -o a.out", "-E -o a.out"})
    for (const std::string sarif : {"none/a.sarif", "/dev/full"}) {
      CHECK(f.mecc(job + " good.c --sarif " + sarif).status == 1);
      CHECK(!f.has("a.out"));
    }
  const auto both = f.mecc("bad.c -o a.out --sarif /dev/full");
  CHECK(both.status == 1);
  contains(both.err, "undeclared identifier 'x'");
  contains(both.err, "/dev/full: error: cannot write");
  CHECK(f.mecc("good.c -o /dev/full --sarif a.sarif").status == 1); // a.sarif has the error
  contains(f.get("a.sarif"), "cannot write");
  CHECK(f.mecc("good.c -o a.out --sarif a.out").status == 1);
  CHECK(!f.has("a.out"));
}

TEST_CASE("of a flood of messages the first are shown") {
  const Folder f;
  f.put("zero.c", std::string(100'000, '\0'));
  const auto zero = f.mecc("zero.c -o a.uof");
  CHECK(zero.status == 1);
  contains(zero.err, "null character ignored");
  contains(zero.err, "note: enough warnings; the others are not shown");
  contains(zero.err, "the program has no function 'main'");
  CHECK(zero.err.size() < 20'000);
  std::string text = "#include <ixp.h>\nint main(void) {\n";
  for (int n = 0; n < 130; ++n)
    text += fmt::format("*(volatile __scratch unsigned *){:#x} = 1;\n", 0x8000 + 4 * n);
  f.put("far.c", text + "}\n");
  const auto far = f.mecc("far.c -o a.uof --sarif a.sarif");
  CHECK(far.status == 0);
  contains(far.err, "note: 30 more warnings are not shown; --sarif OUT has them all");
  CHECK(far.err.find("0x8190") == std::string::npos);
  contains(f.get("a.sarif"), "0x8204");
}

TEST_CASE("an unknown type is one mistake, not also a call through a pointer") {
  const Folder f;
  f.put("a.c", "#include <ixp.h>\nvoid use(packet_t *p);\n"
               "int main(void) { packet_t *p; use(p); p->run(1); missing(2)(3); }\n");
  const auto r = f.mecc("a.c -o a.uof");
  CHECK(r.status == 1);
  contains(r.err, "a.c:2:10: error: unknown type name 'packet_t'");
  CHECK(r.err.find("through a pointer") == std::string::npos);
  f.put("b.c", "static void f(int x) {}\nint main(void) { f(UNKNOWN + 1); }\n");
  CHECK(f.mecc("b.c -o b.uof").err.find("is not called") == std::string::npos);
}

TEST_CASE("the compiler's own warnings have groups as Clang's have") {
  const Folder f;
  f.put("two.c", "#include <ixp.h>\n"
                 "#define AT ((volatile void __sram *)0x100)\n"
                 "int main(void) {\n"
                 "  SIGNAL s;\n"
                 "  __xread unsigned a, b;\n"
                 "  sram_read(&a, AT, 1, sig_done, &s);\n"
                 "  if (*(volatile __scratch unsigned *)0x100) wait_for_all(&s);\n"
                 "  sram_read(&b, AT, 1, sig_done, &s);\n"
                 "}\n");
  const std::string text = "two.c:8:3: warning: 's' is given to this command while another one has "
                           "it on some paths";
  CHECK(f.mecc("two.c -o a.uof").err.empty());
  const auto all = f.mecc("-Wall --sarif a.sarif two.c -o a.uof");
  CHECK(all.status == 0);
  contains(all.err, text);
  contains(all.err, "[-Wsignals]\n"
                    "    8 |   sram_read(&b, AT, 1, sig_done, &s);\n"
                    "      |   ^\n"
                    "two.c:6:3: note: the other command is issued here\n"
                    "    6 |   sram_read(&a, AT, 1, sig_done, &s);\n");
  contains(f.get("a.sarif"), "\"ruleId\": \"signals\"");
  contains(f.mecc("-Wsignals two.c -o a.uof").err, text);
  for (const char* quiet : {"-Wall -Wno-signals", "-Wall -w", "-Wall -Wno-everything"})
    CHECK(f.mecc(std::string(quiet) + " two.c -o a.uof").err.empty());
  for (const char* strict : {"-Wall -Werror", "-Werror=signals"})
    CHECK(f.mecc(std::string(strict) + " two.c -o b.uof").status == 1);
  CHECK(!f.has("b.uof"));
  CHECK(f.mecc("-Wall -Werror -Wno-error=signals two.c -o a.uof").status == 0);
  f.put("never.c", "#include <ixp.h>\n"
                   "int main(void) { SIGNAL s; wait_for_all(&s); }\n");
  CHECK(f.mecc("never.c -o b.uof").status == 1);
  contains(f.mecc("-Wno-error=signals never.c -o a.uof").err, "warning: nothing raises 's'");
}

TEST_CASE("warnings about the dialect obey -w and -Werror") {
  const Folder f;
  f.put("once.c", "#include <ixp.h>\n"
                  "int main(void) {\n"
                  "  __declspec(sram) unsigned each[2] = {1, 2};\n"
                  "  return each[ctx()]++;\n"
                  "}\n");
  const std::string text = "'each' is in memory and gets these values once, when the program is "
                           "loaded; assign them if they are wanted at each entry";
  contains(f.mecc("once.c -o a.uof").err, "once.c:3:29: warning: " + text);
  CHECK(f.mecc("-w once.c -o a.uof").err.empty());
  const auto strict = f.mecc("-Werror once.c -o b.uof");
  contains(strict.err, "once.c:3:29: error: " + text);
  CHECK(strict.status == 1);
}

TEST_CASE("several sources are one program, and errors of linking name the symbol") {
  const Folder f;
  f.put("a.c",
        "int twice(int x);\n__declspec(sram) int out;\nint main(void) { out = twice(3); }\n");
  f.put("b.c", "int twice(int x) { return 2 * x; }\n");
  CHECK(f.mecc("a.c b.c -o ab.uof").status == 0);
  f.put("c.c", "int twice(int x) { return x + x; }\n");
  const auto r = f.mecc("a.c b.c c.c -o abc.uof");
  CHECK(r.status == 1);
  contains(r.err, "twice");
  CHECK(!f.has("abc.uof"));
}

TEST_CASE("the lowered IR and preprocessed text can be seen") {
  const Folder f;
  f.put("count.c", kCount);
  for (const auto& [arguments, text] :
       {std::pair("--emit-llvm count.c -o -", "@__me_cmd_SRAM_READ"),
        std::pair("-E count.c", "total += in;"), std::pair("-S count.c -o -", "sram[read, ")}) {
    const auto r = f.mecc(arguments);
    CHECK(r.status == 0);
    CHECK(r.err == "");
    contains(r.out, text);
  }
}

TEST_CASE("clangd gets a command for every C source of a folder") {
  const Folder f;
  f.put("count.c", kCount);
  REQUIRE(f.mecc("--compile-commands . -DPORT=1").status == 0);
  contains(f.get("compile_commands.json"), "\"count.c\"");
  contains(f.get("compile_commands.json"), "-DPORT=1");
  CHECK(f.mecc("--compile-commands count.c").status == 1);
  const auto r = f.mecc("--compile-commands . -D \"NAME=$(printf '\\377')\" -o other.json");
  CHECK(r.status == 1);
  contains(r.err, "other.json: error: has to be UTF-8, but the name of a folder or source, or an "
                  "option, is not; change it");
}
