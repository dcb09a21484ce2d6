// Names that a timeline gives to what programs do, made when they are needed first.
#pragma once

#include "emu/trace/awaited.h"
#include "emu/trace/track_writer.h"

#include <array>
#include <vector>

namespace ixp {

class TimelineNames {
public:
  TimelineNames(TrackWriter& writer, const Images& images);
  Name function(int me, int pc); // "rewrite#", "executes" where the image does not say
  Name line(int me, int pc);     // "rx.uc:12", "pc 17"
  Name opcode(mev2::Opcode op);  // "sram[read]"
  Name waits(const Event& e);    // "waits for sram[read]"
  void issued(const Event& e) { awaited_.issued(e); }

private:
  struct Program { // by address
    const mecc::Image* image = nullptr;
    std::vector<Name> functions, lines;
  };
  TrackWriter& writer_;
  std::array<Program, kMicroengines> programs_;
  std::array<Name, mev2::kOpcodes> opcodes_{};
  Awaited awaited_;
  std::vector<Name> waits_; // by Awaited::id()
};

} // namespace ixp
