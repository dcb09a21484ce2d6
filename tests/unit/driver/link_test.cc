// Sharing out memory and numbers, without compiling anything.
#include "mecc/driver/link.h"
#include "tests/catch.h"

using namespace mecc;
using lower::Region;

TEST_CASE("a pool gives the lowest place and never the same twice") {
  MemoryPool pool({0x100, 0x200});
  pool.reserve(0x120, 0x130);
  CHECK(pool.take(0x20, 4) == 0x100u);
  CHECK(pool.take(4, 4) == 0x130u);
  CHECK(pool.take(8, 64) == 0x140u);
  CHECK(pool.take(0xc0, 4) == std::nullopt);
  CHECK(pool.largest().first == 0x148);
  CHECK(pool.largest().end == 0x200);
  CHECK(pool.free_bytes() == 0xc + 0xb8); // 0x134..0x140, 0x148..0x200
}

TEST_CASE("reserving all of a pool leaves nothing") {
  MemoryPool pool({0x100, 0x200});
  pool.reserve(0, uint64_t{1} << 40);
  CHECK(pool.free_bytes() == 0);
  CHECK(pool.largest().end == 0);
  CHECK(pool.take(4, 4) == std::nullopt);
}

namespace {

Interface::Number signal(const char* name) {
  return {name, "signal", 1, 1, {}};
}

struct Linked {
  SystemMemory memory{MemoryPool({0x1000, 0x2000}), MemoryPool({0x1000, 0x2000}),
                      MemoryPool({0x1000, 0x2000})};
  Placement placement;
  std::vector<ixp::Diagnostic> diagnostics;
  bool ok = false;

  explicit Linked(const std::vector<Member>& members) {
    ok = link(members, memory, placement, diagnostics);
  }
};

} // namespace

TEST_CASE("exports of a region do not overlap, DRAM keeps its alignment") {
  Member a{"a.c", {}, mev2::ContextMode::Eight};
  a.interface.exports = {{"x", Region::Dram, 4, 8, {}}, {"y", Region::Dram, 8, 8, {}}};
  const Linked l({a});
  REQUIRE(l.ok);
  CHECK(l.placement.imports.at("x").address == 0x1000);
  CHECK(l.placement.imports.at("y").address == 0x1008);
}

TEST_CASE("visible names of one program differ, those of strangers need not") {
  Member a{"a.c", {}, mev2::ContextMode::Eight}, b{"b.c", {}, mev2::ContextMode::Eight};
  a.interface.visible = {signal("go"), signal("stop")};
  b.interface.visible = {signal("other")};
  const Linked l({a, b});
  REQUIRE(l.ok);
  CHECK(l.placement.numbers.at("go") != l.placement.numbers.at("stop"));
  CHECK(l.placement.numbers.at("other") == 15);
}

TEST_CASE("a pair of signals begins even; read and write registers may share numbers") {
  Member a{"a.c", {}, mev2::ContextMode::Eight};
  a.interface.visible = {{"pair", "signal", 2, 2, {}},
                         {"in", "sram_read_reg", 4, 1, {}},
                         {"out", "sram_write_reg", 4, 1, {}},
                         {"both", "sram_read_write_reg", 4, 1, {}}};
  const Linked l({a});
  REQUIRE(l.ok);
  CHECK(l.placement.numbers.at("pair") == 14);
  CHECK(l.placement.numbers.at("in") == 12);
  CHECK(l.placement.numbers.at("out") == 12);
  CHECK(l.placement.numbers.at("both") == 8);
}

TEST_CASE("too many visible signals are refused") {
  Member a{"a.c", {}, mev2::ContextMode::Eight};
  std::vector<std::string> names;
  for (char c = 'a'; c < 'a' + 16; ++c)
    a.interface.visible.push_back({std::string("s") + c, "signal", 1, 1, {}});
  const Linked l({a});
  CHECK(!l.ok);
  REQUIRE(l.diagnostics.size() == 1);
  CHECK(l.diagnostics[0].text.find("no number is left for the visible signal 'sp'") == 0);
}
