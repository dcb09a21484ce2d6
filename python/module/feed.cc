#include "python/module/feed.h"

#include "base/diagnostic.h"

#include <fmt/format.h>

namespace py = pybind11;

namespace ixp {

std::vector<uint8_t> frame_bytes(const py::handle& object) {
  py::object bytes = py::reinterpret_borrow<py::object>(object);
  if (!PyObject_CheckBuffer(object.ptr())) {
    if (!py::hasattr(object, "__bytes__"))
      throw py::type_error(fmt::format("a frame is {}; expected bytes, or an object with __bytes__",
                                       py::str(py::type::of(object)).cast<std::string>()));
    bytes = py::reinterpret_steal<py::object>(PyObject_Bytes(object.ptr()));
    if (!bytes) throw py::error_already_set();
  }
  Py_buffer view;
  if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_SIMPLE)) throw py::error_already_set();
  const auto* first = static_cast<const uint8_t*>(view.buf);
  std::vector<uint8_t> out(first, first + view.len);
  PyBuffer_Release(&view);
  return out;
}

Tick feed_tick(int64_t ns, uint64_t pll_mhz) {
  if (ns < 0 || ns > INT64_MAX / 10'000)
    throw py::value_error(fmt::format("{} ns is no time of a run", ns));
  return static_cast<uint64_t>(ns) * pll_mhz / 1000;
}

void check_size(const std::vector<uint8_t>& bytes) {
  if (bytes.empty() || bytes.size() > kMaxFrameBytes)
    throw py::value_error(
        fmt::format("a frame has {} bytes; expected 1 to {}", bytes.size(), kMaxFrameBytes));
}

static void fill(Frame& frame, const std::vector<uint8_t>& bytes) {
  frame.bytes = bytes;
  frame.line_bytes = static_cast<uint32_t>(bytes.size());
}

void SentFrames::add(std::vector<uint8_t> bytes, Tick not_before) {
  waiting_.push_back({std::move(bytes), not_before});
}

bool SentFrames::next(Frame& frame) {
  if (waiting_.empty()) return false;
  arriving_ = std::move(waiting_.front());
  waiting_.pop_front();
  fill(frame, arriving_.bytes);
  frame.not_before = arriving_.not_before;
  return true;
}

FrameFeed::FrameFeed(unsigned port, py::iterator frames, uint64_t pll_mhz,
                     PendingException& pending)
    : port_(port), frames_(std::move(frames)), pll_mhz_(pll_mhz), pending_(pending) {}

FrameFeed::~FrameFeed() {
  const py::gil_scoped_acquire gil;
  frames_ = py::object();
}

bool FrameFeed::next(Frame& frame) {
  const py::gil_scoped_acquire gil;
  try {
    return take(frame);
  } catch (const py::error_already_set&) {
    pending_.keep();
  } catch (const py::builtin_exception&) {
    pending_.keep();
  }
  throw InputError(fmt::format("port {}: the program that feeds it failed", port_));
}

bool FrameFeed::take(Frame& frame) {
  auto item = py::reinterpret_steal<py::object>(PyIter_Next(frames_.ptr()));
  if (!item && PyErr_Occurred()) throw py::error_already_set();
  if (!item) return false;
  if (py::isinstance<py::tuple>(item)) {
    const auto pair = item.cast<py::tuple>();
    if (pair.size() != 2) throw py::type_error("a tuple of a feed has two items: (time_ns, frame)");
    frame.not_before = feed_tick(py::int_(pair[0]).cast<int64_t>(), pll_mhz_);
    item = pair[1];
  }
  bytes_ = frame_bytes(item);
  check_size(bytes_);
  fill(frame, bytes_);
  return true;
}

} // namespace ixp
