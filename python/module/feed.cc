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
    const auto ns = py::int_(pair[0]).cast<int64_t>();
    if (ns < 0 || ns > INT64_MAX / 10'000)
      throw py::value_error(
          fmt::format("port {}, frame {}: {} ns is no time of a run", port_, given_, ns));
    frame.not_before = static_cast<uint64_t>(ns) * pll_mhz_ / 1000;
    item = pair[1];
  }
  bytes_ = frame_bytes(item);
  if (bytes_.empty() || bytes_.size() > kMaxFrameBytes)
    throw py::value_error(fmt::format("port {}, frame {} has {} bytes; expected 1 to {}", port_,
                                      given_, bytes_.size(), kMaxFrameBytes));
  frame.bytes = bytes_;
  frame.line_bytes = static_cast<uint32_t>(bytes_.size());
  ++given_;
  return true;
}

} // namespace ixp
