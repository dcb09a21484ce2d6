// Images of systems that were compiled before. `mecc --system` keeps what it made in a cache folder
// and takes it from there when nothing that it depends on has changed: the compiler, the command
// line, every file it read and every path where it looked for one. A result that came with warnings
// is not kept, because they would not be shown again.
//
// An entry is one file, written under a temporary name and renamed: a killed mecc, a full disk or
// another mecc leave it whole or absent. Its digest tells whether it is what was written. When all
// entries exceed kMostBytes, those used longest ago are removed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mecc {

class KeptImages {
public:
  static constexpr uint64_t kMostBytes = 64u << 20;

  // The entry of this command line. Its outputs' names do not matter.
  explicit KeptImages(const std::vector<std::string>& arguments);

  // The UOF file, if one is kept; `inputs` become the files it was made from.
  std::optional<std::string> find(std::vector<std::string>& inputs) const;
  // With the recorded dependencies (base/dependencies.h). Failures are ignored: a result that could
  // not be kept is made again.
  void keep(const std::string& uof) const;

private:
  std::string key_;    // compiler, folder and arguments
  std::string folder_; // "" when there is none
  std::string path() const;
  void make_room(uint64_t bytes) const;
};

} // namespace mecc
