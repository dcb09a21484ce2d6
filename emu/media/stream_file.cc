#include "emu/media/stream_file.h"

#include "base/diagnostic.h"
#include "base/frames/fcs.h"
#include "emu/media/line.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

StreamFile::StreamFile(const Input& input, const FrameRules& rules, const std::string& where,
                       uint64_t pll_mhz, SourceCounts& counts)
    : rules_(rules), where_(where), pll_mhz_(pll_mhz), counts_(counts),
      reader_(open_frames(input)) {
  check_link(input.name);
  if (reader_->times_from_reset()) began_ns_ = 0;
}

void StreamFile::check_link(const std::string& name) const {
  const Link link = reader_->link();
  if (link == Link::Ethernet || (link == Link::RawIp && rules_.ethernet_header)) return;
  const std::string remedy =
      link == Link::RawIp ? fmt::format("; `ethernet_header = {{}}` in {} puts an Ethernet header "
                                        "before each packet",
                                        where_)
                          : "";
  throw InputError({name, 0, 0}, fmt::format("the capture's link type is {}, expected Ethernet{}",
                                             reader_->link_name(), remedy));
}

bool StreamFile::next(StreamFrame& out) {
  FileFrame in;
  do {
    if (!reader_->next(in)) return false;
    keep_time(in);
    if (reader_->link() == Link::RawIp) put_ethernet_header(in);
  } while (!fit(in));
  out = {};
  out.bytes = in.bytes;
  out.bad = in.bad;
  out.timed = in.timed;
  out.first_of_file = !played_;
  played_ = true;
  if (in.timed) out.time = to_ticks(last_ns_ - *began_ns_, pll_mhz_);
  put_fcs_right(in, out);
  return true;
}

void StreamFile::keep_time(const FileFrame& in) {
  if (!in.timed) return;
  if (!began_ns_) began_ns_ = last_ns_ = in.time_ns;
  if (in.time_ns < last_ns_ && rules_.unordered == FrameRules::Unordered::Error)
    reader_->fail(fmt::format("the time is before that of an earlier frame, by {} ns; put frames "
                              "in order of time, or say `unordered = \"hold\"` in {}",
                              last_ns_ - in.time_ns, where_));
  last_ns_ = std::max(last_ns_, in.time_ns);
}

// Makes `bytes` modifiable.
std::vector<uint8_t>& StreamFile::own(std::span<const uint8_t> bytes) {
  if (bytes.data() != work_.data()) work_.assign(bytes.begin(), bytes.end());
  work_.resize(bytes.size());
  return work_;
}

void StreamFile::put_ethernet_header(FileFrame& in) {
  constexpr uint16_t kIpv4 = 0x0800, kIpv6 = 0x86dd;
  const unsigned version = in.bytes.empty() ? 4 : in.bytes[0] >> 4; // arbitrary for an empty packet
  if (version != 4 && version != 6)
    reader_->fail(fmt::format("a packet of IP version {}, expected 4 or 6", version));
  const uint16_t type = version == 4 ? kIpv4 : kIpv6;
  const EthernetHeader& header = *rules_.ethernet_header;
  work_.assign(header.destination.begin(), header.destination.end());
  work_.insert(work_.end(), header.source.begin(), header.source.end());
  work_.push_back(type >> 8);
  work_.push_back(type & 0xff);
  in.length += static_cast<uint32_t>(work_.size());
  work_.insert(work_.end(), in.bytes.begin(), in.bytes.end());
  in.bytes = work_;
}

// Handles frames that are truncated or too long; false: skips the frame.
bool StreamFile::fit(FileFrame& in) {
  using T = FrameRules::Truncated;
  using O = FrameRules::Oversized;
  const auto skip = [&] { return ++counts_.skipped, false; };
  const auto captured = static_cast<uint32_t>(in.bytes.size());
  uint32_t bytes = captured;
  bool cut = false;
  if (captured < in.length) {
    if (rules_.truncated == T::Error)
      reader_->fail(fmt::format("only {} of the frame's {} bytes were captured; capture whole "
                                "frames (snap length 0), or choose in {}: `truncated = "
                                "\"pad\"`, \"cut\" or \"skip\"",
                                captured, in.length, where_));
    if (rules_.truncated == T::Skip) return skip();
    // The end of the frame is missing, including the FCS.
    if (in.has_fcs) in.length -= std::min(in.length, kFcsBytes);
    in.has_fcs = false;
    bytes = rules_.truncated == T::Pad ? in.length : std::min(captured, in.length);
    cut = rules_.truncated == T::Cut;
  }
  if (bytes > kMaxFrameBytes) {
    if (rules_.oversized == O::Error)
      reader_->fail(fmt::format("the frame has {} bytes, at most {} are supported; choose in {}: "
                                "`oversized = \"cut\"` or \"skip\"",
                                bytes, kMaxFrameBytes, where_));
    if (rules_.oversized == O::Skip) return skip();
    bytes = kMaxFrameBytes;
    in.has_fcs = false;
    cut = true;
  }
  if (bytes == 0) reader_->fail("nothing is left of the frame; a frame has at least one byte");
  if (bytes > captured) {
    std::vector<uint8_t>& frame = own(in.bytes);
    frame.resize(bytes);
    in.bytes = frame;
  }
  in.bytes = in.bytes.first(bytes);
  counts_.cut += cut;
  counts_.padded += !cut && bytes > captured;
  return true;
}

// Strip: frames without FCS; a declared FCS is removed. Keep: frames with FCS, which is appended
// unless it is declared or already present (a correct value). An incorrect declared FCS makes a
// receive error either way.
void StreamFile::put_fcs_right(const FileFrame& in, StreamFrame& out) {
  const bool keep = rules_.fcs == Fcs::Keep;
  const bool declared = in.has_fcs && in.bytes.size() > kFcsBytes;
  const bool right = (declared || keep) && ends_with_fcs(in.bytes);
  const bool present = declared || right;
  if (declared && !right) out.bad = true;
  const auto bare = present ? in.bytes.first(in.bytes.size() - kFcsBytes) : in.bytes;
  out.line_bytes = static_cast<uint32_t>(bare.size());
  if (!keep) out.bytes = bare;
  if (!keep || present) return;
  const uint32_t fcs = ethernet_fcs(bare);
  std::vector<uint8_t>& frame = own(bare);
  for (unsigned i = 0; i < kFcsBytes; ++i)
    frame.push_back(static_cast<uint8_t>(fcs >> 8 * i));
  out.bytes = frame;
}

} // namespace ixp
