#include "mecc/image/uof_layout.h"

#include "isa/microengine.h"

#include <charconv>
#include <fmt/format.h>

namespace mecc::uof {
namespace {

struct RegisterType {
  uint8_t type;
  std::string_view prefix;
  uint32_t limit; // numbers are below it
};
// Types 6, 7 (S read, S write) and similar never name one canonical operand; a transfer register is
// initialised on both sides.
constexpr std::array<RegisterType, 7> kTypes{{{1, "a", 32},
                                              {2, "@a", mev2::kFileRegisters},
                                              {3, "b", 32},
                                              {4, "@b", mev2::kFileRegisters},
                                              {5, "$", 32},
                                              {19, "$$", 32},
                                              {31, "n$", mev2::kFileRegisters}}};

} // namespace

std::optional<RegisterName> register_of(std::string_view location) {
  const size_t digits = location.find_first_of("0123456789");
  if (digits == std::string_view::npos) return std::nullopt;
  for (const RegisterType& t : kTypes) {
    if (location.substr(0, digits) != t.prefix) continue;
    uint32_t n = 0;
    const char* end = location.data() + location.size();
    const auto [stop, bad] = std::from_chars(location.data() + digits, end, n);
    if (bad != std::errc{} || stop != end || n >= t.limit) return std::nullopt;
    return RegisterName{t.type, n};
  }
  return std::nullopt;
}

std::string location_of(RegisterName r) {
  for (const RegisterType& t : kTypes)
    if (t.type == r.type && r.number < t.limit) return fmt::format("{}{}", t.prefix, r.number);
  return {};
}

uint16_t crc16(std::string_view bytes) {
  uint16_t crc = 0;
  for (const char c : bytes) {
    crc = static_cast<uint16_t>(crc ^ static_cast<unsigned char>(c) << 8);
    for (int bit = 0; bit < 8; ++bit)
      crc = static_cast<uint16_t>(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  return crc;
}

} // namespace mecc::uof
