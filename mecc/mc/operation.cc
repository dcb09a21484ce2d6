#include "mecc/mc/operation.h"

#include <fmt/format.h>

namespace mecc::mc {

namespace {

struct Operator {
  std::string_view token;
  int precedence;
};
// Longest tokens first, so that "<<" is not read as "<".
constexpr Operator kOperators[] = {{"<<", 4}, {">>", 4}, {"|", 1}, {"^", 2}, {"&", 3},
                                   {"+", 5},  {"-", 5},  {"*", 6}, {"/", 6}, {"%", 6}};
constexpr unsigned kMaxDepth = 100;

class Reader {
public:
  explicit Reader(const Piece& p) : whole_(p), text_(p.text) {}

  Operation run() {
    Operation o = binary(1);
    skip();
    if (at_ < text_.size()) unexpected();
    return o;
  }

private:
  [[noreturn]] void fail(size_t at, std::string why) const {
    throw SyntaxError(whole_.offset + static_cast<uint32_t>(at), std::move(why));
  }

  [[noreturn]] void unexpected() const {
    const std::string_view rest = text_.substr(at_);
    if (rest[0] == '=' || rest[0] == '<' || rest[0] == '>' || rest.starts_with("!="))
      fail(at_, "the outcome of a comparison is no operand; combine comparisons with && and ||");
    fail(at_, fmt::format("'{}' is not expected here; an operator of + - & | ^ << >> is", rest));
  }

  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
      ++at_;
  }
  bool looking_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  Piece piece(size_t begin) const {
    return trim(text_.substr(begin, at_ - begin), whole_.offset + static_cast<uint32_t>(begin));
  }
  void deeper() {
    if (++depth_ > kMaxDepth) fail(at_, "the expression is nested too deeply; split it");
  }

  const Operator* next_operator(int least) const {
    for (const Operator& o : kOperators)
      if (text_.substr(at_).starts_with(o.token)) return o.precedence >= least ? &o : nullptr;
    return nullptr;
  }

  Operation binary(int least) {
    skip();
    const size_t begin = at_;
    Operation left = unary();
    while (true) {
      const size_t end = at_;
      skip();
      const Operator* o = next_operator(least);
      if (!o) {
        at_ = end;
        return left;
      }
      at_ += o->token.size();
      Operation right = binary(o->precedence + 1);
      Operation both;
      both.op = std::string(o->token);
      both.parts.push_back(std::move(left));
      both.parts.push_back(std::move(right));
      both.text = piece(begin);
      left = std::move(both);
    }
  }

  Operation unary() {
    skip();
    const size_t begin = at_;
    if (at_ >= text_.size()) fail(at_, "an operand is missing");
    Operation o;
    if (text_[at_] == '~' || text_[at_] == '-') {
      deeper();
      o.op = std::string(1, text_[at_++]);
      o.parts.push_back(unary());
      --depth_;
    } else if (text_[at_] == '(') {
      deeper();
      ++at_;
      o = binary(1);
      skip();
      if (at_ < text_.size() && text_[at_] != ')') unexpected();
      if (at_ == text_.size()) fail(begin, "'(' without ')'");
      ++at_;
      --depth_;
    } else {
      operand();
    }
    o.text = piece(begin);
    return o;
  }

  // A register, a pointer (*l$index0[2], *$index++), a number, a call or another single value.
  void operand() {
    const size_t begin = at_;
    const bool pointer = looking_at('*');
    if (looking_at('\'') || looking_at('"')) {
      at_ = text_.find(text_[at_], at_ + 1);
      if (at_ == std::string_view::npos) at_ = begin;
      if (at_ != begin) ++at_;
    } else {
      if (pointer || looking_at('&')) ++at_;
      while (at_ < text_.size() && (is_name_char(text_[at_]) || part_of_name(text_[at_])))
        ++at_;
      if (pointer && (text_.substr(at_).starts_with("++") || text_.substr(at_).starts_with("--")))
        at_ += 2;
      call();
      while (looking_at('[') || looking_at('('))
        brackets();
      if (looking_at('#')) ++at_;
    }
    if (at_ == begin) unexpected();
  }

  // Blanks are allowed before the argument of a function: log2 (4).
  void call() {
    const size_t end = at_;
    skip();
    if (!looking_at('(')) at_ = end;
  }

  static bool part_of_name(char c) { return c == '$' || c == '@' || c == '.'; }

  void brackets() {
    const size_t open = at_;
    int depth = 0;
    do {
      if (at_ >= text_.size()) fail(open, fmt::format("'{}' is not closed", text_[open]));
      depth += text_[at_] == '[' || text_[at_] == '(';
      depth -= text_[at_] == ']' || text_[at_] == ')';
      ++at_;
    } while (depth > 0);
  }

  Piece whole_;
  std::string_view text_;
  size_t at_ = 0;
  unsigned depth_ = 0;
};

} // namespace

Operation read_operation(const Piece& p) {
  return Reader(p).run();
}

} // namespace mecc::mc
