// Python's global interpreter lock during a simulation: released for the run, and taken for
// callbacks.
//
// Other threads may still run simulations when the interpreter exits. It would end them as they
// take the lock, which destroys C++ objects in use. So they are stopped cleanly before: threads
// that would take the lock then wait for the end of the process instead.
#pragma once

#include <pybind11/pybind11.h>

namespace ixp {

class WithoutGil { // a run, or another long operation
public:
  WithoutGil();
  ~WithoutGil();
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

private:
  PyThreadState* state_;
};

class WithGil { // a callback from it
public:
  WithGil();
  ~WithGil();
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

private:
  PyGILState_STATE state_;
};

// Called with the lock when the interpreter is about to exit.
void stop_other_threads();

} // namespace ixp
