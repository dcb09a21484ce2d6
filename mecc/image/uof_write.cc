// Writes little-endian UOF: one object of code, and one of debugging information if there is any.
// Every image becomes a UOF_IMAG chunk with one page and one block of words from address 0.
#include "mecc/image/uof_layout.h"

#include "base/diagnostic.h"
#include "isa/control_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace mecc {
namespace {

using namespace uof;

class Bytes {
public:
  uint32_t size() const { return static_cast<uint32_t>(bytes_.size()); }
  const std::string& str() const { return bytes_; }

  void u8(uint64_t v) { number(v, 1); }
  void u16(uint64_t v) { number(v, 2); }
  void u32(uint64_t v) { number(v, 4); }
  void word(uint64_t v) { number(v, kWordBytes); }
  void raw(std::string_view s) { bytes_ += s; }
  void id(std::string_view s) { // eight characters, NUL padded
    raw(s);
    for (size_t i = s.size(); i < 8; ++i)
      u8(0);
  }
  uint32_t reserve32() { // to be patched; returns its offset
    u32(0);
    return size() - 4;
  }
  void patch32(uint32_t at, uint32_t v) {
    for (int i = 0; i < 4; ++i)
      bytes_[at + static_cast<uint32_t>(i)] = static_cast<char>(v >> (8 * i));
  }
  void align() {
    while (bytes_.size() % 4)
      u8(0);
  }

private:
  void number(uint64_t v, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      bytes_ += static_cast<char>(v >> (8 * i));
  }
  std::string bytes_;
};

class Strings {
public:
  Strings() { offset(""); }
  uint32_t offset(const std::string& s) {
    if (s.size() > kMaxString)
      throw ixp::InputError(fmt::format("name of {} bytes, UOF names have at most {}: '{}...'",
                                        s.size(), kMaxString, s.substr(0, 40)));
    if (s.find('\0') != std::string::npos)
      throw ixp::InputError("a name with a NUL character cannot be put into a UOF file");
    const auto [it, fresh] = offsets_.emplace(s, static_cast<uint32_t>(table_.size()));
    if (fresh) table_ += s + '\0';
    return it->second;
  }
  const std::string& table() const { return table_; }

private:
  std::map<std::string, uint32_t> offsets_;
  std::string table_;
};

// An object: header, chunk headers, chunks. Offsets inside are relative to its first byte.
class ObjectWriter {
public:
  explicit ObjectWriter(uint32_t chunks) : bytes_() {
    bytes_.u32(kCpuIxp2400);
    bytes_.u16(0);      // minCpuVers
    bytes_.u16(0xffff); // maxCpuVers
    bytes_.u16(chunks); // maxChunks
    bytes_.u16(chunks); // numChunks
    bytes_.u32(0);
    bytes_.u32(0);
    next_header_ = bytes_.size();
    for (uint32_t i = 0; i < chunks * kObjectChunkHeader; ++i)
      bytes_.u8(0);
  }

  Bytes& begin(std::string_view id) {
    bytes_.align();
    id_ = id;
    start_ = bytes_.size();
    return bytes_;
  }
  void end() {
    Bytes header;
    header.id(id_);
    header.u32(start_);
    header.u32(bytes_.size() - start_);
    for (uint32_t i = 0; i < kObjectChunkHeader; i += 4)
      bytes_.patch32(next_header_ + i, word_at(header.str(), i));
    next_header_ += kObjectChunkHeader;
  }
  const std::string& str() {
    bytes_.align();
    return bytes_.str();
  }

private:
  static uint32_t word_at(const std::string& s, uint32_t i) {
    uint32_t v = 0;
    for (uint32_t k = 4; k-- > 0;)
      v = v << 8 | static_cast<unsigned char>(s[i + k]);
    return v;
  }
  Bytes bytes_;
  std::string id_;
  uint32_t next_header_ = 0, start_ = 0;
};

void write_strings(ObjectWriter& object, std::string_view id, const Strings& strings) {
  Bytes& b = object.begin(id);
  b.u32(static_cast<uint32_t>(strings.table().size()));
  b.raw(strings.table());
  object.end();
}

void write_registers(Bytes& b, const Image& image, Strings& strings) {
  b.u32(static_cast<uint32_t>(image.registers.size() + image.csrs.size()));
  for (const RegisterInit& r : image.registers) {
    const auto name = register_of(r.location);
    if (!name)
      throw ixp::InputError(fmt::format("image '{}': cannot initialise '{}', expected a register "
                                        "such as a3, @b7, $4, $$4 or n$2",
                                        image.name, r.location));
    if (r.context > 7)
      throw ixp::InputError(fmt::format("image '{}': context {} of '{}' does not exist", image.name,
                                        r.context, r.location));
    b.u32(strings.offset(r.location));
    b.u8(r.context < 0 ? kInitRegister : kInitRegisterContext);
    b.u8(kValueNumber);
    b.u8(name->type);
    b.u8(r.context < 0 ? 0 : static_cast<unsigned>(r.context));
    b.u32(name->number);
    b.u32(r.value);
  }
  for (const CsrInit& c : image.csrs) {
    b.u32(strings.offset(std::string(mev2::local_csr_name(c.address))));
    b.u8(kInitCsr);
    b.u8(kValueNumber);
    b.u16(0);
    b.u32(c.address);
    b.u32(c.value);
  }
}

void write_imports(Bytes& b, const Image& image, Strings& strings, uint32_t imports,
                   uint32_t import_uses) {
  b.patch32(imports, b.size());
  b.u32(static_cast<uint32_t>(image.imports.size()));
  for (const std::string& name : image.imports)
    b.u32(strings.offset(name));
  b.patch32(import_uses, b.size());
  b.u32(static_cast<uint32_t>(image.import_uses.size()));
  for (const ImportUse& use : image.import_uses) {
    b.u32(0); // name: contained in the expression
    b.u32(use.address);
    b.u32(strings.offset(use.expression));
    b.u8(kUseExpression);
    b.u8(0);
    b.u16(0);
  }
}

void write_image(ObjectWriter& object, const Image& image, Strings& strings) {
  if (image.words.size() > mev2::kMaxControlStoreWords)
    throw ixp::InputError(fmt::format("image '{}' has {} words, the control store holds {}",
                                      image.name, image.words.size(), mev2::kMaxControlStoreWords));
  Bytes& b = object.begin("UOF_IMAG");
  b.u32(strings.offset(image.name));
  b.u32(image.assigned);
  b.word(mev2::kNop); // fillPattern: eight bytes, of which the low five are used
  b.u8(0);
  b.u16(0);
  b.u8(0); // sensitivity
  b.u8(0);
  b.u16(static_cast<unsigned>(image.mode) | (image.nn_self ? 1u << 4 : 0) |
        (image.lm0_global ? 1u << 8 : 0) | (image.lm1_global ? 1u << 9 : 0));
  b.u32(kCpuIxp2400);
  b.u16(0xffff); // maxVer
  b.u16(0);      // minVer
  b.u16(kFillUnused);
  b.u16(0); // entryPage
  b.u16(image.entry);
  b.u16(1); // numOfPages
  b.u32(0); // register table: none
  const uint32_t registers = b.reserve32();
  b.u32(0); // breakpoints: none
  b.u32(0);
  // The one page.
  b.u32(0); // region
  b.u32(0); // number
  b.u8(1);  // default
  b.u8(0);
  b.u16(0);
  b.u32(0); // virtual begin
  b.u32(0); // physical begin
  b.u32(0); // next-neighbour registers: none
  b.u32(0); // variables: resolved
  const uint32_t imports = b.reserve32(), import_uses = b.reserve32();
  const uint32_t code_area = b.reserve32();
  b.patch32(code_area, b.size());
  b.u32(static_cast<uint32_t>(image.words.size()));
  const uint32_t blocks = b.reserve32();
  b.patch32(blocks, b.size());
  b.u32(1);
  b.u32(0); // start address
  b.u32(static_cast<uint32_t>(image.words.size()));
  const uint32_t words = b.reserve32();
  b.u32(0);
  b.patch32(registers, b.size());
  write_registers(b, image, strings);
  if (!image.imports.empty()) write_imports(b, image, strings, imports, import_uses);
  b.patch32(words, b.size());
  for (const uint64_t w : image.words)
    b.word(w & mev2::kWordMask);
  object.end();
}

uint32_t region_number(const std::string& name) {
  const auto found = std::find(kRegions.begin(), kRegions.end(), name);
  if (found == kRegions.end())
    throw ixp::InputError(
        fmt::format("memory region '{}' cannot be initialised, expected one of {}", name,
                    fmt::join(kRegions, ", ")));
  return static_cast<uint32_t>(found - kRegions.begin());
}

// Values are longwords whose first byte (lowest address) is the most significant.
void write_memory(ObjectWriter& object, const Program& program) {
  Bytes& b = object.begin("UOF_IMEM");
  const uint32_t count_at = b.size();
  b.u32(0);
  uint32_t count = 0;
  const auto write = [&](const MemoryInit& m, uint32_t scope) {
    ++count;
    const auto values = static_cast<uint32_t>((m.bytes.size() + 3) / 4);
    b.u32(0); // symName: none
    b.u8(region_number(m.region));
    b.u8(scope); // 0: the chip; n: local memory of image n-1
    b.u16(0);
    b.u32(m.address);
    b.u32(static_cast<uint32_t>(m.bytes.size()));
    b.u32(values);
    b.u32(0);
    for (uint32_t i = 0; i < values; ++i) {
      uint32_t v = 0;
      for (uint32_t k = 4 * i; k < 4 * i + 4; ++k)
        v = v << 8 | (k < m.bytes.size() ? m.bytes[k] : 0);
      b.u32(4 * i);
      b.u32(v);
    }
  };
  for (const MemoryInit& m : program.memory)
    write(m, 0);
  for (uint32_t n = 0; n < program.images.size(); ++n)
    for (const MemoryInit& m : program.images[n].local_memory)
      write(m, n + 1);
  b.patch32(count_at, count);
  object.end();
}

// Base and size of the initialised range in SRAM 0..3, DRAM and scratch.
void write_segments(ObjectWriter& object, const Program& program) {
  constexpr std::array<std::string_view, 6> order{"sram0", "sram1", "sram2",
                                                  "sram3", "dram",  "scratch"};
  Bytes& b = object.begin("UOF_MSEG");
  for (const std::string_view region : order) {
    uint64_t low = 0, high = 0;
    for (const MemoryInit& m : program.memory) {
      if (m.region != region || m.bytes.empty()) continue;
      low = high == 0 ? m.address : std::min<uint64_t>(low, m.address);
      high = std::max<uint64_t>(high, m.address + uint64_t{m.bytes.size()});
    }
    b.u32(low);
    b.u32(high - low);
  }
  object.end();
}

std::string code_object(const Program& program) {
  if (program.images.size() > kMaxImages)
    throw ixp::InputError(
        fmt::format("{} images in one program, at most {}", program.images.size(), kMaxImages));
  Strings strings;
  const bool memory = !program.memory.empty() ||
                      std::any_of(program.images.begin(), program.images.end(),
                                  [](const Image& i) { return !i.local_memory.empty(); });
  ObjectWriter object(static_cast<uint32_t>(2 + program.images.size() + (memory ? 2 : 0)));
  Bytes& tool = object.begin("UOF_GTID");
  tool.id("mecc");
  tool.u32(1);
  tool.u32(0);
  tool.u32(0);
  object.end();
  for (const Image& image : program.images)
    write_image(object, image, strings);
  if (memory) {
    write_memory(object, program);
    write_segments(object, program);
  }
  write_strings(object, "UOF_STRT", strings); // last, when every name has been added
  return object.str();
}

bool has_debug(const Image& i) {
  return !i.lines.empty() || !i.labels.empty() || !i.symbols.empty() || !i.points.empty();
}

void write_points(ObjectWriter& object, uint32_t n, const Image& image, Strings& strings) {
  Bytes& b = object.begin("DBG_PRNT");
  b.u32(n);
  b.u32(static_cast<uint32_t>(image.points.size()));
  for (const DebugPoint& p : image.points) {
    b.u32(p.address);
    b.u32(strings.offset(p.file));
    b.u32(p.line);
    b.u32(p.assertion);
    b.u32(strings.offset(p.text));
    b.u32(strings.offset(p.condition));
    b.u32(static_cast<uint32_t>(p.arguments.size()));
    for (const std::string& a : p.arguments)
      b.u32(strings.offset(a));
  }
  object.end();
}

std::string debug_object(const Program& program) {
  Strings strings;
  uint32_t chunks = 1;
  for (const Image& image : program.images)
    chunks += (has_debug(image) ? 2 : 0) + (image.points.empty() ? 0 : 1);
  ObjectWriter object(chunks);
  for (uint32_t n = 0; n < program.images.size(); ++n) {
    const Image& image = program.images[n];
    if (!has_debug(image)) continue;
    Bytes& b = object.begin("DBG_IMAG");
    b.u32(n);
    b.u32(strings.offset(image.name));
    b.u32(image.assigned);
    b.u8(0); // tool: assembler
    b.u8(static_cast<unsigned>(image.mode));
    b.u8(1); // endian flag: the microengine's memory is big-endian
    b.u8(0);
    b.u32(static_cast<uint32_t>(image.lines.size()));
    b.u32(static_cast<uint32_t>(image.labels.size()));
    b.u32(0);
    for (const SourceLine& l : image.lines) {
      b.u32(l.address);
      b.u32(strings.offset(l.file));
      b.u32(l.line);
      b.u32(l.column);
    }
    for (const Label& l : image.labels) {
      b.u32(strings.offset(l.name));
      b.u32(l.address);
    }
    object.end();
    Bytes& s = object.begin("DBG_SYMB");
    s.u32(n);
    s.u32(static_cast<uint32_t>(image.symbols.size()));
    for (const SymbolRange& r : image.symbols) {
      const std::string narrow =
          r.bits < 32 ? fmt::format(":{}{}", r.is_signed ? 's' : 'u', r.bits) : "";
      s.u32(strings.offset(r.name));
      s.u32(strings.offset(r.location + narrow));
      s.u32(r.first);
      s.u32(r.last);
    }
    object.end();
    if (!image.points.empty()) write_points(object, n, image, strings);
  }
  write_strings(object, "DBG_STRT", strings);
  return object.str();
}

} // namespace

std::string write_uof(const Program& program) {
  const bool debug = std::any_of(program.images.begin(), program.images.end(), has_debug);
  std::vector<std::pair<std::string_view, std::string>> objects;
  objects.emplace_back("UOF_OBJS", code_object(program));
  if (debug) objects.emplace_back("DBG_OBJS", debug_object(program));
  Bytes file;
  file.u16(kFileId);
  file.u16(0);
  file.u8(kMinorVersion);
  file.u8(kMajorVersion);
  file.u16(0);
  file.u16(objects.size());
  file.u16(objects.size());
  uint64_t offset = kFileHeader + objects.size() * kFileChunkHeader;
  for (const auto& [id, bytes] : objects) {
    file.id(id);
    file.u32(crc16(bytes));
    file.u32(offset);
    file.u32(bytes.size());
    offset += bytes.size();
  }
  for (const auto& [id, bytes] : objects)
    file.raw(bytes);
  return file.str();
}

} // namespace mecc
