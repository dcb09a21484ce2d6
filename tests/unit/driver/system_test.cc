// mecc --system: one UOF of all programs, which agree on addresses and numbers.
#include "mecc/image/image.h"
#include "tests/unit/driver/folder.h"

using ixp::test::contains;
using ixp::test::Folder;

namespace {

std::string me(const std::string& at, const std::string& image, const std::string& more = "") {
  return fmt::format("[[microengine]]\nat = \"{}\"\nimage = {}\n{}", at, image, more);
}

mecc::Program build(const Folder& f, const std::string& system) {
  f.put("system.toml", system);
  const auto r = f.mecc("--system system.toml -o system.uof");
  INFO(r.err);
  REQUIRE(r.status == 0);
  return mecc::read_uof(f.get("system.uof"), "system.uof");
}

// Initial memory that holds this longword: its address.
uint32_t address_of(const mecc::Program& p, const std::string& region, uint32_t value) {
  for (const mecc::MemoryInit& m : p.memory)
    for (size_t i = 0; i + 4 <= m.bytes.size(); i += 4) {
      const uint32_t word = uint32_t{m.bytes[i]} << 24 | uint32_t{m.bytes[i + 1]} << 16 |
                            uint32_t{m.bytes[i + 2]} << 8 | m.bytes[i + 3];
      if (m.region == region && word == value) return m.address + static_cast<uint32_t>(i);
    }
  FAIL("no such longword");
  return 0;
}

bool says(const mecc::Image& image, const std::string& text) {
  for (const uint64_t w : image.words)
    if (const auto i = mev2::decode(w, image.mode); i && mev2::print(*i) == text) return true;
  return false;
}

} // namespace

TEST_CASE("exported memory has one address, which importers use") {
  const Folder f;
  f.put("a.c", "__declspec(export scratch) unsigned word = 0x1234567;\n"
               "int main(void) { word++; }\n");
  f.put("b.c", "extern __declspec(import scratch) unsigned word;\n"
               "int main(void) { word += 2; }\n");
  const auto p = build(f, me("0:0", "\"a.c\"") + me("1:1", "\"b.c\"") +
                              "[memory]\nscratch = [0x3000, 0x3800]\n");
  REQUIRE(p.images.size() == 2);
  CHECK(p.images[0].assigned == 1u << 0x00);
  CHECK(p.images[1].assigned == 1u << 0x11);
  CHECK(address_of(p, "scratch", 0x1234567) == 0x3000);
  for (const mecc::Image& image : p.images)
    CHECK((says(image, "immed[a0, 0x3000]") || says(image, "immed[b0, 0x3000]")));
}

TEST_CASE("the same program is one image, unless it has variables of its own") {
  const Folder f;
  f.put("none.c", "#include <ixp.h>\nint main(void) { ctx_swap(); }\n");
  f.put("own.c", "__declspec(sram shared) unsigned own = 0xabcdef12;\nint main(void) { own++; }\n");
  const auto none = build(f, me("0:0", "\"none.c\"") + me("0:1", "\"none.c\""));
  REQUIRE(none.images.size() == 1);
  CHECK(none.images[0].assigned == 3);
  contains(f.mecc("--system system.toml --costs -o system.uof").out,
           "microengines 0:0, 0:1: none.c");
  const auto own = build(f, me("0:0", "\"own.c\"") + me("0:1", "\"own.c\""));
  REQUIRE(own.images.size() == 2);
  CHECK(own.images[0].name != own.images[1].name);
  REQUIRE(own.memory.size() == 2);
  CHECK(own.memory[0].address != own.memory[1].address);
}

TEST_CASE("what the system file uses itself is left alone") {
  const Folder f;
  f.put("a.c", "__declspec(scratch shared) unsigned x = 0x11223344;\nint main(void) { x++; }\n");
  const auto p =
      build(f, me("0:0", "\"a.c\"") +
                   "[memory]\nscratch = [0x2000, 0x4000]\n"
                   "[ring.0]\nsize = 1024\nbase = 0x2000\n"
                   "[ring.1]\nsize = 512\nbase = 0x3800\n"
                   "[boot]\nload = [{ region = \"scratch\", address = 0x3008, words = [5] }]\n"
                   "[counters]\nlost = { region = \"scratch\", address = 0x3000 }\n");
  const uint32_t at = address_of(p, "scratch", 0x11223344);
  CHECK(at >= 0x300c);
  CHECK(at < 0x3800);
}

TEST_CASE("a visible signal has the number that others are told") {
  const Folder f;
  f.put("a.c", "#include <ixp.h>\n"
               "static __declspec(visible) SIGNAL go;\n"
               "int main(void) { __implicit_write(&go); __wait_for_all(&go); }\n");
  f.put("b.c", "#include <ixp.h>\n"
               "__declspec(remote) SIGNAL go;\n"
               "__declspec(scratch shared) unsigned number;\n"
               "int main(void) { number = __signal_number(&go, 0); }\n");
  const auto p = build(f, me("0:0", "\"a.c\"") + me("0:1", "\"b.c\""));
  REQUIRE(p.images.size() == 2);
  CHECK(says(p.images[0], "ctx_arb[s15]"));
  CHECK(says(p.images[1], "immed[$0, 0xf]"));
}

TEST_CASE("elements of visible arrays have numbers one after the other") {
  const Folder f;
  f.put("a.c", "#include <ixp.h>\n"
               "static __declspec(visible) SIGNAL go[3];\n"
               "static __declspec(visible sram_read_reg) unsigned in[4];\n"
               "int main(void) {\n"
               "  __implicit_write(&go[2]); __implicit_write(in); __wait_for_all(&go[2]);\n"
               "  *(volatile __scratch unsigned *)0x100 = in[3];\n"
               "}\n");
  f.put("b.c", "#include <ixp.h>\n"
               "__declspec(remote) SIGNAL go[3];\n"
               "__declspec(remote sram_read_reg) unsigned in[4];\n"
               "__declspec(scratch shared) unsigned number;\n"
               "int main(void) {\n"
               "  number = 16 * __signal_number(&go[2], 0) + __xfer_reg_number(&in[3], 0);\n"
               "}\n");
  const auto p = build(f, me("0:0", "\"a.c\"") + me("0:1", "\"b.c\""));
  REQUIRE(p.images.size() == 2);
  CHECK(says(p.images[0], "ctx_arb[s15], defer[1]"));
  CHECK(says(p.images[1], "immed[$0, 0xff]"));
}

TEST_CASE("options of a microengine reach its program only") {
  const Folder f;
  f.put("a.c", "#include <ixp.h>\n"
               "__declspec(scratch shared) unsigned out = 0x5000000 + PORT;\n"
               "int main(void) { out++; }\n");
  const auto p = build(f, me("0:0", "\"a.c\"", "define = { PORT = 1 }\n") +
                              me("0:1", "\"a.c\"", "define = { PORT = 2 }\ncontexts = 4\n"));
  REQUIRE(p.images.size() == 2);
  CHECK(p.images[0].mode == mev2::ContextMode::Eight);
  CHECK(p.images[1].mode == mev2::ContextMode::Four);
  CHECK(address_of(p, "scratch", 0x5000001) != address_of(p, "scratch", 0x5000002));
}

TEST_CASE("assembly, words and C go to one file") {
  const Folder f;
  f.put("a.c", "#include <ixp.h>\nint main(void) { ctx_swap(); }\n");
  f.put("b.uc", "ctx_arb[kill]\n");
  f.put("c.hex", "e000010000\n");
  const auto p = build(f, me("0:0", "\"a.c\"") + me("0:1", "\"b.uc\"") + me("0:2", "\"c.hex\""));
  CHECK(p.images.size() == 3);
  for (unsigned index : {0u, 1u, 2u})
    CHECK(mecc::image_for(p, index));
  CHECK(!mecc::image_for(p, 3));
}

TEST_CASE("a wrong program of a system leaves nothing behind") {
  const Folder f;
  f.put("a.c", "int main(void) { return 1 / 0.5; }\n");
  f.put("system.toml", me("0:0", "\"a.c\""));
  const auto r = f.mecc("--system system.toml");
  CHECK(r.status == 1);
  CHECK(f.files() == 2);
  contains(r.err, "a.c:1:");
}

TEST_CASE("global memory of assembly is one for all that name it, and for C") {
  const Folder f;
  const std::string code = ".reg x\nimmed[x, tally]\n.use x\nctx_arb[kill]\n";
  f.put("a.uc", ".scratch own 4\n.init own 0x1111\n.scratch tally 8 global\n.init tally 0x7654\n" +
                    code);
  f.put("b.uc", ".scratch own 4\n.init own 0x2222\n.alloc_mem tally scratch global 8\n" + code);
  f.put("c.c", "extern __declspec(import scratch) unsigned tally[2];\n"
               "int main(void) { tally[1] += 2; }\n");
  const auto p =
      build(f, me("0:0", "\"c.c\"") + me("0:1", "\"a.uc\"") + me("1:1", "\"b.uc\""));
  const uint32_t tally = address_of(p, "scratch", 0x7654);
  CHECK(address_of(p, "scratch", 0x1111) != address_of(p, "scratch", 0x2222));
  REQUIRE(p.images.size() == 3);
  CHECK(says(p.images[0], fmt::format("immed[a0, {:#x}]", tally + 4)) !=
        says(p.images[0], fmt::format("immed[b0, {:#x}]", tally + 4)));
  CHECK(says(p.images[1], fmt::format("immed[a0, {:#x}]", tally)));
  CHECK(says(p.images[2], fmt::format("immed[a0, {:#x}]", tally)));
}

TEST_CASE("assembly and C share out memory") {
  const Folder f;
  f.put("a.uc", ".sram mine 64\n.init mine 0x1111\nctx_arb[kill]\n");
  f.put("c.c", "__declspec(sram shared) unsigned own = 0x2222;\nint main(void) { own++; }\n");
  const auto linked = build(f, me("0:0", "\"c.c\"") + me("0:1", "\"a.uc\""));
  CHECK(address_of(linked, "sram0", 0x1111) == 0x100000);
  CHECK(address_of(linked, "sram0", 0x2222) >= 0x100040);
  REQUIRE(f.mecc("a.uc c.c -o both.uof").status == 0);
  const auto both = mecc::read_uof(f.get("both.uof"), "both.uof");
  CHECK(address_of(both, "sram0", 0x1111) == 0x100000);
  CHECK(address_of(both, "sram0", 0x2222) >= 0x100040);
}

TEST_CASE("memory of scope me is each microengine's own") {
  const Folder f;
  const std::string code = ".init x 0x77\n.reg r\nimmed[r, (x & 0xffff)]\n.use r\nctx_arb[kill]\n";
  f.put("own.uc", ".sram x 4 me\n" + code);
  f.put("shared.uc", ".sram x 4\n" + code);
  f.put("local.uc", ".alloc_mem x lmem me 4\n" + code);
  const auto own = build(f, me("0:0", "\"own.uc\"") + me("0:1", "\"own.uc\""));
  REQUIRE(own.images.size() == 2);
  CHECK(own.images[0].words != own.images[1].words);
  REQUIRE(own.memory.size() == 2);
  CHECK(own.memory[0].address != own.memory[1].address);
  for (const char* name : {"shared.uc", "local.uc"}) {
    const std::string image = fmt::format("\"{}\"", name);
    CHECK(build(f, me("0:0", image) + me("0:1", image)).images.size() == 1);
  }
}

TEST_CASE("global memory must be the same everywhere") {
  const Folder f;
  const auto refused = [&](const std::string& a, const std::string& b, const std::string& why) {
    f.put("a.uc", a + "\nctx_arb[kill]\n");
    f.put(b.find("main") == std::string::npos ? "b.uc" : "b.c",
          b.find("main") == std::string::npos ? b + "\nctx_arb[kill]\n" : b);
    f.put("system.toml",
          me("0:0", "\"a.uc\"") +
              me("0:1", b.find("main") == std::string::npos ? "\"b.uc\"" : "\"b.c\""));
    const auto r = f.mecc("--system system.toml -o system.uof");
    CHECK(r.status == 1);
    CHECK_FALSE(f.has("system.uof"));
    contains(r.err, why);
  };
  refused(".sram t 8 global", ".sram t 16 global",
          "b.uc:1:7: error: global 't' is not the same as in a.uc:1: there it is 8 bytes of SRAM");
  refused(".sram t 8 global", ".dram t 8 global", "global 't' is not the same");
  refused(".sram t 8 global\n.init t 1", ".sram t 8 global\n.init t 2",
          "b.uc: error: gives sram0 at 0x100000 other initial values than another program");
  refused(".sram t 4 global", "__declspec(export sram) unsigned t;\nint main(void) { t++; }\n",
          "a.uc:1:7: error: a C program exports 't'; take its address by .import_var t instead");
}

TEST_CASE("import variables get their values from definitions, exports and globals, or wait") {
  const Folder f;
  const std::string open = ".import_var word LIMIT\n.reg x y\nimmed[x, word]\nimmed[y, LIMIT]\n"
                           ".use x y\nctx_arb[kill]\n";
  f.put("open.uc", open);
  f.put("export.c", "__declspec(export scratch) unsigned word = 0x1234567;\n"
                    "int main(void) { word++; }\n");
  f.put("global.uc", ".scratch word 4 global\n.init word 0x1234567\nctx_arb[kill]\n");
  for (const char* other : {"export.c", "global.uc"}) {
    const auto p = build(f, me("0:0", "\"open.uc\"", "define = { LIMIT = 99 }\n") +
                                me("0:1", fmt::format("\"{}\"", other)));
    CHECK(p.images[0].imports.empty());
    CHECK(says(p.images[0], fmt::format("immed[a0, {:#x}]", address_of(p, "scratch", 0x1234567))));
    CHECK(says(p.images[0], "immed[b0, 0x63]"));
  }
  // An image with imports is read from and written to files, and gets its values in steps.
  REQUIRE(f.mecc("open.uc -o open.uof").status == 0);
  REQUIRE(f.mecc("open.uof --define LIMIT=5 -o half.uof").status == 0);
  CHECK(mecc::read_uof(f.get("half.uof"), "half.uof").images[0].imports ==
        std::vector<std::string>{"word"});
  const auto p = build(f, me("0:0", "\"half.uof\"", "define = { word = 0x40 }\n"));
  CHECK(p.images[0].imports.empty());
  CHECK(says(p.images[0], "immed[a0, 0x40]"));
  CHECK(says(p.images[0], "immed[b0, 0x5]"));
  // Words cannot wait, and a value must be a number.
  const auto words = f.mecc("--print-words open.uc");
  CHECK(words.status == 1);
  contains(words.err, "open.uc: error: imports word, LIMIT, and words cannot wait for values; give "
                      "them with -D NAME=value");
  const auto text = f.mecc("open.uof -D LIMIT=many -o out.uof");
  CHECK(text.status == 1);
  contains(text.err, "import variable LIMIT has the value 'many', which is no number");
  CHECK_FALSE(f.has("out.uof"));
}

TEST_CASE("definitions of the command line win over those of the system file") {
  const Folder f;
  f.put("a.uc", ".reg x\nimmed[x, N]\n.use x\nctx_arb[kill]\n");
  f.put("system.toml", me("0:0", "\"a.uc\"", "define = { N = 1 }\n"));
  REQUIRE(f.mecc("--system system.toml -D N=2 -o a.uof").status == 0);
  CHECK(says(mecc::read_uof(f.get("a.uof"), "a.uof").images[0], "immed[a0, 0x2]"));
}
