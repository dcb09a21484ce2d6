#include "base/replacement.h"

#include "base/files.h"

#include <cerrno>
#include <cstdio>
#include <ranges>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ixp {

static thread_local Replacement* current = nullptr;

Replacement::Replacement() : outer_(current) {
  current = this;
}

Replacement::~Replacement() {
  current = outer_;
  for (const Renamed& r : std::views::reverse(renamed_)) // errors leave nothing else to try
    if (r.earlier)
      (void)std::rename(r.earlier->path().c_str(), r.path.c_str());
    else
      unlink(r.path.c_str());
}

void Replacement::keep() {
  renamed_.clear();
}

int Replacement::rename(Temporary& file, const std::string& path) {
  return current ? current->add(file, path) : file.rename(path);
}

int Replacement::add(Temporary& file, const std::string& path) try {
  struct stat there{};
  std::unique_ptr<Temporary> earlier;
  if (lstat(path.c_str(), &there) == 0 && !S_ISDIR(there.st_mode)) {
    earlier = std::make_unique<Temporary>(Temporary::Kind::File, folder_of(path));
    if (std::rename(path.c_str(), earlier->path().c_str()) != 0) return errno;
  }
  const int reason = file.rename(path);
  if (!reason)
    renamed_.push_back({path, std::move(earlier)});
  else if (earlier)
    (void)std::rename(earlier->path().c_str(), path.c_str());
  return reason;
} catch (const std::system_error& e) {
  return e.code().value();
}

} // namespace ixp
