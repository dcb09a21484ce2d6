// Nanosecond pcap, little-endian on every machine (libpcap writes in host order).
#pragma once

#include "base/files.h"

#include <cstdint>
#include <span>
#include <string>

namespace ixp {

class PcapWriter {
public:
  explicit PcapWriter(const std::string& path); // Ethernet
  void write(uint64_t time_ns, std::span<const uint8_t> frame);
  void finish() { file_.finish(); } // see OutputFile
  void commit() { file_.commit(); } // without it, no file remains

private:
  OutputFile file_;
};

} // namespace ixp
