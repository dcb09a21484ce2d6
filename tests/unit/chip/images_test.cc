// Which image of which file ends up on which microengine.
#include "base/files.h"
#include "emu/chip/images.h"
#include "tests/catch.h"

#include <filesystem>

namespace images_test {

using namespace ixp;

namespace {

mecc::Image image(const char* name, uint32_t assigned, size_t words) {
  mecc::Image i;
  i.name = name;
  i.assigned = assigned;
  i.words.assign(words, mev2::kNop);
  return i;
}

std::string file(const std::string& name, const std::string& bytes) {
  const std::string path = std::string(IXP_BINARY_DIR) + "/images_test_" + name;
  write_file(path, bytes);
  return path;
}

Images load(const std::string& text) {
  return load_images(parse_system(text, "x.toml"));
}

std::string me(const char* at, const std::string& path, const char* more = "") {
  return std::string("[[microengine]]\nat = \"") + at + "\"\nimage = \"" + path + "\"\n" + more;
}

} // namespace

TEST_CASE("A UOF gives each microengine the image assigned to it") {
  mecc::Program program;
  program.images = {image("rx", 1u << 0x00 | 1u << 0x01, 3), image("tx", 1u << 0x12, 5)};
  program.memory = {{"sram0", 0x100, {1, 2, 3, 4}}};
  const std::string path = file("two.uof", mecc::write_uof(program));
  const Images images = load(me("0:1", path) + me("1:2", path));
  REQUIRE(images.placed.size() == 2);
  CHECK(images.placed[0].me == 1);
  CHECK(images.placed[0].image.words.size() == 3);
  CHECK(images.placed[1].me == 6);
  CHECK(images.placed[1].image.words.size() == 5);
  CHECK(images.memory.size() == 1); // once, not once a microengine
  CHECK_THROWS_AS(load(me("1:3", path)), InputError);
}

TEST_CASE("A UOF with one image runs anywhere") {
  mecc::Program program;
  program.images = {image("any", 0, 2)};
  const std::string path = file("one.uof", mecc::write_uof(program));
  CHECK(load(me("1:3", path)).placed.at(0).image.name == "any");
}

TEST_CASE("Import variables get their values from the system file") {
  mecc::Program program;
  program.images = {image("open", 0, 2)};
  mev2::Instruction immed;
  immed.opcode = mev2::Opcode::IMMED;
  immed.dst.kind = mev2::OperandKind::Gpr;
  std::string why;
  program.images[0].words[1] = mev2::encode(immed, mev2::ContextMode::Eight, &why).value();
  program.images[0].imports = {"BASE", "SIZE"};
  program.images[0].import_uses = {{1, "(BASE + SIZE)"}};
  program.images[0].lines = {{0, "open.uc", 1, 1}, {1, "open.uc", 7, 3}};
  const std::string path = file("open.uof", mecc::write_uof(program));
  const auto refusal = [&](const std::string& text) {
    try {
      load(text);
    } catch (const InputError& e) {
      return format(e.diagnostic());
    }
    return std::string();
  };
  // Each microengine has values of its own.
  const Images images = load(me("0:0", path, "define = { BASE = 0x1000, SIZE = 2 }\n") +
                             me("0:1", path, "define = { BASE = \"0x10 * 2\", SIZE = 3 }\n"));
  const auto value = [&](size_t n) {
    return mev2::decode(images.placed[n].image.words[1], mev2::ContextMode::Eight)->immediate;
  };
  CHECK(value(0) == 0x1002);
  CHECK(value(1) == 0x23);
  CHECK(refusal(me("0:0", path, "define = { SIZE = 2 }\n")) ==
        "x.toml:3:9: error: " + path +
            " imports BASE, which 'define' of [[microengine]] must give "
            "values: define = { BASE = 0x1000 }, or --define BASE=0x1000");
  CHECK(refusal(me("0:0", path, "define = { BASE = 0x12345678, SIZE = 0 }\n")) ==
        "open.uc:7:3: error: '(BASE + SIZE)' is 305419896 (0x12345678), which does not fit "
        "immed: use immed_w0 and immed_w1");
}

TEST_CASE("Images of the whole system stand for its sources") {
  mecc::Program program;
  program.images = {image("rx", 1u << 0x00, 3), image("tx", 1u << 0x12, 5)};
  SystemConfig system = parse_system(me("0:0", "nothing.c") + me("1:2", "nothing.uc"), "x.toml");
  system.images = file("system.uof", mecc::write_uof(program));
  const Images images = load_images(system);
  REQUIRE(images.placed.size() == 2);
  CHECK(images.placed[0].image.words.size() == 3);
  CHECK(images.placed[1].image.words.size() == 5);
  system = parse_system(me("0:0", "nothing.c") + me("1:3", "nothing.uc"), "x.toml");
  system.images = file("system.uof", mecc::write_uof(program));
  try {
    load_images(system);
    FAIL("an image is missing");
  } catch (const InputError& e) {
    CHECK(format(e.diagnostic()) ==
          system.images +
              ": error: holds no image for microengine 1:3; expected the output of mecc "
              "--system x.toml with the same --set");
  }
}

TEST_CASE("Words in hex are an image of 8 contexts unless the system file says 4") {
  const std::string path = file("nops.hex", "f0000c0300 ; nop\nf0000c0300\n");
  CHECK(load(me("0:0", path)).placed.at(0).image.mode == mev2::ContextMode::Eight);
  CHECK(load(me("0:0", path, "contexts = 4\n")).placed.at(0).image.mode == mev2::ContextMode::Four);
}

TEST_CASE("Contradictions between an image and the system file are refused") {
  mecc::Program program;
  program.images = {image("four", 0, 2)};
  program.images[0].mode = mev2::ContextMode::Four;
  const std::string path = file("four.uof", mecc::write_uof(program));
  CHECK_NOTHROW(load(me("0:0", path)));
  CHECK_THROWS_AS(load(me("0:0", path, "contexts = 8\n")), InputError);
  CHECK_THROWS_AS(load(me("0:0", path, "start = 0xff\n")), InputError);
  CHECK_THROWS_AS(load(me("0:0", file("none.hex", "# nothing\n"))), InputError);
  std::string many;
  for (unsigned i = 0; i <= mev2::kControlStoreWords; ++i)
    many += "f0000c0300\n";
  const std::string large = file("many.hex", many);
  CHECK_THROWS_AS(load(me("0:0", large)), InputError);
  CHECK_NOTHROW(load("[chip]\nme.control_store = 8192\n" + me("0:0", large)));
}

} // namespace images_test
