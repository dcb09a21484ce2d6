#include "python/module/session.h"
#include "python/module/gil.h"

#include "emu/chip/region.h"
#include "emu/me/state.h"

#include <algorithm>
#include <fmt/format.h>

namespace py = pybind11;

namespace ixp {

// Cycles per slice: about 20 ms of host time. With callbacks, exceptions are noticed sooner.
constexpr uint64_t kSlice = 200'000, kSliceWithCallbacks = 2'000;

Session::Piece::Piece(Session& session) : session_(session) {
  session_.sim();
  session_.running_ = true;
  session_.pause_ = false;
}

Session::Piece::~Piece() {
  session_.running_ = false;
}

static SystemConfig fed(SystemConfig system, const Session::Feeds& feeds) {
  for (const auto& [port, frames] : feeds) {
    const auto it = system.ports.find(port);
    if (it == system.ports.end() || !it->second.rx)
      throw InputError(
          {system.path},
          fmt::format("there is no [port.{}].rx to feed; expected a port that receives", port));
    it->second.rx->stream = {};
    it->second.rx->linked = true;
  }
  return system;
}

Session::Session(SystemConfig system, SimulationOptions options, const Feeds& feeds,
                 bool checkpoints)
    : checkpoints_(checkpoints), options_(options) {
  system = fed(std::move(system), feeds);
  std::unique_ptr<Simulation> sim;
  try {
    const WithoutGil no_gil; // sources are compiled
    sim = std::make_unique<Simulation>(std::move(system), options);
  } catch (const InputError&) {
    look_around(); // Ctrl-C also ends the compiler
    throw;
  }
  for (const auto& [port, frames] : feeds)
    feeds_[port] =
        frames ? std::make_shared<FedFrames>(port, *frames, sim->system().params.clock_pll_mhz,
                                             checkpoints, pending_)
               : nullptr;
  branch_ = std::make_unique<Branch>(std::move(sim), feeds_, pending_);
}

Session::~Session() = default;

Simulation& Session::sim() {
  if (running_)
    throw std::runtime_error("the simulation runs just now; ask it between two pieces of the run");
  if (!branch_) throw std::runtime_error("the simulation is gone");
  return branch_->sim();
}

void Session::look_around() {
  if (pending_.exception) std::rethrow_exception(std::exchange(pending_.exception, nullptr));
  if (PyErr_CheckSignals()) throw py::error_already_set();
}

// Repeats a step, which returns whether to continue, without the GIL.
template <class Step> bool Session::piece(const Step& step) {
  const Piece piece(*this);
  while (!branch_->sim().ended() && !pause_) {
    bool goes_on = false;
    {
      const WithoutGil no_gil;
      goes_on = step();
    }
    look_around();
    if (!goes_on) return true;
  }
  return false;
}

bool Session::run_for(std::optional<uint64_t> cycles) {
  sim();
  uint64_t left = cycles.value_or(~uint64_t{0});
  const uint64_t slice = !branch_->calls() ? kSlice : kSliceWithCallbacks;
  if (left == 0) return !branch_->sim().ended();
  return piece([&] {
    const uint64_t now = std::min(left, slice);
    left -= now;
    return !branch_->sim().run_for(now) || left > 0;
  });
}

bool Session::run_until(const py::function& condition, uint64_t every) {
  if (every == 0) throw py::value_error("'every' is 0; expected a number of cycles from 1");
  while (true) {
    if (py::bool_(condition())) return true;
    if (!run_for(every)) return py::bool_(condition());
  }
}

bool Session::step_until(const std::function<bool()>& reached) {
  return piece([&] {
    uint64_t left = kSlice;
    bool there = false;
    branch_->sim().run_until([&] { return (there = reached()) || left-- == 0; });
    return !there;
  });
}

bool Session::step_instruction(unsigned me) {
  const me::MeState& s = microengine(me).state();
  return step_until([&s, before = s.instructions] { return s.instructions != before; });
}

bool Session::step_swap(unsigned me) {
  const me::MeState& s = microengine(me).state();
  return step_until([&s, before = s.running] { return s.running != before; });
}

bool Session::step_packet() {
  const auto frames = [&s = sim()] { return s.packets_rx() + s.packets_tx(); };
  return step_until([frames, before = frames()] { return frames() != before; });
}

void Session::intervene(std::function<void(Branch&)> apply) {
  sim(); // throws while it runs
  apply(*branch_);
  if (checkpoints_)
    past_.push_back(std::make_shared<const Intervention>(Intervention{here(), std::move(apply)}));
}

void Session::send(unsigned port, const py::object& frame, int64_t not_before_ns) {
  const std::vector<uint8_t> bytes = frame_bytes(frame);
  check_size(bytes);
  const Tick not_before = feed_tick(not_before_ns, sim().system().params.clock_pll_mhz);
  intervene([=](Branch& b) {
    b.open_port(port).add(bytes, not_before);
    b.sim().chip().rx.expect(port, b.sim().now());
  });
}

void Session::close(unsigned port) {
  intervene([=](Branch& b) {
    b.open_port(port).close();
    b.sim().chip().rx.expect(port, b.sim().now());
  });
}

std::shared_ptr<Recorder> Session::record(bool rx, bool tx, bool with_data) {
  auto recorder = std::make_shared<Recorder>();
  intervene([=](Branch& b) { b.record(recorder, rx, tx, with_data); });
  return recorder;
}

void Session::on_frame(const py::function& callback, bool rx, bool tx, bool with_data) {
  callbacks_.push_back(callback);
  intervene([=, to = py::handle(callback)](Branch& b) { b.call(to, rx, tx, with_data); });
}

void Session::on_event(const py::function& callback, const std::vector<std::string>& names) {
  const EventKinds kinds = parse_kinds(names);
  callbacks_.push_back(callback);
  intervene([=, to = py::handle(callback)](Branch& b) { b.call(to, kinds); });
}

Region Session::region(const std::string& name, uint64_t address, uint64_t longwords) {
  const auto region = parse_region(name);
  if (!region)
    throw InputError(
        fmt::format("there is no memory '{}'; expected scratch, sram0, sram1 or dram", name));
  const uint64_t bytes = region_bytes(*region, sim().system().params);
  if (address % 4)
    throw InputError(fmt::format("{}:{:#x}: the address is not a multiple of 4", name, address));
  if (address > bytes || longwords > (bytes - address) / 4)
    throw InputError(fmt::format("{}:{:#x}: {} longwords from there are beyond the memory, which "
                                 "has {:#x} bytes",
                                 name, address, longwords, bytes));
  return *region;
}

std::vector<uint32_t> Session::read(const std::string& name, uint64_t address, uint64_t longwords) {
  const Region from = region(name, address, longwords);
  std::vector<uint32_t> out;
  for (uint64_t i = 0; i < longwords; ++i)
    out.push_back(sim().read(from, static_cast<uint32_t>(address + 4 * i)));
  return out;
}

void Session::write(const std::string& name, uint64_t address,
                    const std::vector<uint32_t>& values) {
  const Region to = region(name, address, values.size());
  intervene([=](Branch& b) {
    for (size_t i = 0; i < values.size(); ++i)
      b.sim().write(to, static_cast<uint32_t>(address + 4 * i), values[i]);
  });
}

Microengine& Session::microengine(unsigned me, unsigned context) {
  if (me >= kMicroengines)
    throw py::index_error(fmt::format("there is no microengine {}; expected 0 to 7", me));
  if (context >= kContexts)
    throw py::index_error(fmt::format("there is no context {}; expected 0 to 7", context));
  return sim().microengine(me);
}

uint32_t Session::get_register(unsigned me, const std::string& location, unsigned context) {
  return microengine(me, context).get_register(location, context);
}

void Session::set_register(unsigned me, const std::string& location,
                           std::optional<unsigned> context, uint32_t value) {
  microengine(me, context.value_or(0));
  const int of = context ? static_cast<int>(*context) : -1;
  intervene([=](Branch& b) { b.sim().microengine(me).set_register(location, of, value); });
}

static unsigned local_word(unsigned word) {
  if (word >= me::kLocalMemory)
    throw py::index_error(fmt::format("there is no word {} of local memory; expected 0 to {}", word,
                                      me::kLocalMemory - 1));
  return word;
}

uint32_t Session::local_memory(unsigned me, unsigned word) {
  return microengine(me).local_memory(local_word(word));
}

void Session::set_local_memory(unsigned me, unsigned word, uint32_t value) {
  microengine(me);
  local_word(word);
  intervene([=](Branch& b) { b.sim().microengine(me).set_local_memory(word, value); });
}

unsigned Session::pc(unsigned me, unsigned context) {
  return microengine(me, context).pc(context);
}

std::optional<unsigned> Session::executing(unsigned me) {
  const int running = microengine(me).state().running;
  return running < 0 ? std::nullopt : std::optional(static_cast<unsigned>(running));
}

} // namespace ixp
