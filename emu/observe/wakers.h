// Who can still raise a signal that a context waits for: a command under way, its timer, the
// receive freelist, a signal on its way, or an instruction that sends signals, on a microengine
// where some context can still run. Contexts that none of these reaches can never run again.
//
// Counted as sending: writes of SAME_ME_SIGNAL, NEXT_ and PREV_NEIGHBOR_SIGNAL, of a context's
// signal and timer CSRs, CAP writes of INTERTHREAD_SIG or of an address that is computed. Which
// context they name is not looked at. Not counted: forged receive freelist entries and context
// numbers of indirect_ref.
#pragma once

#include "emu/chip/survey.h"

#include <array>
#include <string>
#include <vector>

namespace ixp {

// Whether and how a signal may still come.
struct Chance {
  bool possible = false;
  std::string how; // "scratch[get] of ring 1, issued at cycle 90, is under way"
};

class Wakers {
public:
  Wakers(const Chip& chip, const SystemConfig& system, const Images& images,
         const std::vector<Command>& in_flight);

  Chance chance(unsigned me, unsigned ctx, unsigned signal) const;
  // It runs, is Ready, or may still be woken.
  bool lives(unsigned me, unsigned ctx) const { return lives_[me][ctx]; }

private:
  enum class Reach : uint8_t { SameMe, Next, Previous, Everywhere };
  struct Sender { // an instruction
    unsigned me, pc;
    Reach reach;
  };
  void find_senders();
  void find_living();
  bool may_wake(unsigned me, unsigned ctx) const;
  bool any_lives(unsigned me) const;
  bool reaches(const Sender& s, unsigned me) const;
  // "": not from there.
  std::string from_command(unsigned me, unsigned ctx, unsigned signal) const;
  std::string from_event(unsigned me, unsigned ctx, unsigned signal) const;
  std::string from_program(unsigned me) const;

  const Chip& chip_;
  const SystemConfig& system_;
  const Images& images_;
  const std::vector<Command>& in_flight_;
  std::vector<Sender> senders_;
  std::array<std::array<bool, kContexts>, kMicroengines> lives_{};
};

// "sram[read] of sram0 0x1234", without who issued it.
std::string describe_command(const Command& c, const Chip& chip, const SystemConfig& system);
// It raises this signal of this context when it is completed.
bool raises(const Command& c, unsigned me, unsigned ctx, unsigned signal);

} // namespace ixp
