#include "base/frames/frame_reader.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace ixp {

static bool looks_like_capture(std::span<const uint8_t> first) {
  static constexpr uint8_t kMagic[][4] = {
      {0xd4, 0xc3, 0xb2, 0xa1}, {0xa1, 0xb2, 0xc3, 0xd4}, // microseconds
      {0x4d, 0x3c, 0xb2, 0xa1}, {0xa1, 0xb2, 0x3c, 0x4d}, // nanoseconds
      {0x34, 0xcd, 0xb2, 0xa1}, {0xa1, 0xb2, 0xcd, 0x34}, // Kuznetzov's
      {0x0a, 0x0d, 0x0d, 0x0a},                           // pcapng
  };
  return first.size() == 4 && std::ranges::any_of(kMagic, [&](const uint8_t(&magic)[4]) {
           return std::memcmp(first.data(), magic, 4) == 0;
         });
}

static bool is_called_capture(std::string_view name) {
  for (const std::string_view packed : {".gz", ".zst"})
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  return name.ends_with(".pcap") || name.ends_with(".pcapng");
}

std::unique_ptr<FrameReader> open_frames(const Input& input) {
  std::unique_ptr<ByteStream> bytes = input.open();
  const bool capture = looks_like_capture(bytes->peek(4)) || is_called_capture(input.name);
  return capture ? open_capture(std::move(bytes), input.name)
                 : open_text(std::move(bytes), input.name);
}

} // namespace ixp
