#include "config/program.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ixp {

namespace fs = std::filesystem;
using Kind = TomlValue::Kind;

namespace {

unsigned parse_me(const TomlValue& v, const std::string& what) {
  const std::string& text = toml_text(v, what);
  if (text.size() == 3 && (text[0] == '0' || text[0] == '1') && text[1] == ':' && text[2] >= '0' &&
      text[2] <= '3')
    return (text[0] - '0') * 4u + (text[2] - '0');
  throw InputError(v.where, fmt::format("{} is '{}', expected \"cluster:number\" from \"0:0\" to "
                                        "\"1:3\"",
                                        what, text));
}

std::string define_text(const TomlValue& v, const std::string& what) {
  switch (v.kind) {
  case Kind::Integer: return fmt::format("{}", v.integer);
  case Kind::Boolean: return v.boolean ? "1" : "0";
  case Kind::String: return v.text;
  default:
    throw InputError(v.where, fmt::format("{} is {}, expected an integer, a string, true or false",
                                          what, name(v.kind)));
  }
}

// The name becomes a compiler argument; "-o" would be read as an option.
const std::string& macro_name(const TomlValue::Member& m, const std::string& what) {
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_rest = [&](char c) { return is_name(c) || (c >= '0' && c <= '9'); };
  if (m.key.empty() || !is_name(m.key[0]) || !std::ranges::all_of(m.key, is_rest))
    throw InputError(m.where, fmt::format("{} has '{}', which is no name for a macro; expected "
                                          "letters, digits and '_', e.g. define = {{ PORT = 0 }}",
                                          what, m.key));
  return m.key;
}

void check_kind(const std::string& file, bool several, const SourceLocation& where,
                const std::string& what) {
  static constexpr std::string_view kExtensions[] = {".uc", ".c", ".uof", ".hex"};
  const std::string extension = fs::path(file).extension().string();
  if (std::ranges::find(kExtensions, extension) == std::end(kExtensions))
    throw InputError(where, fmt::format("{} is '{}', expected a file ending in {}", what, file,
                                        alternatives(kExtensions)));
  if (several && extension != ".c")
    throw InputError(where, fmt::format("{} has '{}' among several files, expected only C sources "
                                        "(.c), which are compiled to one program",
                                        what, file));
}

std::vector<std::string> image_files(TomlTable& t) {
  const TomlValue& image = t.need("image", "\"rx.uc\"");
  const std::vector<std::string> names = t.texts("image");
  if (names.empty())
    throw InputError(image.where, t.called("image") + " is empty, expected a file");
  for (const std::string& n : names)
    check_kind(n, names.size() > 1, image.where, t.called("image"));
  return t.paths("image");
}

} // namespace

bool ProgramConfig::from_source() const {
  return image().ends_with(".uc") || image().ends_with(".c");
}

ProgramConfig read_program(TomlTable& t) {
  ProgramConfig p;
  p.where = t.where();
  p.index = parse_me(t.need("at", "\"0:0\""), t.called("at"));
  p.image_where = t.where("image");
  p.files = image_files(t);
  if (const TomlValue* v = t.find("contexts")) {
    const uint64_t n = toml_integer(*v, t.called("contexts"), 4, 8);
    if (n != 4 && n != 8)
      throw InputError(v->where, fmt::format("{} is {}, expected 4 or 8", t.called("contexts"), n));
    p.mode = n == 4 ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
  }
  p.start_where = t.where("start");
  if (const TomlValue* v = t.find("start"))
    p.start = static_cast<uint8_t>(toml_integer(*v, t.called("start"), 0, 0xff));
  p.defines = read_defines(t);
  p.include_dirs = t.paths("include");
  static constexpr std::string_view kLevels[] = {"0", "1", "2", "3", "s", "g"};
  if (t.find("optimise")) p.optimise = kLevels[t.choice("optimise", kLevels, 2)];
  static constexpr std::string_view kData[] = {"local", "sram"};
  p.data_in_sram = t.choice("data", kData, 0) == 1;
  return p;
}

std::vector<std::pair<std::string, std::string>> read_defines(TomlTable& t) {
  std::vector<std::pair<std::string, std::string>> defines;
  for (const TomlValue::Member& m : t.members("define"))
    defines.emplace_back(
        macro_name(m, t.called("define")),
        define_text(m.value, fmt::format("'{}' of {}", m.key, t.called("define"))));
  return defines;
}

std::string me_name(unsigned index) {
  return fmt::format("{}:{}", index / 4, index % 4);
}

} // namespace ixp
