// A folder of its own for each test case.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

namespace ixp {

namespace fs = std::filesystem;

namespace test {

class Folder {
public:
  Folder() {
    static unsigned made = 0;
    path_ = fs::path(IXP_BINARY_DIR) /
            ("base_test." + std::to_string(getpid()) + "." + std::to_string(made++));
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string path() const { return path_.string(); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(path_))
      out.push_back(entry.path().filename().string());
    std::ranges::sort(out);
    return out;
  }

private:
  fs::path path_;
};

} // namespace test
} // namespace ixp
