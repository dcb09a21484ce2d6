// A log on disk: text, or the same text packed with zstd (RFC 8878), for runs whose logs are large.
// And how to read either.
#pragma once

#include "base/background.h"
#include "base/files.h"
#include "emu/media/byte_stream.h"

#include <memory>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace ixp {

enum class Packing : uint8_t { None, Zstd };
// What stands behind the name of the log.
constexpr const char* suffix(Packing p) {
  return p == Packing::Zstd ? ".zst" : "";
}

// Packing takes longer than forming the text: it is left to a thread.
std::unique_ptr<Background> packing_thread(Packing packing); // null for Packing::None

// What OutputFile is, and the first line can be changed at the end: packed, it is a frame of its
// own, stored as it is. Errors of packing and writing may come with a later call.
class LogFile {
public:
  // Writes `path` and the suffix. `first_line` is written at once. `thread` packs what is written
  // and lives longer than the log; null: nothing is packed.
  LogFile(const std::string& path, Background* thread, std::string_view first_line);
  ~LogFile();
  void write(std::string_view text);
  void patch(uint64_t offset, std::string_view text); // within the first line
  void finish();
  void commit();

private:
  void pack(std::string_view text, bool last);

  Background* thread_;
  OutputFile file_; // the thread's while it has something to do
  uint64_t first_line_at_ = 0;
  struct Free {
    void operator()(ZSTD_CCtx_s* s) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> packer_; // null when nothing is packed, or all of it is
  std::string packed_;
};

// A log, whatever it is packed with (emu/media/unpack.h), to be read as often as wanted. "-" is
// standard input. What can be read once only, as a pipe, is kept.
Input log_input(const std::string& path);
std::string read_log(const Input& log); // all of its text; throws InputError

// A log line by line, of which no more is kept. Throws InputError.
class LogLines {
public:
  explicit LogLines(const Input& log);
  bool next();                                      // false at the end
  std::string_view line() const { return line_; }   // without its end
  unsigned number() const { return number_; }       // 1 is the first
  bool complete() const { return complete_; }       // it has an end
  const std::string& name() const { return name_; } // of the file

private:
  std::string name_, line_;
  std::unique_ptr<ByteStream> stream_;
  unsigned number_ = 0;
  bool complete_ = true;
};

// "port0_tx.log" for "out/port0_tx.log.zst".
std::string log_name(const std::string& path);

// Where the text of a packed log's first line begins.
constexpr size_t kPackedFirstLineAt = 12;

} // namespace ixp
