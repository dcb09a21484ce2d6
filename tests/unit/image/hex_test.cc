// Hex words and listings.
#include "base/diagnostic.h"
#include "mecc/image/image.h"
#include "tests/catch.h"

using namespace mecc;

TEST_CASE("hex words come out as they went in") {
  const Image i = read_hex("# a dump\nf0000c0300\n\n  0123456789 ; comment\r\nABCDEF0123",
                           "d/x.hex", mev2::ContextMode::Four);
  CHECK(i.name == "x.hex");
  CHECK(i.mode == mev2::ContextMode::Four);
  CHECK(i.words == std::vector<uint64_t>{0xf0000c0300, 0x0123456789, 0xabcdef0123});
  CHECK(write_hex(i) == "f0000c0300\n0123456789\nabcdef0123\n");
}

TEST_CASE("what is not a word is refused with its place") {
  const auto error = [](const char* text) {
    try {
      read_hex(text, "x.hex", mev2::ContextMode::Eight);
    } catch (const ixp::InputError& e) {
      return ixp::format(e.diagnostic());
    }
    return std::string();
  };
  CHECK(error("f0000c0300\n f0000g0300").find("x.hex:2:7: error: expected a word of 10") == 0);
  CHECK(error("f0000c030").find("x.hex:1:1: error: word of 9 digits, expected 10") == 0);
  CHECK(error("f0000c03000").find("word of 11 digits") != std::string::npos);
  CHECK(error("0xf0000c03").find("x.hex:1:2: error: expected") == 0);
  CHECK(error(" f0000c0300 f0000c0300").find("x.hex:1:12: error:") == 0);
}

TEST_CASE("a listing shows address, word, text, source and labels") {
  Image i;
  i.name = "demo";
  i.words = {mev2::kNop, mev2::kNop, mev2::kNop};
  i.lines = {{0, "demo.uc", 7, 1}, {2, "demo.uc", 9, 1}};
  i.labels = {{"start#", 0}, {"end#", 3}};
  CHECK(listing(i) ==
        "; image demo: 3 words, 8 contexts, entry 0\n"
        "start#:\n"
        "    0  f0000c0300  nop                                             ; demo.uc:7\n"
        "    1  f0000c0300  nop\n"
        "    2  f0000c0300  nop                                             ; demo.uc:9\n"
        "end#:\n");
}
