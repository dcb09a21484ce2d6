// Declarations of objects in memory inside functions. There is no stack, so such an object is
// always static, and its initialiser becomes an assignment:
//
//     __declspec(sram) int total = start();   ->   static <sram> int total; total = start();
//
// A pointer to SRAM is itself in a register and stays automatic.
#include "mecc/dialect/rewrite.h"

#include <algorithm>
#include <optional>

namespace mecc::dialect {

namespace tok = clang::tok;
using clang::DiagnosticsEngine;
using clang::Token;

namespace {

struct Declarator {
  size_t begin = 0, end = 0; // up to its ',' or ';'
  size_t equal = 0;          // index of '=', or 0
  size_t name = 0;
  bool pointer = false, array = false, function = false;
  bool own_memory = false; // a memory named after the last '*' or after the name
};

struct Declaration {
  std::vector<Declarator> declarators;
  bool memory = false; // named among the specifiers
  bool storage = false, is_typedef = false, is_const = false;

  bool in_memory(const Declarator& d) const {
    return !d.function && (d.own_memory || (memory && !d.pointer));
  }
};

class Parser {
public:
  Parser(const Tokens& tokens, const llvm::StringSet<>& typedefs)
      : tokens_(tokens), typedefs_(typedefs) {}

  // Returns nothing if this is not a declaration.
  std::optional<Declaration> parse() {
    while (specifier())
      ;
    if (!type_ && !result_.memory) return std::nullopt;
    while (!at(tok::semi) && i_ < tokens_.size()) {
      if (!declarator()) return std::nullopt;
      if (at(tok::comma)) ++i_;
    }
    return result_;
  }

private:
  bool at(tok::TokenKind kind) const { return i_ < tokens_.size() && tokens_[i_].is(kind); }

  bool specifier() {
    if (i_ >= tokens_.size()) return false;
    const Token& t = tokens_[i_];
    switch (t.getKind()) {
    case tok::kw___attribute: result_.memory |= attribute(); return true;
    case tok::kw_typedef: result_.is_typedef = true; break;
    case tok::kw_static:
    case tok::kw_extern: result_.storage = true; break;
    case tok::kw_const: result_.is_const = true; break;
    case tok::kw_volatile:
    case tok::kw_restrict:
    case tok::kw_inline:
    case tok::kw_auto:
    case tok::kw_register: break;
    case tok::kw_struct:
    case tok::kw_union:
    case tok::kw_enum: record(); return true;
    case tok::kw_typeof:
      type_ = true;
      i_ = i_ + 1 < tokens_.size() ? after_group(tokens_, i_ + 1) : i_ + 1;
      return true;
    case tok::kw_void:
    case tok::kw_char:
    case tok::kw_short:
    case tok::kw_int:
    case tok::kw_long:
    case tok::kw_signed:
    case tok::kw_unsigned:
    case tok::kw_float:
    case tok::kw_double:
    case tok::kw__Bool: type_ = true; break;
    case tok::identifier: return type_name();
    default: return false;
    }
    ++i_;
    return true;
  }

  bool type_name() {
    if (type_) return false;
    if (i_ + 1 < tokens_.size() &&
        tokens_[i_ + 1].isOneOf(tok::equal, tok::semi, tok::comma, tok::l_square, tok::l_paren))
      return false;
    type_ = true;
    result_.memory |= typedefs_.count(tokens_[i_].getIdentifierInfo()->getName()) != 0;
    ++i_;
    return true;
  }

  void record() {
    type_ = true;
    ++i_;
    while (at(tok::kw___attribute))
      attribute();
    if (at(tok::identifier)) ++i_;
    if (at(tok::l_brace)) i_ = after_group(tokens_, i_);
  }

  // Skips an attribute; true if it names a memory.
  bool attribute() {
    const size_t end = i_ + 1 < tokens_.size() ? after_group(tokens_, i_ + 1) : i_ + 1;
    bool memory = false;
    for (; i_ < end; ++i_)
      memory |= is_word(tokens_[i_], "address_space");
    return memory;
  }

  bool declarator() {
    Declarator d;
    d.begin = i_;
    for (bool prefix = true; prefix;) {
      if (at(tok::star)) {
        d.pointer = true;
        d.own_memory = false;
        ++i_;
      } else if (at(tok::kw___attribute)) {
        d.own_memory |= attribute();
      } else if (at(tok::kw_const) || at(tok::kw_volatile) || at(tok::kw_restrict)) {
        ++i_;
      } else {
        prefix = false;
      }
    }
    if (at(tok::l_paren)) { // (*name) and similar: a pointer of any kind
      d.pointer = true;
      i_ = after_group(tokens_, i_);
    } else if (at(tok::identifier)) {
      d.name = i_++;
    } else {
      return false;
    }
    suffixes(d);
    if (at(tok::equal)) {
      d.equal = i_;
      while (i_ < tokens_.size() && !at(tok::comma) && !at(tok::semi))
        i_ = tokens_[i_].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)
                 ? after_group(tokens_, i_)
                 : i_ + 1;
    }
    d.end = i_;
    result_.declarators.push_back(d);
    return at(tok::comma) || at(tok::semi);
  }

  void suffixes(Declarator& d) {
    while (at(tok::l_square) || at(tok::l_paren) || at(tok::kw___attribute)) {
      if (at(tok::kw___attribute)) {
        d.own_memory |= attribute();
        continue;
      }
      (at(tok::l_square) ? d.array : d.function) = true;
      i_ = after_group(tokens_, i_);
    }
  }

  const Tokens& tokens_;
  const llvm::StringSet<>& typedefs_;
  size_t i_ = 0;
  bool type_ = false;
  Declaration result_;
};

class Placer {
public:
  Placer(clang::Preprocessor& pp, const Tokens& tokens, const Declaration& declaration)
      : pp_(pp), make_(pp), tokens_(tokens), declaration_(declaration) {
    for (const Token& t : tokens)
      shared_ |= t.is(tok::string_literal) && pp.getSpelling(t) == "\"me.shared\"";
    warn_of_lists();
  }

  Tokens run() {
    const auto in_memory = [&](const Declarator& d) { return declaration_.in_memory(d); };
    const auto& all = declaration_.declarators;
    if (std::none_of(all.begin(), all.end(), in_memory)) return tokens_;
    if (std::all_of(all.begin(), all.end(), in_memory)) {
      declare(all.front(), all.back());
      assign(all);
    } else if (repeatable()) {
      for (const Declarator& d : all) {
        declare(d, d);
        if (in_memory(d)) assign({d});
      }
    }
    return std::move(out_);
  }

private:
  // A declaration cannot be static for one name and automatic for another: each name gets its own
  // declaration, unless that would define a structure twice.
  bool repeatable() {
    const size_t specifiers = declaration_.declarators.front().begin;
    for (size_t i = 0; i < specifiers; ++i)
      if (tokens_[i].is(tok::l_brace)) {
        report(pp_, tokens_[i].getLocation(), DiagnosticsEngine::Error,
               "objects in memory and pointers in registers are declared with the structure; "
               "declare them apart");
        return false;
      }
    return true;
  }

  // Emits the declarators from one to another, after all specifiers.
  void declare(const Declarator& from, const Declarator& to) {
    const size_t specifiers = declaration_.declarators.front().begin;
    if (declaration_.in_memory(from))
      out_.push_back(make_.word("static", tokens_[0].getLocation()));
    out_.insert(out_.end(), tokens_.begin(), tokens_.begin() + specifiers);
    for (const Declarator* d = &from; d <= &to; ++d) {
      const size_t end = splits(*d) ? d->equal : d->end;
      if (d != &from) out_.push_back(tokens_[d->begin - 1]); // the comma
      out_.insert(out_.end(), tokens_.begin() + d->begin, tokens_.begin() + end);
    }
    out_.push_back(tokens_.back());
  }

  void assign(const std::vector<Declarator>& declarators) {
    for (const Declarator& d : declarators) {
      if (!splits(d)) continue;
      out_.push_back(tokens_[d.name]);
      out_.insert(out_.end(), tokens_.begin() + d.equal, tokens_.begin() + d.end);
      out_.push_back(tokens_.back());
    }
  }

  // Whether the initialiser becomes an assignment. Shared objects and constants are initialised by
  // the loader; so are arrays and structures, which C cannot assign.
  bool splits(const Declarator& d) const {
    return declaration_.in_memory(d) && d.equal && !declaration_.is_const && !shared_ && !list(d);
  }

  bool list(const Declarator& d) const {
    return d.equal && (tokens_[d.equal + 1].is(tok::l_brace) || d.array);
  }

  void warn_of_lists() {
    for (const Declarator& d : declaration_.declarators)
      if (declaration_.in_memory(d) && list(d) && !declaration_.is_const && !shared_)
        report(pp_, tokens_[d.name].getLocation(), DiagnosticsEngine::Warning,
               "'%0' is in memory and gets these values once, when the program is loaded; assign "
               "them if they are wanted at each entry, or say const or static")
            << tokens_[d.name].getIdentifierInfo()->getName();
  }

  clang::Preprocessor& pp_;
  TokenMaker make_;
  const Tokens& tokens_;
  const Declaration& declaration_;
  bool shared_ = false;
  Tokens out_;
};

} // namespace

Tokens place_statement(clang::Preprocessor& pp, Tokens statement, bool in_body,
                       llvm::StringSet<>& typedefs) {
  const std::optional<Declaration> declaration = Parser(statement, typedefs).parse();
  if (!declaration) return statement;
  if (declaration->is_typedef)
    for (const Declarator& d : declaration->declarators)
      if (d.name && declaration->in_memory(d))
        typedefs.insert(statement[d.name].getIdentifierInfo()->getName());
  if (!in_body || declaration->is_typedef || declaration->storage) return statement;
  return Placer(pp, statement, *declaration).run();
}

} // namespace mecc::dialect
