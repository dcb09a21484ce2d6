// pcapng blocks (draft-ietf-opsawg-pcapng): a section header, an interface description per port and
// direction and one for the chip, an enhanced packet per frame; after an interrupted run, interface
// statistics with a comment. All fields are little endian and padded to four bytes, with the total
// length before and after.
#include "emu/record/pcapng.h"

#include "emu/record/port_log.h"

#include <fmt/format.h>

namespace ixp {

namespace {
constexpr uint32_t kSectionHeader = 0x0a0d0d0a, kInterface = 1, kStatistics = 5,
                   kEnhancedPacket = 6;
constexpr uint16_t kLinkTypeEthernet = 1;
constexpr uint16_t kEndOfOptions = 0, kComment = 1;
constexpr uint16_t kApplication = 4; // section options
constexpr uint16_t kIfName = 2, kIfDescription = 3, kIfSpeed = 8, kIfResolution = 9,
                   kIfFcs = 13;                                   // interface options
// Packet options. Programs of Wireshark 4.0 that copy a capture damage it if it has a verdict (7).
constexpr uint16_t kPacketFlags = 2, kPacketId = 5;
constexpr size_t kFlushAt = 1 << 18;

void put(std::string& out, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> 8 * i);
}
void pad(std::string& out, size_t bytes) {
  while (bytes++ % 4)
    out += '\0';
}
void put_option(std::string& out, uint16_t code, std::string_view value) {
  put(out, code, 2);
  put(out, value.size(), 2);
  out += value;
  pad(out, value.size());
}
void put_option(std::string& out, uint16_t code, uint64_t value, uint16_t bytes) {
  put(out, code, 2);
  put(out, bytes, 2);
  put(out, value, bytes);
  pad(out, bytes);
}

// Appends one block; its destructor fills in the length.
class Block {
public:
  Block(std::string& out, uint32_t type) : out_(out), begin_(out.size()) {
    put(out_, type, 4);
    put(out_, 0, 4);
  }
  ~Block() {
    const auto length = static_cast<uint32_t>(out_.size() - begin_ + 4);
    put(out_, length, 4);
    for (unsigned i = 0; i < 4; ++i)
      out_[begin_ + 4 + i] = static_cast<char>(length >> 8 * i);
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

private:
  std::string& out_;
  size_t begin_;
};

// The fields of an interface, and its first options.
void put_interface(std::string& out, std::string_view name) {
  put(out, kLinkTypeEthernet, 2);
  put(out, 0, 2);
  put(out, 0, 4); // no snapshot length
  put_option(out, kIfName, name);
  put_option(out, kIfResolution, 9, 1); // nanoseconds
}

// A block of a frame; `more` puts its further options.
template <class More>
void put_packet(std::string& out, int interface, const PcapngWriter::Frame& f, uint32_t flags,
                More more) {
  const Block block(out, kEnhancedPacket);
  put(out, static_cast<uint32_t>(interface), 4);
  put(out, f.time_ns >> 32, 4);
  put(out, f.time_ns & 0xffffffff, 4);
  put(out, f.bytes.size(), 4);
  put(out, f.original_bytes, 4);
  out.append(reinterpret_cast<const char*>(f.bytes.data()), f.bytes.size());
  pad(out, f.bytes.size());
  put_option(out, kPacketFlags, flags, 4);
  if (f.tag) put_option(out, kPacketId, uint64_t{f.tag->port} << 32 | f.tag->number, 8);
  more();
  put_option(out, kEndOfOptions, {});
}
} // namespace

PcapngWriter::PcapngWriter(std::string path, std::string application, std::string chip)
    : file_(std::move(path)), prefix_(chip.empty() ? "" : chip + ".") {
  for (auto& port : interface_)
    port.fill(-1);
  const Block block(buffer_, kSectionHeader);
  put(buffer_, 0x1a2b3c4d, 4); // byte-order magic
  put(buffer_, 1, 2);          // version 1.0
  put(buffer_, 0, 2);
  put(buffer_, ~uint64_t{0}, 8); // section length: unspecified
  put_option(buffer_, kComment, fmt::format("run={}", RunMark::kUnknown));
  run_offset_ = buffer_.find(RunMark::kUnknown);
  put_option(buffer_, kApplication, application);
  put_option(buffer_, kEndOfOptions, {});
}

void PcapngWriter::open(unsigned port, Direction direction, uint64_t rate_mbps, Fcs fcs) {
  interface_[port][static_cast<unsigned>(direction)] = interfaces_++;
  const Block block(buffer_, kInterface);
  put_interface(buffer_, fmt::format("{}port{}_{}", prefix_, port, name(direction)));
  if (rate_mbps) put_option(buffer_, kIfSpeed, rate_mbps * 1'000'000, 8);
  put_option(buffer_, kIfFcs, fcs == Fcs::Keep ? 4 : 0, 1);
  put_option(buffer_, kEndOfOptions, {});
}

void PcapngWriter::open_chip() {
  chip_ = interfaces_++;
  const Block block(buffer_, kInterface);
  put_interface(buffer_, prefix_ + "chip");
  put_option(buffer_, kIfDescription, "Ends of frames that were not transmitted");
  put_option(buffer_, kEndOfOptions, {});
}

std::string PcapngWriter::crossed(unsigned port, Direction direction, const Frame& f,
                                  uint64_t frame) const {
  std::string out;
  const int interface = interface_[port][static_cast<unsigned>(direction)];
  if (interface < 0) return out;
  put_packet(out, interface, f, direction == Direction::Rx ? 1 : 2, [&] { // in, out
    put_option(out, kComment, fmt::format("{} frame {} cycle {}", tag_text(f.tag), frame, f.cycle));
  });
  return out;
}

std::string PcapngWriter::lost(const Frame& f, const Loss& how) const {
  std::string out;
  put_packet(out, chip_, f, how.fcs == Fcs::Keep ? 4 << 5 : 0, [&] {
    put_option(
        out, kComment,
        fmt::format("{} {}cycle {}", tag_text(f.tag), how.ended ? "" : "end of run at ", f.cycle));
    put_option(out, kComment, fmt::format("{}: {}", how.fate, how.reason));
    if (!how.source.empty()) put_option(out, kComment, how.source);
  });
  return out;
}

void PcapngWriter::write(std::string_view blocks) {
  buffer_ += blocks;
  if (buffer_.size() >= kFlushAt) flush();
}

void PcapngWriter::flush() {
  file_.write(buffer_);
  buffer_.clear();
  file_.flush();
}

void PcapngWriter::mark(const RunMark& mark) {
  flush();
  file_.patch(run_offset_, mark.run);
  if (!mark.interrupted_at || interfaces_ == 0) return;
  const Block block(buffer_, kStatistics);
  put(buffer_, 0, 4);     // interface
  put(buffer_, 0, 4 + 4); // timestamp
  put_option(buffer_, kComment, fmt::format("interrupted at cycle {}", *mark.interrupted_at));
  put_option(buffer_, kEndOfOptions, {});
}

void PcapngWriter::finish() {
  if (!buffer_.empty()) flush();
  file_.finish();
}

void PcapngWriter::commit() {
  finish();
  file_.commit();
}

} // namespace ixp
