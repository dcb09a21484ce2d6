// Readers for files of frames: captures (pcap, pcapng) through libpcap, and the text format;
// docs/formats.md describes them. Files are read frame by frame; an error is reported when it is
// reached.
#pragma once

#include "base/frames/byte_stream.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace ixp {

struct FileFrame {
  std::span<const uint8_t> bytes; // valid until the next call
  uint32_t length = 0;            // length on the line; a capture may hold fewer bytes
  bool timed = false;             // time_ns is valid
  bool has_fcs = false;           // the last four bytes are the FCS, according to the capture
  bool bad = false;               // arrives with a receive error
  uint64_t time_ns = 0;
};

enum class Link : uint8_t { Ethernet, RawIp, Other };

class FrameReader {
public:
  virtual ~FrameReader() = default;
  // Gets the next frame, of at least one byte; false at the end. Throws InputError with file and
  // record or line.
  virtual bool next(FileFrame& frame) = 0;
  // Throws an error located at the last frame returned by next().
  [[noreturn]] virtual void fail(const std::string& what) const = 0;

  virtual Link link() const { return Link::Ethernet; }
  virtual std::string link_name() const { return "Ethernet"; }
  virtual bool times_from_reset() const { return false; } // else relative to the first frame
};

// Detects the format by its first bytes, then by the extension of `name`. Throws InputError.
std::unique_ptr<FrameReader> open_frames(const Input& input);
// Readers of the two formats.
std::unique_ptr<FrameReader> open_capture(std::unique_ptr<ByteStream> bytes, std::string name);
std::unique_ptr<FrameReader> open_text(std::unique_ptr<ByteStream> bytes, std::string name);

} // namespace ixp
