// Import variables: expressions left open in an image, and the effect of a value on it.
#include "mecc/image/imports.h"
#include "tests/catch.h"
#include "tests/unit/asm/assemble.h"

#include <fmt/format.h>

using namespace mecc;
using namespace mecc::test;

namespace {

Image open_image(const std::string& text) {
  const AssemblerResult r = assemble_text(text);
  INFO(diagnostics_of(r));
  REQUIRE(r.ok);
  return r.image;
}

std::string words_of(const Image& image) {
  AssemblerResult r;
  r.ok = true;
  r.image = image;
  return listing_of(r);
}

const char* const kSource = R"(
.import_var BASE SIZE
.areg x 0 z 1
.breg y 0
.sram table 16
immed[x, BASE]
immed_w0[y, (BASE & 0xffff)]
immed_w1[y, (BASE >> 16)]
immed[z, (SIZE * 2 + sizeof(table) + (table >> 12))]
alu[z, z, +, (BASE + end#)]
.if (x != SIZE)
    immed_b2[x, (SIZE / 4)]
.endif
end#:
.use x y z
ctx_arb[kill]
)";

} // namespace

TEST_CASE("what depends on import variables waits, the rest of the expression does not") {
  const Image image = open_image(kSource);
  CHECK(image.imports == std::vector<std::string>{"BASE", "SIZE"});
  std::string uses;
  for (const ImportUse& use : image.import_uses)
    uses += fmt::format("{} {}\n", use.address, use.expression);
  CHECK(uses ==
        "0 BASE\n1 (BASE & 0xffff)\n2 (BASE >> 16)\n3 (SIZE * 2 + (16) + ((1048576) >> 12))\n"
        "4 (((BASE + (12))) & 0xffff)\n5 (((BASE + (12))) >> 16)\n"
        "7 ((SIZE) & 0xffff)\n8 ((SIZE) >> 16)\n11 (SIZE / 4)\n");
}

TEST_CASE("values make the image what -D makes of the source") {
  Image image = open_image(kSource);
  bind_imports(image, {{"SIZE", 40}});
  CHECK(image.imports == std::vector<std::string>{"BASE"});
  CHECK(image.import_uses.size() == 5);
  bind_imports(image, {{"BASE", 0x12340000}, {"OTHER", 1}});
  CHECK(image.imports.empty());
  CHECK(image.import_uses.empty());
  const std::string text = words_of(image);
  CHECK(text.starts_with("immed[a0, 0x1234, <<16]\nimmed_w0[b0, 0x0]\nimmed_w1[b0, 0x1234]\n"
                         "immed[a1, 0x160]\n"));
  CHECK(text.find("immed[b1, 0xc]\nimmed_w1[b1, 0x1234]\nalu[a1, a1, +, b1]\n") !=
        std::string::npos);
  CHECK(text.find("immed_b2[a0, 0xa]") != std::string::npos);
}

TEST_CASE("one expression of several variables waits for all") {
  Image image = open_image(".import_var A B\n.reg x\nimmed[x, (A * 10 + B)]\nctx_arb[kill]\n");
  bind_imports(image, {{"A", 3}});
  REQUIRE(image.import_uses.size() == 1);
  CHECK(image.import_uses[0].expression == "((3) * 10 + B)");
  bind_imports(image, std::vector<std::pair<std::string, std::string>>{{"B", "1"}, {"B", "0x4"}});
  CHECK(words_of(image).starts_with("immed[a0, 0x22]\n"));
}

TEST_CASE("values that do not fit name the line") {
  Image image = open_image(".import_var A\n.reg x\nimmed[x, 0]\n  immed_w0[x, A]\nctx_arb[kill]\n");
  const auto refusal = [&](const std::map<std::string, int64_t>& values) {
    Image copy = image;
    try {
      bind_imports(copy, values);
    } catch (const ixp::InputError& e) {
      return ixp::format(e.diagnostic());
    }
    return std::string();
  };
  CHECK(refusal({{"A", 0xffff}}).empty());
  CHECK(refusal({{"A", 0x10000}}) ==
        "t.uc:4:3: error: 'A' is 65536 (0x10000), which does not fit immed_w0");
  image = open_image(".import_var A\n.reg x\nimmed[x, (100 / A)]\nctx_arb[kill]\n");
  CHECK(refusal({{"A", 0}}) == "t.uc:3:1: error: division by zero");
  image = open_image(".import_var A\n.reg x\nimmed[x, (A + 1)]\nctx_arb[kill]\n");
  CHECK(refusal({{"A", 0x12345677}}) ==
        "t.uc:3:1: error: '(A + 1)' is 305419896 (0x12345678), which does not fit immed: "
        "use immed_w0 and immed_w1");
  image = open_image(".import_var A\n.reg x\nimmed[x, 1]\nalu[x, x, +, A]\nctx_arb[kill]\n");
  CHECK(refusal({{"A", 0xffffffff}}).empty());
  CHECK(refusal({{"A", -1}}).empty());
  CHECK(refusal({{"A", int64_t{1} << 32}}) ==
        "t.uc:4:14: error: '((A) >> 16)' is 65536 (0x10000), which does not fit immed_w1");
}

TEST_CASE("an import variable is known to the preprocessor by name only") {
  const std::string text = ".import_var A\n.reg x\n#if isimport(A)\nimmed[x, A]\n#else\n"
                           "immed[x, (A + 1)]\n#endif\nctx_arb[kill]\n";
  CHECK(open_image(text).import_uses.size() == 1);
  AssemblerOptions options;
  options.defines = {{"A", "7"}};
  CHECK(listing_of(text, options).starts_with("immed[a0, 0x8]\n"));
}
