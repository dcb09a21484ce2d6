// Programs for the core: accepted files, and the messages for refused ones.
#include "base/diagnostic.h"
#include "emu/xscale/elf.h"
#include "tests/catch.h"

#include <functional>
#include <map>

using namespace ixp;
using namespace ixp::xscale;

namespace {

// One segment at 0x8000: four bytes in the file, six in memory.
class File {
public:
  explicit File(bool big) : big_(big), bytes_(52 + 32 + 4) {
    const uint8_t identity[] = {0x7f, 'E', 'L', 'F', 1, static_cast<uint8_t>(big ? 2 : 1), 1};
    std::copy(std::begin(identity), std::end(identity), bytes_.begin());
    half(16, 2), half(18, 40), word(24, 0x8001); // executable, ARM, entry
    word(28, 52), half(42, 32), half(44, 1);     // program headers
    word(52, 1), word(56, 84), word(64, 0x8000), word(68, 4), word(72, 6);
    for (uint8_t i = 0; i < 4; ++i)
      bytes_[84 + i] = 0x11 * (i + 1);
  }
  void half(size_t at, uint32_t v) { number(at, v, 2); }
  void word(size_t at, uint32_t v) { number(at, v, 4); }
  void byte(size_t at, uint8_t v) { bytes_[at] = v; }
  void cut(size_t length) { bytes_.resize(length); }
  Program read() const { return read_elf(bytes_, "x.elf"); }
  size_t size() const { return bytes_.size(); }

private:
  void number(size_t at, uint32_t v, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      bytes_[at + i] = static_cast<uint8_t>(v >> 8 * (big_ ? bytes - 1 - i : i));
  }

  bool big_;
  std::vector<uint8_t> bytes_;
};

std::string complaint(const File& f) {
  try {
    f.read();
  } catch (const InputError& e) {
    return e.diagnostic().where.file + ": " + e.diagnostic().text;
  }
  return "";
}

} // namespace

TEST_CASE("a program's bytes go where its byte order has them") {
  const bool big = GENERATE(false, true);
  const Program p = File(big).read();
  CHECK(p.big_endian == big);
  CHECK(p.entry == 0x8001);
  std::map<uint32_t, uint8_t> memory;
  for_each_byte(p, [&](uint32_t address, uint8_t byte) { memory[address] = byte; });
  CHECK(memory.size() == 6);
  CHECK(memory[big ? 0x8000 : 0x8003] == 0x11);
  CHECK(memory[big ? 0x8003 : 0x8000] == 0x44);
  CHECK(memory.count(big ? 0x8004 : 0x8007) == 1); // zero
}

TEST_CASE("what is no program for the core is refused") {
  struct Case {
    std::function<void(File&)> change;
    const char* said;
  };
  const Case cases[] = {
      {[](File& f) { f.byte(0, 0); }, "x.elf: this is no ELF file; link the program with ld.lld"},
      {[](File& f) { f.byte(4, 2); }, "not of 32 bits"},
      {[](File& f) { f.byte(5, 3); }, "not of 32 bits"},
      {[](File& f) { f.half(18, 62); }, "not for ARM; compile with --target=armv5te-none-eabi"},
      {[](File& f) { f.half(16, 3); }, "not linked to fixed addresses"},
      {[](File& f) { f.word(36, 0x00800000); }, "link it without --be8"},
      {[](File& f) { f.half(42, 20); }, "program headers have 20 bytes, expected 32"},
      {[](File& f) { f.half(44, 65); }, "65 program headers, at most 64"},
      {[](File& f) { f.half(44, 0); }, "nothing to load"},
      {[](File& f) { f.word(52, 2); }, "nothing to load"},
      {[](File& f) { f.word(56, 86); }, "0x00008000 does not lie in the file"},
      {[](File& f) { f.word(68, 7); }, "0x00008000 does not lie in the file"},
      {[](File& f) { f.word(72, 3); }, "0x00008000 does not lie in the file"},
      {[](File& f) { f.word(56, 0xffffffff); }, "does not lie in the file"},
      {[](File& f) { f.word(64, 0xfffffffe); }, "fits in no memory"},
      {[](File& f) { f.word(72, 0x7fffffff); }, "fits in no memory"},
      {[](File& f) { f.word(28, 0xfffffff0); }, "the file ends at byte 88"},
  };
  for (const Case& c : cases) {
    File f(true);
    c.change(f);
    CAPTURE(c.said);
    CHECK(complaint(f).find(c.said) != std::string::npos);
  }
}

TEST_CASE("a file that ends too early is refused, wherever it does") {
  const bool big = GENERATE(false, true);
  for (size_t length = 0; length < File(big).size(); ++length) {
    File f(big);
    f.cut(length);
    CAPTURE(length);
    CHECK(complaint(f) != "");
  }
}
