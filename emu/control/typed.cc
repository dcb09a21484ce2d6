#include "emu/control/typed.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace ixp::control {

namespace {

template <class Number> bool parse(std::string_view text, Number& number, int base) {
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number, base);
  return error == std::errc{} && end == last;
}

bool parse_bytes(std::string_view text, std::string& bytes) {
  for (; !text.empty(); text.remove_prefix(2)) {
    uint8_t byte = 0;
    if (text.size() < 2 || !parse(text.substr(0, 2), byte, 16)) return false;
    bytes += static_cast<char>(byte);
  }
  return !bytes.empty();
}

void parse_line(std::string_view line, Typed& typed, const SourceLocation& where) {
  const auto fail = [&](const char* expected) {
    throw InputError(where, fmt::format("'{}', expected {}", line, expected));
  };
  if (typed.end != kNever) fail("nothing after 'end' or 'quit'");
  const size_t space = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(std::min(space + 1, line.size()));
  Typed::Piece piece{};
  if (!parse(line.substr(0, space), piece.at, 10) || piece.at == kNever)
    fail("a tick and bytes in hexadecimal, e.g. 40001 6c730a");
  if (!typed.pieces.empty() && piece.at < typed.pieces.back().at)
    fail("a tick that is not before that of the line above");
  typed.quits = word == "quit";
  if (typed.quits || word == "end")
    typed.end = piece.at;
  else if (parse_bytes(word, piece.bytes))
    typed.pieces.push_back(std::move(piece));
  else
    fail("bytes in hexadecimal after the tick, e.g. 40001 6c730a; or 'end' or 'quit'");
}

} // namespace

Typed parse_typed(std::string_view text, const std::string& file_name) {
  Typed typed;
  for (unsigned number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty() && line[0] != '#') parse_line(line, typed, {file_name, number, 1});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return typed;
}

std::string to_text(const Typed& typed) {
  std::string out;
  for (const Typed::Piece& piece : typed.pieces) {
    out += fmt::format("{} ", piece.at);
    for (const char c : piece.bytes)
      out += fmt::format("{:02x}", static_cast<uint8_t>(c));
    out += '\n';
  }
  if (typed.end != kNever) out += fmt::format("{} {}\n", typed.end, typed.quits ? "quit" : "end");
  return out;
}

} // namespace ixp::control
