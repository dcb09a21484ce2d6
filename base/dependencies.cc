#include "base/dependencies.h"

#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/files.h"

#include <algorithm>
#include <link.h>
#include <sys/stat.h>

namespace ixp {

namespace {

using Kind = Dependency::Kind;

struct Recorder {
  bool on = false;
  Dependencies all;
};

Recorder& recorder() {
  static Recorder one;
  return one;
}

Dependency of_content(std::string_view content) {
  Digest digest;
  digest.add(content);
  return {Kind::Content, content.size(), digest.value()};
}

Dependency of_path(const std::string& path) {
  struct stat st{};
  if (stat(path.c_str(), &st) != 0) return {Kind::Missing};
  if (S_ISDIR(st.st_mode)) return {Kind::Folder};
  return {Kind::Exists, static_cast<uint64_t>(st.st_size)};
}

Dependency of_program(const std::string& path) {
  struct stat st{};
  if (stat(path.c_str(), &st) != 0) return {Kind::Missing};
  return {Kind::Program, static_cast<uint64_t>(st.st_size),
          static_cast<uint64_t>(st.st_mtim.tv_sec) * 1'000'000'000 +
              static_cast<uint64_t>(st.st_mtim.tv_nsec)};
}

// A content dependency replaces an existence dependency.
void record(const std::string& path, const Dependency& d) {
  if (!recorder().on) return;
  const auto [at, fresh] = recorder().all.try_emplace(path, d);
  if (!fresh && at->second.kind == Kind::Exists) at->second = d;
}

bool as_recorded(const std::string& path, const Dependency& was) {
  if (was.kind == Kind::Program) return of_program(path) == was;
  const Dependency is = of_path(path);
  if (was.kind != Kind::Content) return is == was;
  if (is.kind != Kind::Exists || is.size != was.size) return false;
  try {
    return of_content(read_file(path)) == was;
  } catch (const InputError&) {
    return false;
  }
}

int add_library(dl_phdr_info* info, size_t, void*) {
  if (info->dlpi_name && *info->dlpi_name == '/') depend_on_program(info->dlpi_name);
  return 0;
}

} // namespace

void record_dependencies() {
  recorder().on = true;
}

const Dependencies& recorded_dependencies() {
  return recorder().all;
}

void depend_on_content(const std::string& path, std::string_view content) {
  if (recorder().on) record(path, of_content(content));
}

void depend_on_path(const std::string& path) {
  if (recorder().on) record(path, of_path(path));
}

void depend_on_program(const std::string& path) {
  if (recorder().on) record(path, of_program(path));
}

void depend_on_own_libraries() {
  if (recorder().on) dl_iterate_phdr(add_library, nullptr);
}

bool unchanged(const Dependencies& dependencies) {
  return std::ranges::all_of(dependencies,
                             [](const auto& d) { return as_recorded(d.first, d.second); });
}

} // namespace ixp
