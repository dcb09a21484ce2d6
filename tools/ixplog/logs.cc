#include "tools/ixplog/logs.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <filesystem>

namespace ixp {

namespace fs = std::filesystem;

static std::vector<std::string> logs_of_folder(const fs::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("port") && name.ends_with(".log")) out.push_back(entry.path().string());
  }
  if (out.empty())
    throw InputError({folder.string()},
                     "no port*.log in this folder, expected the output of a run");
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> log_files(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    std::error_code error;
    const auto status = fs::status(path, error);
    if (!fs::exists(status)) throw InputError({path}, "does not exist, expected a port log");
    if (!fs::is_directory(status)) {
      out.push_back(path);
      continue;
    }
    const auto inside = logs_of_folder(path);
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

} // namespace ixp
