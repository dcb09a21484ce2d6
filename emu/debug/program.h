// The programs of a system in terms of their source: locations in files and functions, source
// lines, instructions as text.
#pragma once

#include "emu/debug/view.h"

#include <map>
#include <set>

namespace ixp::debug {

// Addresses on one microengine at which a source location begins.
struct Places {
  unsigned me = 0;
  std::vector<unsigned> pcs;
};

class Program {
public:
  explicit Program(const Images& images) : images_(images) {}

  // Finds "tx.c:71", "main", "loop#", "*23". `me`: only on that one. A line without code stands for
  // the next one with code, which `told` then reports. Throws InputError if nothing is found.
  std::vector<Places> find(const std::string& location, std::optional<unsigned> me,
                           std::string& told);

  // Names of a source in images, given its whole path (as editors do) or the end of it.
  std::set<std::string> files_called(const std::string& asked) const;

  // The source in images that is the file `path`; "" if there is none.
  std::string source_called(const std::string& path) const;

  // Resolves "tx.c:1" even if the line has no code. Of several files of that name, it takes the one
  // with code on `me`. Empty if the text is no such location, or no program has code of that file.
  // Throws InputError for a line after the file's end.
  std::optional<mecc::SourceLine> line_called(const std::string& location, unsigned me);

  const mecc::Image* image(unsigned me) const;
  // Lines of a file; empty if it cannot be read.
  const std::vector<std::string>& source(const std::string& file);
  // "scratch[get, $0, a0, 0x0, 2], ctx_swap[s7]"
  std::string instruction_text(unsigned me, unsigned pc) const;
  // The same with its address: "   23  scratch[...".
  std::string instruction(unsigned me, unsigned pc) const;
  // Lines around `line`, which is marked.
  std::string listing(const std::string& file, unsigned line, unsigned around);
  // Instructions around a pc, with labels and source lines.
  std::string disassembly(unsigned me, unsigned pc, unsigned around);

private:
  std::set<std::string> files() const;
  std::vector<unsigned> pcs_of_line(const mecc::Image& image, const std::set<std::string>& files,
                                    uint64_t line, unsigned& found) const;

  const Images& images_;
  std::map<std::string, std::vector<std::string>> sources_;
};

} // namespace ixp::debug
