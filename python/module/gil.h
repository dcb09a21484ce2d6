// Python's global lock while a simulation runs: given away, and taken again for callbacks.
//
// Other threads may still run simulations when the interpreter ends. It would end them as they take
// the lock, which tears C++ down around them. So they are stopped in order before it ends: whoever
// would take the lock then waits for the end of the process instead.
#pragma once

#include <pybind11/pybind11.h>

namespace ixp {

class WithoutGil { // a run, or whatever else takes long
public:
  WithoutGil();
  ~WithoutGil();
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

private:
  PyThreadState* state_;
};

class WithGil { // a callback from there
public:
  WithGil();
  ~WithGil();
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

private:
  PyGILState_STATE state_;
};

// To be called as the interpreter is about to end, with the lock.
void stop_other_threads();

} // namespace ixp
