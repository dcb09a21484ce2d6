// ixp2400._core: the simulation's interface to Python. The package around it (python/ixp2400)
// provides the user interface.
#include "base/interrupt.h"
#include "emu/debug/expression.h"
#include "emu/debug/state_digest.h"
#include "emu/network/network_toml.h"
#include "emu/sim/choices.h"
#include "python/module/gil.h"
#include "python/module/network.h"
#include "python/module/session.h"

#include <array>
#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ixp {

namespace {

// Maps InputError to Python, with ixpemu's text and the location as attributes.
void add_input_error(py::module_& m) {
  static py::exception<InputError> type(m, "InputError", PyExc_ValueError);
  type.attr("__module__") = "ixp2400";
  type.attr("__doc__") =
      "The input was wrong. Attributes: text, file, line, column (None: not known).";
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const InputError& e) {
      const Diagnostic& d = e.diagnostic();
      const auto known = [](const auto& value, bool is_known) {
        return is_known ? py::object(py::cast(value)) : py::object(py::none());
      };
      py::object error = static_cast<const py::object&>(type)(e.what());
      error.attr("text") = d.text;
      error.attr("file") = known(d.where.file, !d.where.file.empty());
      error.attr("line") = known(d.where.line, d.where.line > 0);
      error.attr("column") = known(d.where.column, d.where.column > 0);
      PyErr_SetObject(type.ptr(), error.ptr());
    } catch (const Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
}

EngineKind parse_engine(const std::string& name) {
  if (name == "threaded") return EngineKind::Threaded;
  if (name == "reference") return EngineKind::Reference;
  throw py::value_error(
      fmt::format("there is no engine '{}'; expected threaded or reference", name));
}

std::optional<FailOn> parse_fail_on(const std::optional<std::string>& name) {
  FailOn fail_on{};
  if (!name) return {};
  if (!parse(*name, fail_on))
    throw py::value_error(fmt::format("fail_on is '{}'; expected none, loss or any", *name));
  return fail_on;
}

std::unique_ptr<Session>
make_session(const std::string& system, const std::vector<std::string>& overrides,
             const std::optional<std::string>& until, std::optional<uint64_t> seed,
             const std::optional<std::string>& fail_on, const std::vector<std::string>& rx,
             const std::string& images, const std::string& engine, bool check,
             const Session::Feeds& feeds, bool checkpoints) {
  SystemChoices choices{system, overrides, images, {}, seed, parse_fail_on(fail_on), rx};
  if (until) choices.until = parse_stop(*until);
  return std::make_unique<Session>(
      load_system(choices), SimulationOptions{parse_engine(engine), check}, feeds, checkpoints);
}

py::object end_of(Session& session) {
  const Simulation& sim = session.sim();
  return sim.ended() ? py::object(py::str(sim.end().text)) : py::object(py::none());
}

std::string failure(Session& session) {
  Simulation& sim = session.sim();
  const std::string text = failure_text(sim.statistics(), sim.contexts());
  return text.empty() ? text : InputError({sim.system().path}, text).what();
}

py::dict rings(Session& session) {
  py::dict out;
  for (const RingConfig& ring : session.sim().system().rings)
    out[py::str(ring.name.empty() ? fmt::to_string(ring.number) : ring.name)] = ring.number;
  return out;
}

py::dict params(Session& session) {
  py::dict out;
  for (const ParamInfo& p : all_params())
    out[py::str(std::string(p.key))] = session.sim().system().params.*p.field;
  return out;
}

// 64-bit columns over all frames, and their tags, for arrays.
py::tuple columns(const Recorder& recorder) {
  constexpr std::array kNames{"port",      "transmitted", "frame",       "sop_cycle",
                              "eop_cycle", "bytes",       "delay_cycles"};
  std::array<std::vector<int64_t>, kNames.size()> of;
  std::vector<std::string> tags;
  recorder.visit([&](const RecordedFrame& f) {
    const std::array<int64_t, kNames.size()> row{f.port,
                                                 f.direction == Direction::Tx,
                                                 static_cast<int64_t>(f.frame),
                                                 static_cast<int64_t>(f.sop_cycle),
                                                 static_cast<int64_t>(f.eop_cycle),
                                                 f.bytes,
                                                 f.delay_cycles};
    for (size_t i = 0; i < row.size(); ++i)
      of[i].push_back(row[i]);
    tags.push_back(f.tag);
  });
  py::dict out;
  for (size_t i = 0; i < of.size(); ++i)
    out[kNames[i]] =
        py::bytes(reinterpret_cast<const char*>(of[i].data()), of[i].size() * sizeof(int64_t));
  return py::make_tuple(out, tags);
}

RecordedFrame frame_at(const Recorder& r, py::ssize_t i) {
  if (i < 0) i += static_cast<py::ssize_t>(r.size());
  try {
    return r.at(static_cast<size_t>(i));
  } catch (const std::out_of_range&) {
    throw py::index_error("no such frame");
  }
}

void add_frames(py::module_& m) {
  py::class_<RecordedFrame>(m, "Frame", "A frame that crossed between a port and the network.")
      .def_readonly("port", &RecordedFrame::port, "Number of the port.")
      .def_property_readonly(
          "direction", [](const RecordedFrame& f) { return name(f.direction); }, "'rx' or 'tx'.")
      .def_readonly("frame", &RecordedFrame::frame, "Ordinal on its port and direction, from 0.")
      .def_readonly("sop_cycle", &RecordedFrame::sop_cycle,
                    "Microengine cycle at which its first byte begins to cross.")
      .def_readonly("eop_cycle", &RecordedFrame::eop_cycle,
                    "Microengine cycle at which its last byte has crossed.")
      .def_property_readonly(
          "delay_cycles",
          [](const RecordedFrame& f) {
            return f.delay_cycles < 0 ? std::nullopt : std::optional(f.delay_cycles);
          },
          "Cycles since the received frame's last byte; None if received, or made by microcode.")
      .def_readonly("size", &RecordedFrame::bytes, "Length in bytes.")
      .def_readonly("tag", &RecordedFrame::tag,
                    "The received frame, 'p0.17', or '-' for a frame made by microcode.")
      .def("__len__", [](const RecordedFrame& f) { return f.bytes; })
      .def("__bytes__", [](const RecordedFrame& f) { return py::bytes(f.data); })
      .def("__repr__", [](const RecordedFrame& f) {
        return fmt::format("<Frame {} port {} {}: {} bytes, cycles {}..{}>", f.tag, f.port,
                           name(f.direction), f.bytes, f.sop_cycle, f.eop_cycle);
      });
  py::class_<Recorder, std::shared_ptr<Recorder>>(m, "Recorder")
      .def("__len__", &Recorder::size)
      .def("__getitem__", &frame_at)
      .def("clear", &Recorder::clear)
      .def("columns", &columns);
}

void add_pieces(py::class_<Session>& c) {
  c.def("run_for", &Session::run_for, py::arg("cycles"))
      .def("run_until", &Session::run_until, py::arg("condition"), py::arg("every") = 1)
      .def("step_instruction", &Session::step_instruction, py::arg("me"))
      .def("step_swap", &Session::step_swap, py::arg("me"))
      .def("step_packet", &Session::step_packet)
      .def("pause", &Session::pause)
      .def("send", &Session::send, py::arg("port"), py::arg("frame"), py::arg("time_ns"))
      .def("close", &Session::close, py::arg("port"))
      .def("record", &Session::record, py::arg("rx"), py::arg("tx"), py::arg("data"))
      .def("on_frame", &Session::on_frame, py::arg("callback"), py::arg("rx"), py::arg("tx"),
           py::arg("data"))
      .def("on_event", &Session::on_event, py::arg("callback"), py::arg("kinds"));
}

void add_checkpoints(py::module_& m, py::class_<Session>& c) {
  py::class_<Checkpoint, std::shared_ptr<Checkpoint>>(
      m, "Checkpoint",
      "A point in a run: Simulation.checkpoint() makes it, restore() returns to it.")
      .def_readonly("cycle", &Checkpoint::cycle, "Microengine cycle at which it was taken.")
      .def("__repr__", [](const Checkpoint& p) {
        return fmt::format("<Checkpoint at cycle {}{}>", p.cycle, p.at.ended ? ", the end" : "");
      });
  c.def("checkpoint", &Session::checkpoint).def("restore", &Session::restore);
}

// Value of a debugger's expression in a context, with the names of its program.
int64_t evaluate(Simulation& sim, const std::string& expression, unsigned me, unsigned context) {
  return debug::Expression(expression).value(debug::view_of(sim, {me, context}));
}

void add_contents(py::class_<Session>& c) {
  c.def("read", &Session::read, py::arg("memory"), py::arg("address"), py::arg("count"))
      .def("write", &Session::write, py::arg("memory"), py::arg("address"), py::arg("values"))
      .def("get_register", &Session::get_register)
      .def("set_register", &Session::set_register)
      .def("local_memory", &Session::local_memory)
      .def("set_local_memory", &Session::set_local_memory)
      .def("pc", &Session::pc)
      .def("executing", &Session::executing)
      .def("evaluate", [](Session& s, const std::string& expression, unsigned me,
                          unsigned context) { return evaluate(s.sim(), expression, me, context); })
      .def("ring", [](Session& s, const std::string& name) { return s.sim().ring_words(name); });
}

void add_figures(py::class_<Session>& c) {
  c.def_property_readonly("cycle", [](Session& s) { return s.sim().cycle(); })
      .def_property_readonly(
          "time_ns",
          [](Session& s) { return nanoseconds(s.sim().now(), s.sim().system().params.pll_hz()); })
      .def_property_readonly("packets_rx", [](Session& s) { return s.sim().packets_rx(); })
      .def_property_readonly("packets_tx", [](Session& s) { return s.sim().packets_tx(); })
      .def_property_readonly("ended", [](Session& s) { return s.sim().ended(); })
      .def_property_readonly("end", &end_of)
      .def_property_readonly("rings", &rings)
      .def_property_readonly("params", &params)
      .def_property_readonly("me_hz", [](Session& s) { return s.sim().system().params.me_hz(); })
      .def("failure", &failure)
      .def("statistics_json", [](Session& s) { return to_json(s.sim().statistics()); })
      .def("table", [](Session& s) { return to_table(s.sim().statistics()); })
      .def("hazards", [](Session& s) { return s.sim().hazards().text(); })
      .def("contexts", [](Session& s) { return s.sim().contexts(); })
      .def("digest", [](Session& s) { return debug::state_digest(s.sim()); });
}

std::unique_ptr<NetworkSession>
make_network(const std::string& path, const std::vector<std::string>& overrides,
             const std::optional<std::string>& until, std::optional<uint64_t> seed,
             const std::optional<std::string>& fail_on, const std::string& engine, bool check,
             unsigned threads) {
  SystemChoices choices{path, overrides, {}, {}, seed, parse_fail_on(fail_on), {}};
  if (until) choices.until = parse_stop(*until);
  return std::make_unique<NetworkSession>(load_network(choices),
                                          SimulationOptions{parse_engine(engine), check}, threads);
}

void add_network(py::module_& m) {
  py::class_<NetworkSession>(m, "NetworkSession")
      .def(py::init(&make_network), py::arg("path"), py::arg("overrides"), py::arg("until"),
           py::arg("seed"), py::arg("fail_on"), py::arg("engine"), py::arg("check"),
           py::arg("threads"))
      .def("run", &NetworkSession::run, py::arg("whole"))
      .def("record", &NetworkSession::record, py::arg("chip"), py::arg("rx"), py::arg("tx"),
           py::arg("data"))
      .def_property_readonly(
          "time_ns",
          [](NetworkSession& n) { return nanoseconds(n.network().now(), kNetworkMhz * 1'000'000); })
      .def_property_readonly(
          "ended", [](NetworkSession& n) { return n.network().end() != NetworkEnd::Running; })
      .def_property_readonly("chips",
                             [](NetworkSession& n) {
                               std::vector<std::string> names;
                               for (const Network::Node& node : n.network().nodes())
                                 names.push_back(node.name);
                               return names;
                             })
      .def("me_hz", [](NetworkSession& n,
                       const std::string& chip) { return n.chip(chip).system().params.me_hz(); })
      .def("statistics_json",
           [](NetworkSession& n, const std::string& chip) {
             return to_json(n.chip(chip).statistics());
           })
      .def("evaluate",
           [](NetworkSession& n, const std::string& chip, const std::string& expression,
              unsigned me,
              unsigned context) { return evaluate(n.chip(chip), expression, me, context); })
      .def("hazards",
           [](NetworkSession& n, const std::string& chip) { return n.chip(chip).hazards().text(); })
      .def("contexts",
           [](NetworkSession& n, const std::string& chip) { return n.chip(chip).contexts(); })
      .def("accounts_json", &NetworkSession::accounts_json)
      .def("table", &NetworkSession::table)
      .def("failure", &NetworkSession::failure);
}

Session* session_of(PyObject* self) {
  // A Session whose construction failed is null.
  auto* instance = reinterpret_cast<py::detail::instance*>(self);
  return static_cast<Session*>(instance->get_value_and_holder().value_ptr());
}

// Callbacks and the simulation may refer to each other.
void collect_garbage(PyHeapTypeObject* heap_type) {
  PyTypeObject& type = heap_type->ht_type;
  type.tp_flags |= Py_TPFLAGS_HAVE_GC;
  type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    const Session* session = session_of(self);
    return session ? session->traverse(visit, arg) : 0;
  };
  type.tp_clear = [](PyObject* self) {
    if (Session* session = session_of(self)) session->clear();
    return 0;
  };
}

} // namespace

} // namespace ixp

PYBIND11_MODULE(_core, m) {
  using namespace ixp;
  m.attr("__version__") = IXP_VERSION;
  add_input_error(m);
  add_frames(m);
  py::class_<Session> session(m, "Session", py::custom_type_setup(&collect_garbage));
  session.def(py::init(&make_session), py::arg("system"), py::arg("overrides"), py::arg("until"),
              py::arg("seed"), py::arg("fail_on"), py::arg("rx"), py::arg("images"),
              py::arg("engine"), py::arg("check"), py::arg("feeds"), py::arg("checkpoints"));
  add_pieces(session);
  add_checkpoints(m, session);
  add_contents(session);
  add_figures(session);
  add_network(m);
  py::module_::import("atexit").attr("register")(py::cpp_function(&stop_other_threads));
}
