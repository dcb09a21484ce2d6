#include "emu/xscale/elf.h"
#include "base/diagnostic.h"

#include <algorithm>
#include <elf.h>
#include <fmt/format.h>
#include <string_view>

namespace ixp::xscale {

namespace {

constexpr uint32_t kBe8 = 0x00800000; // EF_ARM_BE8
// Limits: a program has few segments, in memories of at most 2 GB.
constexpr unsigned kMostSegments = 64;
constexpr uint32_t kMostBytes = 1u << 28;
constexpr size_t kMostName = 256; // characters of a symbol

class Reader {
public:
  Reader(std::span<const uint8_t> data, const std::string& file) : data_(data), file_(file) {}

  Program read() {
    check_identity();
    program_.big_endian = data_[EI_DATA] == ELFDATA2MSB;
    check_header();
    program_.entry = word(offsetof(Elf32_Ehdr, e_entry));
    read_segments();
    if (program_.segments.empty()) fail("it has nothing to load; link it with ld.lld");
    return std::move(program_);
  }

  std::vector<Symbol> symbols(std::string_view prefix) {
    program_.big_endian = data_[EI_DATA] == ELFDATA2MSB;
    const uint64_t table = word(offsetof(Elf32_Ehdr, e_shoff));
    const auto header = [&](uint32_t index) { return table + index * sizeof(Elf32_Shdr); };
    std::vector<Symbol> found;
    for (uint32_t i = 0; i < half(offsetof(Elf32_Ehdr, e_shnum)); ++i) {
      if (word(header(i) + offsetof(Elf32_Shdr, sh_type)) != SHT_SYMTAB) continue;
      const uint64_t first = word(header(i) + offsetof(Elf32_Shdr, sh_offset));
      const uint32_t bytes = word(header(i) + offsetof(Elf32_Shdr, sh_size));
      const uint64_t names = word(header(word(header(i) + offsetof(Elf32_Shdr, sh_link))) +
                                  offsetof(Elf32_Shdr, sh_offset));
      for (uint64_t at = first; at + sizeof(Elf32_Sym) <= first + bytes; at += sizeof(Elf32_Sym)) {
        const uint64_t name = names + word(at + offsetof(Elf32_Sym, st_name));
        if (begins(name, prefix))
          found.push_back({text(name), word(at + offsetof(Elf32_Sym, st_value))});
      }
    }
    return found;
  }

private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(SourceLocation{.file = file_}, what);
  }

  // Reads a number, with a check against the file's length.
  uint32_t number(uint64_t offset, unsigned bytes) const {
    if (offset + bytes > data_.size())
      fail(fmt::format(
          "the file ends at byte {}, where a program of this kind goes on; copy it again",
          data_.size()));
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; ++i)
      value = value << 8 | data_[offset + (program_.big_endian ? i : bytes - 1 - i)];
    return value;
  }
  uint32_t word(uint64_t offset) const { return number(offset, 4); }
  uint32_t half(uint64_t offset) const { return number(offset, 2); }
  // Names in a file may overlap, so that all together could be far longer than it.
  std::string text(uint64_t offset) const {
    std::string text;
    while (const uint32_t c = text.size() < kMostName ? number(offset++, 1) : 0)
      text += static_cast<char>(c);
    return text;
  }
  bool begins(uint64_t offset, std::string_view prefix) const {
    return std::ranges::all_of(
        prefix, [&](char c) { return number(offset++, 1) == static_cast<uint8_t>(c); });
  }

  void check_identity() const {
    if (data_.size() < EI_NIDENT ||
        std::string_view(reinterpret_cast<const char*>(data_.data()), 4) != ELFMAG)
      fail("this is no ELF file; link the program with ld.lld");
    if (data_[EI_CLASS] != ELFCLASS32 ||
        (data_[EI_DATA] != ELFDATA2LSB && data_[EI_DATA] != ELFDATA2MSB))
      fail("this ELF file is not of 32 bits; compile with --target=armv5te-none-eabi");
  }
  void check_header() const {
    if (half(offsetof(Elf32_Ehdr, e_machine)) != EM_ARM)
      fail("this program is not for ARM; compile with --target=armv5te-none-eabi");
    if (half(offsetof(Elf32_Ehdr, e_type)) != ET_EXEC)
      fail("this file is not linked to fixed addresses; link it with ld.lld -static -no-pie");
    if (program_.big_endian && word(offsetof(Elf32_Ehdr, e_flags)) & kBe8)
      fail("this program has little-endian instructions among big-endian data (BE8), which came "
           "after "
           "the XScale; link it without --be8");
  }

  void read_segments() {
    const uint64_t table = word(offsetof(Elf32_Ehdr, e_phoff));
    const uint32_t size = half(offsetof(Elf32_Ehdr, e_phentsize));
    const uint32_t count = half(offsetof(Elf32_Ehdr, e_phnum));
    if (count && size != sizeof(Elf32_Phdr))
      fail(fmt::format("its program headers have {} bytes, expected {}", size, sizeof(Elf32_Phdr)));
    if (count > kMostSegments)
      fail(fmt::format("it has {} program headers, at most {} are taken", count, kMostSegments));
    for (uint32_t i = 0; i < count; ++i)
      read_segment(table + uint64_t{i} * size);
  }

  void read_segment(uint64_t header) {
    if (word(header + offsetof(Elf32_Phdr, p_type)) != PT_LOAD) return;
    const uint64_t offset = word(header + offsetof(Elf32_Phdr, p_offset));
    const uint32_t in_file = word(header + offsetof(Elf32_Phdr, p_filesz));
    Segment s{.address = word(header + offsetof(Elf32_Phdr, p_paddr)),
              .bytes = {},
              .size = word(header + offsetof(Elf32_Phdr, p_memsz))};
    if (s.size == 0) return;
    if (in_file > s.size || offset + in_file > data_.size())
      fail(fmt::format("the segment at {:#010x} does not lie in the file; copy the file again",
                       s.address));
    total_ += s.size;
    if (uint64_t{s.address} + s.size > uint64_t{1} << 32 || total_ > kMostBytes)
      fail(fmt::format("the segment at {:#010x} with {} bytes fits in no memory", s.address,
                       s.size));
    const auto first = data_.begin() + static_cast<std::ptrdiff_t>(offset);
    s.bytes.assign(first, first + in_file);
    program_.segments.push_back(std::move(s));
  }

  std::span<const uint8_t> data_;
  const std::string& file_;
  Program program_;
  uint64_t total_ = 0; // bytes of all segments
};

} // namespace

Program read_elf(std::span<const uint8_t> data, const std::string& file) {
  return Reader(data, file).read();
}

std::vector<Symbol> read_symbols(std::span<const uint8_t> data, const std::string& file,
                                 std::string_view prefix) {
  return Reader(data, file).symbols(prefix);
}

void for_each_byte(const Program& program,
                   const std::function<void(uint32_t address, uint8_t byte)>& put) {
  const uint32_t turn = program.big_endian ? 0 : 3;
  for (const Segment& s : program.segments)
    for (uint32_t i = 0; i < s.size; ++i)
      put((s.address + i) ^ turn, i < s.bytes.size() ? s.bytes[i] : 0);
}

} // namespace ixp::xscale
