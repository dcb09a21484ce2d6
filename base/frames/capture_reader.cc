// Captures, through libpcap. libpcap reads from a FILE, so the bytes are provided as one
// (fopencookie of glibc).
#include "base/frames/frame_reader.h"

#include "base/diagnostic.h"

#include <cerrno>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <pcap/pcap.h>

namespace ixp {

namespace {
// Input of libpcap. Exceptions must not cross C code: they are stored until it has returned.
struct Source {
  std::unique_ptr<ByteStream> bytes;
  uint64_t offset = 0;
  std::exception_ptr error;

  void rethrow() const {
    if (error) std::rethrow_exception(error);
  }
};

ssize_t read_source(void* cookie, char* out, size_t n) {
  auto& source = *static_cast<Source*>(cookie);
  try {
    const size_t done = source.bytes->read({reinterpret_cast<uint8_t*>(out), n});
    source.offset += done;
    return static_cast<ssize_t>(done);
  } catch (...) {
    source.error = std::current_exception();
    errno = EIO;
    return -1;
  }
}

// For ftell() only: returns the position.
int seek_source(void* cookie, off64_t* offset, int whence) {
  if (whence != SEEK_CUR || *offset != 0) return -1;
  *offset = static_cast<off64_t>(static_cast<Source*>(cookie)->offset);
  return 0;
}

std::FILE* file_of(Source& source) {
  std::FILE* file = fopencookie(&source, "rb", {read_source, nullptr, seek_source, nullptr});
  if (!file) throw std::bad_alloc();
  std::setvbuf(file, nullptr, _IOFBF, 65536);
  return file;
}

struct PcapCloser {
  void operator()(pcap_t* p) const { pcap_close(p); }
};

class CaptureReader final : public FrameReader {
public:
  CaptureReader(std::unique_ptr<ByteStream> bytes, std::string name)
      : name_(std::move(name)), source_{std::move(bytes), 0, nullptr} {
    char why[PCAP_ERRBUF_SIZE] = "";
    std::FILE* file = file_of(source_);
    capture_.reset(pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, why));
    if (!capture_) std::fclose(file); // otherwise pcap_close() closes it
    source_.rethrow();
    if (!capture_)
      throw InputError({name_, 0, 0},
                       fmt::format("not a readable capture: {}; expected pcap or pcapng", why));
    const int extension = pcap_datalink_ext(capture_.get());
    has_fcs_ = LT_FCS_LENGTH_PRESENT(extension) && LT_FCS_LENGTH(extension) == 2;
  }

  bool next(FileFrame& frame) override {
    pcap_pkthdr* header = nullptr;
    const u_char* data = nullptr;
    const int result = pcap_next_ex(capture_.get(), &header, &data);
    source_.rethrow();
    if (result == PCAP_ERROR_BREAK) return false; // end of the file
    ++record_;
    if (result != 1) fail(pcap_geterr(capture_.get()));
    if (header->caplen == 0 && header->len == 0)
      fail("the frame is empty; a frame has at least one byte");
    // tv_usec holds nanoseconds: the capture was opened with that precision
    if (header->ts.tv_sec < 0 || header->ts.tv_usec < 0 || header->ts.tv_usec >= kSecond)
      fail("the time stamp is out of range");
    frame = {};
    frame.bytes = {data, header->caplen};
    frame.length = std::max(header->caplen, header->len);
    frame.has_fcs = has_fcs_;
    frame.timed = true;
    frame.time_ns = static_cast<uint64_t>(header->ts.tv_sec) * kSecond +
                    static_cast<uint64_t>(header->ts.tv_usec);
    return true;
  }

  void fail(const std::string& what) const override {
    throw InputError({name_, 0, 0}, fmt::format("record {} (ends at byte offset {}): {}", record_,
                                                std::ftell(pcap_file(capture_.get())), what));
  }

  Link link() const override {
    switch (pcap_datalink(capture_.get())) {
    case DLT_EN10MB: return Link::Ethernet;
    case DLT_RAW:
    case DLT_IPV4:
    case DLT_IPV6: return Link::RawIp;
    default: return Link::Other;
    }
  }
  std::string link_name() const override {
    const int type = pcap_datalink(capture_.get());
    const char* name = pcap_datalink_val_to_name(type);
    const char* description = pcap_datalink_val_to_description(type);
    return name && description ? fmt::format("{} ({})", name, description)
                               : fmt::format("{}", type);
  }

private:
  static constexpr long kSecond = 1'000'000'000; // nanoseconds
  std::string name_;
  Source source_;
  std::unique_ptr<pcap_t, PcapCloser> capture_;
  bool has_fcs_ = false;
  uint64_t record_ = 0;
};
} // namespace

std::unique_ptr<FrameReader> open_capture(std::unique_ptr<ByteStream> bytes, std::string name) {
  return std::make_unique<CaptureReader>(std::move(bytes), std::move(name));
}

} // namespace ixp
