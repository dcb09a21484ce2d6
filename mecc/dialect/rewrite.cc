#include "mecc/dialect/rewrite.h"

#include <optional>

namespace mecc::dialect {

namespace tok = clang::tok;
using clang::Token;

namespace {

// Kind of the innermost open bracket.
enum class Inside { File, Body, Record, Initialiser, Parentheses };

struct Frame {
  Inside inside;
  size_t statement = 0;   // start of the current statement in the output
  bool placed = false;    // a memory is named in its declaration specifiers or declarators
  bool type_name = false; // a cast or sizeof: declares no object
  size_t keyword = 0;     // of a record: index of `struct` in the output
};

class Rewriter {
public:
  Rewriter(clang::Preprocessor& pp, const Tokens& in) : pp_(pp), in_(in) {
    out_.reserve(in.size() + in.size() / 8);
    frames_.push_back({Inside::File});
  }

  Tokens run() {
    for (size_t i = 0; i < in_.size();)
      i = step(i);
    return std::move(out_);
  }

private:
  Frame& top() { return frames_.back(); }

  size_t step(size_t i) {
    const Token& t = in_[i];
    if (is_word(t, "__declspec") || is_word(t, "_declspec")) return declspec(i);
    if (t.is(tok::kw___attribute)) return attribute(i);
    if (is_inline_asm(in_, i)) return inline_asm(i);
    if (t.isOneOf(tok::r_brace, tok::r_paren, tok::r_square)) return close(i);
    if (!t.isOneOf(tok::kw_const, tok::kw_volatile)) behind_record_.reset();
    if (t.isOneOf(tok::l_brace, tok::l_paren, tok::l_square)) return open(i);
    if (!t.isAnnotation() && t.getIdentifierInfo() &&
        typedefs_.count(t.getIdentifierInfo()->getName()))
      top().placed = true;
    put(t);
    if (t.isOneOf(tok::kw_struct, tok::kw_union, tok::kw_enum)) {
      record_ = out_.size() - 1;
      put_all(packed_);
      packed_.clear();
    } else if (!t.is(tok::identifier)) {
      record_.reset();
    }
    if (t.is(tok::semi)) end_statement();
    if (t.is(tok::colon)) end_label();
    return i + 1;
  }

  size_t declspec(size_t i) {
    const Declspec d = read_declspec(pp_, in_, i, top().type_name);
    // After the body, Clang would apply the attribute to the structure itself.
    out_.insert(behind_record_ ? out_.begin() + static_cast<std::ptrdiff_t>(*behind_record_)
                               : out_.end(),
                d.attribute.begin(), d.attribute.end());
    if (defines_record(d.end))
      packed_ = d.packed;
    else
      put_all(d.packed);
    if (d.region) top().placed = true;
    return d.end;
  }

  // Clang's own attributes are copied unchanged.
  size_t attribute(size_t i) {
    put(in_[i]);
    const size_t end =
        i + 1 < in_.size() && in_[i + 1].is(tok::l_paren) ? after_group(in_, i + 1) : i + 1;
    out_.insert(out_.end(), in_.begin() + i + 1, in_.begin() + end);
    return end;
  }

  size_t inline_asm(size_t i) {
    const size_t end = rewrite_inline_asm(pp_, in_, i, out_);
    if (top().inside == Inside::Body) begin_statement();
    return end;
  }

  // Whether `struct name {` follows: `packed` is then inserted after the keyword.
  bool defines_record(size_t i) const {
    while (i < in_.size() && in_[i].isOneOf(tok::kw_const, tok::kw_volatile, tok::kw_static))
      ++i;
    if (i >= in_.size() || !in_[i].isOneOf(tok::kw_struct, tok::kw_union)) return false;
    ++i;
    if (i < in_.size() && in_[i].is(tok::identifier)) ++i;
    return i < in_.size() && in_[i].is(tok::l_brace);
  }

  size_t open(size_t i) {
    const Inside inside = in_[i].is(tok::l_brace) ? brace(i) : Inside::Parentheses;
    put(in_[i]);
    frames_.push_back({inside, out_.size(), false, inside == Inside::Parentheses && !declares(i),
                       record_.value_or(0)});
    record_.reset();
    return i + 1;
  }

  // Parameters follow a name or (*name); a loop may declare its variable.
  bool declares(size_t open) const {
    return open && in_[open - 1].isOneOf(tok::identifier, tok::r_paren, tok::kw_for);
  }

  Inside brace(size_t i) const {
    if (record_) return Inside::Record;
    const Token* before = i ? &in_[i - 1] : nullptr;
    const Inside around = frames_.back().inside;
    if (around == Inside::Initialiser) return Inside::Initialiser;
    if (around == Inside::Parentheses)
      return before && before->is(tok::l_paren) ? Inside::Body : Inside::Initialiser;
    return before && before->is(tok::equal) ? Inside::Initialiser : Inside::Body;
  }

  size_t close(size_t i) {
    const Inside inside = top().inside;
    behind_record_.reset();
    if (inside == Inside::Record) behind_record_ = top().keyword;
    if (frames_.size() > 1) frames_.pop_back();
    put(in_[i]);
    record_.reset();
    if (in_[i].is(tok::r_brace) && inside == Inside::Body &&
        (top().inside == Inside::Body || top().inside == Inside::File))
      begin_statement();
    return i + 1;
  }

  void begin_statement() {
    top().statement = out_.size();
    top().placed = false;
  }

  void end_statement() {
    Frame& f = top();
    if (f.placed && (f.inside == Inside::File || f.inside == Inside::Body)) {
      Tokens statement(out_.begin() + f.statement, out_.end());
      out_.resize(f.statement);
      put_all(place_statement(pp_, std::move(statement), f.inside == Inside::Body, typedefs_));
    }
    begin_statement();
  }

  // `case 1:`, `default:` and `name:` precede a statement.
  void end_label() {
    if (top().inside != Inside::Body) return;
    const Token& first = out_[top().statement];
    if (first.isOneOf(tok::kw_case, tok::kw_default) || out_.size() - top().statement == 2)
      begin_statement();
  }

  void put(const Token& t) { out_.push_back(t); }
  void put_all(const Tokens& more) { out_.insert(out_.end(), more.begin(), more.end()); }

  clang::Preprocessor& pp_;
  const Tokens& in_;
  Tokens out_;
  std::vector<Frame> frames_;
  std::optional<size_t> record_;        // index of struct, union or enum, whose body may follow
  std::optional<size_t> behind_record_; // the same for the record whose body was just closed
  Tokens packed_;                       // to be inserted after the keyword of its structure
  llvm::StringSet<> typedefs_;
};

} // namespace

Tokens rewrite(clang::Preprocessor& pp, const Tokens& tokens) {
  return Rewriter(pp, tokens).run();
}

} // namespace mecc::dialect
