// `messages`, [ring.N] and [counters] of a system file together.
#include "tests/catch.h"

#include "config/memory.h"

namespace rings_test {

using namespace ixp;

namespace {

const std::string kHeader = "#define A 0\n#define A_HOLDS 256, M\n#define B 1\n"
                            "#define B_HOLDS 128\n#define C 2\n#define C_HOLDS 256, M\n"
                            "#define M_X 0, 31, 0, hex\n"
                            "#define COUNT_LOST 0x3f00\n#define COUNT_LATE 0x3f04\n"
                            "#define TOLD 0x3f10\n#define TOLD_COUNTS losses, b\n";

struct System {
  std::vector<RingConfig> rings;
  std::vector<CounterConfig> counters;
};

System read(const std::string& text) {
  const TomlValue root = parse_toml(text, "dir/s.toml");
  TomlTable top(root, "");
  const Messages messages = read_messages(top, [](const std::string& path) {
    if (path != "dir/../rings/m.h") throw InputError({path}, "does not exist");
    return kHeader;
  });
  System s{read_rings(top, messages), read_counters(top, messages)};
  top.finish();
  return s;
}

std::string error(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& e) {
    return format(e.diagnostic());
  }
  return "none";
}

const std::string kMessages = "messages = \"../rings/m.h\"\n";

} // namespace

TEST_CASE("messages alone define the rings, one behind the other") {
  const System s = read(kMessages);
  REQUIRE(s.rings.size() == 3);
  CHECK(s.rings[0].name == "A");
  CHECK(s.rings[0].base == 0);
  CHECK(s.rings[0].message.fields.size() == 1);
  CHECK(s.rings[1].base == 0x400);
  CHECK(s.rings[2].base == 0x800); // at a multiple of its size
  REQUIRE(s.counters.size() == 3);
  CHECK(s.counters[0].name == "lost");
  CHECK(s.counters[0].region == Region::Scratch);
}

TEST_CASE("sections override, and define more") {
  const System s =
      read(kMessages + "[ring.1]\nsize = 512\nstatus = \"empty\"\n[ring.7]\nsize = 128\n"
                       "[ring.2]\nbase = 0\n"
                       "[counters]\nlate = { region = \"sram0\", address = 8 }\n"
                       "more = { region = \"scratch\", address = 0x3f08 }\n");
  REQUIRE(s.rings.size() == 4);
  CHECK(s.rings[0].base == 0x400); // the first address that the sections leave free
  CHECK(s.rings[1].longwords == 512);
  CHECK(s.rings[1].base == 0x800);
  CHECK(s.rings[1].status_empty);
  CHECK(s.rings[1].name == "B");
  CHECK(s.rings[2].base == 0);
  CHECK(s.rings[2].longwords == 256);
  CHECK(s.rings[3].number == 7);
  CHECK(s.rings[3].name.empty());
  CHECK(s.rings[3].base == 0x1000);
  REQUIRE(s.counters.size() == 4);
  CHECK(s.counters[1].region == Region::Sram0);
  CHECK(s.counters[3].name == "more");
  CHECK(s.counters[3].counts == Counts::Drops);
}

TEST_CASE("a section says what a counter counts, and leaves the rest to the header") {
  const System s = read(kMessages + "[counters]\ntold = { counts = \"events\" }\n"
                                    "more = { region = \"sram1\", address = 4, counts = "
                                    "\"losses\", block = \"c\" }\n");
  REQUIRE(s.counters.size() == 4);
  CHECK(s.counters[2].address == 0x3f10);
  CHECK(s.counters[2].counts == Counts::Events);
  CHECK(s.counters[2].block == "b");
  CHECK(s.counters[3].region == Region::Sram1);
  CHECK(s.counters[3].counts == Counts::Losses);
  CHECK(s.counters[3].block == "c");
  CHECK(error(kMessages + "[counters]\nmore = { counts = \"losses\" }\n")
            .starts_with("dir/s.toml:3:8: error: [counters].more needs 'region'"));
  CHECK(error(kMessages + "[counters]\ntold = { counts = \"all\" }\n") ==
        "dir/s.toml:3:19: error: 'counts' of [counters].told is 'all', expected "
        "'drops', 'losses' or 'events'");
}

TEST_CASE("wrong rings of a system are refused") {
  CHECK(error("messages = \"none.h\"\n") ==
        "dir/s.toml:1:12: error: messages dir/none.h: does not exist; expected a header with "
        "definitions of rings, its path relative to the system file");
  CHECK(error("messages = 1\n").starts_with("dir/s.toml:1:12: error: 'messages' is an integer"));
  CHECK(error("[ring.4]\nbase = 0\n").starts_with("dir/s.toml:1:1: error: [ring.4] needs 'size'"));
  CHECK(error(kMessages + "[ring.1]\nsize = 200\n") ==
        "dir/s.toml:3:8: error: 'size' of [ring.1] is 200, expected 128, 256, 512 or 1024 "
        "(longwords)");
  CHECK(error(kMessages + "[ring.1]\nbase = 0\n[ring.0x1]\nbase = 0\n") ==
        "dir/s.toml:4:7: error: ring 1 is there already (line 2)");
  CHECK(error("[ring.0]\nsize = 1024\n[ring.1]\nsize = 1024\n[ring.2]\nsize = 1024\n"
              "[ring.3]\nsize = 1024\n[ring.4]\nsize = 128\n") ==
        "dir/s.toml:9:7: error: the scratchpad has no room for the 128 longwords of ring 4; "
        "expected rings of 4096 longwords together");
}

} // namespace rings_test
