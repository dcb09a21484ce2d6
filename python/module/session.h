// A simulation controlled by a Python program. A run proceeds in slices, without the GIL. Between
// two slices, Ctrl-C and exceptions of callbacks and feeds are handled. The run is then between two
// cycles and can continue, unless a feed failed: that ends it.
//
// While it runs, from a callback or in another thread, no other call is allowed: every call checks
// that and throws RuntimeError.
#pragma once

#include "python/module/checkpoint.h"

#include <map>
#include <memory>
#include <optional>
#include <pybind11/pybind11.h>
#include <string>
#include <vector>

namespace ixp {

class Session {
public:
  // Frames received by ports instead of their streams: an iterator, or empty for frames passed to
  // send(). `checkpoints`: record the data that restore() needs.
  using Feeds = std::map<unsigned, std::optional<pybind11::iterator>>;
  Session(SystemConfig system, SimulationOptions options, const Feeds& feeds, bool checkpoints);
  ~Session();

  // ---- Parts of a run; false if the run ended earlier, or pause() interrupted it.
  bool run_for(std::optional<uint64_t> cycles); // none: to the end
  bool run_until(const pybind11::function& condition, uint64_t every);
  bool step_instruction(unsigned me);
  bool step_swap(unsigned me);
  bool step_packet();
  // Ends the current part after its slice; callbacks may call it.
  void pause() { pause_ = true; }

  // ---- Checkpoints. Exceptions leave the run unchanged: ValueError for a checkpoint of another
  // simulation, RuntimeError if its inputs have changed.
  std::shared_ptr<const Checkpoint> checkpoint();
  void restore(const Checkpoint& to);

  // ---- Frames for a port without another source, between two parts; close() ends them.
  void send(unsigned port, const pybind11::object& frame, int64_t not_before_ns);
  void close(unsigned port);

  // ---- Observers, for the rest of the run.
  std::shared_ptr<Recorder> record(bool rx, bool tx, bool with_data);
  void on_frame(const pybind11::function& callback, bool rx, bool tx, bool with_data);
  void on_event(const pybind11::function& callback, const std::vector<std::string>& kinds);

  // ---- State. Throw InputError if it does not exist.
  std::vector<uint32_t> read(const std::string& region, uint64_t address, uint64_t longwords);
  void write(const std::string& region, uint64_t address, const std::vector<uint32_t>& values);
  uint32_t get_register(unsigned me, const std::string& location, unsigned context);
  void set_register(unsigned me, const std::string& location, std::optional<unsigned> context,
                    uint32_t value);
  uint32_t local_memory(unsigned me, unsigned word);
  void set_local_memory(unsigned me, unsigned word, uint32_t value);
  unsigned pc(unsigned me, unsigned context);
  std::optional<unsigned> executing(unsigned me); // the executing context

  // The simulation, between two parts.
  Simulation& sim();

  // ---- For Python's garbage collector: callbacks often refer to their simulation.
  int traverse(visitproc visit, void* arg) const;
  void clear();

private:
  class Piece { // while it runs
  public:
    explicit Piece(Session& session);
    ~Piece();

  private:
    Session& session_;
  };
  template <class Step> bool piece(const Step& step);
  bool step_until(const std::function<bool()>& reached);
  void look_around(); // throws pending Python exceptions, and KeyboardInterrupt
  void intervene(std::function<void(Branch&)> apply);
  void reach(Branch& branch, const Moment& at);
  Moment here() { return {branch_->sim().now(), branch_->sim().ended()}; }
  Microengine& microengine(unsigned me, unsigned context = 0);
  Region region(const std::string& name, uint64_t address, uint64_t longwords);

  bool checkpoints_;
  std::shared_ptr<const int> me_ = std::make_shared<int>();
  PendingException pending_;
  std::vector<pybind11::object> callbacks_;
  Branch::Feeds feeds_;
  SimulationOptions options_;
  std::unique_ptr<Branch> branch_;
  Past past_;
  bool running_ = false, pause_ = false;
};

} // namespace ixp
