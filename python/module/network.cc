#include "python/module/network.h"

#include "python/module/gil.h"

#include <fmt/format.h>

namespace py = pybind11;

namespace ixp {

NetworkSession::NetworkSession(NetworkConfig config, SimulationOptions options, unsigned threads) {
  try {
    const WithoutGil no_gil; // sources are compiled
    network_ = std::make_unique<Network>(std::move(config), options, alone_, threads);
  } catch (const InputError&) {
    if (PyErr_CheckSignals()) throw py::error_already_set(); // Ctrl-C also ends the compiler
    throw;
  }
}

const Network& NetworkSession::network() {
  if (running_)
    throw std::runtime_error("the network runs just now; ask it between two pieces of the run");
  return *network_;
}

bool NetworkSession::run(bool whole) {
  network();
  struct Running {
    bool& flag;
    ~Running() { flag = false; }
  } const running{running_ = true};
  while (true) {
    bool goes_on = false;
    {
      const WithoutGil no_gil;
      goes_on = network_->step();
    }
    if (PyErr_CheckSignals()) throw py::error_already_set();
    if (!goes_on || !whole) return goes_on;
  }
}

Simulation& NetworkSession::chip(const std::string& name) {
  network();
  const Network::Node* node = network_->find(name);
  if (!node)
    throw InputError({network_->config().path},
                     fmt::format("there is no chip '{}'; expected one of {}", name,
                                 fmt::join(network_->names(), ", ")));
  node->sim->control().advance(node->sim->now()); // its statistics are complete then
  return *node->sim;
}

std::shared_ptr<Recorder> NetworkSession::record(const std::string& name, bool rx, bool tx,
                                                 bool with_data) {
  Simulation& sim = chip(name);
  auto recorder = std::make_shared<Recorder>();
  taps_.push_back(
      std::make_unique<RecorderTap>(recorder, sim.chip().ledger, sim.system().params, with_data));
  if (rx) sim.chip().rx.add_observer(*taps_.back());
  if (tx) sim.chip().tx.add_observer(*taps_.back());
  return recorder;
}

std::string NetworkSession::accounts_json() {
  return accounts_of(network()).json;
}

std::string NetworkSession::table() {
  return accounts_of(network()).table;
}

std::string NetworkSession::failure() {
  const std::vector<std::string> failures = accounts_of(network()).failures;
  if (failures.empty()) return "";
  return InputError({network_->config().path},
                    fmt::format("the run failed: {}", fmt::join(failures, "\n  and: ")))
      .what();
}

} // namespace ixp
