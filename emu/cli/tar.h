// Archives of regular files in the ustar format (POSIX.1-2001, pax), which tar opens. Times, owners
// and rights are fixed, so the same files give the same bytes.
#pragma once

#include "base/frames/byte_stream.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ixp {

class TarWriter {
public:
  using Sink = std::function<void(std::string_view)>;
  TarWriter(std::string path, Sink sink); // `path` is for messages
  // Throws InputError if the name is longer than the format allows, or if the file changes while
  // it is read.
  void add(const std::string& name, std::string_view bytes);
  void add_file(const std::string& name, const std::string& from);
  void finish();

private:
  void begin(const std::string& name, uint64_t size);
  void pad(uint64_t size);

  std::string path_;
  Sink sink_;
};

// Reads an archive member by member. Throws InputError for anything but regular files with names
// that stay below the archive's folder, and for a damaged archive.
class TarReader {
public:
  TarReader(std::string path, ByteStream& bytes);
  struct Member {
    std::string name;
    uint64_t size = 0;
  };
  std::optional<Member> next();    // skips unread bytes of the previous member
  std::span<const uint8_t> some(); // following bytes of the member; empty at its end

private:
  void check_end(); // only zeros follow
  [[noreturn]] void fail(const std::string& text) const;

  std::string path_;
  ByteStream& bytes_;
  uint64_t left_ = 0;    // bytes of the member not yet read
  uint64_t padding_ = 0; // bytes after the member up to the next block
  size_t shown_ = 0;     // bytes that some() returned and the next call consumes
};

} // namespace ixp
