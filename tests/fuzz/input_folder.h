// A temporary folder for programs that read several files. Its path is the same for every input.
#pragma once

#include "base/child.h"
#include "base/files.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

class InputFolder {
public:
  std::string path(std::string_view name = "") const {
    return (std::filesystem::path(folder_->path()) / name).string();
  }
  // Without a temporary file, which ixp::write_file() would create and rename.
  void write(std::string_view name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }

private:
  std::unique_ptr<ixp::Temporary> folder_ = ixp::temporary_folder();
};
