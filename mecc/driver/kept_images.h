// Cache of compiled systems. `mecc --system` stores its result in a cache folder and reuses it
// while all dependencies are unchanged: the compiler, the command line, every file read and every
// path tested. A result with warnings is not stored, because they would not be shown again.
//
// An entry is one file, written under a temporary name and renamed: after a kill, a full disk or a
// concurrent mecc it is either complete or absent. A digest detects damage. When all entries
// together exceed kMostBytes, the least recently used are removed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mecc {

class KeptImages {
public:
  static constexpr uint64_t kMostBytes = 64u << 20;

  // The entry of this command line. Names of outputs are not part of the key.
  explicit KeptImages(const std::vector<std::string>& arguments);

  // The UOF file, if cached; `inputs` is set to the files from which it was made.
  std::optional<std::string> find(std::vector<std::string>& inputs) const;
  // Stores the UOF with the recorded dependencies (base/dependencies.h). Failures are ignored: the
  // result will be compiled again.
  void keep(const std::string& uof) const;

private:
  std::string key_;    // compiler, folder and arguments
  std::string folder_; // "" if there is none
  std::string path() const;
  void make_room(uint64_t bytes) const;
};

} // namespace mecc
