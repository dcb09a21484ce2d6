#include "base/inputs.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace ixp {

namespace {
using Identity = std::pair<dev_t, ino_t>; // identifies a file, unless it was removed and its inode
                                          // reused

struct Inputs {
  std::mutex mutex;
  bool kept = false;
  std::map<Identity, std::string> paths;
  std::set<std::pair<Identity, std::string>> outputs; // folder and name
};

Inputs& inputs() {
  static Inputs all;
  return all;
}
} // namespace

void keep_inputs() {
  const std::lock_guard lock(inputs().mutex);
  inputs().kept = true;
}

static void note(const std::string& path, const struct stat& st) {
  if (!S_ISREG(st.st_mode)) return;
  const std::lock_guard lock(inputs().mutex);
  if (inputs().kept) inputs().paths[{st.st_dev, st.st_ino}] = path;
}

void note_input(const std::string& path, int descriptor) {
  struct stat st{};
  if (fstat(descriptor, &st) == 0) note(path, st);
}

void note_input(const std::string& path) {
  struct stat st{};
  if (stat(path.c_str(), &st) == 0) note(path, st);
}

static bool exists(const std::pair<const Identity, std::string>& noted) {
  struct stat st{};
  return stat(noted.second.c_str(), &st) == 0 && Identity{st.st_dev, st.st_ino} == noted.first;
}

std::vector<std::string> existing_inputs() {
  const std::lock_guard lock(inputs().mutex);
  std::vector<std::string> found;
  for (const auto& noted : inputs().paths)
    if (exists(noted)) found.push_back(noted.second);
  std::ranges::sort(found);
  return found;
}

void check_output(const std::string& path) {
  struct stat to{};
  if (stat(path.c_str(), &to) != 0) return;
  const std::lock_guard lock(inputs().mutex);
  const auto noted = inputs().paths.find({to.st_dev, to.st_ino});
  if (noted != inputs().paths.end() && exists(*noted))
    throw InputError({path, 0, 0}, "is read by this command and would be overwritten by its "
                                   "output; choose another name");
}

void claim_output(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  struct stat st{};
  if (stat(folder.c_str(), &st) != 0) return;
  const std::lock_guard lock(inputs().mutex);
  if (!inputs().kept) return;
  if (!inputs().outputs.insert({{st.st_dev, st.st_ino}, file.filename().string()}).second)
    throw InputError({path, 0, 0}, "is the name of another output of this command, too; choose "
                                   "another name for one of them");
}

} // namespace ixp
