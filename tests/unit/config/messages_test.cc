// Headers that define rings and messages: their meaning, and errors of invalid ones.
#include "tests/catch.h"

#include "base/files.h"
#include "config/messages.h"

#include <map>

using namespace ixp;

namespace {

using Files = std::map<std::string, std::string>;

Messages parse(const std::string& text, const Files& files = {}) {
  return parse_messages(text, "m.h", [&](const std::string& path) {
    const auto found = files.find(path);
    if (found == files.end()) throw InputError({path}, "does not exist");
    return found->second;
  });
}

// "LINE:COLUMN: text" of the error in a header.
std::string error(const std::string& text, const Files& files = {}) {
  try {
    parse(text, files);
  } catch (const InputError& e) {
    return format(e.diagnostic());
  }
  return "none";
}

const std::string kRing = "#define R 3\n#define R_HOLDS 128, M\n";

} // namespace

TEST_CASE("a header defines rings, messages and counters") {
  const Messages m = parse("/* words */\n#ifndef M_H\n#define M_H\n"
                           "#define OUT 9 // the other\n#define OUT_HOLDS 1024\n" +
                           kRing +
                           "#define M_LOW 1, 15, 0, bytes\n#define M_ADDRESS 0, 31, 0, hex\n"
                           "#define M_Flow 1, 31, 16, number\n"
                           "#define COUNT_LOST 0x3f04\n#define COUNT_LATE 0x3f00\n"
                           "#define COPIES 0x3f08\n#define COPIES_COUNTS losses, divert\n"
                           "#define OTHER (x + y)\n#define F(a, b) a, b\n#endif\n");
  REQUIRE(m.rings.size() == 2);
  const RingDefinition &r = m.rings[0], &out = m.rings[1];
  CHECK(r.name == "R");
  CHECK(r.number == 3);
  CHECK(r.longwords == 128);
  CHECK(r.where.file == "m.h");
  CHECK(r.where.line == 7);
  CHECK(r.message.name == "M");
  CHECK(r.message.longwords() == 2);
  REQUIRE(r.message.fields.size() == 3); // by position in the message
  CHECK(r.message.fields[0].name == "address");
  CHECK(r.message.fields[0].unit == "hex");
  CHECK(r.message.fields[1].name == "flow");
  CHECK(r.message.fields[2].name == "low");
  CHECK(out.name == "OUT");
  CHECK(out.longwords == 1024);
  CHECK(out.message.fields.empty());
  REQUIRE(m.counters.size() == 3);
  CHECK(m.counters[0].name == "late");
  CHECK(m.counters[1].name == "lost");
  CHECK(m.counters[1].address == 0x3f04);
  CHECK(m.counters[1].counts == Counts::Drops);
  CHECK(m.counters[2].name == "copies");
  CHECK(m.counters[2].address == 0x3f08);
  CHECK(m.counters[2].counts == Counts::Losses);
  CHECK(m.counters[2].block == "divert");
}

TEST_CASE("a field takes its bits out of a longword") {
  CHECK(MessageField{"all", 0, 31, 0, "hex"}.of(0x89abcdef) == 0x89abcdef);
  CHECK(MessageField{"high", 0, 31, 24, "number"}.of(0x89abcdef) == 0x89);
  CHECK(MessageField{"middle", 0, 11, 4, "number"}.of(0x89abcdef) == 0xde);
  CHECK(MessageField{"bit", 0, 31, 31, "number"}.of(0x89abcdef) == 1);
}

TEST_CASE("headers include others, choose and compute") {
  const Files files{{"sub/packet.h", "#define M_BYTES 1, 15, 0, bytes\n#define HIGH (16 + 15)\n"}};
  const Messages m = parse("#include \"sub/packet.h\"\n#define BASE 2\n#define R BASE + 1\n"
                           "#if BASE == 2\n#define R_HOLDS (BASE * 64), M\n#endif\n"
                           "#define M_FLOW 1, HIGH, (HIGH - 7), number\n",
                           files);
  REQUIRE(m.rings.size() == 1);
  CHECK(m.rings[0].number == 3);
  CHECK(m.rings[0].longwords == 128);
  REQUIRE(m.rings[0].message.fields.size() == 2);
  CHECK(m.rings[0].message.fields[0].high == 31);
  CHECK(m.rings[0].message.fields[0].low == 24);
}

TEST_CASE("of two messages the one with the longer name has the field") {
  const Messages m = parse("#define A 0\n#define A_HOLDS 128, M\n#define B 1\n"
                           "#define B_HOLDS 128, M_V6\n#define M_X 0, 31, 0, number\n"
                           "#define M_V6_X 2, 31, 0, number\n");
  CHECK(m.rings[0].message.longwords() == 1);
  REQUIRE(m.rings[1].message.fields.size() == 1);
  CHECK(m.rings[1].message.longwords() == 3);
}

TEST_CASE("the headers of this repository") {
  for (const auto& [file, rings, fields] : {std::tuple("forward.h", 5, 3), {"pcfq.h", 5, 4}}) {
    const std::string path = std::string(IXP_SOURCE_DIR "/rings/") + file;
    const Messages m = parse_messages(read_file(path), path, read_file);
    REQUIRE(m.rings.size() == static_cast<size_t>(rings));
    CHECK(m.rings[0].message.name == "PACKET");
    CHECK(m.rings[0].message.fields.size() == static_cast<size_t>(fields));
    CHECK(m.counters.size() >= 10);
  }
}

TEST_CASE("wrong definitions of rings are refused") {
  CHECK(error("#define OTHER 1\n") ==
        "m.h: error: defines no ring; expected its number and its contents, e.g. '#define SR_1 0' "
        "and '#define SR_1_HOLDS 256, PACKET'");
  CHECK(error("#define R_HOLDS 128\n") ==
        "m.h:1:17: error: ring 'R' has no number; expected '#define R' with one from 0 to 15");
  CHECK(error("#define R 16\n#define R_HOLDS 128\n") ==
        "m.h:1:11: error: 'R', the number of a ring, is '16', expected a number from 0 to 15");
  CHECK(error("#define R one\n#define R_HOLDS 128\n") ==
        "m.h:1:11: error: 'R', the number of a ring, is 'one', expected a number from 0 to 15");
  CHECK(error("#define R 1\n#define R_HOLDS 200\n") ==
        "m.h:2:17: error: the size of ring 'R' is 200, expected 128, 256, 512 or 1024 (longwords)");
  CHECK(error("#define R 1\n#define R_HOLDS M, 128\n") ==
        "m.h:2:17: error: 'R_HOLDS' is 'M, 128', expected the ring's longwords and the name of its "
        "message, e.g. 256, PACKET");
  CHECK(error("#define R 1\n#define R_HOLDS\n") ==
        "m.h:2:16: error: the size of ring 'R' is '', expected a number from 128 to 1024");
  CHECK(error(kRing + "#define M_X 0, 1, 0, n\n#define S 3\n#define S_HOLDS 128\n") ==
        "m.h:5:17: error: ring 'S' has number 3, as 'R' has; expected a number of its own");
  CHECK(error(kRing) ==
        "m.h:2:22: error: message 'M' of ring 'R' has no fields; expected some, e.g. "
        "'#define M_BYTES 1, 15, 0, bytes'");
}

TEST_CASE("wrong fields and counters are refused") {
  const auto field = [](const std::string& text) {
    return error(kRing + "#define " + text + "\n");
  };
  CHECK(field("M_X 0, 15, 0") ==
        "m.h:3:13: error: field 'M_X' of message 'M' is '0, 15, 0', expected longword, high bit, "
        "low bit and unit, e.g. 1, 15, 0, bytes; a name for anything else must not begin with the message's");
  CHECK(field("M_X 0, 15, 0, 5").starts_with("m.h:3:13: error: field 'M_X' of message 'M' is"));
  CHECK(field("M_X 16, 15, 0, n") ==
        "m.h:3:13: error: the longword of 'M_X' is '16', expected a number from 0 to 15");
  CHECK(field("M_X 0, 32, 0, n") ==
        "m.h:3:16: error: the high bit of 'M_X' is '32', expected a number from 0 to 31");
  CHECK(field("M_X 0, 3, -1, n") ==
        "m.h:3:19: error: the low bit of 'M_X' is '-1', expected a number from 0 to 31");
  CHECK(field("M_X 0, 3, 4, n") ==
        "m.h:3:19: error: the low bit of 'M_X' is 4, expected at most its high bit, 3");
  CHECK(field("M_ 0, 3, 0, n") == "m.h:3:12: error: 'M_' is no field; expected a name behind 'M_'");
  CHECK(field("M_X 1, 16, 8, n\n#define M_Y 1, 8, 0, n") ==
        "m.h:4:13: error: field 'M_Y' overlaps 'M_X' (m.h:3) in longword 1; expected bits of its "
        "own");
  CHECK(field("COUNT_X 0x3f02\n#define M_X 0, 3, 0, n") ==
        "m.h:3:17: error: the address of counter 'COUNT_X' is 0x3f02, expected a multiple of 4");
  CHECK(field("X_COUNTS losses, b\n#define M_X 0, 3, 0, n") ==
        "m.h:3:18: error: counter 'X' has no address; expected '#define X' with one in the "
        "scratchpad");
  CHECK(field("X_COUNTS losses\n#define X 0\n#define M_X 0, 3, 0, n") ==
        "m.h:3:18: error: 'X_COUNTS' is 'losses', expected 'drops', 'losses' or 'events' and the "
        "block that counts, e.g. losses, divert");
  CHECK(field("X_COUNTS many, b\n#define X 0\n#define M_X 0, 3, 0, n")
            .starts_with("m.h:3:18: error: 'X_COUNTS' is 'many, b', expected 'drops'"));
  CHECK(
      field("X_COUNTS losses, b\n#define X 6\n#define M_X 0, 3, 0, n")
          .starts_with("m.h:4:11: error: the address of counter 'X' is 0x6, expected a multiple"));
  CHECK(field("COUNT_X 0x4000\n#define M_X 0, 3, 0, n") ==
        "m.h:3:17: error: the address of counter 'COUNT_X' is '0x4000', expected a number from 0 "
        "to 16380");
}

TEST_CASE("headers that are no headers are refused") {
  CHECK(error(kRing + "typedef int x;\n") ==
        "m.h:3:1: error: expected only directives here, e.g. #define");
  CHECK(error("#include \"none.h\"\n").starts_with("m.h:1:10: error: cannot find include file"));
  CHECK(error("#if 1\n").starts_with("m.h:1:1: error: #if without #endif"));
  CHECK(error("#include \"m.h\"\n", {{"m.h", "#include \"m.h\"\n"}})
            .find("does a file include itself?") != std::string::npos);
  CHECK(error("#define F(a, b) a\n#define X F(1)\n").starts_with("m.h:2:11: error: 'F' takes 2"));
}
