#include "base/files.h"

#include "base/dependencies.h"
#include "base/diagnostic.h"
#include "base/inputs.h"
#include "base/replacement.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ixp {

[[noreturn]] static void fail(const std::string& path, const char* doing, int reason = errno) {
  throw InputError({path, 0, 0}, fmt::format("{}: {}", doing, std::strerror(reason)));
}

// Regular files end, and their contents must fit into the chip; devices and pipes may be endless.
static uint64_t most_bytes(const struct stat& st) {
  return S_ISREG(st.st_mode) ? uint64_t{4} << 30 : uint64_t{512} << 20;
}

std::string read_file(const std::string& path) {
  std::FILE* f = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (!f) {
    const int reason = errno;
    depend_on_path(path);
    fail(path, "cannot open", reason);
  }
  struct stat st{};
  if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
    std::fclose(f);
    fail(path, "cannot read", EISDIR);
  }
  note_input(path, fileno(f));
  std::string out;
  char buffer[65536];
  size_t n;
  while (out.size() < most_bytes(st) && (n = std::fread(buffer, 1, sizeof buffer, f)) > 0)
    out.append(buffer, n);
  const bool bad = std::ferror(f);
  if (f != stdin) std::fclose(f);
  if (bad) fail(path, "cannot read");
  if (out.size() >= most_bytes(st))
    throw InputError({path, 0, 0}, fmt::format("goes on after {} MiB, expected a file that ends",
                                               most_bytes(st) >> 20));
  depend_on_content(path, out);
  return out;
}

const char* const kEndless = "is a pipe or device; copy its content to a file and name that";

bool is_pipe_or_device(const std::string& path) {
  std::error_code missing;
  return std::filesystem::is_other(path, missing);
}

std::string read_named_file(const std::string& path) {
  if (is_pipe_or_device(path)) throw InputError({path, 0, 0}, kEndless);
  return read_file(path);
}

static bool standard_output_failed = false;

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// The message includes errno's text.
[[noreturn]] static void fail_standard_output() {
  standard_output_failed = true;
  if (errno == EPIPE) throw ClosedPipe{};
  fail("standard output", "cannot write");
}

// A flush that failed elsewhere, for example in std::endl, leaves the error flag and errno set.
void flush_standard_output() {
  if (standard_output_failed) return;
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) fail_standard_output();
}

// Links in /dev and /proc lead to open files, e.g. /dev/stdout to the file of a redirection.
static bool leads_to_open_file(const std::string& path) {
  struct stat st{};
  return (path.starts_with("/dev/") || path.starts_with("/proc/")) &&
         lstat(path.c_str(), &st) == 0 && S_ISLNK(st.st_mode);
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (is_standard_output()) return;
  check_output(path_);
  struct stat st{};
  const bool exists = stat(path_.c_str(), &st) == 0;
  if (exists && S_ISDIR(st.st_mode)) fail(path_, "cannot create", EISDIR);
  if (exists && (!S_ISREG(st.st_mode) || leads_to_open_file(path_))) {
    // Renaming onto /dev/null or /dev/stdout would replace it.
    descriptor_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) fail(path_, "cannot open");
    return;
  }
  claim_output(path_);
  try {
    temporary_ = std::make_unique<Temporary>(Temporary::Kind::File, folder_of(path_));
    descriptor_ = temporary_->descriptor();
  } catch (const std::system_error& e) {
    fail(path_, "cannot create", e.code().value());
  }
}

OutputFile::~OutputFile() {
  if (!temporary_ && descriptor_ >= 0) close(descriptor_);
}

void OutputFile::write(std::string_view bytes) {
  constexpr size_t kBuffer = 16384;
  if (is_standard_output()) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail_standard_output();
    return;
  }
  if (buffer_.size() + bytes.size() > kBuffer) flush();
  if (bytes.size() > kBuffer)
    write_through(bytes);
  else
    buffer_ += bytes;
}

void OutputFile::flush() {
  if (is_standard_output()) return flush_standard_output();
  write_through(buffer_);
  buffer_.clear();
}

void OutputFile::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n >= 0)
      bytes.remove_prefix(static_cast<size_t>(n));
    else if (errno != EINTR)
      fail(path_, "cannot write");
  }
}

void OutputFile::patch(uint64_t offset, std::string_view bytes) {
  if (!temporary_) return;
  flush();
  const auto n = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
  if (n != static_cast<ssize_t>(bytes.size())) fail(path_, "cannot write");
}

void OutputFile::finish() {
  if (is_standard_output()) return flush_standard_output();
  if (descriptor_ < 0) return;
  check_output(path_); // an input may have been opened since
  flush();
  const int descriptor = std::exchange(descriptor_, -1);
  const int reason = temporary_ ? temporary_->finish() : close(descriptor) == 0 ? 0 : errno;
  if (reason) fail(path_, "cannot write", reason);
}

void OutputFile::commit() {
  finish();
  if (!temporary_) return;
  if (const int reason = Replacement::rename(*temporary_, path_))
    fail(path_, "cannot rename onto", reason);
}

std::string user_path(const char* variable, const char* otherwise, const char* path) {
  if (const char* xdg = std::getenv(variable); xdg && *xdg == '/')
    return fmt::format("{}/{}", xdg, path);
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return fmt::format("{}/{}/{}", home, otherwise, path);
  return {};
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!std::filesystem::is_directory(path))
    throw InputError({path, 0, 0}, fmt::format("cannot be created as a folder{}{}",
                                               error ? ": " : "", error ? error.message() : ""));
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile f(path);
  f.write(bytes);
  f.commit();
}

} // namespace ixp
