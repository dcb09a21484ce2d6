#include "base/run_folder.h"

#include "base/diagnostic.h"
#include "base/interrupt.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr std::array kResults{"stats.json", "network.json"};
constexpr std::chrono::milliseconds kLockInterval{20};

std::string earlier(const fs::path& file) {
  return file.string() + ".earlier";
}

// Not a link, a device or a description that happens to have this name.
bool is_result(const fs::path& file) {
  std::error_code unreadable;
  return fs::is_regular_file(fs::symlink_status(file, unreadable)) &&
         std::ifstream(file).peek() == '{';
}

void set_aside(const fs::path& file) {
  if (!is_result(file)) return;
  if (std::rename(file.c_str(), earlier(file).c_str()) != 0 && errno != ENOENT && errno != ENOTDIR)
    throw InputError({file.string()},
                     fmt::format("is of an earlier run and cannot be renamed: {}; expected a "
                                 "folder that can be written",
                                 std::strerror(errno)));
}

} // namespace

FolderLock::FolderLock(int descriptor) : descriptor_(descriptor) {}

// On file systems without flock() for folders, the call fails with another error than EWOULDBLOCK.
// A blocking flock() would miss a signal that arrives just before it.
FolderLock::FolderLock(const std::string& folder)
    : FolderLock(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  const int interrupted_before = interrupted(); // such a run still writes its files
  bool waits = false;
  while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (interrupted() != interrupted_before) throw Interrupted{};
    if (!std::exchange(waits, true))
      fmt::print(stderr, "waiting: another program writes its files into {}\n", folder);
    std::this_thread::sleep_for(kLockInterval);
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

void set_earlier_results_aside(const std::string& folder) {
  for (const char* name : kResults)
    set_aside(fs::path(folder) / name);
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(folder, unreadable))
    if (fs::exists(entry.path() / "frames.log", unreadable)) // a chip of a network
      set_aside(entry.path() / kResults[0]);
}

void forget_earlier_results(const std::string& folder) {
  std::error_code error;
  for (const char* name : kResults)
    if (fs::path file = earlier(fs::path(folder) / name); !fs::remove(file, error) && error)
      throw InputError(
          {file.string()},
          fmt::format("is of an earlier run and cannot be removed: {}", error.message()));
}

bool is_no_file(const std::string& path) {
  std::error_code unreadable;
  const fs::file_status found = fs::status(path, unreadable);
  return fs::exists(found) && !fs::is_regular_file(found);
}

void check_run_file(const std::string& file) {
  if (is_no_file(file)) throw InputError({file}, "is no file; expected the --out of an ixpemu run");
}

void check_run_ended(const std::string& folder) {
  const std::string left = earlier(fs::path(folder) / kResults[0]);
  std::error_code unreadable;
  if (fs::exists(left, unreadable))
    throw InputError({folder},
                     fmt::format("the last run into this folder failed or has not ended, its logs "
                                 "are of an earlier run; run again, or rename {} to read those",
                                 left));
}

} // namespace ixp
