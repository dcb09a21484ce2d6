// Reads UOF of either byte order. The input is untrusted: every offset, count and size is checked
// against the file before use, and memory use is bounded by the size of the file.
#include "mecc/image/uof_layout.h"

#include "base/diagnostic.h"
#include "isa/control_store.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace mecc {
namespace {

using namespace uof;

// A part of the file. Offsets are checked against it; errors give the offset in the file.
class View {
public:
  View(std::string_view bytes, uint64_t base, bool big, const std::string& file)
      : bytes_(bytes), base_(base), big_(big), file_(&file) {}

  uint64_t size() const { return bytes_.size(); }
  std::string_view bytes() const { return bytes_; }

  [[noreturn]] void fail(uint64_t at, const std::string& text) const {
    throw ixp::InputError({*file_, 0, 0}, fmt::format("byte 0x{:x}: {}", base_ + at, text));
  }
  void need(uint64_t at, uint64_t count, std::string_view what) const {
    if (at <= size() && count <= size() - at) return;
    fail(at, fmt::format("{} needs {} bytes, only {} are left, the file is cut off or damaged",
                         what, count, at <= size() ? size() - at : 0));
  }
  // Checks for `count` records of `each` bytes at `at`.
  void need_records(uint64_t at, uint64_t count, uint64_t each, std::string_view what) const {
    const uint64_t left = at <= size() ? size() - at : 0;
    if (count > left / each)
      fail(at, fmt::format("{} {} of {} bytes do not fit the {} bytes that are left", count, what,
                           each, left));
  }
  View part(uint64_t at, uint64_t count, std::string_view what) const {
    need(at, count, what);
    return {bytes_.substr(at, count), base_ + at, big_, *file_};
  }
  uint64_t number(uint64_t at, unsigned count, std::string_view what) const {
    need(at, count, what);
    uint64_t v = 0;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned k = big_ ? i : count - 1 - i;
      v = v << 8 | static_cast<unsigned char>(bytes_[at + k]);
    }
    return v;
  }
  uint8_t u8(uint64_t at, std::string_view what) const {
    return static_cast<uint8_t>(number(at, 1, what));
  }
  uint16_t u16(uint64_t at, std::string_view what) const {
    return static_cast<uint16_t>(number(at, 2, what));
  }
  uint32_t u32(uint64_t at, std::string_view what) const {
    return static_cast<uint32_t>(number(at, 4, what));
  }
  std::string id(uint64_t at, std::string_view what) const {
    need(at, 8, what);
    const std::string_view s = bytes_.substr(at, 8);
    return std::string(s.substr(0, s.find('\0')));
  }

private:
  std::string_view bytes_;
  uint64_t base_;
  bool big_;
  const std::string* file_;
};

struct Chunk {
  std::string id;
  uint64_t header; // offset of its header in the object
  View data;
};

// UOF_OBJS or DBG_OBJS: its chunks and its string table.
class Object {
public:
  Object(const View& v, std::string_view strings_id) : view_(v), strings_(v.part(0, 0, "")) {
    const uint32_t max = v.u16(8, "object header"), used = v.u16(10, "object header");
    v.need(0, kObjectHeader, "object header");
    if (used > max) v.fail(10, fmt::format("{} chunks in a table for {}", used, max));
    v.need_records(kObjectHeader, used, kObjectChunkHeader, "chunk headers");
    bool found = false;
    for (uint32_t i = 0; i < used; ++i) {
      const uint64_t at = kObjectHeader + uint64_t{i} * kObjectChunkHeader;
      const std::string id = v.id(at, "chunk header");
      const uint32_t offset = v.u32(at + 8, "chunk header"), size = v.u32(at + 12, "chunk header");
      const View data = v.part(offset, size, fmt::format("chunk {}", printable(id)));
      if (id == strings_id) {
        if (found) v.fail(at, fmt::format("second {}, expected one", id));
        found = true;
        const uint32_t length = data.u32(0, "string table");
        strings_ = data.part(4, length, "string table");
      } else {
        chunks_.push_back({id, at, data});
      }
    }
    if (!found) v.fail(0, fmt::format("object without its string table {}", strings_id));
  }

  const View& view() const { return view_; }
  const std::vector<Chunk>& chunks() const { return chunks_; }

  // The string to which a field of `v` at `at` points.
  std::string string(const View& v, uint64_t at, std::string_view what) const {
    const uint32_t offset = v.u32(at, what);
    const std::string_view table = strings_.bytes();
    if (offset >= table.size())
      v.fail(at, fmt::format("{}: string offset 0x{:x} is outside the string table of {} bytes",
                             what, offset, table.size()));
    const std::string_view rest = table.substr(offset, kMaxString + 1);
    const size_t end = rest.find('\0');
    if (end == std::string_view::npos)
      strings_.fail(offset,
                    fmt::format("{}: string without its end within {} bytes", what, kMaxString));
    return std::string(rest.substr(0, end));
  }

  static std::string printable(const std::string& s) {
    std::string out;
    for (const char c : s)
      out += c > ' ' && c < 0x7f ? c : '?';
    return out;
  }

private:
  View view_;
  View strings_;
  std::vector<Chunk> chunks_;
};

void read_mode(const View& v, uint64_t at, Image& image) {
  const uint16_t mode = v.u16(at, "image header");
  const unsigned contexts = mode & 0xf;
  if (contexts != 4 && contexts != 8)
    v.fail(at, fmt::format("image '{}' has {} contexts, expected 4 or 8", image.name, contexts));
  image.mode = static_cast<mev2::ContextMode>(contexts);
  image.nn_self = (mode >> 4 & 0xf) != 0;
  image.lm0_global = mode >> 8 & 1;
  image.lm1_global = mode >> 9 & 1;
}

// Offsets in image records are relative to the object, so `o` is the whole object.
void read_registers(const Object& object, uint64_t at, Image& image) {
  const View& o = object.view();
  const uint32_t count = o.u32(at, "register initialisation table");
  o.need_records(at + 4, count, kRegisterInit, "register initialisations");
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t r = at + 4 + uint64_t{i} * kRegisterInit;
    const uint8_t init = o.u8(r + 4, "initType"), value_type = o.u8(r + 5, "valueType");
    const uint32_t number = o.u32(r + 8, "regAddr"), value = o.u32(r + 12, "value");
    if (value_type != kValueNumber)
      o.fail(r + 5, fmt::format("value type {} of a register, only numbers (0) are supported",
                                value_type));
    if (init == kInitCsr) {
      if (number > 0xffff) o.fail(r + 8, fmt::format("0x{:x} is not the address of a CSR", number));
      image.csrs.push_back({static_cast<uint16_t>(number), value});
      continue;
    }
    if (init != kInitRegister && init != kInitRegisterContext)
      o.fail(r + 4, fmt::format("initType {}, expected 1, 2 (register) or 128 (CSR)", init));
    const uint8_t type = o.u8(r + 6, "regType"), context = o.u8(r + 7, "context");
    const std::string location = location_of({type, number});
    if (location.empty())
      o.fail(r + 6, fmt::format("register type {} number {} does not exist", type, number));
    if (context > 7) o.fail(r + 7, fmt::format("context {} does not exist", context));
    image.registers.push_back({location, init == kInitRegisterContext ? context : -1, value});
  }
}

void read_block(const View& o, uint64_t at, Image& image) {
  const uint32_t start = o.u32(at, "word block"), count = o.u32(at + 4, "word block"),
                 offset = o.u32(at + 8, "word block");
  if (start > mev2::kMaxControlStoreWords || count > mev2::kMaxControlStoreWords - start)
    o.fail(at,
           fmt::format("words {} to {} of image '{}' are outside the control store of {}", start,
                       uint64_t{start} + count, image.name, mev2::kMaxControlStoreWords));
  o.need_records(offset, count, kWordBytes, "microwords");
  if (image.words.size() < start + count) image.words.resize(start + count, mev2::kNop);
  for (uint32_t i = 0; i < count; ++i)
    image.words[start + i] = o.number(offset + uint64_t{i} * kWordBytes, kWordBytes, "microword");
}

void read_page(const View& o, uint64_t at, Image& image) {
  o.need(at, kPage, "code page");
  const uint32_t area = o.u32(at + 36, "code page");
  const uint32_t blocks = o.u32(area + uint64_t{4}, "code area");
  const uint32_t count = o.u32(blocks, "word block table");
  if (count > mev2::kMaxControlStoreWords)
    o.fail(blocks, fmt::format("{} word blocks, more than the control store has words", count));
  o.need_records(blocks + uint64_t{4}, count, kWordBlock, "word blocks");
  uint64_t total = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t block = blocks + uint64_t{4} + uint64_t{i} * kWordBlock;
    total += o.u32(block + 4, "word block");
    if (total > mev2::kMaxControlStoreWords)
      o.fail(block, fmt::format("image '{}' has more than {} words", image.name,
                                mev2::kMaxControlStoreWords));
    read_block(o, block, image);
  }
}

// Tables are optional; their offset is then 0.
void read_imports(const Object& object, uint64_t page, Image& image) {
  const View& o = object.view();
  const uint32_t names = o.u32(page + 28, "import variable table"),
                 uses = o.u32(page + 32, "import expression table");
  if (names) {
    const uint32_t count = o.u32(names, "import variable table");
    o.need_records(names + uint64_t{4}, count, kImportVariable, "import variables");
    for (uint32_t i = 0; i < count; ++i)
      image.imports.push_back(
          object.string(o, names + uint64_t{4} + uint64_t{i} * kImportVariable, "import variable"));
  }
  if (!uses) return;
  const uint32_t count = o.u32(uses, "import expression table");
  o.need_records(uses + uint64_t{4}, count, kImportUse, "import expressions");
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = uses + uint64_t{4} + uint64_t{i} * kImportUse;
    const uint32_t address = o.u32(at + 4, "uwordAddress");
    if (address >= image.words.size())
      o.fail(at + 4, fmt::format("word {} of an import expression is behind the {} words of image "
                                 "'{}'",
                                 address, image.words.size(), image.name));
    if (const uint8_t type = o.u8(at + 12, "valType"); type != kUseExpression)
      o.fail(at + 12, fmt::format("value type {} of an import, only expressions ({}) are supported",
                                  type, kUseExpression));
    image.import_uses.push_back({address, object.string(o, at + 8, "import expression")});
  }
}

void check_cpu(const View& v, uint64_t at) {
  const uint32_t cpu = v.u32(at, "cpuType");
  if (cpu & kCpuIxp2400) return;
  v.fail(at, fmt::format("cpuType {} {}, expected {} (IXP2400)", cpu,
                         cpu == kCpuIxp2800 ? "is an IXP2800" : "is unknown", kCpuIxp2400));
}

Image read_image(const Object& object, const View& v, uint64_t offset_in_object) {
  v.need(0, kImageHeader, "image header");
  Image image;
  image.name = object.string(v, 0, "imageName");
  image.assigned = v.u32(4, "meAssigned");
  read_mode(v, 18, image);
  check_cpu(v, 20);
  image.entry = v.u16(32, "entryAddress");
  const uint16_t pages = v.u16(34, "numOfPages");
  if (pages != 1)
    v.fail(34, fmt::format("image '{}' has {} pages, only one (no overlays) is supported",
                           image.name, pages));
  read_page(object.view(), offset_in_object + kImageHeader, image);
  read_imports(object, offset_in_object + kImageHeader, image);
  if (image.entry != 0 && image.entry >= image.words.size())
    v.fail(32, fmt::format("entry address {} of image '{}' is behind its {} words", image.entry,
                           image.name, image.words.size()));
  const uint32_t registers = v.u32(40, "register initialisation table");
  if (registers != 0) read_registers(object, registers, image);
  return image;
}

void read_memory(const View& v, Program& program) {
  const uint32_t count = v.u32(0, "memory initialisation");
  v.need_records(4, count, kMemoryInit, "memory initialisations");
  uint64_t at = 4;
  for (uint32_t i = 0; i < count; ++i) {
    v.need(at, kMemoryInit, "memory initialisation");
    MemoryInit m;
    const uint8_t region = v.u8(at + 4, "region");
    if (region >= kRegions.size())
      v.fail(at + 4,
             fmt::format("memory region {}, expected 0 to {}", region, kRegions.size() - 1));
    m.region = kRegions[region];
    const uint8_t scope = v.u8(at + 5, "scope");
    if ((m.region == "lmem") != (scope != 0) || scope > program.images.size())
      v.fail(at + 5,
             fmt::format("scope {} of {} in a file of {} images, expected the image's number "
                         "from 1 for lmem and 0 for the others",
                         scope, m.region, program.images.size()));
    m.address = v.u32(at + 8, "address");
    const uint32_t bytes = v.u32(at + 12, "numBytes"), values = v.u32(at + 16, "numValAttr");
    const uint64_t first = at + kMemoryInit;
    v.need_records(first, values, kMemoryValue, "memory values");
    if (bytes > uint64_t{values} * 4)
      v.fail(at + 12, fmt::format("{} bytes of memory from {} longwords of values", bytes, values));
    m.bytes.resize(bytes);
    for (uint32_t k = 0; k < values; ++k) {
      const uint64_t value_at = first + uint64_t{k} * kMemoryValue;
      const uint32_t offset = v.u32(value_at, "byteOffset"), value = v.u32(value_at + 4, "value");
      if (offset >= bytes)
        v.fail(value_at, fmt::format("byte offset {} in {} bytes of memory", offset, bytes));
      for (uint32_t b = 0; b < 4 && b < bytes - offset; ++b)
        m.bytes[offset + b] = static_cast<uint8_t>(value >> (24 - 8 * b));
    }
    (scope ? program.images[scope - 1u].local_memory : program.memory).push_back(std::move(m));
    at = first + uint64_t{values} * kMemoryValue;
  }
}

void read_code(const View& v, Program& program) {
  check_cpu(v, 0);
  const Object object(v, "UOF_STRT");
  bool memory = false;
  for (const Chunk& c : object.chunks()) {
    if (c.id == "UOF_IMAG") {
      if (program.images.size() == kMaxImages)
        v.fail(c.header, fmt::format("more than {} images", kMaxImages));
      const auto offset = static_cast<uint64_t>(c.data.bytes().data() - v.bytes().data());
      program.images.push_back(read_image(object, c.data, offset));
    } else if (c.id == "UOF_IMEM") {
      if (memory) v.fail(c.header, "second UOF_IMEM, expected one");
      memory = true;
      read_memory(c.data, program);
    } else if (c.id != "UOF_GTID" && c.id != "UOF_MSEG") {
      v.fail(c.header, fmt::format("unknown chunk '{}', expected UOF_STRT, UOF_GTID, UOF_IMAG, "
                                   "UOF_IMEM or UOF_MSEG",
                                   Object::printable(c.id)));
    }
  }
}

Image& image_of(const View& v, Program& program) {
  const uint32_t n = v.u32(0, "debug information");
  if (n >= program.images.size())
    v.fail(0,
           fmt::format("debug information of image {}, the file has {}", n, program.images.size()));
  return program.images[n];
}

// An address must be inside the image, or one past its end, where a label may be.
uint32_t address(const View& v, uint64_t at, const Image& image, std::string_view what) {
  const uint32_t a = v.u32(at, what);
  if (a > image.words.size())
    v.fail(at, fmt::format("{} {} is behind the {} words of image '{}'", what, a,
                           image.words.size(), image.name));
  return a;
}

void read_debug_image(const Object& object, const View& v, Program& program) {
  v.need(0, kDebugImage, "debug image");
  Image& image = image_of(v, program);
  if (!image.lines.empty() || !image.labels.empty())
    v.fail(0, fmt::format("second DBG_IMAG of image '{}'", image.name));
  const uint32_t lines = v.u32(16, "line table"), labels = v.u32(20, "label table");
  v.need_records(kDebugImage, lines, kDebugLine, "source lines");
  uint64_t at = kDebugImage;
  for (uint32_t i = 0; i < lines; ++i, at += kDebugLine) {
    SourceLine l;
    l.address = address(v, at, image, "line address");
    if (!image.lines.empty() && l.address < image.lines.back().address)
      v.fail(at, "line addresses must ascend");
    l.file = object.string(v, at + 4, "source file");
    l.line = v.u32(at + 8, "line");
    l.column = v.u32(at + 12, "column");
    image.lines.push_back(std::move(l));
  }
  v.need_records(at, labels, kDebugLabel, "labels");
  for (uint32_t i = 0; i < labels; ++i, at += kDebugLabel) {
    Label l{object.string(v, at, "label"), address(v, at + 4, image, "label address")};
    if (!image.labels.empty() && l.address < image.labels.back().address)
      v.fail(at + 4, "label addresses must ascend");
    image.labels.push_back(std::move(l));
  }
}

// Removes the width of a narrow value, ":s8" or ":u16", from the location.
void take_width(SymbolRange& symbol) {
  const size_t colon = symbol.location.rfind(':');
  if (colon == std::string::npos || colon + 2 >= symbol.location.size()) return;
  const char sign = symbol.location[colon + 1];
  unsigned bits = 0;
  const char* end = symbol.location.data() + symbol.location.size();
  const auto read = std::from_chars(symbol.location.data() + colon + 2, end, bits);
  if (read.ptr != end || bits < 1 || bits > 31 || (sign != 's' && sign != 'u')) return;
  symbol.bits = bits;
  symbol.is_signed = sign == 's';
  symbol.location.resize(colon);
}

void read_debug_symbols(const Object& object, const View& v, Program& program) {
  v.need(0, 8, "debug symbols");
  Image& image = image_of(v, program);
  if (!image.symbols.empty()) v.fail(0, fmt::format("second DBG_SYMB of image '{}'", image.name));
  const uint32_t count = v.u32(4, "symbol table");
  v.need_records(8, count, kDebugSymbol, "symbols");
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = 8 + uint64_t{i} * kDebugSymbol;
    image.symbols.push_back(
        {object.string(v, at, "symbol name"), object.string(v, at + 4, "symbol location"),
         address(v, at + 8, image, "symbol range"), address(v, at + 12, image, "symbol range")});
    take_width(image.symbols.back());
  }
}

void read_debug_points(const Object& object, const View& v, Program& program) {
  v.need(0, 8, "debug points");
  Image& image = image_of(v, program);
  if (!image.points.empty()) v.fail(0, fmt::format("second DBG_PRNT of image '{}'", image.name));
  const uint32_t count = v.u32(4, "debug points");
  v.need_records(8, count, kDebugPoint, "debug points");
  uint64_t at = 8;
  for (uint32_t i = 0; i < count; ++i) {
    v.need(at, kDebugPoint, "debug point");
    DebugPoint p;
    p.address = address(v, at, image, "debug point");
    if (!image.points.empty() && p.address < image.points.back().address)
      v.fail(at, "addresses of debug points must ascend");
    p.file = object.string(v, at + 4, "source file");
    p.line = v.u32(at + 8, "line");
    p.assertion = v.u32(at + 12, "kind of debug point") != 0;
    p.text = object.string(v, at + 16, "text");
    p.condition = object.string(v, at + 20, "condition");
    const uint32_t arguments = v.u32(at + 24, "arguments");
    at += kDebugPoint;
    v.need_records(at, arguments, kDebugArgument, "arguments");
    for (uint32_t n = 0; n < arguments; ++n, at += kDebugArgument)
      p.arguments.push_back(object.string(v, at, "argument"));
    image.points.push_back(std::move(p));
  }
}

void read_debug(const View& v, Program& program) {
  const Object object(v, "DBG_STRT");
  for (const Chunk& c : object.chunks()) {
    if (c.id == "DBG_IMAG")
      read_debug_image(object, c.data, program);
    else if (c.id == "DBG_SYMB")
      read_debug_symbols(object, c.data, program);
    else if (c.id == "DBG_PRNT")
      read_debug_points(object, c.data, program);
    else
      v.fail(c.header, fmt::format("unknown chunk '{}', expected DBG_STRT, DBG_IMAG, DBG_SYMB "
                                   "or DBG_PRNT",
                                   Object::printable(c.id)));
  }
}

bool byte_order(const std::string& bytes, const std::string& file) {
  if (bytes.size() < 2)
    throw ixp::InputError(
        {file, 0, 0},
        fmt::format("byte 0x0: {} bytes, a UOF file has at least {}", bytes.size(), kFileHeader));
  const unsigned a = static_cast<unsigned char>(bytes[0]), b = static_cast<unsigned char>(bytes[1]);
  if ((a << 8 | b) == kFileId) return true;
  if ((b << 8 | a) == kFileId) return false;
  throw ixp::InputError({file, 0, 0}, fmt::format("byte 0x0: file id 0x{:02x}{:02x}, expected "
                                                  "0x{:04x} in either byte order: not a UOF file",
                                                  b, a, kFileId));
}

void check_overlap(const View& file, std::vector<std::pair<uint64_t, uint64_t>> ranges) {
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].first < ranges[i - 1].second)
      file.fail(ranges[i].first, "two objects of the file overlap");
}

} // namespace

Program read_uof(const std::string& bytes, const std::string& file_name) {
  const View file(bytes, 0, byte_order(bytes, file_name), file_name);
  file.need(0, kFileHeader, "file header");
  const uint32_t max = file.u16(8, "maxChunks"), used = file.u16(10, "numChunks");
  if (used > max) file.fail(10, fmt::format("{} objects in a table for {}", used, max));
  file.need_records(kFileHeader, max, kFileChunkHeader, "chunk headers");
  const uint64_t data = kFileHeader + uint64_t{max} * kFileChunkHeader;
  std::vector<View> code, debug;
  std::vector<std::pair<uint64_t, uint64_t>> ranges{{0, data}};
  for (uint32_t i = 0; i < used; ++i) {
    const uint64_t at = kFileHeader + uint64_t{i} * kFileChunkHeader;
    const std::string id = file.id(at, "chunk id");
    const uint32_t checksum = file.u32(at + 8, "checksum"), offset = file.u32(at + 12, "offset"),
                   size = file.u32(at + 16, "size");
    if (id != "UOF_OBJS" && id != "DBG_OBJS")
      file.fail(at, fmt::format("unknown object '{}', expected UOF_OBJS or DBG_OBJS",
                                Object::printable(id)));
    const View object = file.part(offset, size, id);
    auto& list = id == "UOF_OBJS" ? code : debug;
    if (!list.empty()) file.fail(at, fmt::format("second {}, expected one", id));
    list.push_back(object);
    ranges.emplace_back(offset, uint64_t{offset} + size);
    const uint16_t crc = crc16(object.bytes());
    if (crc != checksum)
      file.fail(at + 8, fmt::format("checksum of {} is 0x{:04x}, its bytes give 0x{:04x}: the file "
                                    "is damaged",
                                    id, checksum, crc));
  }
  check_overlap(file, std::move(ranges));
  if (code.empty()) file.fail(0, "no UOF_OBJS object: the file holds no program");
  Program program;
  read_code(code.front(), program);
  if (!debug.empty()) read_debug(debug.front(), program);
  return program;
}

} // namespace mecc
