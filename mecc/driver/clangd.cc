// --compile-commands: writes compile_commands.json for clangd, for a folder of C sources.
#include "mecc/driver/c_program.h"
#include "mecc/driver/outputs.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace mecc {

namespace fs = std::filesystem;

static std::vector<std::string> c_sources(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code unreadable;
  for (fs::recursive_directory_iterator i(folder, unreadable), end; i != end && !unreadable;
       i.increment(unreadable))
    if (i->path().extension() == ".c" && i->is_regular_file(unreadable))
      files.push_back(i->path().lexically_relative(folder).string());
  std::ranges::sort(files);
  return files;
}

int write_compile_commands(const Options& o, Messages& messages) {
  const fs::path folder = o.files.front();
  if (!fs::is_directory(folder))
    throw ixp::InputError({folder.string(), 0, 0},
                          "is no folder; --compile-commands expects the folder of the sources");
  const std::vector<std::string> files = c_sources(folder);
  if (files.empty()) throw ixp::InputError({folder.string(), 0, 0}, "has no C sources (.c) in it");
  const std::string where = fs::absolute(folder).lexically_normal().string();
  const std::string path = o.output_or((folder / "compile_commands.json").string());
  try {
    write_together({{path, c_compiler()->compile_commands(files, o, where)}}, o, messages);
  } catch (const nlohmann::json::type_error&) {
    throw ixp::InputError({path}, "has to be UTF-8, but the name of a folder or source, or an "
                                  "option, is not; change it");
  }
  return 0;
}

} // namespace mecc
