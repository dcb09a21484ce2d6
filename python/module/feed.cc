#include "python/module/feed.h"

#include "base/diagnostic.h"
#include "python/module/gil.h"

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

const FedFrames::Item* FedFrames::at(uint64_t n) {
  if (n < taken_) return &items_.at(keep_ ? n : 0);
  const WithGil gil;
  if (!failure_ && !at_end_) take_next();
  if (failure_) {
    PyErr_SetObject(py::type::of(failure_).ptr(), failure_.ptr());
    pending_.keep(std::make_exception_ptr(py::error_already_set()));
    throw InputError(fmt::format("port {}: the program that feeds it failed", port_));
  }
  return at_end_ ? nullptr : &items_.back();
}

void FedFrames::take_next() {
  try {
    Item item;
    at_end_ = !take(item);
    if (at_end_) return;
    if (!keep_) items_.clear();
    items_.push_back(std::move(item));
    ++taken_;
  } catch (const py::error_already_set& e) {
    failure_ = e.value();
  } catch (const py::builtin_exception& e) {
    e.set_error();
    failure_ = py::error_already_set().value();
  }
}

int FedFrames::traverse(visitproc visit, void* arg) const {
  Py_VISIT(frames_.ptr());
  Py_VISIT(failure_.ptr());
  return 0;
}

bool FedFrames::take(Item& out) {
  auto item = py::reinterpret_steal<py::object>(PyIter_Next(frames_.ptr()));
  if (!item && PyErr_Occurred()) throw py::error_already_set();
  if (!item) return false;
  if (py::isinstance<py::tuple>(item)) {
    const auto pair = item.cast<py::tuple>();
    if (pair.size() != 2) throw py::type_error("a tuple of a feed has two items: (time_ns, frame)");
    out.not_before = feed_tick(py::int_(pair[0]).cast<int64_t>(), pll_mhz_);
    item = pair[1];
  }
  out.bytes = frame_bytes(item);
  check_size(out.bytes);
  return true;
}

bool FrameFeed::next(Frame& frame) {
  const FedFrames::Item* item = from_->at(next_++);
  if (!item) return false;
  fill(frame, item->bytes);
  frame.not_before = item->not_before;
  return true;
}

} // namespace ixp
