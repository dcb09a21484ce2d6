#include "mecc/mc/statement.h"

#include <cctype>
#include <fmt/format.h>

namespace mecc::mc {

static bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

Piece trim(std::string_view whole, uint32_t offset) {
  while (!whole.empty() && blank(whole.front())) {
    whole.remove_prefix(1);
    ++offset;
  }
  while (!whole.empty() && blank(whole.back()))
    whole.remove_suffix(1);
  return {whole, offset};
}

static Piece part(const Piece& p, size_t begin, size_t end) {
  return trim(p.text.substr(begin, end - begin), p.offset + static_cast<uint32_t>(begin));
}

static int nesting(char c) {
  if (c == '[' || c == '(') return 1;
  if (c == ']' || c == ')') return -1;
  return 0;
}

std::vector<Piece> split_commas(Piece p) {
  std::vector<Piece> out;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i < p.text.size(); ++i) {
    depth += nesting(p.text[i]);
    if (p.text[i] == ',' && depth == 0) {
      out.push_back(part(p, begin, i));
      begin = i + 1;
    }
  }
  out.push_back(part(p, begin, p.text.size()));
  return out;
}

std::vector<Piece> split_words(Piece p) {
  std::vector<Piece> out;
  size_t i = 0;
  while (i < p.text.size()) {
    while (i < p.text.size() && (blank(p.text[i]) || p.text[i] == ','))
      ++i;
    const size_t begin = i;
    int depth = 0;
    while (i < p.text.size() && (depth > 0 || (!blank(p.text[i]) && p.text[i] != ',')))
      depth += nesting(p.text[i++]);
    if (i > begin) out.push_back(part(p, begin, i));
  }
  return out;
}

namespace {

class Splitter {
public:
  explicit Splitter(std::string_view line) : text_(line) {}

  Statement run() {
    Statement s;
    while (auto label = take_label())
      s.labels.push_back(*label);
    skip_blanks();
    if (at_end()) return s;
    if (text_[pos_] == '.') {
      const size_t begin = pos_++;
      while (!at_end() && is_name_char(text_[pos_]))
        ++pos_;
      s.directive = Piece{text_.substr(begin, pos_ - begin), static_cast<uint32_t>(begin)};
      s.rest = trim(text_.substr(pos_), static_cast<uint32_t>(pos_));
      return s;
    }
    s.head = take_call();
    skip_blanks();
    while (!at_end()) {
      if (text_[pos_] != ',')
        fail(fmt::format("'{}' is not expected here; tokens are separated by commas",
                         text_.substr(pos_)));
      ++pos_;
      skip_blanks();
      if (at_end()) fail("a token is expected after ','");
      s.tokens.push_back(take_call());
      skip_blanks();
    }
    return s;
  }

private:
  bool at_end() const { return pos_ >= text_.size(); }
  void skip_blanks() {
    while (!at_end() && blank(text_[pos_]))
      ++pos_;
  }
  [[noreturn]] void fail(std::string what) const {
    throw SyntaxError(static_cast<uint32_t>(pos_), std::move(what));
  }

  std::optional<Piece> take_label() {
    skip_blanks();
    const size_t begin = pos_;
    size_t i = begin;
    while (i < text_.size() && is_name_char(text_[i]))
      ++i;
    if (i == begin || i >= text_.size() || text_[i] != '#') return std::nullopt;
    const size_t end = i + 1;
    i = end;
    while (i < text_.size() && blank(text_[i]))
      ++i;
    if (i >= text_.size() || text_[i] != ':') {
      pos_ = end;
      fail(fmt::format("':' is expected after the label '{}'", text_.substr(begin, end - begin)));
    }
    const Piece label{text_.substr(begin, end - begin), static_cast<uint32_t>(begin)};
    pos_ = i + 1;
    return label;
  }

  // name, or name[arguments]. Names consist of the characters of mnemonics: letters, digits, _ = !
  // < >
  Call take_call() {
    Call c;
    const size_t begin = pos_;
    const auto in_name = [](char ch) {
      return is_name_char(ch) || std::string_view("=!<>").find(ch) != std::string_view::npos;
    };
    while (!at_end() && in_name(text_[pos_]))
      ++pos_;
    if (pos_ == begin)
      fail(fmt::format("an instruction is expected, not '{}'", text_.substr(begin)));
    c.name = {text_.substr(begin, pos_ - begin), static_cast<uint32_t>(begin)};
    c.end = static_cast<uint32_t>(pos_);
    skip_blanks();
    if (at_end() || text_[pos_] != '[') return c;
    const size_t open = pos_;
    int depth = 0;
    while (!at_end()) {
      depth += nesting(text_[pos_++]);
      if (depth == 0) break;
    }
    if (depth != 0) {
      pos_ = open;
      fail("this '[' has no matching ']'");
    }
    c.bracketed = true;
    c.arguments = split_commas(
        trim(text_.substr(open + 1, pos_ - open - 2), static_cast<uint32_t>(open + 1)));
    c.end = static_cast<uint32_t>(pos_);
    return c;
  }

  std::string_view text_;
  size_t pos_ = 0;
};

} // namespace

Statement split_statement(std::string_view line) {
  return Splitter(line).run();
}

} // namespace mecc::mc
