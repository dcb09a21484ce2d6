#include "config/derived.h"
#include "config/toml_override.h"
#include "tests/catch.h"

#include <fmt/format.h>
#include <map>

using namespace ixp;

// --set KEY=VALUE: the keys it reaches, and errors of invalid ones.

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
  CHECK(section("chip", {"chip.sram.read=1", "chip.*.write=2"}) ==
        "{ clock={ me_div=2 write=2 } sram={ read=1 write=2 } }");
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

// System files that derive from another one: the result, locations and folders of its values.

namespace {

const std::map<std::string, std::string> kFiles = {{"lib/base.toml", R"(seed = 1
messages = "m.h"
[[microengine]]
at = "0:0"
image = "a.uc"
define = { X = 1 }
[port.0]
rx = { streams = ["a.pcap"] }
)"},
                                                   {"mid/derived.toml", R"(base = "../lib/base.toml"
[set]
"microengine.0:0.define.X" = 2
"microengine.0:0.image" = "b.uc"
[[microengine]]
at = "0:1"
image = "c.uc"
[port.1]
rx = {}
)"}};

DerivedToml derive(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto read = [](const std::string& path) {
    const auto file = kFiles.find(path.starts_with("top/../") ? path.substr(7) : path);
    return file != kFiles.end() ? file->second : kFiles.at("lib/base.toml");
  };
  return parse_derived(text, "top/system.toml", read, overrides);
}

const TomlValue& at(const TomlValue& v, std::string_view key) {
  return v.find(key)->value;
}

} // namespace

TEST_CASE("a derived file changes its base and adds to it") {
  const DerivedToml d = derive("base = \"../mid/derived.toml\"\n[set]\nseed = 7\n");
  CHECK(d.bases ==
        std::vector<std::string>{"top/../mid/derived.toml", "top/../mid/../lib/base.toml"});
  CHECK(at(d.root, "seed").integer == 7);
  CHECK(at(d.root, "seed").where.file == "top/system.toml");
  CHECK(at(d.root, "seed").where.line == 3);
  const auto& microengines = at(d.root, "microengine").items;
  REQUIRE(microengines.size() == 2);
  CHECK(at(at(microengines[0], "define"), "X").integer == 2);
  CHECK(at(d.root, "port").members.size() == 2);
  CHECK(!d.root.find("base"));
  CHECK(!d.root.find("set"));
}

TEST_CASE("paths are relative to the file that they are in, those of --set to the system file") {
  const DerivedToml d = derive("base = \"../mid/derived.toml\"\n[set]\nmessages = \"n.h\"\n",
                               {"port.0.rx.streams=[\"b.pcap\"]"});
  CHECK(toml_path(at(d.root, "messages"), "") == "top/n.h");
  const auto& microengines = at(d.root, "microengine").items;
  CHECK(toml_path(at(microengines[0], "image"), "") == "top/../mid/b.uc");
  CHECK(toml_path(at(microengines[1], "image"), "") == "top/../mid/c.uc");
  CHECK(toml_path(at(at(at(d.root, "port"), "0"), "rx").find("streams")->value.items[0], "") ==
        "top/b.pcap");
}
