// Ctrl-C (SIGINT), SIGTERM and SIGHUP.
//
// The first one removes what is temporary and ends the program, with exit status 128 + its number.
// Where work can end in order, an OrderlyEnd lives: then the first one only shows in
// interrupted(), and the second one ends the program.
#pragma once

#include <csignal>

namespace ixp {

// Once, at the start of a program. A signal that is ignored already, as nohup has it, stays so.
// From then on a file beyond `ulimit -f` is an error of the write, as a full disk is, not SIGXFSZ.
void watch_signals();

int interrupted(); // the signal that came first, or 0

// Thrown by work that is given up because interrupted() says so.
struct Interrupted {
  int signal = interrupted();
};

class OrderlyEnd {
public:
  // What calls that block, such as waitpid(), do when a signal arrives: Return with EINTR.
  enum class Calls { Resume, Return };
  explicit OrderlyEnd(Calls calls = Calls::Resume);
  ~OrderlyEnd();
  OrderlyEnd(const OrderlyEnd&) = delete;
  OrderlyEnd& operator=(const OrderlyEnd&) = delete;
};

// Signals that come while it lives take effect when it ends.
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
