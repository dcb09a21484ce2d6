// Limits the files that a system file can make the programs write or include, so that running a
// stranger's system file is harmless (docs/system-files.md).
#pragma once

#include "base/diagnostic.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ixp {

// A set of folders and files.
class Folders {
public:
  // Files that sources may include:
  // - files below the current folder, the folders of `sources` (including the system file's) and
  //   `folders`
  // - the headers, microblocks and rings that belong to the programs; a source in another copy of
  //   the microblocks may include files of that copy
  // - files below the folder that the environment variable kArchiveFolder names
  static Folders of_sources(const std::vector<std::string>& sources,
                            const std::vector<std::string>& folders);

  std::vector<std::string> paths() const { return {folders_.begin(), folders_.end()}; }
  void add(const std::string& path); // ignored if it does not exist, and for "/"
  // Whether `path` is one of the files or lies below one of the folders, with symbolic links
  // resolved and without hidden files or folders, such as .git or .ssh, on the way.
  bool hold(const std::string& path) const;
  // Whether `path` is a file that exists and is not held.
  bool refuse(const std::string& path) const;

private:
  std::vector<std::filesystem::path> folders_; // without symbolic links
};

// Names the folder of an unpacked archive (ixpemu pack) to the compilers that ixpemu starts: a copy
// of the programs' own microblocks lies at no path of theirs.
inline constexpr const char* kArchiveFolder = "IXP_ARCHIVE_FOLDER";

// The remedies for a refused #include: of a file outside of these folders; of a pipe, socket or
// device, which may never end.
extern const char* const kIncludeRefused;
extern const char* const kIncludeEndless;

// Throws InputError at `where`, the key of a system file that names the output `path`, unless it
// lies below the current folder or `out` (--out; "": none).
void check_output_of_system(const std::string& path, const SourceLocation& where,
                            const std::string& out);

} // namespace ixp
