// Replacement of names. `#define`d names are replaced wherever they are a token; parameters of a
// `#macro` in the lines of its body. A name with its sigils ($x, $$x, @x) or its '#' (a label) is
// one token, so `$x` does not replace x; `$/**/x` and `$##x` do.
#pragma once

#include "preprocess/preprocess_text.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mecc::pp {

struct Define {
  bool takes_arguments = false;
  std::vector<std::string> parameters;
  Text body;
};

using Defines = std::map<std::string, Define>;

// Replaces defined names, pastes at `/**/`, and replaces names formed by pasting. Names in
// `defined(...)` and in quotes are not replaced. Throws Problem.
Text expand(const Text& line, const Defines& defines);

// #macro name[a, b=1] .. #endm
struct Macro {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<Text> defaults; // of the last parameters
  std::vector<Text> body;
  std::set<std::string> labels; // defined in the body: renamed in each expansion
  ixp::SourceLocation where;

  size_t least_arguments() const { return parameters.size() - defaults.size(); }
};

std::set<std::string> labels_of(const std::vector<Text>& body);

// Meaning of the names in a macro body in one expansion.
struct Bindings {
  std::map<std::string, Text> arguments;
  std::map<std::string, std::string> labels; // foo -> foo__7
};

Text bind(const Text& line, const Bindings& bindings);

} // namespace mecc::pp
