#include "python/module/branch.h"

#include "base/digest.h"
#include "python/module/gil.h"

#include <fmt/format.h>

namespace py = pybind11;

namespace ixp {

class Branch::FrameCallback final : public PortObserver {
public:
  FrameCallback(Branch& branch, py::handle callback, bool with_data)
      : branch_(branch), callback_(callback), with_data_(with_data) {}

  void frame_crossed(const FrameRecord& r) override {
    if (branch_.silent_) return;
    const WithGil gil;
    if (branch_.pending_.exception) return;
    try {
      Simulation& sim = branch_.sim();
      callback_(record_of(r, sim.chip().ledger, sim.system().params.clock_me_div, with_data_));
    } catch (const py::error_already_set&) {
      branch_.pending_.keep();
    }
  }

private:
  Branch& branch_;
  py::handle callback_;
  bool with_data_;
};

Branch::Branch(std::unique_ptr<Simulation> simulation, const Feeds& feeds,
               PendingException& pending)
    : pending_(pending), sim_(std::move(simulation)) {
  for (const auto& [port, frames] : feeds) {
    std::unique_ptr<FrameSource> source;
    if (frames) {
      source = std::make_unique<FrameFeed>(frames);
    } else {
      auto sent = std::make_unique<SentFrames>();
      sent_[port] = sent.get();
      source = std::move(sent);
    }
    sim_->chip().rx.set_source(port, std::move(source));
  }
}

Branch::~Branch() = default;

SentFrames& Branch::open_port(unsigned port) {
  const auto it = sent_.find(port);
  if (it == sent_.end())
    throw InputError(
        fmt::format("port {0} takes no frames of send(); expected feed={{{0}: None}}", port));
  if (it->second->closed()) throw InputError(fmt::format("port {} is closed", port));
  return *it->second;
}

void Branch::observe(PortObserver& observer, bool rx, bool tx) {
  if (rx) sim_->chip().rx.add_observer(observer);
  if (tx) sim_->chip().tx.add_observer(observer);
}

void Branch::record(std::shared_ptr<Recorder> to, bool rx, bool tx, bool with_data) {
  auto tap = std::make_unique<RecorderTap>(silent_ ? std::make_shared<Recorder>() : to,
                                           sim_->chip().ledger, sim_->system().params, with_data);
  observe(*tap, rx, tx);
  recordings_.push_back({std::move(tap), std::move(to)});
}

void Branch::call(py::handle callback, bool rx, bool tx, bool with_data) {
  callbacks_.push_back(std::make_unique<FrameCallback>(*this, callback, with_data));
  observe(*callbacks_.back(), rx, tx);
}

void Branch::call(py::handle callback, EventKinds kinds) {
  event_callbacks_.push_back(
      std::make_unique<EventCallback>(*sim_, callback, kinds, silent_, pending_));
}

std::vector<uint64_t> Branch::cleared() const {
  std::vector<uint64_t> out;
  for (const Recording& r : recordings_)
    out.push_back(r.recorder->cleared());
  return out;
}

void Branch::speak(const std::vector<uint64_t>& cleared) {
  for (size_t i = 0; i < recordings_.size(); ++i) {
    Recording& r = recordings_[i];
    r.recorder->replace(r.tap->recorder(), cleared.at(i));
    r.tap->record_to(r.recorder);
  }
  silent_ = false;
}

std::string figures_digest(Simulation& sim) {
  Digest d;
  d.add(to_json(sim.statistics()));
  d.add(sim.hazards().text());
  d.add(sim.contexts());
  return d.text();
}

} // namespace ixp
