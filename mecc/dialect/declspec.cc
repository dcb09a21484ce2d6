// One __declspec(...) list:
//
//     __declspec(sram shared aligned(8))
//     -> __attribute__((address_space(1), annotate("me.shared"), aligned(8)))
#include "mecc/dialect/rewrite.h"

#include <fmt/format.h>

namespace mecc::dialect {

using clang::DiagnosticsEngine;
using clang::SourceLocation;
using clang::Token;
namespace tok = clang::tok;

namespace {

// Parser of one list.
class Reader {
public:
  Reader(clang::Preprocessor& pp, const Tokens& tokens, size_t at, bool type_name)
      : pp_(pp), make_(pp), tokens_(tokens), start_(tokens[at].getLocation()), i_(at + 1),
        type_name_(type_name) {}

  Declspec read() {
    if (!at(tok::l_paren)) {
      error(start_, "expected '(' and a list of words after __declspec, as in __declspec(sram)");
      result_.end = i_;
      return result_;
    }
    result_.end = after_group(tokens_, i_);
    if (!tokens_[result_.end - 1].is(tok::r_paren)) {
      error(start_, "this __declspec( is never closed, write ')' after its last word");
      result_.end = tokens_.size() - 1; // stay at the end-of-file token
      return result_;
    }
    for (++i_; i_ + 1 < result_.end;)
      if (at(tok::comma))
        ++i_;
      else
        word();
    result_.attribute = attribute(items_, start_);
    return result_;
  }

private:
  bool at(tok::TokenKind kind) const { return i_ < tokens_.size() && tokens_[i_].is(kind); }

  void error(SourceLocation where, const std::string& text) {
    report(pp_, where, DiagnosticsEngine::Error, "%0") << text;
  }

  Tokens attribute(const Tokens& items, SourceLocation where) const {
    if (items.empty()) return {};
    Tokens out = {make_.word("__attribute__", where), make_.punctuator(tok::l_paren, where),
                  make_.punctuator(tok::l_paren, where)};
    out.insert(out.end(), items.begin(), items.end());
    out.insert(out.end(), 2, make_.punctuator(tok::r_paren, where));
    return out;
  }

  void word() {
    const Token& t = tokens_[i_];
    const SourceLocation where = t.getLocation();
    if (t.isAnnotation() || !t.getIdentifierInfo()) {
      error(where, "expected a word such as sram, shared or gp_reg in this __declspec list");
      i_ = result_.end;
      return;
    }
    const std::string spelling = t.getIdentifierInfo()->getName().str();
    ++i_;
    Tokens arguments;
    if (at(tok::l_paren)) {
      const size_t end = after_group(tokens_, i_);
      arguments.assign(tokens_.begin() + i_, tokens_.begin() + end);
      i_ = end;
    }
    const Word* w = find_word(spelling);
    if (!w) return unknown(where, spelling);
    const bool takes_arguments = w->canonical == "aligned" || w->kind == WordKind::Ignored;
    if (!arguments.empty() && !takes_arguments)
      return error(where, fmt::format("'{}' takes no arguments, write it alone", spelling));
    add(*w, where, arguments);
  }

  void unknown(SourceLocation where, const std::string& spelling) {
    const std::string_view near = closest_word(spelling);
    error(where,
          near.empty()
              ? fmt::format("unknown word '{}' in __declspec, expected a memory, a kind of "
                            "register, shared, visible, import, export, aligned(n) or packed",
                            spelling)
              : fmt::format("unknown word '{}' in __declspec; did you mean '{}'?", spelling, near));
  }

  void add(const Word& w, SourceLocation where, const Tokens& arguments) {
    switch (w.kind) {
    case WordKind::Region:
    case WordKind::Register: place(w, where); break;
    case WordKind::Storage: annotate(w, where); break;
    case WordKind::Layout:
      if (w.canonical == "packed")
        result_.packed = attribute({make_.word("packed", where)}, where);
      else
        append({make_.word(w.canonical, where)}, arguments);
      break;
    case WordKind::Ignored: break;
    }
  }

  // An object has exactly one memory.
  void place(const Word& w, SourceLocation where) {
    if (placed_ && placed_->canonical != w.canonical) {
      const bool both = placed_->kind == WordKind::Region && w.kind == WordKind::Region;
      return error(where, fmt::format("'{}' and '{}' in one __declspec: an object is in one {}, "
                                      "leave one of them out",
                                      placed_->spelling, w.spelling, both ? "memory" : "place"));
    }
    if (placed_) return; // a repeated word
    placed_ = &w;
    if (w.kind == WordKind::Register) return annotate(w, where);
    result_.region = &w;
    result_.region_at = where;
    append({make_.word("address_space", where)},
           {make_.punctuator(tok::l_paren, where), make_.number(w.address_space, where),
            make_.punctuator(tok::r_paren, where)});
  }

  void annotate(const Word& w, SourceLocation where) {
    if (type_name_) return;
    const std::string text = fmt::format("{}{}", kAnnotationPrefix, w.canonical);
    append({make_.word("annotate", where)},
           {make_.punctuator(tok::l_paren, where), make_.string(text, where),
            make_.punctuator(tok::r_paren, where)});
  }

  void append(const Tokens& name, const Tokens& arguments) {
    if (!items_.empty()) items_.push_back(make_.punctuator(tok::comma, name[0].getLocation()));
    items_.insert(items_.end(), name.begin(), name.end());
    items_.insert(items_.end(), arguments.begin(), arguments.end());
  }

  clang::Preprocessor& pp_;
  TokenMaker make_;
  const Tokens& tokens_;
  SourceLocation start_;
  size_t i_;
  bool type_name_;
  const Word* placed_ = nullptr;
  Tokens items_;
  Declspec result_;
};

} // namespace

Declspec read_declspec(clang::Preprocessor& pp, const Tokens& tokens, size_t at, bool type_name) {
  return Reader(pp, tokens, at, type_name).read();
}

} // namespace mecc::dialect
