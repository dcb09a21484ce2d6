// Reading whole files and writing them so that nobody ever sees half of one.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

// The whole file; "-" is standard input. Throws InputError naming the file and the reason.
std::string read_file(const std::string& path);

// Written to a temporary name beside `path`, renamed by commit(). Without commit() the temporary
// is removed. "-" writes to standard output. Throws InputError naming the file and the reason.
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
  void commit();
  const std::string& path() const { return path_; }

private:
  void remove_temporary();

  std::string path_, temporary_;
  std::FILE* file_ = nullptr; // null: finished
  bool committed_ = false;
};

void write_file(const std::string& path, std::string_view bytes); // OutputFile in one call

} // namespace ixp
