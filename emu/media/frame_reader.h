// Files of frames as they are written: captures (pcap, pcapng) through libpcap, and our text form;
// docs/formats.md describes them. Read frame by frame; what is wrong shows when it is reached.
#pragma once

#include "emu/media/byte_stream.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace ixp {

struct FileFrame {
  std::span<const uint8_t> bytes; // valid until the next call
  uint32_t length = 0;            // the frame had on the line; a capture may hold fewer bytes of it
  bool timed = false;             // time_ns means something
  bool has_fcs = false;           // the capture says that the frame's last four bytes are the FCS
  bool bad = false;               // arrives with a receive error
  uint64_t time_ns = 0;
};

enum class Link : uint8_t { Ethernet, RawIp, Other };

class FrameReader {
public:
  virtual ~FrameReader() = default;
  // The next frame, of one byte or more; false at the end. Throws InputError with file and record
  // or line.
  virtual bool next(FileFrame& frame) = 0;
  // An error at the frame that next() gave last.
  [[noreturn]] virtual void fail(const std::string& what) const = 0;

  virtual Link link() const { return Link::Ethernet; }
  virtual std::string link_name() const { return "Ethernet"; }
  virtual bool times_from_reset() const { return false; } // else from the file's first frame
};

// Told by its first bytes, then by the extension of `name`. Throws InputError.
std::unique_ptr<FrameReader> open_frames(const Input& input);
// The two kinds.
std::unique_ptr<FrameReader> open_capture(std::unique_ptr<ByteStream> bytes, std::string name);
std::unique_ptr<FrameReader> open_text(std::unique_ptr<ByteStream> bytes, std::string name);

} // namespace ixp
