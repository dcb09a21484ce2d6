#include "tools/ixpgen/pcap_writer.h"

#include "emu/media/frame.h"

namespace ixp {

namespace {
std::string little_endian(std::initializer_list<uint32_t> words) {
  std::string out;
  for (uint32_t w : words)
    for (unsigned shift = 0; shift < 32; shift += 8)
      out += static_cast<char>(w >> shift);
  return out;
}
} // namespace

PcapWriter::PcapWriter(const std::string& path) : file_(path) {
  constexpr uint32_t kMagic = 0xa1b23c4d, kVersion = 4 << 16 | 2, kEthernet = 1;
  file_.write(little_endian({kMagic, kVersion, 0, 0, kMaxFrameBytes, kEthernet}));
}

void PcapWriter::write(uint64_t time_ns, std::span<const uint8_t> frame) {
  constexpr uint64_t kSecond = 1'000'000'000;
  const auto bytes = static_cast<uint32_t>(frame.size());
  file_.write(little_endian({static_cast<uint32_t>(time_ns / kSecond),
                             static_cast<uint32_t>(time_ns % kSecond), bytes, bytes}));
  file_.write({reinterpret_cast<const char*>(frame.data()), frame.size()});
}

} // namespace ixp
