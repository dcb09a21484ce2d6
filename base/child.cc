#include "base/child.h"

#include "base/diagnostic.h"
#include "base/interrupt.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <spawn.h>
#include <sstream>
#include <string_view>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace ixp {

namespace fs = std::filesystem;

std::unique_ptr<Temporary> temporary_folder() {
  std::error_code none;
  fs::path parent = fs::temp_directory_path(none);
  if (none) parent = "/tmp";
  parent = fs::absolute(parent); // the program may enter another folder
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

static int spawn(const std::vector<std::string>& words, char** environment, pid_t& child) {
  const std::vector<char*> argv = argv_of(words);
  return posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environment);
}

static int status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
    if (interrupted()) kill(child, SIGTERM);
  }
  if (interrupted()) throw Interrupted{};
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_program(const std::vector<std::string>& words) {
  pid_t child = 0;
  const OrderlyEnd orderly(OrderlyEnd::Calls::Return);
  const int error = spawn(words, environ, child);
  return error ? -error : status_of(child);
}

// The folder of a program in PATH that holds its bin folder, without symbolic links.
static std::string installation_of(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code missing;
    const fs::path found = fs::canonical(fs::path(folder) / program, missing);
    if (!missing) return found.parent_path().parent_path().string();
  }
  return {};
}

// Adds a rule of Landlock. glibc has no functions for its system calls.
static void allow(int rules, const std::string& path) {
  landlock_path_beneath_attr rule{};
  rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
  rule.parent_fd = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0) return;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(rule.parent_fd);
}

// From now on the calling thread, and the programs that it starts, open only files below `paths`
// for reading (Landlock of Linux). No effect if the kernel has none (before 5.13, or switched off).
static void read_only_below(const std::vector<std::string>& paths) {
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE;
  const auto rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0));
  if (rules < 0) return;
  for (const std::string& path : paths)
    allow(rules, path);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

int run_confined(const std::vector<std::string>& words, std::vector<std::string> readable,
                 const std::string& temporary) {
  for (const char* system : {"/usr", "/lib", "/lib32", "/lib64", "/bin", "/opt", "/nix",
                             "/dev/null", "/dev/urandom", "/etc/ld.so.cache", "/etc/ld.so.preload"})
    readable.emplace_back(system);
  readable.push_back(installation_of(words[0]));
  readable.push_back(temporary);
  std::vector<std::string> variables{"TMPDIR=" + temporary};
  for (char** variable = environ; *variable; ++variable)
    if (!std::string_view(*variable).starts_with("TMPDIR=")) variables.emplace_back(*variable);
  pid_t child = 0;
  int error = 0;
  const OrderlyEnd orderly(OrderlyEnd::Calls::Return);
  std::thread([&] { // the limit is of the thread that sets it
    read_only_below(readable);
    error = spawn(words, argv_of(variables).data(), child);
  })
      .join();
  return error ? -error : status_of(child);
}

} // namespace ixp
