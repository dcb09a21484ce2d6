#include "emu/record/timeline_names.h"

#include "emu/explain/program_place.h"

#include <fmt/format.h>

namespace ixp {

TimelineNames::TimelineNames(TrackWriter& writer, const Images& images)
    : writer_(writer), awaited_(images) {
  for (const PlacedImage& p : images.placed) {
    Program& program = programs_[p.me];
    program.image = &p.image;
    program.functions.resize(p.image.words.size());
    program.lines.resize(p.image.words.size());
  }
}

Name TimelineNames::function(int me, int pc) {
  Program& p = programs_[static_cast<unsigned>(me)];
  if (!p.image || static_cast<size_t>(pc) >= p.functions.size()) return writer_.intern("executes");
  Name& n = p.functions[static_cast<size_t>(pc)];
  if (!n) {
    const std::string text = function_at(*p.image, static_cast<unsigned>(pc));
    n = writer_.intern(text.empty() ? "executes" : text);
  }
  return n;
}

Name TimelineNames::line(int me, int pc) {
  Program& p = programs_[static_cast<unsigned>(me)];
  if (!p.image || pc < 0 || static_cast<size_t>(pc) >= p.lines.size())
    return writer_.intern(fmt::format("pc {}", pc));
  Name& n = p.lines[static_cast<size_t>(pc)];
  if (!n) {
    const std::string text = source_line(*p.image, static_cast<unsigned>(pc));
    n = writer_.intern(text.empty() ? fmt::format("pc {}", pc) : text);
  }
  return n;
}

Name TimelineNames::opcode(mev2::Opcode op) {
  Name& n = opcodes_[static_cast<unsigned>(op)];
  if (!n) n = writer_.intern(command_text(op));
  return n;
}

Name TimelineNames::waits(const Event& e) {
  const uint32_t id = awaited_.id(e);
  if (id >= waits_.size()) waits_.resize(id + 64);
  Name& n = waits_[id];
  if (!n) {
    const std::string& what = awaited_.text(id);
    n = writer_.intern(what.empty() ? std::string("gives way") : "waits for " + what);
  }
  return n;
}

} // namespace ixp
