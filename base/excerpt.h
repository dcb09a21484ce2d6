// The line of source that a diagnostic speaks of, with a caret under its column, as Clang shows it:
//
//       12 |   sram_read(x, address, 1, sig_done, &s);
//          |             ^
#pragma once

#include "base/diagnostic.h"

#include <map>
#include <optional>
#include <string>

namespace ixp {

class Excerpts {
public:
  explicit Excerpts(bool colour) : colour_(colour) {}

  // format() of a diagnostic and its notes, each with the line it speaks of behind it.
  std::string format(const Diagnostic& d);

private:
  // Lines that end in '\n'. Empty when the place has no line, the file cannot be read again, or the
  // line is too long to look at.
  std::string at(const SourceLocation& where);
  const std::string& text_of(const std::string& file);

  bool colour_;
  std::map<std::string, std::string> files_; // as read; empty when that failed
};

} // namespace ixp
