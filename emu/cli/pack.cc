#include "emu/cli/pack.h"

#include "base/child.h"
#include "base/diagnostic.h"
#include "base/files.h"
#include "base/folders.h"
#include "base/print.h"
#include "emu/cli/tar.h"
#include "emu/record/zstd_writer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".tar.zst";
constexpr const char* kFiles = "files"; // folder of the inputs in an archive
constexpr uint64_t kMostBytes = 4ull << 30, kMostRecord = 16ull << 20;

// Options that an archive keeps. The others name files to write, or let a system file write them.
constexpr std::array kKept{
    "--set",         "--define",  "--no-cache", "--images",        "--until",  "--seed",
    "--rx",          "--fail-on", "--engine",   "--uninitialised", "--dump",   "--threads",
    "--log-data",    "--zstd",    "--rings",    "--ring-lines",    "--pcapng", "--contexts",
    "--ring-frames", "--quiet",   "--journey",  "--frames"};

bool is_archive(const std::string& path) {
  return path.ends_with(kSuffix);
}

bool is_kept(const std::string& argument) {
  return std::ranges::count(kKept, argument.substr(0, argument.find('='))) != 0;
}

// Position of the input file in an argument of the run; npos if it has none.
size_t file_in(const std::string& argument) {
  if (!argument.starts_with("--")) return 0;
  if (argument.starts_with("--images=")) return argument.find('=') + 1;
  if (argument.starts_with("--rx=")) return argument.find('=', argument.find('=') + 1) + 1;
  return argument.npos;
}

// Headers of the compiler, and files that are installed with the programs.
bool belongs_to_programs(const fs::path& path) {
  if (path.native().find("/lib/clang/") != std::string::npos) return true;
  const fs::path share = fs::path(own_folder()) / "../share";
  const std::array parts{share / "mecc/include", share / "ixp2400/microblocks",
                         share / "ixp2400/microblocks/../rings"};
  return std::ranges::any_of(parts, [&](const fs::path& part) {
    std::error_code missing;
    const fs::path folder = fs::canonical(part, missing);
    return !missing && path.native().starts_with(folder.native() + "/");
  });
}

// The folder above both.
fs::path common(const fs::path& a, const fs::path& b) {
  fs::path out;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end() && *i == *j; ++i, ++j)
    out /= *i;
  return out;
}

// Calls `visit` with the file's folder and with those that its path leads through at each "..".
template <class Visit> void for_folders(const fs::path& file, const Visit& visit) {
  fs::path folder;
  for (const fs::path& part : file.parent_path()) {
    if (part == ".") continue;
    if (part != "..") {
      folder /= part;
      continue;
    }
    visit(folder);
    folder = folder.parent_path();
    visit(folder);
  }
  visit(folder);
}

// Paths of a run as an archive has them: below one root, and relative to the run's folder.
class Layout {
public:
  Layout(const RunRecord& record, const std::string& where)
      : folder_(record.folder), root_(folder_), where_(where) {
    const fs::path system = record.arguments.front();
    if (system.is_absolute()) moved_.push_back(system.parent_path().string() + "/");
    for (const std::string& argument : record.arguments) {
      const size_t at = file_in(argument);
      const std::string file = at == argument.npos ? "" : argument.substr(at);
      if (file.empty() || file == "/dev/null") continue;
      if (!record.inputs.contains(file))
        throw InputError({file}, fmt::format("was read from a pipe or a device, or was removed "
                                             "during the run, so {} cannot contain it; run again "
                                             "with a file",
                                             where_));
      if (file[0] == '/') moved_.push_back(file);
    }
    for (const auto& [path, digest] : record.inputs)
      add(path, digest);
    packed_.version = record.version;
    packed_.folder = in_archive(folder_);
    packed_.run = record.run;
    packed_.exit_status = record.exit_status;
    for (const std::string& argument : record.arguments)
      if (!argument.starts_with("--") || is_kept(argument))
        packed_.arguments.push_back(moved(argument));
  }
  const RunRecord& record() const { return packed_; }
  // Pairs of a name in the archive and a file, sorted by name.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& [path, digest] : packed_.inputs) {
      const fs::path from = (folder_ / path).lexically_normal();
      all[in_archive(from)] = from.string();
    }
    return all;
  }

private:
  std::string in_archive(const fs::path& path) const {
    return path == root_ ? kFiles : (fs::path(kFiles) / path.lexically_relative(root_)).string();
  }
  void add(const std::string& path, const std::string& digest) {
    const bool absolute = fs::path(path).is_absolute();
    const bool moves = std::ranges::any_of(moved_, [&](const std::string& m) {
      return m.ends_with('/') ? path.starts_with(m) : path == m;
    });
    if (absolute && !moves) {
      if (belongs_to_programs(path)) return;
      throw InputError({path}, fmt::format("is named by its absolute path in a system file or by "
                                           "--set, so {} cannot contain it; name it relative to "
                                           "the system file and run again",
                                           where_));
    }
    const std::string packed = absolute ? relative(path) : path;
    const fs::path from = folder_ / packed;
    std::error_code error;
    if (!fs::equivalent(from.lexically_normal(), path, error))
      throw InputError({path}, "leads through a link and '..', which an archive cannot contain; "
                               "name it without the link and run again");
    for_folders(from, [&](const fs::path& folder) { root_ = common(root_, folder); });
    packed_.inputs[packed] = digest;
  }
  // The path from the run's folder, with later ".." kept.
  std::string relative(const std::string& path) const {
    const fs::path folder = fs::path(path).parent_path();
    for (const std::string& m : moved_)
      if (m.ends_with('/') && path.starts_with(m))
        return (fs::path(m).parent_path().lexically_relative(folder_) / path.substr(m.size()))
            .string();
    return (folder.lexically_relative(folder_) / fs::path(path).filename()).string();
  }
  std::string moved(const std::string& argument) const {
    const size_t at = file_in(argument);
    if (at == argument.npos || !std::ranges::count(moved_, argument.substr(at))) return argument;
    return argument.substr(0, at) + relative(argument.substr(at));
  }

  fs::path folder_, root_;
  std::string where_;
  std::vector<std::string> moved_; // absolute: the system's folder with '/', files of arguments
  RunRecord packed_;
};

[[noreturn]] void refuse(const std::string& where, const std::string& text) {
  throw InputError({where}, text + "; expected an archive that ixpemu pack made");
}

// Files of a packed record, absolute. Throws InputError for records that would read or write
// outside of the archive's folder `root`.
std::set<std::string> files_of(const RunRecord& record, const fs::path& root,
                               const std::string& where) {
  const std::string files = (root / kFiles).string();
  const auto inside = [&](const fs::path& path) {
    return path == files || path.native().starts_with(files + "/");
  };
  const fs::path folder = fs::path(record.folder).lexically_normal();
  if (!inside(folder)) refuse(where, "has a run outside of its folder");
  std::set<std::string> found;
  for (const auto& [path, digest] : record.inputs) {
    const fs::path file = (folder / path).lexically_normal();
    if (!inside(file)) refuse(where, fmt::format("names the input {:?} outside of it", path));
    found.insert(file.string());
  }
  for (const std::string& argument : record.arguments) {
    const bool system = &argument == &record.arguments.front();
    if (argument.starts_with("-") ? system || !is_kept(argument)
                                  : !system || !record.inputs.contains(argument))
      refuse(where, fmt::format("has the argument {:?}", argument));
  }
  return found;
}

// Creates also the folders without files that paths of other files pass.
void make_folders(const RunRecord& record, const fs::path& root) {
  make_folder(record.folder);
  for (const auto& [path, digest] : record.inputs)
    for_folders(fs::path(record.folder) / path, [&](const fs::path& folder) {
      if (folder.native().starts_with((root / kFiles).native())) make_folder(folder.string());
    });
}

void write_member(TarReader& tar, const fs::path& path) {
  make_folder(path.parent_path().string());
  OutputFile file(path.string());
  for (auto part = tar.some(); !part.empty(); part = tar.some())
    file.write({reinterpret_cast<const char*>(part.data()), part.size()});
  file.commit();
}

// The record in an archive that is unpacked below `root`. Errors name the archive.
RunRecord record_of(const std::string& archive, const fs::path& root) {
  try {
    return read_run_record(root);
  } catch (const InputError& e) {
    refuse(archive, fmt::format("has a {} that {}", kRunRecord, e.diagnostic().text));
  }
}

// Writes the files of an archive below `root`, and only those that its record names.
void unpack(const std::string& archive, const fs::path& root) {
  const auto bytes = file_input(archive).open();
  TarReader tar(archive, *bytes);
  auto member = tar.next();
  if (!member || member->name != kRunRecord || member->size > kMostRecord)
    refuse(archive, fmt::format("does not begin with a {}", kRunRecord));
  write_member(tar, root / kRunRecord);
  const RunRecord record = record_of(archive, root);
  if (!record.packed) refuse(archive, "has a run outside of its folder");
  std::set<std::string> expected = files_of(record, root, archive);
  uint64_t total = 0;
  while ((member = tar.next())) {
    if (!expected.erase((root / member->name).string()))
      refuse(archive, fmt::format("has the file {:?} twice, or its {} does not name it",
                                  member->name, kRunRecord));
    if (member->size > kMostBytes || (total += member->size) > kMostBytes)
      refuse(archive, fmt::format("has more than {} bytes", kMostBytes));
    write_member(tar, root / member->name);
  }
  if (!expected.empty())
    refuse(archive,
           fmt::format("lacks {}", fs::path(*expected.begin()).lexically_relative(root).string()));
}

} // namespace

bool is_recorded_run(const std::string& path) {
  std::error_code missing;
  return is_archive(path) || fs::is_directory(path, missing);
}

RecordedRun::RecordedRun(const std::string& path) : path_(path) {
  if (is_archive(path)) {
    unpacked_ = temporary_folder();
    unpack(path, unpacked_->path());
  }
  const std::string folder = unpacked_ ? unpacked_->path() : path;
  record_ = read_run_record(folder);
  if (!record_.packed) return;
  const fs::path root = fs::path(folder + "/").lexically_normal().parent_path();
  files_of(record_, root, path);
  make_folders(record_, root);
  files_ = (root / kFiles).string();
}

void RecordedRun::enter() const {
  if (record_.packed) setenv(kArchiveFolder, files_.c_str(), 1);
  prepare_rerun(record_, path_);
}

void write_archive(const std::string& folder, const std::string& output) {
  if (!is_archive(output))
    throw InputError({output}, fmt::format("expected a name that ends with {}", kSuffix));
  const RunRecord record = read_run_record(folder);
  prepare_rerun(record, folder);
  const Layout layout(record, output);
  OutputFile file(output);
  ZstdWriter packer(file);
  uint64_t total = 0;
  TarWriter tar(output, [&](std::string_view bytes) {
    if ((total += bytes.size()) > kMostBytes)
      throw InputError({output}, fmt::format("the run's inputs have more than {} bytes; shorten "
                                             "its captures",
                                             kMostBytes));
    packer.write(bytes);
  });
  tar.add(kRunRecord, to_text(layout.record()));
  const auto files = layout.files();
  for (const auto& [name, from] : files)
    tar.add_file(name, from);
  tar.finish();
  packer.finish();
  file.commit();
  print("{}: run {}, {} input files\n", output, record.run, files.size());
}

} // namespace ixp
