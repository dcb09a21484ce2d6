// Translates words to canonical text and back. Each line is one word; there are no labels and no
// allocation.
#include "base/files.h"
#include "mecc/driver/outputs.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc {
namespace {

constexpr size_t kMaxErrors = 20;

bool is_uof(const std::string& bytes) {
  return bytes.starts_with("\xc2\xc6") || bytes.starts_with("\xc6\xc2");
}

Program read_words(const std::string& path, mev2::ContextMode mode) {
  const std::string bytes = ixp::read_file(path);
  if (is_uof(bytes) || suffix_of(path) == ".uof") return read_uof(bytes, path);
  Program p;
  p.images.push_back(read_hex(bytes, path, mode));
  return p;
}

// The instruction of a line, without comment and surrounding blanks. `column` (from 1) is its
// start.
std::string_view instruction_text(std::string_view line, size_t& column) {
  line = line.substr(0, std::min(line.find(';'), line.find("//")));
  const size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos || line[begin] == '#') return {};
  column = begin + 1;
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

// Encodes one line; appends errors to `errors`.
void assemble_line(std::string_view text, mev2::ContextMode mode, ixp::SourceLocation where,
                   std::string& out, std::vector<ixp::Diagnostic>& errors) {
  std::string why;
  size_t at = 0;
  const auto instruction = mev2::parse(text, mode, &why, &at);
  const auto word = instruction ? mev2::encode(*instruction, mode, &why) : std::nullopt;
  if (word) {
    out += fmt::format("{:010x}\n", *word);
    return;
  }
  if (!instruction) where.column += static_cast<unsigned>(at);
  errors.push_back({ixp::Severity::Error, std::move(where), why, {}});
}

} // namespace

int disassemble(const Options& o, Messages& messages) {
  const std::string& path = o.files.front();
  const Program program = read_words(path, o.mode());
  std::string out, first;
  size_t undefined = 0, words = 0;
  for (const Image& image : program.images) {
    if (program.images.size() > 1) out += fmt::format("; image {}\n", image.name);
    const mev2::ContextMode mode = o.contexts.value_or(image.mode);
    words += image.words.size();
    for (size_t a = 0; a < image.words.size(); ++a) {
      const uint64_t w = image.words[a];
      std::string why;
      const auto instruction = mev2::decode(w, mode, &why);
      if (!instruction && undefined++ == 0)
        first = fmt::format("{:010x} at address {}: {}", w, a, why);
      out += fmt::format("{:010x}\t{}\n", w,
                         instruction ? mev2::print(*instruction) : "; undefined: " + why);
    }
  }
  write_together({{o.output_or("-"), out}}, o, messages);
  if (undefined == 0) return 0;
  throw ixp::InputError({path, 0, 0}, fmt::format("{} of {} words are no instructions, the first "
                                                  "is {}",
                                                  undefined, words, first));
}

int assemble_text(const Options& o, Messages& messages) {
  const std::string& path = o.files.front();
  const std::string text = ixp::read_file(path);
  std::string out;
  std::vector<ixp::Diagnostic> errors;
  unsigned line = 0;
  for (size_t at = 0; at < text.size() && errors.size() < kMaxErrors;) {
    ++line;
    const size_t end = std::min(text.find('\n', at), text.size());
    size_t column = 1;
    const std::string_view s =
        instruction_text(std::string_view(text).substr(at, end - at), column);
    if (!s.empty())
      assemble_line(s, o.mode(), {path, line, static_cast<unsigned>(column)}, out, errors);
    at = end + 1;
  }
  messages.show(errors);
  if (!errors.empty()) return 1;
  write_together({{o.output_or("-"), out}}, o, messages);
  return 0;
}

std::string suffix_of(const std::string& path) {
  const size_t name = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  const size_t dot = path.rfind('.');
  return dot == std::string::npos || dot <= name ? "" : path.substr(dot);
}

std::string stem_of(const std::string& path) {
  const size_t name = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  return path.substr(name, path.size() - suffix_of(path).size() - name);
}

} // namespace mecc
