#include "base/child.h"

#include "base/diagnostic.h"
#include "base/interrupt.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace ixp {

namespace fs = std::filesystem;

std::unique_ptr<Temporary> temporary_folder() {
  std::error_code none;
  fs::path parent = fs::temp_directory_path(none);
  if (none) parent = "/tmp";
  try {
    return std::make_unique<Temporary>(Temporary::Kind::Folder, parent.string());
  } catch (const std::system_error& e) {
    throw InputError({parent.string()}, fmt::format("no folder can be created in it ({}); set "
                                                    "TMPDIR to a folder that can be written",
                                                    std::strerror(e.code().value())));
  }
}

std::string own_folder() {
  std::error_code error;
  fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) // /proc is not mounted, as in many chroots
    self = fs::canonical(reinterpret_cast<const char*>(getauxval(AT_EXECFN)), error);
  return error ? "" : self.parent_path().string();
}

// The shared object that contains this code, or the program itself, by the name of its invocation.
static fs::path own_file() {
  Dl_info info;
  return dladdr(reinterpret_cast<const void*>(&own_file), &info) ? info.dli_fname : "";
}

std::string beside_or_in_path(const std::string& name) {
  const fs::path beside = fs::path(own_folder()) / name,
                 of_package = own_file().parent_path() / "bin" / name;
  for (const fs::path& place : {beside, of_package})
    if (place.is_absolute() && access(place.c_str(), X_OK) == 0) return place.string();
  return name;
}

std::string file_argument(const std::string& path) {
  return path.starts_with('-') || path.starts_with('@') ? "./" + path : path;
}

static std::vector<char*> argv_of(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& w : words)
    argv.push_back(const_cast<char*>(w.c_str()));
  argv.push_back(nullptr);
  return argv;
}

int become_program(const std::vector<std::string>& words) {
  std::fflush(nullptr);
  execvp(words[0].c_str(), argv_of(words).data());
  return -errno;
}

int run_program(const std::vector<std::string>& words) {
  const std::vector<char*> argv = argv_of(words);
  pid_t child = 0;
  const OrderlyEnd orderly(OrderlyEnd::Calls::Return);
  if (const int error = posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ))
    return -error;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
    if (interrupted()) kill(child, SIGTERM);
  }
  if (interrupted()) throw Interrupted{};
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace ixp
