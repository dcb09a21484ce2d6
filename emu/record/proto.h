// Writes fields of protobuf messages (protobuf.dev, "Encoding") into memory that must be large
// enough.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace ixp::proto {

class Cursor {
public:
  explicit Cursor(char* to) : at_(to) {}
  char* at() const { return at_; }
  void varint(uint64_t v) {
    for (; v >= 0x80; v >>= 7)
      *at_++ = static_cast<char>(v | 0x80);
    *at_++ = static_cast<char>(v);
  }
  void number(unsigned field, uint64_t v) {
    varint(uint64_t{field} << 3);
    varint(v);
  }
  void fixed64(unsigned field, uint64_t v) {
    varint(uint64_t{field} << 3 | 1);
    for (unsigned i = 0; i < 8; ++i)
      *at_++ = static_cast<char>(v >> 8 * i);
  }
  void bytes(unsigned field, std::string_view v) { // a string, bytes, or an encoded message
    varint(uint64_t{field} << 3 | 2);
    varint(v.size());
    std::memcpy(at_, v.data(), v.size());
    at_ += v.size();
  }
  // Begins a message whose length is filled in at its end; one or two bytes are reserved for it.
  static constexpr size_t kLongest[] = {0, (1 << 7) - 1, (1 << 14) - 1}; // indexed by kBytes
  template <unsigned kBytes> char* open(unsigned field) {
    varint(uint64_t{field} << 3 | 2);
    at_ += kBytes;
    return at_;
  }
  template <unsigned kBytes> void close(char* opened) {
    const auto length = static_cast<unsigned>(at_ - opened);
    if constexpr (kBytes == 2) {
      opened[-2] = static_cast<char>(length | 0x80);
      opened[-1] = static_cast<char>(length >> 7);
    } else {
      opened[-1] = static_cast<char>(length);
    }
  }

private:
  char* at_;
};

// A message in its own string, for code where speed does not matter.
class Message {
public:
  Message& number(unsigned field, uint64_t v) {
    char bytes[20];
    Cursor c(bytes);
    c.number(field, v);
    text_.append(bytes, c.at());
    return *this;
  }
  Message& bytes(unsigned field, std::string_view v) {
    char head[20];
    Cursor c(head);
    c.varint(uint64_t{field} << 3 | 2);
    c.varint(v.size());
    text_.append(head, c.at()).append(v);
    return *this;
  }
  const std::string& text() const { return text_; }

private:
  std::string text_;
};

} // namespace ixp::proto
