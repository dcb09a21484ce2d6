// The mecc command as users run it: exit status, output files and streams, no half-written file.
#include "base/files.h"
#include "tests/unit/driver/folder.h"

#include <cstdio>
#include <filesystem>
#include <regex>
#include <sys/wait.h>

using ixp::test::contains;
using ixp::test::Folder;
namespace fs = std::filesystem;

namespace {

const char* const kProgram = ".reg a b\n"
                             "    immed[a, VALUE]\n"
                             "loop#:\n"
                             "    alu[b, a, +, 1]\n"
                             "    alu[a, b, AND, 0x3f]\n"
                             "    br[loop#]\n";

} // namespace

TEST_CASE("help and version are successes on standard output") {
  const Folder f;
  const auto help = f.mecc("--help");
  CHECK(help.status == 0);
  contains(help.out, "--print-words");
  CHECK(help.err == "");
  const auto version = f.mecc("--version");
  CHECK(version.status == 0);
  CHECK(std::regex_match(version.out, std::regex("mecc [0-9.]+ \\(commit ([0-9a-f]+|unknown)\\), "
                                                 "LLVM [0-9.]+\n")));
}

TEST_CASE("wrong usage is status 2 on standard error") {
  const Folder f;
  for (const char* arguments : {"", "--bogus", "--print-words", "--print-words a.uc b.uc",
                                "a.unknown", "-O9 a.uc", "--contexts=6 a.uc", "-o"}) {
    INFO(arguments);
    const auto r = f.mecc(arguments);
    CHECK(r.status == 2);
    CHECK(r.out == "");
    CHECK(r.err != "");
  }
}

TEST_CASE("a program, its words, its text and its UOF are the same thing") {
  const Folder f;
  f.put("p.uc", kProgram);
  const auto words = f.mecc("--print-words p.uc -D VALUE=5");
  CHECK(words.err == "");
  REQUIRE(words.status == 0);
  CHECK(std::regex_match(words.out, std::regex("([0-9a-f]{10}\n){4}")));
  REQUIRE(f.mecc("p.uc -DVALUE=5 -o p.uof --list -g").status == 0);
  const auto text = f.mecc("--disassemble p.uof");
  REQUIRE(text.status == 0);
  contains(text.out, "\timmed[");
  contains(text.out, "\tbr[l1#]\n");
  std::string canonical, from_uof;
  for (size_t at = 0; at < text.out.size();) {
    const size_t tab = text.out.find('\t', at), end = text.out.find('\n', at);
    from_uof += text.out.substr(at, tab - at) + "\n";
    canonical += text.out.substr(tab + 1, end - tab);
    at = end + 1;
  }
  CHECK(from_uof == words.out);
  const auto assembled = f.mecc("--assemble -", canonical);
  CHECK(assembled.err == "");
  CHECK(assembled.out == words.out);
  CHECK(f.mecc("--disassemble -", words.out).out == text.out);
  CHECK(f.mecc("p.uc -DVALUE=5 -S -o -").out == canonical);
  contains(f.get("p.list"), "loop#:\n");
  contains(f.get("p.list"), "; p.uc:2\n");
  CHECK(f.get("p.elf").substr(0, 4) == "\x7f"
                                       "ELF");
}

TEST_CASE("words of both modes come back bit for bit") {
  const Folder f;
  const std::string words = "a0610c0009\na0300ff400\nf0000c0300\n";
  const auto text = f.mecc("--disassemble --contexts=8 -", words);
  REQUIRE(text.status == 0);
  CHECK(std::count(text.out.begin(), text.out.end(), '\t') == 3);
  const std::string in4 = f.mecc("--disassemble --contexts=4 -", words).out;
  CHECK(in4 != "");
}

TEST_CASE("undefined words are printed, and the status is 1") {
  const Folder f;
  const auto r = f.mecc("--disassemble -", "ffffffffff\nf0000c0300\n");
  CHECK(r.status == 1);
  contains(r.out, "ffffffffff\t; undefined: ");
  contains(r.out, "f0000c0300\tnop\n");
  contains(r.err, "1 of 2 words");
}

TEST_CASE("several sources are several images of one program") {
  const Folder f;
  f.put("rx.uc", kProgram);
  f.put("tx.uc", "nop\n");
  f.put("x.hex", "f0000c0300\n");
  REQUIRE(f.mecc("rx.uc tx.uc x.hex -D VALUE -o all.uof -g").status == 0);
  const auto r = f.mecc("--disassemble all.uof");
  REQUIRE(r.status == 0);
  contains(r.out, "; image rx\n");
  contains(r.out, "; image tx\nf0000c0300\tnop\n");
  CHECK(f.has("all.rx.elf"));
  CHECK(f.has("all.tx.elf"));
  REQUIRE(f.mecc("all.uof tx.uc -o more.uof").status == 0);
  CHECK(f.mecc("--disassemble more.uof").out == r.out + "; image tx\nf0000c0300\tnop\n");
}

TEST_CASE("a program with errors leaves what was there alone") {
  const Folder f;
  f.put("p.uc", "nop\nfrobnicate[a]\n");
  f.put("p.uof", "precious");
  const size_t before = f.files();
  const auto r = f.mecc("p.uc -o p.uof --list -g");
  CHECK(r.status == 1);
  contains(r.err, "p.uc:2:1: error: ");
  CHECK(f.get("p.uof") == "precious");
  CHECK(f.files() == before);
}

TEST_CASE("errors of all sources are shown, without colour off a terminal") {
  const Folder f;
  f.put("a.uc", "frobnicate[a]\n");
  f.put("b.uc", "frobnicate[b]\n");
  const auto r = f.mecc("a.uc b.uc -o x.uof");
  CHECK(r.status == 1);
  contains(r.err, "a.uc:1:1: error: ");
  contains(r.err, "b.uc:1:1: error: ");
  CHECK(r.err.find('\033') == std::string::npos);
}

TEST_CASE("options reach the assembler") {
  const Folder f;
  f.put("p.uc", "#include <v.h>\n.reg r\nimmed[r, V]\nalu[r, r, +, 1]\nbr[e#]\nnop\ne#: nop\n");
  CHECK(f.mecc("--print-words p.uc").status == 1);
  f.put("v.h", "#define V 7\n");
  const auto plain = f.mecc("--print-words p.uc");
  REQUIRE(plain.status == 0);
  const auto filled = f.mecc("-O --print-words p.uc");
  REQUIRE(filled.status == 0);
  CHECK(filled.out != plain.out);
  CHECK(f.mecc("-O2 --print-words p.uc").out == filled.out);
  CHECK(f.mecc("-O0 --print-words p.uc").out == plain.out);
  contains(f.mecc("-E p.uc").out, "immed[r, 7]\n");
  CHECK(f.mecc("p.uc -o x.uof --costs").out != "");
  CHECK(f.mecc("p.uc -o /dev/null").status == 0);
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("the output is named after the first source") {
  const Folder f;
  f.put("p.uc", "nop\n");
  REQUIRE(f.mecc("p.uc").status == 0);
  CHECK(f.has("p.uof"));
}
