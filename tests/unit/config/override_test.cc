// --set KEY=VALUE: the keys it reaches, and errors of invalid ones.
#include "tests/catch.h"

#include "config/toml_override.h"

#include <fmt/format.h>

using namespace ixp;

namespace {

constexpr const char* kFile = R"(seed = 1
[chip]
clock.me_div = 2
[[microengine]]
at = "0:0"
define = { X = 1 }
[[microengine]]
at = "0:1"
[[flow]]
name = "voice"
[boot]
queue = [{ entry = 1 }, { entry = 2 }]
)";

TomlValue changed(const std::vector<std::string>& changes) {
  TomlValue root = parse_toml(kFile, "f.toml");
  apply_overrides(root, changes);
  return root;
}

// A value as text, tables with their keys in the order of the file.
std::string text(const TomlValue& v) {
  std::string out;
  switch (v.kind) {
  case TomlValue::Kind::Integer: return fmt::format("{}", v.integer);
  case TomlValue::Kind::String: return "'" + v.text + "'";
  case TomlValue::Kind::Boolean: return v.boolean ? "true" : "false";
  case TomlValue::Kind::Array:
    for (const TomlValue& item : v.items)
      out += text(item) + " ";
    return "[ " + out + "]";
  case TomlValue::Kind::Table:
    for (const TomlValue::Member& m : v.members)
      out += m.key + "=" + text(m.value) + " ";
    return "{ " + out + "}";
  default: return "?";
  }
}

std::string section(const char* key, const std::vector<std::string>& changes) {
  const TomlValue root = changed(changes);
  const TomlValue::Member* m = root.find(key);
  return m ? text(m->value) : "none";
}

std::string error(const std::string& change) {
  try {
    changed({change});
  } catch (const InputError& e) {
    return format(e.diagnostic());
  }
  return "none";
}

} // namespace

TEST_CASE("--set reaches tables, items by name or number, and all items") {
  CHECK(section("seed", {"seed=7"}) == "7");
  CHECK(section("chip", {"chip.clock.me_div=3", "chip.sram.read=80"}) ==
        "{ clock={ me_div=3 } sram={ read=80 } }");
  CHECK(section("microengine", {"microengine.0:1.define.Y=2"}) ==
        "[ { at='0:0' define={ X=1 } } { at='0:1' define={ Y=2 } } ]");
  CHECK(section("microengine", {"microengine.*.define.X=9"}) ==
        "[ { at='0:0' define={ X=9 } } { at='0:1' define={ X=9 } } ]");
  CHECK(section("flow", {"flow.voice.mbps=3"}) == "[ { name='voice' mbps=3 } ]");
  CHECK(section("boot", {"boot.queue.1.entry=5"}) == "{ queue=[ { entry=1 } { entry=5 } ] }");
  CHECK(section("microengine", {"microengine.0:0.registers.\"ctx0.b3\"=7"}) ==
        "[ { at='0:0' define={ X=1 } registers={ ctx0.b3=7 } } { at='0:1' } ]");
}

TEST_CASE("--set takes values of every kind, and other text as a string") {
  CHECK(section("x", {"x=0x10"}) == "16");
  CHECK(section("x", {"x=true"}) == "true");
  CHECK(section("x", {"x=a/b.pcap"}) == "'a/b.pcap'");
  CHECK(section("x", {"x=\"7\""}) == "'7'");
  CHECK(section("x", {"x=[1, \"b\"]"}) == "[ 1 'b' ]");
  CHECK(section("boot", {"boot={ rbuf = false }"}) == "{ rbuf=false }");
  CHECK(section("x", {"x=a=b"}) == "'a=b'");
}

TEST_CASE("values that --set gives know their place") {
  CHECK(changed({"x=[1]"}).find("x")->value.items[0].where.file == "--set x=[1]");
}

TEST_CASE("--set that reaches nothing is told so") {
  const std::string expected = "expected KEY=VALUE, e.g. chip.sram.read=80";
  for (const char* wrong : {"", "x", "=1", "a..b=1", ".a=1", "a.=1", "\"a\"b=1"})
    CHECK(error(wrong) == fmt::format("--set {}: error: {}", wrong, expected));
  CHECK(error("\"a=1") == "--set \"a=1: error: a quoted part of the key has no end; expected '\"'");
  CHECK(error("x=").find("there is no value") != std::string::npos);
  CHECK(error("x=[1, 2").find("[1, 2 is no value of TOML") != std::string::npos);
  CHECK(error("x=1\ny=2").find("is no value of TOML") != std::string::npos);
  CHECK(error("seed.x=1") == "--set seed.x=1: error: 'seed' is an integer, which has no 'x'");
  CHECK(error("microengine.1:3.define.X=1") ==
        "--set microengine.1:3.define.X=1: error: 'microengine' has no item '1:3'; expected 0:0, "
        "0:1 or * for all");
  CHECK(error("boot.queue.2.entry=1") ==
        "--set boot.queue.2.entry=1: error: 'boot.queue' has no item '2'; expected 0, 1 or * for "
        "all");
}
