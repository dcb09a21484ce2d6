#include "mecc/dialect/front_end.h"
#include "mecc/dialect/target.h"

#include <nlohmann/json.hpp>

namespace mecc::dialect {

std::string compile_commands(const std::vector<std::string>& files, const FrontEndOptions& options,
                             const std::string& directory) {
  std::vector<std::string> arguments = {
      "clang",
      "-xc",
      "-std=gnu99",
      "-ffreestanding",
      "-fno-builtin",
      "-nostdlibinc",
      std::string("--target=") + kEditorTriple,
      "-Wno-implicit-int",
      "-Wno-return-type",
      "-isystem",
      header_directory(options),
      "-include",
      "mecc_clangd.h",
      options.mode == mev2::ContextMode::Eight ? "-D__MECC_CONTEXTS__=8" : "-D__MECC_CONTEXTS__=4"};
  arguments.insert(arguments.end(), options.warnings.begin(), options.warnings.end());
  for (const std::string& dir : options.include_dirs)
    arguments.push_back("-I" + dir);
  for (const auto& [name, value] : options.defines)
    arguments.push_back("-D" + name + "=" + value);
  for (const std::string& name : options.undefines)
    arguments.push_back("-U" + name);
  for (const std::string& file : options.forced_includes)
    arguments.insert(arguments.end(), {"-include", file});
  nlohmann::ordered_json commands = nlohmann::ordered_json::array();
  for (const std::string& file : files) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"-c", file});
    commands.push_back({{"directory", directory}, {"file", file}, {"arguments", all}});
  }
  return commands.dump(2) + "\n";
}

} // namespace mecc::dialect
