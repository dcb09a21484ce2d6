// Handles Ctrl-C (SIGINT), SIGTERM, SIGHUP, and SIGPIPE.
//
// The first signal removes temporary files and ends the program, with exit status 128 + its number.
// Code that can end in order creates an OrderlyEnd: then the first signal only sets interrupted(),
// and the second one ends the program. The same signal again within a moment is no second one:
// timeout(1) signals the program and then its process group. SIGPIPE removes temporary files and
// ends the program always: the reader of an output has ended.
#pragma once

#include <csignal>

namespace ixp {

// Called once, at the start of a program. Signals that are already ignored, as under nohup, stay
// ignored. A write beyond `ulimit -f` then fails with an error, like a full disk, instead of
// SIGXFSZ.
void watch_signals();

int interrupted(); // the first signal, or 0

// Thrown by work that is abandoned because of interrupted().
struct Interrupted {
  int signal = interrupted();
};

class OrderlyEnd {
public:
  // Behaviour of blocking calls, such as waitpid(), when a signal arrives: Return with EINTR.
  enum class Calls { Resume, Return };
  explicit OrderlyEnd(Calls calls = Calls::Resume);
  ~OrderlyEnd();
  OrderlyEnd(const OrderlyEnd&) = delete;
  OrderlyEnd& operator=(const OrderlyEnd&) = delete;
};

// Defers signals until it is destroyed.
class HoldSignals {
public:
  HoldSignals();
  ~HoldSignals();
  HoldSignals(const HoldSignals&) = delete;
  HoldSignals& operator=(const HoldSignals&) = delete;

private:
  sigset_t before_;
};

} // namespace ixp
