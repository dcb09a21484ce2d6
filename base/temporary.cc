#include "base/temporary.h"

#include "base/interrupt.h"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = ".ixp2400-", kSuffix = ".tmp";

[[noreturn]] void fail(int reason) {
  throw std::system_error(reason, std::generic_category());
}

// A name that no other program uses: it contains the process id and a counter.
std::string new_name(const std::string& parent) {
  static unsigned made = 0;
  return fmt::format("{}/{}{}-{}{}", parent, kPrefix, getpid(), made++, kSuffix);
}

// Whether the name still refers to the file of `descriptor`.
bool is_there(const std::string& path, int descriptor) {
  struct stat named{}, open{};
  return lstat(path.c_str(), &named) == 0 && fstat(descriptor, &open) == 0 &&
         named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

bool is_ours(int descriptor) {
  struct stat st{};
  return fstat(descriptor, &st) == 0 && st.st_uid == geteuid() &&
         (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

// Removes the file if its program has ended, i.e. the lock is free; the lock is held during the
// removal.
void remove_if_left(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  std::error_code ignored;
  if (is_ours(descriptor) && flock(descriptor, LOCK_EX | LOCK_NB) == 0 &&
      is_there(path, descriptor))
    fs::remove_all(path, ignored);
  close(descriptor);
}

// For signal handlers: uses system calls only, and does not handle nested folders.
void empty_folder(int folder) noexcept {
  alignas(dirent64) char entries[4096];
  lseek(folder, 0, SEEK_SET);
  for (ssize_t size; (size = getdents64(folder, entries, sizeof entries)) > 0;)
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
      unlinkat(folder, entry->d_name, 0); // fails for "." and ".."
      at += entry->d_reclen;
    }
}

void remove_leftovers_once(const std::string& folder) {
  static std::set<std::string> seen;
  if (seen.insert(folder).second) remove_leftovers(folder);
}

} // namespace

std::atomic<Temporary*> Temporary::first_ = nullptr;

void remove_leftovers(const std::string& folder) {
  std::error_code unreadable;
  for (fs::directory_iterator i(folder, unreadable), end; !unreadable && i != end;
       i.increment(unreadable)) {
    const std::string name = i->path().filename().string();
    if (name.starts_with(kPrefix) && name.ends_with(kSuffix)) remove_if_left(i->path().string());
  }
}

Temporary::Temporary(Kind kind, const std::string& parent) : kind_(kind) {
  remove_leftovers_once(parent);
  const HoldSignals hold; // no signal may arrive between creation and entry in the list
  do
    path_ = new_name(parent);
  while (!create());
}

// Creates a file or folder with our name; fails if it exists.
int Temporary::open_new() const {
  const bool folder = kind_ == Kind::Folder;
  if (folder && mkdir(path_.c_str(), 0700) != 0) {
    if (errno != EEXIST) fail(errno);
    return -1;
  }
  const int made = folder ? open(path_.c_str(), O_RDONLY | O_DIRECTORY)
                          : open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (made < 0 && errno != (folder ? ENOENT : EEXIST)) fail(errno);
  return made;
}

// False if another name must be tried: the name is taken, or another program removed our file as a
// leftover before it was locked.
bool Temporary::create() {
  descriptor_ = open_new();
  if (descriptor_ < 0) return false;
  // On file systems without locks, locking fails and no file is treated as a leftover.
  const bool taken = flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!taken && is_there(path_, descriptor_)) {
    enlist();
    return true;
  }
  close(std::exchange(descriptor_, -1));
  return false;
}

Temporary::~Temporary() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  delist();
  if (descriptor_ >= 0) close(descriptor_);
}

int Temporary::finish() {
  const int lock = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  return close(std::exchange(descriptor_, lock)) == 0 ? 0 : errno;
}

int Temporary::rename(const std::string& path) {
  if (::rename(path_.c_str(), path.c_str()) != 0) return errno;
  delist();
  path_.clear();
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  return 0;
}

void Temporary::enlist() {
  next_ = first_.load();
  link_ = &first_;
  if (Temporary* next = next_) next->link_ = &next_;
  first_ = this;
}

void Temporary::delist() {
  *link_ = next_.load();
  if (Temporary* next = next_) next->link_ = link_;
}

void Temporary::remove_all() noexcept {
  for (Temporary* t = first_; t; t = t->next_) {
    if (t->kind_ == Kind::File) {
      unlink(t->path_.c_str());
      continue;
    }
    for (int again = 10; again > 0; --again) { // a child process may still write there
      empty_folder(t->descriptor_);
      if (rmdir(t->path_.c_str()) == 0 || errno != ENOTEMPTY) break;
    }
  }
}

} // namespace ixp
