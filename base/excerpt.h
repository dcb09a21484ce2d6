// The source line of a diagnostic with a caret under its column, in Clang's format:
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

  // format() of a diagnostic and its notes, each followed by its source line.
  std::string format(const Diagnostic& d);

private:
  // Lines that end in '\n'. Empty if the location has no line, the file cannot be read again, or
  // the line is too long.
  std::string at(const SourceLocation& where);
  const std::string& text_of(const std::string& file);

  bool colour_;
  std::map<std::string, std::string> files_; // contents; empty if reading failed
};

} // namespace ixp
