// Allocation of registers and signals.
#include "tests/catch.h"
#include "tests/unit/asm/assemble.h"

#include <map>

using namespace mecc;
using namespace mecc::test;

namespace {

std::map<std::string, std::string> places(const AssemblerResult& r) { // without their side
  INFO(diagnostics_of(r));
  REQUIRE(r.ok);
  std::map<std::string, std::string> out;
  for (const SymbolRange& s : r.image.symbols)
    out[s.name] = s.location.starts_with("out:") ? s.location.substr(4) : s.location;
  return out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("two sources come from different banks") {
  auto p = places(assemble_text(
      ".reg x y z\n.set x y z\nalu[x, x, +, y]\nalu[y, y, +, z]\n.use x y z\nctx_arb[kill]\n"));
  CHECK(p["x"][0] != p["y"][0]);
  CHECK(p["y"][0] != p["z"][0]);
}

TEST_CASE("an odd cycle is split by a copy, where the program runs least") {
  const AssemblerResult r = assemble_text(R"(
.reg x y z n
.set x y z
immed[n, 9]
again#:
alu[x, x, +, y]
alu[y, y, +, z]
alu[n, n, -, 1]
bne[again#]
alu[z, z, +, x]
.use x y z
ctx_arb[kill]
)");
  REQUIRE(r.ok);
  CHECK(r.image.words.size() == 8);
  REQUIRE(r.diagnostics.size() == 1);
  CHECK(has(ixp::format(r.diagnostics[0]), "t.uc:10:1: note: z and x are read together"));
  CHECK(has(r.report, "copy inserted"));
}

TEST_CASE("a copy does not disturb the condition codes") {
  const std::string code = listing_of(R"(
.reg x y
.set x y
alu[x, x, +, y]
alu[y, y, +carry, y]
.use x y
ctx_arb[kill]
)");
  CHECK(
      code ==
      "alu[a1, a1, +, b0]\nld_field_w_clr[a0, 1111, b0]\nalu[b0, b0, +carry, a0]\nctx_arb[kill]\n");
}

TEST_CASE("a register is free again after its last use") {
  auto p = places(assemble_text(
      ".reg x y\nimmed[x, 1]\nalu[--, --, B, x]\nimmed[y, 2]\nalu[--, --, B, y]\nctx_arb[kill]\n"));
  CHECK(p["x"] == p["y"]);
}

TEST_CASE("a value that lives around a loop keeps its register") {
  auto p = places(assemble_text(R"(
.reg keep t n
immed[keep, 1]
immed[n, 3]
again#:
immed[t, 5]
alu[--, --, B, t]
alu[n, n, -, 1]
bne[again#]
alu[--, --, B, keep]
ctx_arb[kill]
)"));
  CHECK(p["keep"] != p["t"]);
  CHECK(p["n"] != p["t"]);
}

TEST_CASE("absolute registers sit in a number that no context has") {
  auto r = assemble_text(R"(
.reg @a @b x y
immed[@a, 1]
immed[@b, 2]
immed[x, 1]
immed[y, 2]
alu[@a, @a, +, x]
alu[@b, @b, +, y]
alu[@a, @a, +, @b]
ctx_arb[kill]
)");
  auto p = places(r);
  CHECK(p["@a"].substr(2) == "15");
  CHECK(p["@b"].substr(2) == "15");
  CHECK(p["@a"] != p["@b"]);
  std::string many = ".reg x\n";
  for (int k = 0; k < 20; ++k)
    many += ".reg @g" + std::to_string(k) + "\nimmed[@g" + std::to_string(k) + ", 1]\n";
  auto q = places(assemble_text(many + "ctx_arb[kill]\n"));
  std::map<std::string, int> seen;
  for (const auto& [name, where] : q) {
    CHECK(++seen[where] == 1);
    CHECK(std::stoi(where.substr(2)) % 16 >= 14);
  }
  CHECK(seen.size() == 20);
}

TEST_CASE("four contexts have twice the registers") {
  std::string text = ".num_contexts 4\n.reg ", use = ".use ", code;
  for (int k = 0; k < 60; ++k) {
    text += "r" + std::to_string(k) + " ";
    use += "r" + std::to_string(k) + " ";
    code += "immed[r" + std::to_string(k) + ", 1]\n";
  }
  const AssemblerResult r = assemble_text(text + "\n" + code + use + "\nctx_arb[kill]\n");
  CHECK(diagnostics_of(r) == "");
  CHECK(r.image.mode == mev2::ContextMode::Four);
}

TEST_CASE("transfer orders are consecutive, quadwords even") {
  auto p = places(assemble_text(R"(
.reg $a $b $c $$x $$y $$z base
.xfer_order $a $b $c
.xfer_order $$z $$x $$y
.sig s t
.set $a $b $c $$z
immed[base, 0]
sram[write, $a, base, 0, 3], sig_done[s]
dram[read, $$x, base, 0, 1], sig_done[t]
ctx_arb[s, t]
alu[--, --, B, $$y]
ctx_arb[kill]
)"));
  CHECK(std::stoi(p["$b"].substr(1)) == std::stoi(p["$a"].substr(1)) + 1);
  CHECK(std::stoi(p["$c"].substr(1)) == std::stoi(p["$a"].substr(1)) + 2);
  CHECK(std::stoi(p["$$x"].substr(2)) % 2 == 0);
  CHECK(std::stoi(p["$$y"].substr(2)) == std::stoi(p["$$x"].substr(2)) + 1);
}

TEST_CASE("the two sides of a transfer register are different storage") {
  auto p = places(assemble_text(R"(
.reg read $in
.reg write $out
.reg base
.sig s t
immed[base, 0]
scratch[read, $in, base, 0, 1], sig_done[s]
immed[$out, 7]
scratch[write, $out, base, 4, 1], sig_done[t]
ctx_arb[s, t]
alu[--, --, B, $in]
ctx_arb[kill]
)"));
  CHECK(p["$in"] == p["$out"]);
}

TEST_CASE("a register that a command still fills is not given away") {
  auto p = places(assemble_text(R"(
.reg $slow $fast base
.sig s t
immed[base, 0]
scratch[read, $slow, base, 0, 1], sig_done[s]
scratch[read, $fast, base, 4, 1], ctx_swap[t]
alu[--, --, B, $fast]
ctx_arb[s]
ctx_arb[kill]
)"));
  CHECK(p["$slow"] != p["$fast"]);
}

TEST_CASE("registers whose number is taken stay where they are") {
  auto p = places(assemble_text(R"(
.reg $pushed $other base x
.sig s
immed[x, (&$pushed << 2)]
immed[base, 0]
scratch[read, $other, base, 0, 1], ctx_swap[s]
alu[--, --, B, $other]
ctx_arb[kill]
)"));
  CHECK(p["$pushed"] != p["$other"]);
}

TEST_CASE("commands with two signals get an even pair, and waits name both") {
  const std::string text = listing_of(R"(
.sig one pair
.reg $$d[2] base
immed[base, 0]
dram[read, $$d, base, 0, 1], sig_done[pair]
ctx_arb[pair]
.set_sig one
ctx_arb[one]
ctx_arb[kill]
)");
  CHECK(has(text, "sig_done[s2]\nctx_arb[s2, s3]\n"));
  CHECK(has(text, "ctx_arb[s1]\n"));
}

TEST_CASE("physical signals of a pair are waited for as they are written") {
  const std::string both = R"(
dram[read, $$0, a0, 0, 1], sig_done[s2]
ctx_arb[s2, s3]
sram[read, $0, a0, 0, 1], sig_done[s2]
ctx_arb[s2]
dram[read, $$0, a0, 0, 1], sig_done[s4]
ctx_arb[s4]
ctx_arb[s5]
ctx_arb[kill]
)";
  const std::string text = listing_of(both);
  CHECK(has(text, "ctx_arb[s2, s3]\nsram"));
  CHECK(has(text, "ctx_arb[s2]\ndram"));
  CHECK(has(text, "ctx_arb[s4]\nctx_arb[s5]\n"));
}

TEST_CASE("signals share a number only when the fifteen are used up") {
  std::string text = ".reg $x base\nimmed[base, 0]\n";
  for (int k = 0; k < 20; ++k)
    text += ".sig g" + std::to_string(k) + "\nscratch[read, $x, base, 0, 1], ctx_swap[g" +
            std::to_string(k) + "]\n";
  auto p = places(assemble_text(text + "ctx_arb[kill]\n"));
  std::map<std::string, int> users;
  for (int k = 0; k < 20; ++k)
    ++users[p["g" + std::to_string(k)]];
  CHECK(users.size() == 15);
}

TEST_CASE("pins are obeyed") {
  auto p = places(assemble_text(R"(
.reg x y @g $t n$p
.sig s
.addr x b5
.addr @g @a99
.addr $t 9
.addr n$p 3
.addr s 11
immed[x, 1]
immed[y, 2]
alu[@g, x, +, y]
alu[$t, --, B, n$p]
scratch[write, $t, y, 0, 1], ctx_swap[s]
alu[--, --, B, x]
ctx_arb[kill]
)"));
  CHECK(p["x"] == "b5");
  CHECK(p["y"][0] == 'a');
  CHECK(p["@g"] == "@a99");
  CHECK(p["$t"] == "$9");
  CHECK(p["n$p"] == "n$3");
  CHECK(p["s"] == "s11");
}

TEST_CASE("a pin may leave the bank open, or name it apart") {
  auto p = places(assemble_text(".reg x y\n.addr x 5\n.addr y 3 B\nimmed[x, 1]\nimmed[y, 2]\n"
                                "alu[--, x, +, y]\nctx_arb[kill]\n"));
  CHECK(p["x"] == "a5");
  CHECK(p["y"] == "b3");
}

TEST_CASE("initial values reach the image") {
  const AssemblerResult r =
      assemble_text(".reg x @g a[2]\n.init x 5\n.init @g 0x12345678\n.init a 1 2\n"
                    ".init_csr CTX_ENABLES 0x300\nalu[@g, @g, +, x]\nalu[--, --, B, a[0]]\n"
                    "alu[--, --, B, a[1]]\nctx_arb[kill]\n");
  CHECK(diagnostics_of(r) == "");
  REQUIRE(r.image.registers.size() == 4);
  CHECK(r.image.registers[1].value == 0x12345678);
  REQUIRE(r.image.csrs.size() == 1);
  CHECK(r.image.csrs[0].address == 0x18);
}

TEST_CASE("registers with initial values do not overwrite each other's") {
  auto p = places(assemble_text(".reg x y\n.init x 5\n.init y 7\nalu[--, --, B, x]\nimmed[y, 1]\n"
                                "alu[--, --, B, y]\nctx_arb[kill]\n"));
  CHECK(p["x"] != p["y"]);
}

TEST_CASE("live ranges and lines are for debuggers") {
  const AssemblerResult r = assemble_text(
      ".reg x y\nimmed[x, 1]\nstart#:\nalu[y, --, B, x]\nalu[--, --, B, y]\nctx_arb[kill]\n");
  REQUIRE(r.ok);
  for (const SymbolRange& s : r.image.symbols) {
    if (s.name == "x") CHECK((s.first == 1 && s.last == 1));
    if (s.name == "y") CHECK((s.first == 2 && s.last == 2));
  }
  REQUIRE(r.image.labels.size() == 1);
  CHECK(r.image.labels[0].name == "start#");
  CHECK(r.image.labels[0].address == 1);
  REQUIRE(r.image.line_at(2) != nullptr);
  CHECK(r.image.line_at(2)->line == 5);
}

TEST_CASE("names that share a register or a signal never have it at the same instruction") {
  const AssemblerResult r = assemble_text(R"(
.reg $x $y $z a b
.sig s
immed[a, 0]
again#:
scratch[read, $x, a, 0, 1], ctx_swap[s]
alu[b, --, B, $x]
scratch[read, $y, a, 4, 1], ctx_swap[s]
alu[$z, b, +, $y]
scratch[write, $z, a, 8, 1], ctx_swap[s]
scratch[read, $x, a, 12, 1], sig_done[s]
alu[a, a, +, 16]
ctx_arb[s]
alu[a, a, +, $x]
br[again#]
)");
  INFO(diagnostics_of(r));
  REQUIRE(r.ok);
  std::string ranges;
  for (const SymbolRange& s : r.image.symbols)
    ranges += fmt::format("{} {} {}-{}\n", s.name, s.location, s.first, s.last);
  CHECK(ranges == "$x $0 2-2\n$x $0 7-9\n$y $0 4-4\n$z out:$0 5-5\na a0 1-10\nb b0 3-4\n"
                  "s s1 1-1\ns s1 3-3\ns s1 5-8\n");
}

TEST_CASE("what may be uninitialised is said") {
  const auto warned = [](const std::string& text) {
    const AssemblerResult r = assemble_text(text);
    CHECK(r.ok);
    return diagnostics_of(r);
  };
  CHECK(has(warned(".reg x y\nalu[y, --, B, x]\nctx_arb[kill]\n"),
            "t.uc:2:1: warning: x is used before it is set"));
  CHECK(warned(".reg x y\n.set x\nalu[y, --, B, x]\nctx_arb[kill]\n") == "");
  CHECK(warned(".reg volatile x\n.reg y\nalu[y, --, B, x]\nctx_arb[kill]\n") == "");
  CHECK(warned(".reg x\nimmed_w0[x, 1]\nimmed_w1[x, 2]\nalu[--, --, B, x]\nctx_arb[kill]\n") == "");
  // Set on one path only.
  CHECK(has(
      warned(".reg x y\n.set y\n.if (y)\nimmed[x, 1]\n.endif\nalu[--, --, B, x]\nctx_arb[kill]\n"),
      "t.uc:6:1: warning: x is used before it is set"));
  CHECK(has(warned(".reg $x b\n.sig s\nimmed[b, 0]\nscratch[write, $x, b, 0, 1], "
                   "ctx_swap[s]\nctx_arb[kill]\n"),
            "$x is sent before it is written"));
  // Two calls of a subroutine cause no warning.
  CHECK(warned(R"(
.reg x y back
load_addr[back, first#]
br[sub#]
first#:
immed[x, 1]
load_addr[back, second#]
br[sub#]
second#:
alu[--, --, B, x]
ctx_arb[kill]
sub#:
immed[y, 5]
rtn[back]
)") == "");
}

TEST_CASE("touching a transfer register under way is said") {
  const auto said = [](const std::string& middle) {
    return diagnostics_of(
        assemble_text(".reg $x y b\n.sig s\nimmed[b, 0]\n" + middle + "ctx_arb[kill]\n"));
  };
  CHECK(has(said("scratch[read, $x, b, 0, 1], sig_done[s]\nalu[y, --, B, $x]\nctx_arb[s]\n"),
            "$x is read while a command may still be filling it"));
  CHECK(has(
      said("immed[$x, 1]\nscratch[write, $x, b, 0, 1], sig_done[s]\nimmed[$x, 2]\nctx_arb[s]\n"),
      "$x is written while a command may still be taking it"));
  CHECK(said("scratch[read, $x, b, 0, 1], sig_done[s]\nctx_arb[s]\nalu[y, --, B, $x]\n") == "");
}

TEST_CASE("errors come in source order and are limited") {
  AssemblerOptions options;
  options.max_errors = 2;
  const AssemblerResult r =
      assemble_text(".reg x\nfoo[x]\nalu[y, --, B, x]\nbar[x]\nbr[l#]\n", options);
  CHECK_FALSE(r.ok);
  REQUIRE(r.diagnostics.size() == 3);
  CHECK(r.diagnostics[0].where.line == 2);
  CHECK(r.diagnostics[1].where.line == 3);
  CHECK(has(r.diagnostics[2].text, "too many errors"));
}
