// Names that a timeline uses for positions and activities of programs, created on first use.
#pragma once

#include "emu/record/awaited.h"
#include "emu/record/track_writer.h"

#include <array>
#include <vector>

namespace ixp {

class TimelineNames {
public:
  TimelineNames(TrackWriter& writer, const Images& images);
  Name function(int me, int pc); // "rewrite#"; "executes" if the image has no label
  Name line(int me, int pc);     // "rx.uc:12", "pc 17"
  Name opcode(mev2::Opcode op);  // "sram[read]"
  Name waits(const Event& e);    // "waits for sram[read]"
  void issued(const Event& e) { awaited_.issued(e); }

private:
  struct Program { // indexed by address
    const mecc::Image* image = nullptr;
    std::vector<Name> functions, lines;
  };
  TrackWriter& writer_;
  std::array<Program, kMicroengines> programs_;
  std::array<Name, mev2::kOpcodes> opcodes_{};
  Awaited awaited_;
  std::vector<Name> waits_; // indexed by Awaited::id()
};

} // namespace ixp
