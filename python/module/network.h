// A network of chips controlled by a Python program. It runs window by window, without the GIL.
// While it runs in another thread, every other call throws RuntimeError.
#pragma once

#include "emu/network/accounts.h"
#include "python/module/recorder.h"

#include <memory>
#include <pybind11/pybind11.h>
#include <string>
#include <vector>

namespace ixp {

class NetworkSession {
public:
  NetworkSession(NetworkConfig config, SimulationOptions options, unsigned threads);

  // False: the run has ended. Ctrl-C between two windows throws; the run can continue.
  bool run(bool whole); // to the end, or one window
  std::shared_ptr<Recorder> record(const std::string& chip, bool rx, bool tx, bool with_data);

  // ---- Between two calls of run().
  const Network& network();
  Simulation& chip(const std::string& name); // throws InputError if there is none
  std::string accounts_json();               // network.json, up to now
  std::string table();
  // Failures of chips and violated balances, as text; "": none.
  std::string failure();

private:
  Exchange alone_;
  std::unique_ptr<Network> network_;
  std::vector<std::unique_ptr<RecorderTap>> taps_;
  bool running_ = false;
};

} // namespace ixp
