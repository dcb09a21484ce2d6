#include "mecc/dialect/limits.h"

#include "base/diagnostic.h"

#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <pthread.h>

namespace mecc::dialect {

namespace tok = clang::tok;
using clang::Token;

// Measured: about 5 KB of stack per level in plain builds, five times that with sanitizers. Some of
// Clang's algorithms are also quadratic.
static constexpr size_t kLongestStatement = 8'000; // in tokens
static constexpr size_t kLongestElseIf = 2'000;
static constexpr unsigned kDeepestParentheses = 1'000;
static constexpr size_t kStack = 1u << 30; // bytes of address space; memory is allocated only when
                                           // touched

bool text_within_limits(clang::Preprocessor& pp) {
  const clang::SourceManager& sources = pp.getSourceManager();
  const clang::FileID file = sources.getMainFileID();
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, pp.getLangOpts());
  unsigned depth = 0;
  for (Token t; !lexer.LexFromRawLexer(t);) {
    if (t.is(tok::l_paren)) ++depth;
    if (t.is(tok::r_paren) && depth) --depth;
    if (depth > kDeepestParentheses) {
      report(pp, t.getLocation(), clang::DiagnosticsEngine::Error,
             "parentheses nest more than %0 deep; close them, or use variables in between")
          << kDeepestParentheses;
      return false;
    }
  }
  return true;
}

bool within_limits(clang::Preprocessor& pp, const Tokens& tokens) {
  size_t run = 0, chain = 0;
  std::vector<bool> braces; // open brackets: whether each is a brace
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) braces.push_back(t.is(tok::l_brace));
    if (t.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && !braces.empty()) braces.pop_back();
    const bool in_list = !braces.empty() && braces.back();
    ++run;
    if (t.isOneOf(tok::semi, tok::l_brace, tok::r_brace) || (t.is(tok::comma) && in_list)) run = 0;
    if (t.is(tok::kw_else))
      ++chain;
    else if (t.isOneOf(tok::semi, tok::r_brace) && !tokens[i + 1].is(tok::kw_else))
      chain = 0;
    if (run > kLongestStatement || chain > kLongestElseIf) {
      report(pp, t.getLocation(), clang::DiagnosticsEngine::Error,
             run > kLongestStatement ? "this statement is too long; divide it into several"
                                     : "too many else-ifs; use a switch");
      return false;
    }
  }
  return true;
}

namespace {
struct Work {
  const std::function<void()>& run;
  std::exception_ptr thrown;
};
} // namespace

static void* run(void* argument) {
  Work& work = *static_cast<Work*>(argument);
  try {
    work.run();
  } catch (...) {
    work.thrown = std::current_exception();
  }
  return nullptr;
}

void with_large_stack(const std::function<void()>& work) {
  Work w{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread;
  const int failed = pthread_create(&thread, &attributes, run, &w);
  pthread_attr_destroy(&attributes);
  if (failed)
    throw ixp::InputError(fmt::format("out of memory: no room for a stack of {} MiB ({})",
                                      kStack >> 20, std::strerror(failed)));
  pthread_join(thread, nullptr);
  if (w.thrown) std::rethrow_exception(w.thrown);
}

} // namespace mecc::dialect
