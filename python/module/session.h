// A simulation that a Python program drives. A run goes on in slices, without the GIL; between two
// slices Ctrl-C is seen, and what callbacks and feeds raised. Then the run stands between two
// cycles and can go on, unless a feed failed: that ends it.
//
// While it runs, from a callback or in another thread, nothing else can be asked of it: every call
// checks that and throws RuntimeError.
#pragma once

#include "emu/sim/simulation.h"
#include "python/module/events.h"
#include "python/module/feed.h"
#include "python/module/recorder.h"

#include <map>
#include <memory>
#include <optional>
#include <pybind11/pybind11.h>
#include <string>
#include <vector>

namespace ixp {

class Session {
public:
  // What ports receive instead of their streams: an iterator of frames, or nothing: what send()
  // gives.
  using Feeds = std::map<unsigned, std::optional<pybind11::iterator>>;
  Session(SystemConfig system, SimulationOptions options, const Feeds& feeds);
  ~Session();

  // ---- Pieces of a run; false when it ended before they did, or pause() cut them short.
  bool run_for(std::optional<uint64_t> cycles); // none: to the end
  bool run_until(const pybind11::function& condition, uint64_t every);
  bool step_instruction(unsigned me);
  bool step_swap(unsigned me);
  bool step_packet();
  // Ends the piece that runs at the end of its slice; callbacks may call it.
  void pause() { pause_ = true; }

  // ---- Frames of a port that is fed nothing else, between two pieces; close(): no more will come.
  void send(unsigned port, const pybind11::object& frame, int64_t not_before_ns);
  void close(unsigned port);

  // ---- Observers, for the rest of the run.
  std::shared_ptr<Recorder> record(bool rx, bool tx, bool with_data);
  void on_frame(pybind11::function callback, bool rx, bool tx, bool with_data);

  void on_event(pybind11::function callback, const std::vector<std::string>& kinds);

  // ---- What there is. Throw InputError for what there is not.
  std::vector<uint32_t> read(const std::string& region, uint64_t address, uint64_t longwords);
  void write(const std::string& region, uint64_t address, const std::vector<uint32_t>& values);
  uint32_t get_register(unsigned me, const std::string& location, unsigned context);
  void set_register(unsigned me, const std::string& location, std::optional<unsigned> context,
                    uint32_t value);
  uint32_t local_memory(unsigned me, unsigned word);
  void set_local_memory(unsigned me, unsigned word, uint32_t value);
  unsigned pc(unsigned me, unsigned context);
  std::optional<unsigned> executing(unsigned me); // its context

  // The simulation, between two pieces.
  Simulation& sim();

private:
  class Piece;
  class FrameCallback;
  template <class Step> bool piece(const Step& step);
  bool step_until(const std::function<bool()>& reached);
  void look_around(); // throws what Python code raised, and KeyboardInterrupt
  SentFrames& open_port(unsigned port);
  Microengine& microengine(unsigned me, unsigned context = 0);
  Region region(const std::string& name, uint64_t address, uint64_t longwords);

  PendingException pending_;
  std::unique_ptr<Simulation> sim_;
  std::map<unsigned, SentFrames*> sent_;
  std::vector<std::shared_ptr<Recorder>> recorders_;
  std::vector<std::unique_ptr<FrameCallback>> callbacks_;
  std::vector<std::unique_ptr<EventCallback>> event_callbacks_;
  bool running_ = false, pause_ = false;
};

} // namespace ixp
