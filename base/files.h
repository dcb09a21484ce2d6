// Reads whole files, and writes files atomically.
#pragma once

#include "base/temporary.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ixp {

// Reads the whole file; "-" is standard input. Throws InputError with file and reason, also for
// endless input.
std::string read_file(const std::string& path);

// The same for a file that another file names. Throws InputError for a pipe or device, since
// reading it may never end.
std::string read_named_file(const std::string& path);
bool is_pipe_or_device(const std::string& path); // or a socket
extern const char* const kEndless;               // the error, with its remedy

// Writes a temporary in the folder of `path`; commit() renames it. Without commit() no file
// remains. Devices, pipes, and "-" (standard output) are written immediately. Throws InputError
// with file and reason.
// For several files that belong together, call finish() on all of them first: it reports the errors
// of writing. commit() only renames, all or none within a Replacement (base/replacement.h).
class OutputFile {
public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  void write(std::string_view bytes);
  void flush();  // hands all bytes to the system, for the reader of a pipe
  void finish(); // write() must not follow
  // Overwrites bytes already written; has no effect on devices and pipes.
  void patch(uint64_t offset, std::string_view bytes);
  void commit();
  const std::string& path() const { return path_; }

private:
  bool is_standard_output() const { return path_ == "-"; }
  void write_through(std::string_view bytes);

  std::string path_, buffer_;
  std::unique_ptr<Temporary> temporary_; // null for devices and pipes
  int descriptor_ = -1;
};

// The folder of a file's path; "." for a name alone.
std::string folder_of(const std::string& path);

// Creates the folder and its parents; an existing one is not changed. Throws InputError.
void make_folder(const std::string& path);

// A file or folder of the user, by the XDG Base Directory Specification: below $VARIABLE, or below
// `otherwise` in $HOME, e.g. "XDG_CACHE_HOME", ".cache", "ixp2400/images". "" if neither is set.
std::string user_path(const char* variable, const char* otherwise, const char* path);

void write_file(const std::string& path, std::string_view bytes); // OutputFile in one call

// Flushes standard output. Fails only once, not again at the end of the program.
void flush_standard_output();
// Thrown by writes if standard output is a closed pipe. The program ends silently.
struct ClosedPipe {};

} // namespace ixp
