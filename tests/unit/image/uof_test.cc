// UOF: files are read as they were written; a damaged file causes only an error that names
// the byte.
#include "base/diagnostic.h"
#include "mecc/image/image.h"
#include "mecc/image/uof_layout.h"
#include "tests/catch.h"

#include <fmt/format.h>
#include <random>

using namespace mecc;

namespace {

Program sample() {
  Program p;
  Image a;
  a.name = "rx";
  a.assigned = 0x3;
  a.mode = mev2::ContextMode::Eight;
  a.lm1_global = true;
  a.entry = 1;
  for (uint64_t w = 0; w < 20; ++w)
    a.words.push_back((0xf0000c0300 + w * 0x123456789) & mev2::kWordMask);
  a.csrs = {{0x180, 0xff}, {0x18, 7}};
  a.registers = {{"a3", -1, 5}, {"@b7", -1, 0xdeadbeef}, {"b0", 6, 1},
                 {"$4", -1, 2}, {"$$5", 0, 3},           {"n$2", -1, 4}};
  a.lines = {{0, "rx.uc", 3, 1}, {1, "rx.uc", 4, 5}, {7, "lib/io.uc", 100, 2}};
  a.labels = {{"start", 0}, {"loop", 1}, {"end", 20}};
  a.points = {{2, "rx.c", 7, false, "n %u\n", "a3 4 <", {"a3", ""}},
              {2, "rx.c", 9, true, "n < 4", "", {}}};
  a.symbols = {{"count", "a3", 0, 19},
               {"$hdr[2]", "$4", 2, 9},
               {"sig", "s5", 0, 3},
               {"narrow", "b1", 0, 3, 8, true}};
  Image b;
  b.name = "tx";
  b.assigned = 1u << 0x13;
  b.mode = mev2::ContextMode::Four;
  b.lm0_global = b.nn_self = true;
  b.words = {mev2::kNop};
  b.local_memory = {{"lmem", 0, {9}}};
  a.imports = {"RING_BASE", "SIZE"};
  a.import_uses = {{2, "(RING_BASE >> 16)"}, {19, "SIZE"}};
  p.images = {a, b};
  p.memory = {{"sram0", 0x1000, {1, 2, 3, 4, 5}},
              {"scratch", 4, {}},
              {"sram1", 8, {1, 2, 3, 4, 5, 6, 7, 8}},
              {"dram", 0x100, {0xff, 0xfe, 0xfd}}};
  return p;
}

std::string describe(const Program& p) {
  std::string s;
  for (const Image& i : p.images) {
    s += fmt::format("image {} {:x} {} {}{}{} entry {}\n", i.name, i.assigned,
                     static_cast<int>(i.mode), i.lm0_global, i.lm1_global, i.nn_self, i.entry);
    for (const uint64_t w : i.words)
      s += fmt::format("{:010x} ", w);
    for (const CsrInit& c : i.csrs)
      s += fmt::format("\ncsr {:x} {:x}", c.address, c.value);
    for (const ImportUse& use : i.import_uses)
      s += fmt::format("\nimport {} {} of {}", use.address, use.expression,
                       fmt::join(i.imports, " "));
    for (const RegisterInit& r : i.registers)
      s += fmt::format("\nreg {} {} {:x}", r.location, r.context, r.value);
    for (const MemoryInit& m : i.local_memory)
      s += fmt::format("\nlocal {} {:x} {}", m.region, m.address, fmt::join(m.bytes, " "));
    for (const SourceLine& l : i.lines)
      s += fmt::format("\nline {} {} {} {}", l.address, l.file, l.line, l.column);
    for (const Label& l : i.labels)
      s += fmt::format("\nlabel {} {}", l.name, l.address);
    for (const SymbolRange& r : i.symbols)
      s += fmt::format("\nsymbol {} {} {} {} {} {}", r.name, r.location, r.first, r.last, r.bits,
                       r.is_signed);
    for (const DebugPoint& d : i.points)
      s += fmt::format("\npoint {} {}:{} {} {} {} {}", d.address, d.file, d.line, d.assertion,
                       d.text, d.condition, fmt::join(d.arguments, ","));
    s += '\n';
  }
  for (const MemoryInit& m : p.memory)
    s += fmt::format("memory {} {:x} {}\n", m.region, m.address, fmt::join(m.bytes, " "));
  return s;
}

std::string error_of(const std::string& bytes) {
  try {
    read_uof(bytes, "x.uof");
  } catch (const ixp::InputError& e) {
    return ixp::format(e.diagnostic());
  }
  return {};
}

void put32(std::string& s, size_t at, uint32_t v) {
  for (size_t i = 0; i < 4; ++i)
    s.at(at + i) = static_cast<char>(v >> (8 * i));
}
uint32_t get32(const std::string& s, size_t at) {
  uint32_t v = 0;
  for (size_t i = 4; i-- > 0;)
    v = v << 8 | static_cast<unsigned char>(s.at(at + i));
  return v;
}

// Offset and checksum of the first object made right again after its bytes were changed.
void mend(std::string& s) {
  const uint32_t offset = get32(s, 24), size = get32(s, 28);
  put32(s, 20, uof::crc16(std::string_view(s).substr(offset, size)));
}

// Offset of the data of chunk `id` of the first object.
size_t chunk(const std::string& s, const std::string& id) {
  const size_t header = s.find(id, get32(s, 24));
  REQUIRE(header != std::string::npos);
  return get32(s, 24) + get32(s, header + 8);
}

// Changes one field of the sample's code object and returns the error.
template <class Change> std::string damaged(Change change) {
  std::string s = write_uof(sample());
  change(s);
  mend(s);
  return error_of(s);
}

bool says(const std::string& error, const std::string& part) {
  INFO(error << "\nlacks: " << part);
  const bool ok = error.find("x.uof: error: byte 0x") != std::string::npos &&
                  error.find(part) != std::string::npos;
  CHECK(ok);
  return ok;
}

} // namespace

TEST_CASE("a program survives the file") {
  const Program p = sample();
  const std::string bytes = write_uof(p);
  CHECK(describe(read_uof(bytes, "x.uof")) == describe(p));
  CHECK(write_uof(read_uof(bytes, "x.uof")) == bytes);
}

TEST_CASE("the fixed fields stand where the manual puts them") {
  const std::string s = write_uof(sample());
  CHECK(s.substr(0, 2) == "\xc2\xc6");
  CHECK(s.substr(12, 8) == "UOF_OBJS");
  CHECK(s.substr(32, 8) == "DBG_OBJS");
  const size_t object = get32(s, 24);
  CHECK(object == 12 + 2 * 20);
  CHECK(get32(s, object) == 2); // cpuType
  const size_t image = chunk(s, "UOF_IMAG");
  CHECK(get32(s, image + 4) == 0x3); // meAssigned
  CHECK(static_cast<unsigned char>(s[image + 18]) == 8);
  CHECK(static_cast<unsigned char>(s[image + 19]) == 2); // local memory 1 global
  // The first words, 5 bytes each, low byte first.
  CHECK(s.find(std::string("\x00\x03\x0c\x00\xf0", 5) + std::string("\x89\x6a\x51\x23\xf1", 5)) !=
        std::string::npos);
}

TEST_CASE("CRC-16 is the XMODEM one") {
  CHECK(uof::crc16("123456789") == 0x31c3);
}

TEST_CASE("big-endian files read the same") {
  // A minimal file, written by hand in big-endian order.
  std::string s;
  const auto put = [&](uint64_t v, int n) {
    for (int i = n; i-- > 0;)
      s += static_cast<char>(i < 8 ? v >> (8 * i) : 0);
  };
  std::string object;
  std::swap(s, object); // build the object first
  put(2, 4), put(0xffff, 4), put(2, 2), put(2, 2), put(0, 8);
  s += "UOF_STRT";
  put(52, 4), put(8, 4);
  s += "UOF_IMAG";
  put(60, 4), put(52 + 40 + 8 + 4 + 16 + 10, 4);
  put(4, 4);
  s += std::string("\0me\0", 4);
  put(1, 4), put(5, 4), put(0, 8), put(0, 2), put(4, 2), put(2, 4), put(0, 4), put(0, 2);
  put(0, 2), put(1, 2), put(1, 2), put(0, 16);
  put(0, 8), put(1, 1), put(0, 3), put(0, 24), put(60 + 92, 4);
  put(2, 4), put(60 + 100, 4);
  put(1, 4), put(0, 4), put(2, 4), put(60 + 120, 4), put(0, 4);
  put(0x123456789a, 5), put(mev2::kNop, 5);
  std::swap(s, object);
  put(0xc6c2, 2), put(0, 6), put(1, 2), put(1, 2);
  s += "UOF_OBJS";
  put(uof::crc16(object), 4), put(32, 4), put(object.size(), 4);
  s += object;
  const Program p = read_uof(s, "x.uof");
  REQUIRE(p.images.size() == 1);
  CHECK(p.images[0].name == "me");
  CHECK(p.images[0].assigned == 5);
  CHECK(p.images[0].mode == mev2::ContextMode::Four);
  CHECK(p.images[0].entry == 1);
  CHECK(p.images[0].words == std::vector<uint64_t>{0x123456789a, mev2::kNop});
}

TEST_CASE("no debug object without debug information") {
  Program p;
  p.images.emplace_back();
  CHECK(write_uof(p).find("DBG_OBJS") == std::string::npos);
  CHECK(read_uof(write_uof(p), "x.uof").images.size() == 1);
  CHECK(read_uof(write_uof(Program{}), "x.uof").images.empty());
}

TEST_CASE("every truncation is refused") {
  const std::string s = write_uof(sample());
  for (size_t n = 0; n < s.size(); ++n) {
    INFO(n);
    REQUIRE(error_of(s.substr(0, n)).find("x.uof: error: byte 0x") == 0);
  }
}

TEST_CASE("every flipped bit of the objects is refused") {
  const std::string s = write_uof(sample());
  const size_t objects = get32(s, 24);
  for (size_t bit = 0; bit < s.size() * 8; ++bit) {
    std::string t = s;
    t[bit / 8] = static_cast<char>(t[bit / 8] ^ (1 << (bit % 8)));
    const std::string error = error_of(t);
    INFO(bit);
    if (bit / 8 >= objects) REQUIRE(error.find("checksum of") != std::string::npos);
  }
}

TEST_CASE("damage behind a right checksum is refused or harmless") {
  const std::string s = write_uof(sample());
  const size_t begin = get32(s, 24), end = begin + get32(s, 28);
  std::mt19937 random(1);
  unsigned refused = 0;
  for (size_t at = begin; at < end; ++at)
    for (const unsigned value : {0u, 0xffu, 0x7fu, static_cast<unsigned>(random() & 0xff)}) {
      std::string t = s;
      t[at] = static_cast<char>(value);
      mend(t);
      refused += !error_of(t).empty();
    }
  CHECK(refused > 100);
}

TEST_CASE("each rule names its byte") {
  using S = std::string;
  says(error_of(""), "0 bytes, a UOF file has at least 12");
  says(error_of("ELF and more"), "file id 0x4c45, expected 0xc6c2 in either byte order");
  says(damaged([](S& s) { s[10] = 9; }), "9 objects in a table for 2");
  says(damaged([](S& s) { s[8] = s[10] = '\xff', s[9] = s[11] = '\xff'; }),
       "65535 chunk headers of 20 bytes do not fit");
  says(damaged([](S& s) { s[12] = 'X'; }), "unknown object 'XOF_OBJS'");
  says(damaged([](S& s) { s.replace(32, 8, "UOF_OBJS"); }), "second UOF_OBJS");
  says(damaged([](S& s) { put32(s, 44, get32(s, 24)); }), "");
  says(damaged([](S& s) { put32(s, get32(s, 24), 4); }), "cpuType 4 is an IXP2800, expected 2");
  says(damaged([](S& s) { s[get32(s, 24) + 10] = 99; }), "99 chunks in a table for 6");
  says(damaged([](S& s) { put32(s, s.find("UOF_STRT") + 8, 0xfffffff0); }), "chunk UOF_STRT needs");
  says(damaged([](S& s) { s[s.find("UOF_STRT")] = 'X'; }), "object without its string table");
  says(damaged([](S& s) { s[s.find("UOF_GTID")] = 1; }), "unknown chunk '?OF_GTID'");
  says(damaged([](S& s) { s.replace(s.find("UOF_MSEG"), 8, "UOF_IMEM"); }), "second UOF_IMEM");
  says(damaged([](S& s) { put32(s, chunk(s, "UOF_STRT"), 0x10000); }), "string table needs 65536");
  says(damaged([](S& s) { put32(s, chunk(s, "UOF_IMAG"), 0x10000); }),
       "imageName: string offset 0x10000 is outside");
  says(damaged([](S& s) { s[chunk(s, "UOF_IMAG") + 18] = 5; }), "'rx' has 5 contexts");
  says(damaged([](S& s) { s[chunk(s, "UOF_IMAG") + 34] = 2; }), "has 2 pages, only one");
  says(damaged([](S& s) { s[chunk(s, "UOF_IMAG") + 32] = 20; }),
       "entry address 20 of image 'rx' is behind its 20 words");
  const size_t block = 52 + 40 + 8 + 4;
  says(damaged([&](S& s) { put32(s, chunk(s, "UOF_IMAG") + block, 0xfffffff0); }),
       "outside the control store of 8192");
  says(damaged([&](S& s) { put32(s, chunk(s, "UOF_IMAG") + block + 8, 0x7fffffff); }),
       "microwords of 5 bytes do not fit");
  says(damaged([&](S& s) { put32(s, chunk(s, "UOF_IMAG") + block - 4, 0x7fffffff); }),
       "word blocks, more than");
  const size_t registers = block + 16;
  says(damaged([&](S& s) { put32(s, chunk(s, "UOF_IMAG") + registers, 0x40000000); }),
       "register initialisations of 16 bytes do not fit");
  says(damaged([&](S& s) { s[chunk(s, "UOF_IMAG") + registers + 4 + 4] = 3; }),
       "initType 3, expected 1, 2 (register) or 128");
  says(damaged([&](S& s) { s[chunk(s, "UOF_IMAG") + registers + 4 + 5] = 1; }),
       "value type 1 of a register");
  says(damaged([&](S& s) { s[chunk(s, "UOF_IMAG") + registers + 4 + 6] = 40; }),
       "register type 40 number 3 does not exist");
  const auto uses = [](const S& s) { // where the import expressions are
    return get32(s, 24) + get32(s, chunk(s, "UOF_IMAG") + 52 + 32);
  };
  says(damaged([&](S& s) { put32(s, uses(s), 0x20000000); }),
       "536870912 import expressions of 16 bytes do not fit");
  says(damaged([&](S& s) { put32(s, uses(s) + 4 + 4, 20); }),
       "word 20 of an import expression is behind the 20 words of image 'rx'");
  says(damaged([&](S& s) { put32(s, uses(s) + 4 + 8, 0x10000); }),
       "import expression: string offset 0x10000 is outside");
  says(damaged([&](S& s) { s[uses(s) + 4 + 12] = 1; }),
       "value type 1 of an import, only expressions (2) are supported");
  says(damaged([](S& s) { put32(s, chunk(s, "UOF_IMAG") + 52 + 28, 0x10000); }),
       "import variable table needs 4 bytes");
  says(damaged([&](S& s) { s[chunk(s, "UOF_IMEM") + 4 + 4] = 7; }), "memory region 7");
  says(damaged([&](S& s) { put32(s, chunk(s, "UOF_IMEM") + 4 + 12, 0xffffffff); }),
       "4294967295 bytes of memory from 2 longwords");
  says(damaged([&](S& s) { put32(s, chunk(s, "UOF_IMEM") + 4 + 16, 0xffffffff); }),
       "4294967295 memory values of 8 bytes do not fit");
  says(damaged([&](S& s) { put32(s, chunk(s, "UOF_IMEM") + 4 + 24, 5); }),
       "byte offset 5 in 5 bytes");
}

TEST_CASE("programs that do not fit the format are refused when written") {
  const auto refuses = [](const Program& p, const std::string& part) {
    try {
      write_uof(p);
    } catch (const ixp::InputError& e) {
      INFO(e.what());
      CHECK(std::string(e.what()).find(part) != std::string::npos);
      return;
    }
    FAIL("not refused: " << part);
  };
  Program p = sample();
  p.images[0].registers.push_back({"a32", -1, 0});
  refuses(p, "cannot initialise 'a32'");
  p = sample();
  p.images[0].registers[0].context = 8;
  refuses(p, "context 8 of 'a3'");
  p = sample();
  p.memory[0].region = "flash";
  refuses(p, "memory region 'flash'");
  p = sample();
  p.images[0].words.resize(8193);
  refuses(p, "8193 words, the control store holds 8192");
  p = sample();
  p.images[0].name = std::string(2000, 'x');
  refuses(p, "name of 2000 bytes");
}

TEST_CASE("line_at finds the line an address comes from") {
  const Image i = sample().images[0];
  CHECK(i.line_at(0)->line == 3);
  CHECK(i.line_at(6)->line == 4);
  CHECK(i.line_at(7)->file == "lib/io.uc");
  CHECK(i.line_at(19)->line == 100);
  CHECK(i.line_at(20) == nullptr);
  CHECK(sample().images[1].line_at(0) == nullptr);
}
