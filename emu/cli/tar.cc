#include "emu/cli/tar.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace ixp {

namespace {

constexpr uint64_t kBlock = 512;
constexpr uint64_t kMostZeros = 1u << 20; // at the end: writers fill up their last record

// Fields are text padded with zeros; numbers are octal.
struct Header {
  char name[100], mode[8], user[8], group[8], size[12], time[12], sum[8], type, link[100], magic[6],
      version[2], user_name[32], group_name[32], major[8], minor[8], prefix[155], unused[12];
};
static_assert(sizeof(Header) == kBlock);

constexpr std::string_view kMagic = "ustar";
constexpr char kRegular = '0', kRegularBefore1988 = '\0';

template <size_t N> void set(char (&field)[N], std::string_view text) {
  std::ranges::copy(text, field);
}

template <size_t N> std::string text_of(const char (&field)[N]) {
  return {field, strnlen(field, N)};
}

// The sum of a header's bytes, with its own field as spaces.
unsigned sum_of(Header header) {
  std::ranges::fill(header.sum, ' ');
  std::array<uint8_t, kBlock> bytes;
  std::memcpy(bytes.data(), &header, kBlock);
  unsigned sum = 0;
  for (const uint8_t byte : bytes)
    sum += byte;
  return sum;
}

// Octal digits, ended by a space or a zero.
template <size_t N> std::optional<uint64_t> number_in(const char (&field)[N]) {
  std::string digits = text_of(field);
  if (const size_t end = digits.find(' '); end != digits.npos) digits.resize(end);
  if (digits.empty() || digits.find_first_not_of("01234567") != digits.npos) return {};
  return std::stoull(digits, nullptr, 8);
}

// Long names are divided at a '/'. Returns its position, npos without one, or 0 if the name is too
// long.
size_t division(const std::string& name) {
  if (name.size() <= sizeof Header::name) return name.npos;
  const size_t at = name.rfind('/', sizeof Header::prefix);
  return at != name.npos && name.size() - at - 1 <= sizeof Header::name ? at : 0;
}

uint64_t padding_of(uint64_t size) {
  return (kBlock - size % kBlock) % kBlock;
}

bool stays_below(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.back() == '/') return false;
  if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; }))
    return false;
  return std::ranges::none_of(std::filesystem::path(name),
                              [](const auto& part) { return part == ".." || part == "."; });
}

} // namespace

TarWriter::TarWriter(std::string path, Sink sink)
    : path_(std::move(path)), sink_(std::move(sink)) {}

void TarWriter::begin(const std::string& name, uint64_t size) {
  const size_t at = division(name);
  if (at == 0)
    throw InputError({path_}, fmt::format("the name {} is too long for an archive, which divides "
                                          "it at a '/' into at most 155 and 100 bytes",
                                          name));
  Header header{};
  if (at == name.npos) {
    set(header.name, name);
  } else {
    set(header.prefix, name.substr(0, at));
    set(header.name, name.substr(at + 1));
  }
  set(header.mode, "0000644");
  set(header.user, "0000000");
  set(header.group, "0000000");
  set(header.size, fmt::format("{:011o}", size));
  set(header.time, "00000000000");
  header.type = kRegular;
  set(header.magic, kMagic);
  set(header.version, "00");
  set(header.sum, fmt::format("{:06o}", sum_of(header)) + std::string("\0 ", 2));
  sink_({reinterpret_cast<const char*>(&header), kBlock});
}

void TarWriter::pad(uint64_t size) {
  sink_(std::string(padding_of(size), '\0'));
}

void TarWriter::add(const std::string& name, std::string_view bytes) {
  begin(name, bytes.size());
  sink_(bytes);
  pad(bytes.size());
}

void TarWriter::add_file(const std::string& name, const std::string& from) {
  const uint64_t size = std::filesystem::file_size(from);
  begin(name, size);
  ByteStream bytes(file_input(from).reader());
  uint64_t written = 0;
  for (auto part = bytes.some(); !part.empty(); part = bytes.some()) {
    sink_({reinterpret_cast<const char*>(part.data()), part.size()});
    written += part.size();
    bytes.consume(part.size());
  }
  if (written != size) throw InputError({from}, "changed while it was read; pack again");
  pad(size);
}

void TarWriter::finish() {
  sink_(std::string(2 * kBlock, '\0'));
}

TarReader::TarReader(std::string path, ByteStream& bytes) : path_(std::move(path)), bytes_(bytes) {}

void TarReader::fail(const std::string& text) const {
  throw InputError({path_}, text + "; expected an archive that ixpemu pack made");
}

std::span<const uint8_t> TarReader::some() {
  bytes_.consume(shown_);
  left_ -= shown_;
  shown_ = 0;
  if (left_ == 0) return {};
  const auto part = bytes_.some();
  if (part.empty()) fail("ends within a file");
  shown_ = std::min<uint64_t>(part.size(), left_);
  return part.first(shown_);
}

void TarReader::check_end() {
  uint64_t size = 0;
  for (auto part = bytes_.some(); !part.empty(); part = bytes_.some()) {
    const bool zeros = std::ranges::all_of(part, [](uint8_t byte) { return byte == 0; });
    if (!zeros || (size += part.size()) > kMostZeros) fail("goes on after its end mark");
    bytes_.consume(part.size());
  }
}

std::optional<TarReader::Member> TarReader::next() {
  while (!some().empty()) {
  }
  std::vector<uint8_t> skipped(padding_);
  if (bytes_.read(skipped) != padding_) fail("ends within a file");
  Header header{};
  if (bytes_.read({reinterpret_cast<uint8_t*>(&header), kBlock}) != kBlock)
    fail("ends before its end mark");
  if (header.name[0] == '\0') {
    check_end();
    return {};
  }
  const auto sum = number_in(header.sum), size = number_in(header.size);
  if (text_of(header.magic) != kMagic || !size || sum != sum_of(header))
    fail("has an invalid header");
  Member member{text_of(header.name), *size};
  if (header.prefix[0] != '\0') member.name = text_of(header.prefix) + "/" + member.name;
  if (header.type != kRegular && header.type != kRegularBefore1988)
    fail(fmt::format("has {:?}, which is a link, folder or device", member.name));
  if (!stays_below(member.name)) fail(fmt::format("has a file with the name {:?}", member.name));
  left_ = *size;
  padding_ = padding_of(*size);
  return member;
}

} // namespace ixp
