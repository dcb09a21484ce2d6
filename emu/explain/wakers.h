// Determines whether a signal that a context waits for can still be raised: by a command in flight,
// its timer, the receive freelist, a signal in flight, or an instruction that sends signals on a
// microengine with a live context. Contexts that none of these can reach never run again.
//
// Instructions that send signals: writes of SAME_ME_SIGNAL, NEXT_ and PREV_NEIGHBOR_SIGNAL, of a
// context's signal and timer CSRs, CAP writes of INTERTHREAD_SIG or of a computed address. The
// addressed context is not analysed. Not counted: forged receive freelist entries and context
// numbers of indirect_ref.
#pragma once

#include "emu/chip/survey.h"

#include <array>
#include <string>
#include <vector>

namespace ixp {

// Whether, and by which path, a signal may still arrive.
struct Chance {
  bool possible = false;
  std::string how; // "scratch[get] of ring 1, issued at cycle 90, is in flight"
};

class Wakers {
public:
  Wakers(const Chip& chip, const SystemConfig& system, const Images& images,
         const std::vector<Command>& in_flight);

  Chance chance(unsigned me, unsigned ctx, unsigned signal) const;
  // Whether it runs, is Ready, or may still be woken.
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
  // "" if no command can raise it.
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

// "sram[read] of sram0 0x1234", without the issuer.
std::string describe_command(const Command& c, const Chip& chip, const SystemConfig& system);
// Whether the command's completion raises this signal of this context.
bool raises(const Command& c, unsigned me, unsigned ctx, unsigned signal);

} // namespace ixp
