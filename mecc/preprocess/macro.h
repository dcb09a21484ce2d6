// Names the preprocessor replaces. `#define`d names are replaced wherever they stand as a token;
// parameters of a `#macro` in the lines of its body. One token is: a name together with its sigils
// ($x, $$x, @x) or its '#' (a label), so `$x` does not replace x; `$/**/x` and `$##x` do.
#pragma once

#include "mecc/preprocess/preprocess_text.h"

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

// Replaces defined names, pastes at `/**/`, and replaces what pasting made. Names in `defined(...)`
// and in quotes stay. Throws Problem.
Text expand(const Text& line, const Defines& defines);

// #macro name[a, b=1] .. #endm
struct Macro {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<Text> defaults; // of the last parameters
  std::vector<Text> body;
  std::set<std::string> labels; // defined in the body: renamed for each expansion
  ixp::SourceLocation where;

  size_t least_arguments() const { return parameters.size() - defaults.size(); }
};

std::set<std::string> labels_of(const std::vector<Text>& body);

// What the names of a macro body mean in one expansion.
struct Bindings {
  std::map<std::string, Text> arguments;
  std::map<std::string, std::string> labels; // foo -> foo__7
};

Text bind(const Text& line, const Bindings& bindings);

} // namespace mecc::pp
