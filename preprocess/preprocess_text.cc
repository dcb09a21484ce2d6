#include "preprocess/preprocess_text.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace mecc::pp {

Place Text::place(size_t i) const {
  if (i < places.size()) return places[i];
  if (places.empty()) return start;
  return {places.back().line, places.back().column + 1};
}

void Text::append(const Text& from, size_t begin, size_t end) {
  chars.append(from.chars, begin, end - begin);
  places.insert(places.end(), from.places.begin() + static_cast<ptrdiff_t>(begin),
                from.places.begin() + static_cast<ptrdiff_t>(end));
}

void Text::append(std::string_view text, Place at) {
  chars.append(text);
  places.insert(places.end(), text.size(), at);
}

Text Text::slice(size_t begin, size_t end) const {
  while (begin < end && is_space(chars[begin]))
    ++begin;
  while (end > begin && is_space(chars[end - 1]))
    --end;
  Text out;
  out.file = file;
  out.start = place(begin);
  out.append(*this, begin, end);
  return out;
}

bool is_space(char c) {
  return c == ' ' || c == '\t'; // tabs occur only in definitions of the command line
}
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9');
}

size_t skip_spaces(const std::string& s, size_t i) {
  while (i < s.size() && is_space(s[i]))
    ++i;
  return i;
}

size_t end_of_name(const std::string& s, size_t i) {
  if (i >= s.size() || !is_name_start(s[i])) return i;
  while (i < s.size() && is_name(s[i]))
    ++i;
  return i;
}

size_t end_of_quote(const std::string& s, size_t i) {
  for (size_t j = i + 1; j < s.size(); ++j) {
    if (s[j] == '\\')
      ++j;
    else if (s[j] == s[i])
      return j + 1;
  }
  return i + 1;
}

std::string lower(std::string s) {
  for (char& c : s)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return s;
}

static bool opens(char c) {
  return c == '(' || c == '[';
}
static bool closes(char c) {
  return c == ')' || c == ']';
}

size_t closing_bracket(const std::string& s, size_t open) {
  std::string expected;
  for (size_t i = open; i < s.size(); ++i) {
    const char c = s[i];
    if (c == '"' || c == '\'') {
      i = end_of_quote(s, i) - 1;
    } else if (opens(c)) {
      expected += c == '(' ? ')' : ']';
    } else if (closes(c)) {
      if (expected.back() != c) return std::string::npos;
      expected.pop_back();
      if (expected.empty()) return i;
    }
  }
  return std::string::npos;
}

std::vector<Text> arguments(const Text& t, size_t open, size_t close) {
  std::vector<Text> out;
  size_t begin = open + 1, depth = 0;
  for (size_t i = begin; i < close; ++i) {
    const char c = t.chars[i];
    if (c == '"' || c == '\'') {
      i = std::min(end_of_quote(t.chars, i), close) - 1;
    } else if (opens(c)) {
      ++depth;
    } else if (closes(c)) {
      --depth;
    } else if (c == ',' && depth == 0) {
      out.push_back(t.slice(begin, i));
      begin = i + 1;
    }
  }
  Text last = t.slice(begin, close);
  if (!out.empty() || !last.empty()) out.push_back(std::move(last));
  return out;
}

std::vector<LabelAt> leading_labels(const std::string& s, size_t* after) {
  std::vector<LabelAt> out;
  size_t i = skip_spaces(s, 0);
  while (true) {
    const size_t name = i, end = end_of_name(s, i);
    if (end == name || end >= s.size() || s[end] != '#') break;
    const size_t colon = skip_spaces(s, end + 1);
    if (colon >= s.size() || s[colon] != ':') break;
    out.push_back({name, end});
    i = skip_spaces(s, colon + 1);
  }
  if (after) *after = i;
  return out;
}

std::string directive(const std::string& s, size_t* after) {
  const size_t hash = skip_spaces(s, 0);
  if (hash >= s.size() || s[hash] != '#') return {};
  const size_t word = skip_spaces(s, hash + 1), end = end_of_name(s, word);
  if (after) *after = end;
  return end == word ? std::string("#") : lower(s.substr(word, end - word));
}

namespace {

// Reads one file into physical lines without comments, then joins them.
class Splitter {
public:
  Splitter(const std::string& file, const std::string& text,
           std::vector<ixp::Diagnostic>& diagnostics)
      : file_(std::make_shared<const std::string>(file)), text_(text), diagnostics_(diagnostics) {}

  std::vector<Text> run() {
    size_t at = text_.starts_with("\xef\xbb\xbf") ? 3 : 0; // a byte order mark
    while (at < text_.size()) {
      size_t end = text_.find('\n', at);
      if (end == std::string::npos) end = text_.size();
      size_t stop = end;
      if (stop > at && text_[stop - 1] == '\r') --stop;
      physical(at, stop);
      ++line_;
      at = end + 1;
    }
    if (in_comment_)
      error(comment_, "'/*' without '*/' before the end of the file, close the comment");
    flush();
    return std::move(lines_);
  }

private:
  void error(Place at, std::string text) {
    diagnostics_.push_back(
        {ixp::Severity::Error, {*file_, at.line, at.column}, std::move(text), {}});
  }

  // Handles one physical line [begin, end): strips comments, and joins it to the preceding line if
  // that continues.
  void physical(size_t begin, size_t end) {
    Text line;
    line.file = file_;
    line.start = {line_, 1};
    const bool spliced = strip(begin, end, line);
    trim_end(line);
    const bool join = joins_ || (open_ && !starts_something_new(line.chars));
    if (!join) flush();
    if (line.empty() && open_ && !spliced) return; // a blank or comment line inside an operand list
    if (current_.empty()) {
      current_ = std::move(line);
    } else {
      current_.append(" ", current_.place(current_.size()));
      current_.append(line, 0, line.size());
    }
    joins_ = spliced;
    open_ = !spliced && continues(current_.chars);
    if (!joins_ && !open_) flush();
  }

  static void trim_end(Text& line) {
    size_t last = line.size();
    while (last > 0 && is_space(line.chars[last - 1]))
      --last;
    line.chars.resize(last);
    line.places.resize(last);
  }

  // Copies the characters outside comments. True if the line ends with a backslash.
  bool strip(size_t begin, size_t end, Text& out) {
    for (size_t i = begin; i < end; ++i) {
      const auto column = static_cast<uint32_t>(i - begin + 1);
      const Place here{line_, column};
      const bool pair = i + 1 < end;
      if (in_comment_) {
        if (text_[i] == '*' && pair && text_[i + 1] == '/') {
          in_comment_ = false;
          out.append(" ", here);
          ++i;
        }
        continue;
      }
      const char c = text_[i];
      if (c == ';' || (c == '/' && pair && text_[i + 1] == '/')) return false;
      if (c == '/' && pair && text_[i + 1] == '*') {
        if (i + 3 < end && text_[i + 2] == '*' && text_[i + 3] == '/' && i > begin && i + 4 < end &&
            pastes(text_[i - 1]) && pastes(text_[i + 4])) {
          out.append(std::string_view(&kPaste, 1), here);
          i += 3;
        } else {
          in_comment_ = true;
          comment_ = here;
          ++i;
        }
      } else if (c == '#' && pair && text_[i + 1] == '#' && !blank(out.chars)) {
        trim_end(out);
        out.append(std::string_view(&kPaste, 1), here);
        while (i + 2 < end && (text_[i + 2] == ' ' || text_[i + 2] == '\t'))
          ++i;
        ++i;
      } else if (c == '"' || c == '\'') {
        const size_t close = closing_quote(i, end);
        for (size_t j = i; j < close; ++j)
          out.append(std::string_view(&text_[j], 1), {line_, static_cast<uint32_t>(j - begin + 1)});
        i = close - 1;
      } else if (c == '\\' && only_spaces(i + 1, end)) {
        return true;
      } else if (c == '\t') {
        out.append(" ", here);
      } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
        error(here, fmt::format("control character 0x{:02x} in the source, remove it", c));
      } else {
        out.append(std::string_view(&text_[i], 1), here);
      }
    }
    return false;
  }

  static bool blank(const std::string& s) { return skip_spaces(s, 0) == s.size(); }
  static bool pastes(char c) { return c != ' ' && c != '\t' && c != '\r'; }

  bool only_spaces(size_t i, size_t end) const {
    while (i < end && (text_[i] == ' ' || text_[i] == '\t'))
      ++i;
    return i == end;
  }

  // Offset after the closing quote on this line, or just after an apostrophe that is no quote.
  size_t closing_quote(size_t i, size_t end) const {
    for (size_t j = i + 1; j < end; ++j) {
      if (static_cast<unsigned char>(text_[j]) < 0x20) break;
      if (text_[j] == '\\')
        ++j;
      else if (text_[j] == text_[i])
        return j + 1;
    }
    return i + 1;
  }

  static bool starts_something_new(const std::string& s) {
    return !directive(s).empty() || (!s.empty() && s[skip_spaces(s, 0)] == '.');
  }

  static bool continues(const std::string& s) {
    const std::string word = directive(s);
    if (s.empty() || (!word.empty() && word != "macro")) return false;
    const char last = s.back();
    if (last == ',' || opens(last)) return true;
    return s.ends_with("&&") || s.ends_with("||");
  }

  void flush() {
    open_ = joins_ = false;
    if (current_.empty()) return;
    size_t after = 0;
    if (directive(current_.chars, &after) == "line")
      renumber(current_.chars.substr(after));
    else
      lines_.push_back(std::move(current_));
    current_ = {};
  }

  // `#line 12 "file"`: the next line counts as line 12 of that file.
  void renumber(const std::string& rest) {
    char* end = nullptr;
    const unsigned long n = std::strtoul(rest.c_str(), &end, 10);
    if (end == rest.c_str() || n == 0 || n > 100'000'000) {
      error(current_.start, "#line needs a line number, e.g. #line 12 \"file.uc\"");
      return;
    }
    line_ = static_cast<uint32_t>(n) - 1;
    const std::string tail(end);
    const size_t open = tail.find('"'), close = tail.rfind('"');
    if (open != close)
      file_ = std::make_shared<const std::string>(tail.substr(open + 1, close - open - 1));
  }

  std::shared_ptr<const std::string> file_;
  const std::string& text_;
  std::vector<ixp::Diagnostic>& diagnostics_;
  std::vector<Text> lines_;
  Text current_;
  uint32_t line_ = 1;
  bool in_comment_ = false;
  bool joins_ = false; // the preceding line ended with a backslash
  bool open_ = false;  // or inside an operand list
  Place comment_;
};

} // namespace

std::vector<Text> logical_lines(const std::string& file, const std::string& text,
                                std::vector<ixp::Diagnostic>& diagnostics) {
  return Splitter(file, text, diagnostics).run();
}

} // namespace mecc::pp
