#include "mecc/dialect/asm_forms.h"

#include <algorithm>
#include <cctype>

namespace mecc::dialect {

namespace tok = clang::tok;

std::string AsmReader::spelling(size_t i) const {
  return tokens_[i].isAnnotation() ? std::string() : pp_.getSpelling(tokens_[i]);
}

std::string AsmReader::text(TokenRange range) const {
  std::string out;
  for (size_t i = range.from; i < range.to; ++i)
    out += spelling(i);
  return out;
}

// Names such as br!=byte and br_!signal are several tokens without blanks.
bool AsmReader::ends_name(size_t i) const {
  const clang::Token& t = tokens_[i];
  return t.isAtStartOfLine() || t.hasLeadingSpace() ||
         t.isOneOf(tok::l_square, tok::hash, tok::colon, tok::semi, tok::r_brace, tok::eof);
}

std::optional<AsmLine> AsmReader::read(size_t& i) const {
  AsmLine line;
  line.at = tokens_[i].getLocation();
  line.name = spelling(i++);
  while (!ends_name(i))
    line.name += spelling(i++);
  const size_t colon = tokens_[i].is(tok::hash) ? i + 1 : i;
  if (colon < tokens_.size() && tokens_[colon].is(tok::colon)) {
    line.is_label = true;
    i = colon + 1;
    return line;
  }
  std::ranges::transform(line.name, line.name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (tokens_[i].is(tok::l_square) && !operands(i, line)) return std::nullopt;
  modifiers(i, line);
  return line;
}

bool AsmReader::operands(size_t& i, AsmLine& line) const {
  const size_t end = after_group(tokens_, i);
  if (!tokens_[end - 1].is(tok::r_square)) {
    report(pp_, line.at, clang::DiagnosticsEngine::Error,
           "the operands of '%0' are never closed, write ']' behind them")
        << line.name;
    i = tokens_.size() - 1; // stay at the end-of-file token
    return false;
  }
  size_t begin = ++i;
  while (i + 1 < end) {
    if (tokens_[i].is(tok::comma)) {
      line.operands.push_back({begin, i});
      begin = i + 1;
    }
    i = tokens_[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace) ? after_group(tokens_, i)
                                                                      : i + 1;
  }
  if (begin < end - 1) line.operands.push_back({begin, end - 1});
  i = end;
  return true;
}

void AsmReader::modifiers(size_t& i, AsmLine& line) const {
  while (tokens_[i].is(tok::comma)) {
    ++i;
    if (!tokens_[i].isOneOf(tok::identifier, tok::numeric_constant)) break;
    std::string word = spelling(i++);
    TokenRange argument;
    if (tokens_[i].is(tok::l_square)) {
      const size_t end = std::min(after_group(tokens_, i), tokens_.size() - 1);
      argument = {i + 1, end > i + 1 ? end - 1 : end};
      i = end;
    }
    line.modifiers.push_back(std::move(word));
    line.arguments.push_back(argument);
  }
}

} // namespace mecc::dialect
