#include "python/module/gil.h"
#include "python/module/session.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace py = pybind11;

namespace ixp {

constexpr Tick kSlice = 200'000; // ticks between checks for Ctrl-C

std::shared_ptr<const Checkpoint> Session::checkpoint() {
  Simulation& s = sim();
  if (!checkpoints_)
    throw std::runtime_error("this simulation keeps nothing of what it was given; make it with "
                             "Simulation(..., checkpoints=True)");
  return std::make_shared<Checkpoint>(
      Checkpoint{me_, s.cycle(), here(), past_, branch_->cleared(), figures_digest(s)});
}

void Session::reach(Branch& branch, const Moment& at) {
  Simulation& s = branch.sim();
  // A finished run ends by itself; the tick after its end depends on its slices.
  const Tick to = at.ended ? at.tick + kSlice : at.tick;
  while (s.now() < to && !s.ended()) {
    {
      const WithoutGil no_gil;
      s.control().advance(std::min(to, s.now() + kSlice));
    }
    look_around();
  }
}

void Session::restore(const Checkpoint& to) {
  const Simulation& s = sim();
  if (to.owner != me_)
    throw py::value_error("the checkpoint is of another simulation; restore it there");
  const Piece piece(*this);
  auto branch = std::make_unique<Branch>(
      std::make_unique<Simulation>(s.system(), s.images(), options_), feeds_, pending_);
  branch->be_silent();
  for (const auto& intervention : to.past) {
    reach(*branch, intervention->at);
    intervention->apply(*branch);
  }
  reach(*branch, to.at);
  if (figures_digest(branch->sim()) != to.figures)
    throw std::runtime_error(
        fmt::format("cycle {} cannot be reached again: something that the system reads, a packet "
                    "stream perhaps, is not what it was; the run stays where it is",
                    to.cycle));
  branch->speak(to.cleared);
  branch_ = std::move(branch);
  past_ = to.past;
}

int Session::traverse(visitproc visit, void* arg) const {
  for (const py::object& callback : callbacks_)
    Py_VISIT(callback.ptr());
  for (const auto& [port, frames] : feeds_)
    if (frames)
      if (const int result = frames->traverse(visit, arg)) return result;
  return 0;
}

void Session::clear() {
  branch_.reset(); // ends all calls of callbacks
  past_.clear();
  std::exchange(feeds_, {});
  std::exchange(callbacks_, {}); // their destructors may call this session
}

} // namespace ixp
