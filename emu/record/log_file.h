// A log file: plain text, or compressed with zstd (RFC 8878) for runs with large logs. Writer and
// readers.
#pragma once

#include "base/background.h"
#include "base/files.h"
#include "base/frames/byte_stream.h"
#include "emu/record/zstd_writer.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

enum class Packing : uint8_t { None, Zstd };
// Suffix of the file name.
constexpr const char* suffix(Packing p) {
  return p == Packing::Zstd ? ".zst" : "";
}

// A thread for compression, which takes longer than formatting the text.
std::unique_ptr<Background> packing_thread(Packing packing); // null for Packing::None

// Like OutputFile, but the first line can be patched at the end: in a compressed file it is a
// separate frame with a raw block. Errors of compression and writing may be thrown by a later call.
class LogFile {
public:
  // Writes `path` plus the suffix. `first_line` is written at once. `thread` compresses the output
  // and must outlive the log; null: no compression.
  LogFile(const std::string& path, Background* thread, std::string_view first_line);
  ~LogFile();
  void write(std::string_view text);
  void patch(uint64_t offset, std::string_view text); // `offset` is within the first line
  void finish();
  void commit();

private:
  Background* thread_;
  OutputFile file_; // owned by the thread while it has work for it
  uint64_t first_line_at_ = 0;
  std::optional<ZstdWriter> packer_; // empty without compression, or after its end
};

// A log with any compression (base/frames/byte_stream.h), readable repeatedly. "-" is standard
// input. Inputs that can be read only once, such as pipes, are copied.
Input log_input(const std::string& path);
std::string read_log(const Input& log); // its whole text; throws InputError

// Reads a log line by line and stores one line only. Throws InputError.
class LogLines {
public:
  explicit LogLines(const Input& log);
  bool next();                                      // false at the end of the file
  std::string_view line() const { return line_; }   // without line end
  unsigned number() const { return number_; }       // from 1
  bool complete() const { return complete_; }       // the line has a line end
  const std::string& name() const { return name_; } // file name

private:
  std::string name_, line_;
  std::unique_ptr<ByteStream> stream_;
  unsigned number_ = 0;
  bool complete_ = true;
};

// "port0_tx.log" for "out/port0_tx.log.zst".
std::string log_name(const std::string& path);

// Offset of the first line's text in a compressed log.
constexpr size_t kPackedFirstLineAt = 12;

} // namespace ixp
