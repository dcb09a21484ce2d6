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

static constexpr std::string_view kNext = " \\\n  "; // before each file

// A file name in a makefile.
static std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

static std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : 0;
    if ((text[i] == '\\' && (next == ' ' || next == '#')) || (text[i] == '$' && next == '$')) ++i;
    out += text[i];
  }
  return out;
}

std::string make_rule(const std::string& target, const std::set<std::string>& files) {
  std::string rule = escaped(target) + ":";
  for (const std::string& file : files)
    rule.append(kNext) += escaped(file);
  return rule + "\n";
}

std::set<std::string> files_of_rule(std::string_view rule) {
  if (rule.ends_with('\n')) rule.remove_suffix(1);
  std::set<std::string> files;
  for (size_t at = rule.find(kNext); at != rule.npos;) {
    const size_t begin = at + kNext.size();
    at = rule.find(kNext, begin);
    files.insert(unescaped(rule.substr(begin, at - begin)));
  }
  return files;
}

} // namespace ixp
