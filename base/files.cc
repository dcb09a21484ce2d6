#include "base/files.h"

#include "base/diagnostic.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ixp {

[[noreturn]] static void fail(const std::string& path, const char* doing) {
  throw InputError({path, 0, 0}, fmt::format("{}: {}", doing, std::strerror(errno)));
}

std::string read_file(const std::string& path) {
  std::FILE* f = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (!f) fail(path, "cannot open");
  struct stat st{};
  if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
    errno = EISDIR;
    std::fclose(f);
    fail(path, "cannot read");
  }
  std::string out;
  char buffer[65536];
  size_t n;
  while ((n = std::fread(buffer, 1, sizeof buffer, f)) > 0)
    out.append(buffer, n);
  const bool bad = std::ferror(f);
  if (f != stdin) std::fclose(f);
  if (bad) fail(path, "cannot read");
  return out;
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    file_ = stdout;
    return;
  }
  // Renaming onto a device or pipe (/dev/null) would replace it.
  struct stat st{};
  const bool regular = stat(path_.c_str(), &st) != 0 || S_ISREG(st.st_mode);
  temporary_ = regular ? fmt::format("{}.{}.tmp", path_, getpid()) : path_;
  file_ = std::fopen(temporary_.c_str(), "wb");
  if (!file_) fail(path_, "cannot create");
}

OutputFile::~OutputFile() {
  if (path_ == "-") return;
  if (file_) std::fclose(file_);
  if (!committed_) remove_temporary();
}

void OutputFile::remove_temporary() {
  if (temporary_ != path_) std::remove(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    fail(path_, "cannot write");
}

void OutputFile::finish() {
  std::FILE* file = std::exchange(file_, nullptr);
  if (!file) return;
  if ((file == stdout ? std::fflush(file) : std::fclose(file)) != 0) fail(path_, "cannot write");
}

void OutputFile::commit() {
  finish();
  if (path_ != "-" && temporary_ != path_ && std::rename(temporary_.c_str(), path_.c_str()) != 0)
    fail(path_, "cannot rename onto");
  committed_ = true;
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile f(path);
  f.write(bytes);
  f.commit();
}

} // namespace ixp
