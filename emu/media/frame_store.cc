#include "emu/media/frame_store.h"

#include "base/diagnostic.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace ixp {

static constexpr size_t kInMemory = size_t{4} << 20; // bytes

[[noreturn]] static void fail(const std::string& folder) {
  throw InputError({folder, 0, 0},
                   fmt::format("cannot keep the frames of packet streams here: {}; set TMPDIR to a "
                               "folder with room for all of them",
                               std::strerror(errno)));
}

static std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

static int open_unnamed() {
  const std::string folder = temporary_folder();
  int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  if (errno != EOPNOTSUPP && errno != EISDIR) fail(folder);
  std::string name = folder + "/ixpemu-XXXXXX"; // a file system without O_TMPFILE
  file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0 || unlink(name.c_str()) != 0) fail(folder);
  return file;
}

Spill::~Spill() {
  if (file_ >= 0) close(file_);
}

void Spill::append(std::span<const uint8_t> bytes) {
  if (tail_.size() + bytes.size() > kInMemory) flush();
  tail_.insert(tail_.end(), bytes.begin(), bytes.end());
}

void Spill::flush() {
  if (file_ < 0) file_ = open_unnamed();
  for (size_t done = 0; done < tail_.size();) {
    const ssize_t n = write(file_, tail_.data() + done, tail_.size() - done);
    if (n < 0 && errno != EINTR) fail(temporary_folder());
    if (n > 0) done += static_cast<size_t>(n);
  }
  written_ += tail_.size();
  tail_.clear();
}

void Spill::read(uint64_t offset, std::span<uint8_t> bytes) {
  if (offset < written_ && offset + bytes.size() > written_) flush();
  if (offset >= written_) {
    std::memcpy(bytes.data(), tail_.data() + (offset - written_), bytes.size());
    return;
  }
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n =
        pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (n == 0) errno = EIO;
    if (n == 0 || (n < 0 && errno != EINTR)) fail(temporary_folder());
    if (n > 0) done += static_cast<size_t>(n);
  }
}

template <class T> static std::span<uint8_t> bytes_of(T& object) {
  return {reinterpret_cast<uint8_t*>(&object), sizeof object};
}

// Precedes the bytes of each frame.
struct FrameStore::Head {
  Tick time;
  uint32_t bytes, line_bytes, bad, timed, first_of_file;
};

void FrameStore::add(const StreamFrame& f) {
  uint64_t offset = frames_.size();
  index_.append(bytes_of(offset));
  Head head{f.time,         static_cast<uint32_t>(f.bytes.size()), f.line_bytes, f.bad, f.timed,
            f.first_of_file};
  frames_.append(bytes_of(head));
  frames_.append(f.bytes);
}

StreamFrame FrameStore::get(uint64_t i) {
  uint64_t offset = 0;
  index_.read(i * sizeof offset, bytes_of(offset));
  Head head;
  frames_.read(offset, bytes_of(head));
  bytes_.resize(head.bytes);
  frames_.read(offset + sizeof head, bytes_);
  return {bytes_,          head.line_bytes,         head.bad != 0,
          head.timed != 0, head.first_of_file != 0, head.time};
}

} // namespace ixp
