// Files of frames for tests, and their contents.
#pragma once

#include "base/diagnostic.h"
#include "base/frames/frame_reader.h"

#include <functional>
#include <string>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace ixp::test {

// A pcap file, written field by field.
struct CaptureBytes {
  bool big_endian = false, nanoseconds = false;
  std::string out;
  void u32(uint32_t v) {
    for (unsigned i = 0; i < 4; ++i)
      out += static_cast<char>(v >> (big_endian ? 24 - 8 * i : 8 * i));
  }
  void u16(uint16_t v) {
    for (unsigned i = 0; i < 2; ++i)
      out += static_cast<char>(v >> (big_endian ? 8 - 8 * i : 8 * i));
  }
  void header(uint32_t link = 1) {
    u32(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4);
    u16(2);
    u16(4);
    u32(0);
    u32(0);
    u32(65535);
    u32(link);
  }
  void record(uint32_t seconds, uint32_t fraction, const std::string& data, uint32_t length = 0) {
    u32(seconds);
    u32(fraction);
    u32(static_cast<uint32_t>(data.size()));
    u32(length ? length : static_cast<uint32_t>(data.size()));
    out += data;
  }
};

struct KeptFrame : FileFrame {
  std::vector<uint8_t> data;
};

inline std::vector<KeptFrame> read_frames(const Input& input) {
  const auto reader = open_frames(input);
  std::vector<KeptFrame> out;
  for (FileFrame f; reader->next(f);)
    out.push_back({f, {f.bytes.begin(), f.bytes.end()}});
  return out;
}

inline std::string message(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& e) {
    return format(e.diagnostic());
  }
  return "no error";
}

inline std::string gzip(std::string_view bytes) {
  z_stream z{};
  deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, bytes.size()), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}
inline std::string zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

} // namespace ixp::test
