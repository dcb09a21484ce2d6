// pcapng blocks (draft-ietf-opsawg-pcapng): a section header, an interface description per port and
// direction, an enhanced packet per frame; after an interrupted run, interface statistics with a
// comment. All fields are little endian and padded to four bytes, with the total length before and
// after.
#include "emu/record/pcapng.h"

#include "emu/record/port_log.h"

#include <fmt/format.h>

namespace ixp {

namespace {
constexpr uint32_t kSectionHeader = 0x0a0d0d0a, kInterface = 1, kStatistics = 5,
                   kEnhancedPacket = 6;
constexpr uint16_t kLinkTypeEthernet = 1;
constexpr uint16_t kEndOfOptions = 0, kComment = 1;
constexpr uint16_t kApplication = 4;                                          // section options
constexpr uint16_t kIfName = 2, kIfSpeed = 8, kIfResolution = 9, kIfFcs = 13; // interface options
constexpr uint16_t kPacketFlags = 2, kPacketId = 5;                           // packet options
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
} // namespace

PcapngWriter::PcapngWriter(std::string path, const Params& params, const PacketLedger* ledger,
                           std::string application)
    : file_(std::move(path)), ledger_(ledger), me_div_(params.clock_me_div),
      me_hz_(params.me_hz()) {
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
  put(buffer_, kLinkTypeEthernet, 2);
  put(buffer_, 0, 2);
  put(buffer_, 0, 4); // no snapshot length
  put_option(buffer_, kIfName, fmt::format("port{}_{}", port, name(direction)));
  if (rate_mbps) put_option(buffer_, kIfSpeed, rate_mbps * 1'000'000, 8);
  put_option(buffer_, kIfResolution, 9, 1); // nanoseconds
  put_option(buffer_, kIfFcs, fcs == Fcs::Keep ? 4 : 0, 1);
  put_option(buffer_, kEndOfOptions, {});
}

void PcapngWriter::write_frame(unsigned port, Direction direction, uint64_t time_ns,
                               std::span<const uint8_t> bytes, uint32_t original_bytes,
                               const std::optional<FrameName>& tag, uint64_t frame) {
  const int interface = interface_[port][static_cast<unsigned>(direction)];
  if (interface < 0) return;
  {
    const Block block(buffer_, kEnhancedPacket);
    put(buffer_, static_cast<uint32_t>(interface), 4);
    put(buffer_, time_ns >> 32, 4);
    put(buffer_, time_ns & 0xffffffff, 4);
    put(buffer_, bytes.size(), 4);
    put(buffer_, original_bytes, 4);
    buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    pad(buffer_, bytes.size());
    put_option(buffer_, kComment, fmt::format("{} frame {}", tag_text(tag), frame));
    put_option(buffer_, kPacketFlags, direction == Direction::Rx ? 1 : 2, 4); // in, out
    if (tag) put_option(buffer_, kPacketId, uint64_t{tag->port} << 32 | tag->number, 8);
    put_option(buffer_, kEndOfOptions, {});
  }
  if (buffer_.size() >= kFlushAt) flush();
}

void PcapngWriter::frame_crossed(const FrameRecord& r) {
  const uint64_t ns = nanoseconds(r.eop / me_div_, me_hz_); // rounded as in a port log
  std::optional<FrameName> tag;
  if (r.tag) tag = {ledger_->entry(r.tag).port, ledger_->entry(r.tag).frame};
  write_frame(r.port, r.direction, ns, r.bytes, static_cast<uint32_t>(r.bytes.size()), tag,
              r.frame);
}

void PcapngWriter::flush() {
  file_.write(buffer_);
  buffer_.clear();
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
