// Reading whole files and writing them so that nobody ever sees half of one.
#pragma once

#include "base/temporary.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ixp {

// The whole file; "-" is standard input. Throws InputError naming the file and the reason, also
// when it does not end.
std::string read_file(const std::string& path);

// Written as a temporary in the folder of `path`, renamed by commit(). Without commit() nothing is
// left. Devices and pipes, and "-", which is standard output, are written as it goes. Throws
// InputError naming the file and the reason.
// Who writes several files that belong together calls finish() on all of them first: what can fail
// then has not failed, and commit() only renames.
class OutputFile {
public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  void write(std::string_view bytes);
  void finish(); // no write() after it
  // Puts bytes in the place of others already written. Devices and pipes keep those.
  void patch(uint64_t offset, std::string_view bytes);
  void commit();
  const std::string& path() const { return path_; }

private:
  bool is_standard_output() const { return path_ == "-"; }
  void flush();
  void write_through(std::string_view bytes);

  std::string path_, buffer_;
  std::unique_ptr<Temporary> temporary_; // null for devices and pipes
  int descriptor_ = -1;
};

// With the folders that lead to it; one that exists is left alone. Throws InputError.
void make_folder(const std::string& path);

void write_file(const std::string& path, std::string_view bytes); // OutputFile in one call

// Standard output has everything printed so far. Fails once, not again at the end of the program.
void flush_standard_output();
// Nobody reads standard output any more: thrown by what writes it. The program ends quietly.
struct ClosedPipe {};

} // namespace ixp
