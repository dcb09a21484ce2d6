// System files that derive from another one: the result, locations and folders of its values.
#include "tests/catch.h"

#include "config/derived.h"

#include <map>

using namespace ixp;

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
