// A digest of inputs, the same on every machine: 64-bit FNV-1a (Fowler, Noll and Vo). It
// distinguishes inputs, but does not protect against forgery.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <span>
#include <string>
#include <string_view>

namespace ixp {

class Digest {
public:
  void add(uint64_t number) {
    for (unsigned i = 0; i < 8; ++i)
      mix(static_cast<uint8_t>(number >> 8 * i));
  }
  // The length is hashed too, so that "ab","c" differs from "a","bc".
  void add(std::span<const uint8_t> bytes) {
    add(bytes.size());
    for (const uint8_t byte : bytes)
      mix(byte);
  }
  void add(std::string_view text) {
    add(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  }
  void add(const Digest& other) { add(other.value_); }
  uint64_t value() const { return value_; }
  std::string text() const { return fmt::format("{:016x}", value_); }

private:
  void mix(uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  uint64_t value_ = 0xcbf29ce484222325;
};

} // namespace ixp
