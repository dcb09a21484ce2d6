#include "emu/chip/arm_program.h"

#include "base/child.h"
#include "base/files.h"
#include "base/folders.h"
#include "base/inputs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <system_error>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCompiler = IXP_ARM_COMPILER; // both found by the build, and searched in PATH
constexpr const char* kLinker = IXP_ARM_LINKER;

// Library folder next to the programs, in the build folder and in an installation.
fs::path library_folder(const SourceLocation& where) {
  const fs::path folder = fs::path(own_folder()) / "../share/ixp2400/microblocks/xscale";
  std::error_code error;
  if (fs::exists(folder / "board.ld", error)) return folder;
  throw InputError(where, fmt::format("ARM sources need the board support library, which is not in "
                                      "{}; give a linked program (.elf)",
                                      folder.string()));
}

void add_library(std::vector<std::string>& command, const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (const auto suffix = entry.path().extension(); suffix == ".c" || suffix == ".s")
      files.push_back(entry.path().string());
  std::ranges::sort(files); // folder order depends on the system
  command.insert(command.end(), files.begin(), files.end());
}

std::string compile(const XScaleConfig& config) {
  const fs::path library = library_folder(config.program_where);
  const auto folder = temporary_folder();
  const std::string output = folder->path() + "/program.elf";
  std::vector<std::string> command{
      kCompiler,
      fmt::format("--target=arm{}v5te-none-eabi", *config.big_endian ? "eb" : ""),
      "-mcpu=xscale",
      "-O" + config.optimise,
      "-ffreestanding",
      "-fno-builtin",
      "-ffunction-sections",
      "-fdata-sections",
      "-Wall",
      "-nostdlib",
      "-static",
      fmt::format("--ld-path={}", kLinker),
      "-Wl,--gc-sections",
      "-Wl,-T," + (library / "board.ld").string(),
      "-I" + library.string(),
      "-o",
      output};
  for (const auto& [name, value] : config.defines)
    command.push_back(fmt::format("-D{}={}", name, value));
  for (const std::string& d : config.include_dirs)
    command.push_back("-I" + d);
  for (const std::string& file : config.files)
    note_input(file);
  std::ranges::transform(config.files, std::back_inserter(command), file_argument);
  add_library(command, library);
  std::vector<std::string> sources = config.files;
  sources.push_back(config.program_where.file);
  const Folders may_include = Folders::of_sources(sources, config.include_dirs);
  const int status = run_confined(command, may_include.paths(), folder->path());
  if (status < 0)
    throw InputError(config.program_where,
                     fmt::format("ARM sources must be compiled, but {} cannot be started: {}; "
                                 "tools/setup installs it",
                                 kCompiler, std::strerror(-status)));
  if (status != 0)
    throw InputError(config.program_where,
                     fmt::format("the ARM program was not compiled: {} ended with status {} (it "
                                 "cannot open a file that is {})",
                                 kCompiler, status, kIncludeRefused));
  return read_file(output);
}

} // namespace

xscale::Program load_arm_program(const XScaleConfig& config) {
  const std::string& name = config.files.front();
  const std::string data = config.from_source() ? compile(config) : read_file(name);
  return xscale::read_elf({reinterpret_cast<const uint8_t*>(data.data()), data.size()}, name);
}

} // namespace ixp
