// The programs of a system as their authors wrote them: places in files and functions, lines of
// source, instructions as text.
#pragma once

#include "emu/debug/view.h"

#include <map>
#include <set>

namespace ixp::debug {

// Addresses of one microengine where a place of the source begins.
struct Places {
  unsigned me = 0;
  std::vector<unsigned> pcs;
};

class Program {
public:
  explicit Program(const Images& images) : images_(images) {}

  // "tx.c:71", "main", "loop#", "*23". `me`: on that one only. A line without code stands for the
  // next one that has some; `told` then says so. Throws InputError with what was expected.
  std::vector<Places> find(const std::string& location, std::optional<unsigned> me,
                           std::string& told);

  // What images call a source: a whole path, as editors give it, or the end of one.
  std::set<std::string> files_called(const std::string& asked) const;

  // "tx.c:1" whether it has code or not; of several files of that name the one that `me` has code
  // of. Nothing when it is no such text, or no program has code of that file. Throws InputError for
  // a line behind its end.
  std::optional<mecc::SourceLine> line_called(const std::string& location, unsigned me);

  const mecc::Image* image(unsigned me) const;
  // Whole lines; empty when the file cannot be read.
  const std::vector<std::string>& source(const std::string& file);
  // "   23  scratch[get, $0, a0, 0x0, 2], ctx_swap[s7]"
  std::string instruction(unsigned me, unsigned pc) const;
  // Lines of a file around one, this one marked.
  std::string listing(const std::string& file, unsigned line, unsigned around);
  // Instructions around a pc, labels and lines of source between them.
  std::string disassembly(unsigned me, unsigned pc, unsigned around);

private:
  std::vector<unsigned> pcs_of_line(const mecc::Image& image, const std::set<std::string>& files,
                                    uint64_t line, unsigned& found) const;

  const Images& images_;
  std::map<std::string, std::vector<std::string>> sources_;
};

} // namespace ixp::debug
