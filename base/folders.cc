#include "base/folders.h"

#include "base/child.h"
#include "base/files.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace ixp {

namespace fs = std::filesystem;

const char* const kIncludeRefused =
    "not below the current folder, the system file's folder, or a folder that it names; run in a "
    "folder above both, or add its folder to 'include'";
const char* const kIncludeEndless = "a pipe or device; copy its content to a file and include that";

// Adds the folder "microblocks" that holds the source, if there is one, and "rings" beside it. They
// are found without symbolic links, which may lead anywhere.
static void add_copy(Folders& all, const std::string& source) {
  std::error_code missing;
  fs::path at = fs::canonical(source, missing);
  while (at.has_relative_path() && at.filename() != "microblocks")
    at = at.parent_path();
  if (!at.has_relative_path()) return;
  all.add(at.string());
  const fs::path rings = at.parent_path() / "rings";
  if (!fs::is_symlink(rings, missing)) all.add(rings.string());
}

Folders Folders::of_sources(const std::vector<std::string>& sources,
                            const std::vector<std::string>& folders) {
  Folders all;
  all.add(".");
  for (const std::string& source : sources) {
    all.add(source); // may be a link
    all.add(folder_of(source));
    add_copy(all, source);
  }
  for (const std::string& folder : folders)
    all.add(folder);
  const std::string share = own_folder() + "/../share";
  all.add(share + "/mecc/include");
  for (const char* part : {"microblocks", "rings"}) // microblocks is a link in a build folder
    all.add(share + "/ixp2400/microblocks/../" + part);
  if (const char* archive = std::getenv(kArchiveFolder)) all.add(archive);
  return all;
}

void Folders::add(const std::string& path) {
  std::error_code missing;
  const fs::path resolved = fs::canonical(path, missing);
  if (!missing && resolved != "/") folders_.push_back(resolved);
}

bool Folders::hold(const std::string& path) const {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(fs::absolute(path, error), error);
  return !error && std::ranges::any_of(folders_, [&](const fs::path& folder) {
    if (file == folder) return true;
    const fs::path rest = file.lexically_relative(folder); // begins with ".." outside
    return !rest.empty() && std::ranges::none_of(rest, [](const fs::path& part) {
      return part.native().starts_with('.');
    });
  });
}

bool Folders::refuse(const std::string& path) const {
  std::error_code error;
  return fs::exists(path, error) && !fs::is_directory(path, error) && !hold(path);
}

void check_output_of_system(const std::string& path, const SourceLocation& where,
                            const std::string& out) {
  Folders allowed;
  allowed.add(".");
  if (!out.empty()) allowed.add(out);
  if (!allowed.hold(path))
    throw InputError(where, fmt::format("{} is an output outside of the current folder{}, or "
                                        "hidden; choose another file, or give --allow-writes if "
                                        "you trust this system file",
                                        path, out.empty() ? "" : " and of --out"));
}

} // namespace ixp
