// Errors in user input: location, problem, expectation, remedy.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace ixp {

// A location in a text file. line and column count from 1; 0 means unknown.
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

enum class Severity { Note, Warning, Error };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceLocation where;
  std::string text;                   // "problem, expectation, remedy"
  std::vector<Diagnostic> notes = {}; // e.g. "in expansion of macro ..." chain
  std::string flag = {};              // "signals" if -Wno-signals disables it
};

// "file:line:column: error: text", with each note on its own line. Colour only on request.
std::string format(const Diagnostic& d, bool colour = false);
// "file:line:column: text", for callers that mark it as an error otherwise.
std::string placed_text(const Diagnostic& d);
// Whether standard error is a terminal and NO_COLOR (no-color.org) is not set.
bool wants_colour();
// On a line of standard error. That it cannot be written is nothing to complain about.
void complain(const Diagnostic& d, bool colour = wants_colour());

// The input was wrong (exit status 1). Thrown by parsers and loaders, caught once in each main().
class InputError : public std::runtime_error {
public:
  explicit InputError(Diagnostic d);
  InputError(SourceLocation where, std::string text);
  explicit InputError(std::string text); // without location, e.g. a contradiction between two files
  const Diagnostic& diagnostic() const { return diagnostic_; }

private:
  Diagnostic diagnostic_;
};

// The closest of `candidates` to a misspelt word, or "" if none is close (edit distance <= 1/3).
std::string closest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace ixp
