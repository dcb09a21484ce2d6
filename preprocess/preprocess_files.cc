// Input files and #include.
#include "preprocess/preprocessor.h"

#include "base/files.h"

#include <fmt/format.h>

namespace mecc::pp {

static std::string directory_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

bool Preprocessor::read(const std::string& path, std::string& text) const {
  if (options_.read_source) return options_.read_source(path, text);
  try {
    text = ixp::read_file(path);
    return true;
  } catch (const ixp::InputError&) {
    return false;
  }
}

void Preprocessor::file(const std::string& path, const std::string& text, const Scope& scope) {
  const size_t before = diagnostics_.size();
  const std::vector<Text> lines = logical_lines(path, text, diagnostics_);
  errors_ += static_cast<unsigned>(diagnostics_.size() - before);
  lines_in(lines, 0, lines.size(), scope, "file");
}

void Preprocessor::include(const Text& line, size_t after, const Scope& scope) {
  const Text rest = expanded(line.slice(after, line.size()), scope);
  const std::string& s = rest.chars;
  const bool angle = !s.empty() && s[0] == '<';
  if (s.size() < 3 || (s[0] != '"' && !angle) || s.back() != (angle ? '>' : '"')) {
    error(line, after, scope, "#include needs a file name: #include \"file.uc\" or <file.h>");
    return;
  }
  const std::string name = s.substr(1, s.size() - 2);
  if (scope.depth >= kMaxDepth)
    stop(line, scope,
         fmt::format("#include \"{}\" is nested more than {} deep, "
                     "does a file include itself?",
                     name, kMaxDepth));
  std::string text;
  const std::string path = find_file(name, *line.file, angle, text);
  if (ixp::is_pipe_or_device(path)) {
    error(rest, 0, scope, fmt::format("{} is {}", path, ixp::kIncludeEndless));
    return;
  }
  if (options_.may_include && options_.may_include->refuse(path)) {
    error(rest, 0, scope, fmt::format("{} is {}", path, ixp::kIncludeRefused));
    return;
  }
  if (path.empty()) {
    error(rest, 0, scope, fmt::format("cannot find include file '{}'{}", name, searched()));
    return;
  }
  Scope inner{nullptr, scope.expansion, scope.depth + 1};
  file(path, text, inner);
}

std::string Preprocessor::searched() const {
  std::string out = ", searched beside the file";
  for (const std::string& d : options_.include_dirs)
    out += (&d == &options_.include_dirs.front() ? " and in " : " ") + d;
  return out + "; give its directory with -I of mecc, or 'include' of a system file";
}

std::string Preprocessor::find_file(const std::string& name, const std::string& from, bool angle,
                                    std::string& text) const {
  std::vector<std::string> candidates;
  if (name[0] == '/') {
    candidates.push_back(name);
  } else {
    const std::string beside = directory_of(from) + name;
    if (!angle) candidates.push_back(beside);
    for (const std::string& d : options_.include_dirs)
      candidates.push_back(d + "/" + name);
    if (angle) candidates.push_back(beside);
  }
  for (const std::string& c : candidates)
    if (ixp::is_pipe_or_device(c) || read(c, text)) return c;
  return {};
}

} // namespace mecc::pp
