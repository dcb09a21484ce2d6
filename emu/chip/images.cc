#include "emu/chip/images.h"

#include "base/files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace ixp {

namespace fs = std::filesystem;

namespace {

// A folder of our own that disappears with us.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::error_code ignored;
    const fs::path base = fs::temp_directory_path(ignored);
    std::string name = ((ignored ? fs::path("/tmp") : base) / "ixpemu-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw InputError(fmt::format("{}: cannot be created ({}); set TMPDIR to a folder that can be "
                                   "written",
                                   name, std::strerror(errno)));
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

private:
  fs::path path_;
};

std::string find_mecc() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path beside = self.parent_path() / "mecc";
    if (access(beside.c_str(), X_OK) == 0) return beside.string();
  }
  return "mecc"; // posix_spawnp looks in PATH
}

// Runs a program without a shell; its exit status, or nothing when it could not be started.
std::optional<int> run_program(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& w : words)
    argv.push_back(const_cast<char*>(w.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0) return {};
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return {};
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> compiler_words(const MicroengineConfig& me, const std::string& output) {
  std::vector<std::string> words{find_mecc(), "-o", output};
  words.insert(words.end(), me.files.begin(), me.files.end());
  if (me.mode) words.push_back(fmt::format("--contexts={}", static_cast<unsigned>(*me.mode)));
  for (const auto& [name, value] : me.defines)
    words.insert(words.end(), {"-D", name + "=" + value});
  for (const std::string& folder : me.include_dirs)
    words.insert(words.end(), {"-I", folder});
  if (!me.optimise.empty()) words.push_back("-O" + me.optimise);
  return words;
}

mecc::Program compile(const MicroengineConfig& me) {
  const TemporaryFolder folder;
  const std::string output = (folder.path() / "image.uof").string();
  const auto words = compiler_words(me, output);
  const auto status = run_program(words);
  if (!status || *status == 127)
    throw InputError(me.image_where, fmt::format("{} must be compiled, but mecc is neither beside "
                                                 "ixpemu nor in PATH",
                                                 me.image()));
  if (*status != 0)
    throw InputError(me.image_where, fmt::format("{} was not compiled: mecc ended with status {}",
                                                 me.image(), *status));
  return mecc::read_uof(read_file(output), me.image());
}

mecc::Program load(const MicroengineConfig& me) {
  const std::string extension = fs::path(me.image()).extension().string();
  mecc::Program program;
  if (extension == ".hex") {
    program.images.push_back(mecc::read_hex(read_file(me.image()), me.image(),
                                            me.mode.value_or(mev2::ContextMode::Eight)));
  } else if (extension == ".uof") {
    program = mecc::read_uof(read_file(me.image()), me.image());
  } else {
    program = compile(me);
  }
  if (program.images.empty())
    throw InputError(me.image_where, fmt::format("{} holds no image", me.image()));
  return program;
}

// The image of a program that is meant for this microengine: assigned to it, or the only one.
mecc::Image& pick(mecc::Program& program, const MicroengineConfig& me) {
  for (mecc::Image& image : program.images)
    if (image.assigned >> me_number(me.index) & 1) return image;
  if (program.images.size() == 1) return program.images.front();
  throw InputError(me.image_where,
                   fmt::format("{} holds {} images and none is assigned to microengine {}",
                               me.image(), program.images.size(), me_name(me.index)));
}

void check_image(const mecc::Image& image, const MicroengineConfig& me, uint64_t room) {
  if (image.words.empty())
    throw InputError(me.image_where, fmt::format("{} has no instructions", me.image()));
  if (image.words.size() > room)
    throw InputError(me.image_where, fmt::format("{} has {} instructions, the control store holds "
                                                 "{}",
                                                 me.image(), image.words.size(), room));
  if (me.mode && *me.mode != image.mode)
    throw InputError(me.image_where, fmt::format("{} was built for {} contexts, 'contexts' says {}",
                                                 me.image(), static_cast<unsigned>(image.mode),
                                                 static_cast<unsigned>(*me.mode)));
  if (image.mode == mev2::ContextMode::Four && me.start && (*me.start & 0xaa))
    throw InputError(me.start_where,
                     "'start' of [[microengine]] names odd contexts, which 4-context "
                     "mode does not have; expected bits of 0x55");
}

std::string cache_key(const MicroengineConfig& me) {
  std::string key = fmt::format("{}|{}", me.image(), me.mode ? static_cast<unsigned>(*me.mode) : 0);
  for (const auto& [name, value] : me.defines)
    key += fmt::format("|{}={}", name, value);
  return key;
}

} // namespace

Images load_images(const SystemConfig& system) {
  std::map<std::string, mecc::Program> programs; // each compiled once
  Images out;
  for (const MicroengineConfig& me : system.microengines) {
    const std::string key = cache_key(me);
    auto it = programs.find(key);
    if (it == programs.end()) {
      it = programs.emplace(key, load(me)).first;
      for (const mecc::MemoryInit& m : it->second.memory)
        out.memory.push_back(m);
    }
    const mecc::Image& image = pick(it->second, me);
    check_image(image, me, system.params.me_control_store);
    out.placed.push_back({me.index, image});
  }
  return out;
}

} // namespace ixp
