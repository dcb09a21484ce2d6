#include "emu/chip/arm_program.h"

#include "base/diagnostic.h"
#include "base/files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ixp {

namespace {

constexpr uint32_t kTags = 0x100, kInitrd = 0x01000000, kZImage = 0x00800000;
constexpr uint32_t kPhysical = 0x0fffffff; // of a virtual address: Linux maps DRAM at 0xc0000000
constexpr uint64_t kMostImage = 1u << 30;  // bytes of a file, with symbols
constexpr size_t kEnoughNames = 400;       // characters of them in an error
constexpr size_t kMostCommandLine = 1023;  // of Linux for ARM, and a zero
constexpr uint32_t kZImageMagic = 0x016f2818, kZImageMagicAt = 0x24;

// Kinds of tags.
constexpr uint32_t kTagCore = 0x54410001, kTagMemory = 0x54410002, kTagInitrd = 0x54420005,
                   kTagCommandLine = 0x54410009, kTagNone = 0;

constexpr std::string_view kMachinePrefix = "__mach_desc_";

using Bytes = std::vector<uint8_t>;

uint32_t word_at(const std::string& data, uint32_t offset) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<uint8_t>(data[offset + i]);
  return value;
}

void append(Bytes& out, uint32_t value, bool big_endian) {
  for (unsigned i = 0; i < 4; ++i)
    out.push_back(static_cast<uint8_t>(value >> (big_endian ? 24 - 8 * i : 8 * i)));
}

// A tag: its length in longwords, its kind, its longwords.
void append_tag(Bytes& out, uint32_t kind, std::initializer_list<uint32_t> words, bool big_endian) {
  append(out, kind == kTagNone ? 0 : 2 + static_cast<uint32_t>(words.size()), big_endian);
  append(out, kind, big_endian);
  for (const uint32_t word : words)
    append(out, word, big_endian);
}

void append_text_tag(Bytes& out, const std::string& text, bool big_endian) {
  const uint32_t bytes = (static_cast<uint32_t>(text.size()) + 1 + 3) & ~3u;
  append(out, 2 + bytes / 4, big_endian);
  append(out, kTagCommandLine, big_endian);
  out.insert(out.end(), text.begin(), text.end());
  out.insert(out.end(), bytes - text.size(), 0);
}

bool is_zimage(const std::string& data) {
  if (data.size() < kZImageMagicAt + 12) return false;
  const uint32_t magic = word_at(data, kZImageMagicAt);
  return magic == kZImageMagic || magic == __builtin_bswap32(kZImageMagic);
}

xscale::Segment segment(uint32_t address, const std::string& data) {
  return {.address = address,
          .bytes = Bytes(data.begin(), data.end()),
          .size = static_cast<uint32_t>(data.size())};
}

// A zImage says at 0x28 and 0x2c where it begins and ends.
xscale::Program read_zimage(const std::string& data, const SourceLocation& where) {
  xscale::Program program;
  program.big_endian = word_at(data, kZImageMagicAt) == kZImageMagic;
  const auto number = [&](uint32_t at) {
    const uint32_t word = word_at(data, at);
    return program.big_endian ? word : __builtin_bswap32(word);
  };
  const uint32_t bytes = number(kZImageMagicAt + 8) - number(kZImageMagicAt + 4);
  if (bytes > data.size())
    throw InputError(
        where, fmt::format("the zImage has {} bytes of {}; copy it again", data.size(), bytes));
  program.entry = kZImage;
  program.segments.push_back(segment(kZImage, data));
  return program;
}

uint32_t machine_of(XScaleConfig::Board board) {
  return board == XScaleConfig::Board::Ixdp2400 ? 242 : 356;
}

// The longword at an address of the program.
uint32_t word_of(const xscale::Program& program, uint32_t address) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t at = address + (program.big_endian ? i : 3 - i);
    const auto s = std::ranges::find_if(program.segments, [&](const xscale::Segment& segment) {
      return at - segment.address < segment.bytes.size();
    });
    value = value << 8 | (s == program.segments.end() ? 0 : s->bytes[at - s->address]);
  }
  return value;
}

// Linux describes each machine that it was built for at a symbol with this prefix; its number is
// first. A vmlinux without symbols is not checked.
void check_machine(const xscale::Program& program, const std::vector<xscale::Symbol>& machines,
                   uint32_t wanted, const std::string& file, const SourceLocation& where) {
  std::string built_for;
  for (const xscale::Symbol& s : machines) {
    const uint32_t number = word_of(program, s.value & kPhysical);
    if (number == wanted) return;
    if (built_for.size() > kEnoughNames) continue;
    built_for += fmt::format("{}{} ({})", built_for.empty() ? "" : ", ",
                             s.name.substr(kMachinePrefix.size()), number);
  }
  if (!built_for.empty())
    throw InputError(where, fmt::format("{} was built for the machines {}; the board is machine "
                                        "{}. Change 'board', or configure the kernel for it",
                                        file, built_for, wanted));
}

xscale::Program read_vmlinux(const std::string& data, const std::string& file, uint32_t machine,
                             const SourceLocation& where) {
  const std::span bytes(reinterpret_cast<const uint8_t*>(data.data()), data.size());
  xscale::Program program = xscale::read_elf(bytes, file);
  if (program.entry < 0xc0000000)
    throw InputError(where, fmt::format("{} enters at {:#010x}; expected a Linux kernel, linked to "
                                        "0xc0008000, or a zImage ('program' takes other programs)",
                                        file, program.entry));
  program.entry &= kPhysical;
  for (xscale::Segment& s : program.segments)
    s.address &= kPhysical;
  check_machine(program, xscale::read_symbols(bytes, file, kMachinePrefix), machine, file, where);
  return program;
}

bool lies_in(const xscale::Segment& s, uint64_t first, uint64_t end) {
  return s.address < end && uint64_t{s.address} + s.size > first;
}

// The file's length is checked first: a sparse file may be longer than the host's memory.
std::string read_at_most(uint64_t bytes, const std::string& file, const SourceLocation& where) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > bytes)
    throw InputError(where, fmt::format("{} has {} bytes, expected at most {}", file, size, bytes));
  return read_file(file);
}

void check_entry(const xscale::Program& program, const SourceLocation& where) {
  const uint32_t entry = program.entry & ~1u;
  if (std::ranges::none_of(program.segments, [&](const xscale::Segment& s) {
        return lies_in(s, entry, uint64_t{entry} + 1);
      }))
    throw InputError(where, fmt::format("the kernel enters at {:#x} (physical), where it loads "
                                        "nothing; link it again",
                                        entry));
}

uint64_t end_of(const xscale::Program& program) {
  uint64_t end = 0;
  for (const xscale::Segment& s : program.segments)
    end = std::max(end, uint64_t{s.address} + s.size);
  return end;
}

} // namespace

xscale::Program load_kernel(const XScaleConfig& config, uint64_t dram_bytes) {
  const KernelConfig& kernel = *config.kernel;
  const std::string data = read_at_most(kMostImage, kernel.image, config.program_where);
  const bool compressed = is_zimage(data);
  const uint32_t machine = machine_of(config.board);
  xscale::Program program = compressed
                                ? read_zimage(data, config.program_where)
                                : read_vmlinux(data, kernel.image, machine, config.program_where);
  const uint64_t end = end_of(program);
  if (const uint64_t room = kernel.initrd.empty() ? dram_bytes : kInitrd; end > room)
    throw InputError(config.program_where,
                     fmt::format("the kernel ends at {:#x}, {} at {:#x}", end,
                                 kernel.initrd.empty() ? "DRAM" : "the initial RAM disk begins",
                                 room));
  check_entry(program, config.program_where);
  program.kernel = true;
  Bytes tags;
  const bool big = program.big_endian;
  append_tag(tags, kTagCore, {1, 0x1000, 0}, big); // read-only root, pages, no root device
  append_tag(tags, kTagMemory, {static_cast<uint32_t>(dram_bytes), 0}, big);
  if (!kernel.initrd.empty()) {
    const std::string disk = read_at_most(dram_bytes, kernel.initrd, kernel.initrd_where);
    if (kInitrd + disk.size() > dram_bytes)
      throw InputError(kernel.initrd_where,
                       fmt::format("the initial RAM disk has {} bytes, DRAM has {} after {:#x}; "
                                   "make it smaller, or raise dram.bytes of [chip]",
                                   disk.size(),
                                   dram_bytes - std::min<uint64_t>(dram_bytes, kInitrd), kInitrd));
    append_tag(tags, kTagInitrd, {kInitrd, static_cast<uint32_t>(disk.size())}, big);
    program.segments.push_back(segment(kInitrd, disk));
  }
  if (kernel.command_line.size() > kMostCommandLine)
    throw InputError(config.program_where,
                     fmt::format("'command_line' has {} bytes, a kernel takes {}",
                                 kernel.command_line.size(), kMostCommandLine));
  append_text_tag(tags, kernel.command_line, big);
  append_tag(tags, kTagNone, {}, big);
  for (const xscale::Segment& s : program.segments)
    if (lies_in(s, kTags, kTags + tags.size()))
      throw InputError(config.program_where,
                       fmt::format("the kernel loads to {:#x}, over the list of tags at {:#x}; "
                                   "link it to 0xc0008000",
                                   s.address, kTags));
  program.segments.push_back(
      {.address = kTags, .bytes = tags, .size = static_cast<uint32_t>(tags.size())});
  program.arguments = {0, machine, kTags};
  return program;
}

} // namespace ixp
