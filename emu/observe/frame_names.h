// Frames by the names that port logs have: "p0.17" is the 18th that came to port 0. Learnt from
// events of frames; the last million of them are remembered.
#pragma once

#include "emu/kernel/event.h"

#include <charconv>
#include <deque>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

struct FrameName {
  unsigned port = 0;
  uint32_t number = 0;
  friend bool operator==(const FrameName&, const FrameName&) = default;
};

// "p0.17".
std::optional<FrameName> parse_frame_name(std::string_view text);

class FrameNames {
public:
  void learn(const Event& e) { // of EventKind::Frame
    if (e.frame.action != FrameAction::Drawn) return;
    if (names_.empty()) first_ = e.frame.tag;
    names_.push_back({e.frame.port, e.frame.frame});
    if (names_.size() <= kRemembered) return;
    names_.pop_front();
    ++first_;
  }
  std::optional<FrameName> name(PacketTag tag) const {
    if (tag < first_ || tag - first_ >= names_.size()) return {};
    return names_[tag - first_];
  }
  std::string text(PacketTag tag) const {
    const auto n = name(tag);
    if (!n) return fmt::format("tag {}", tag);
    std::string out = "p"; // timelines need it often
    char digits[10];
    out.append(digits, std::to_chars(digits, std::end(digits), n->port).ptr);
    out += '.';
    out.append(digits, std::to_chars(digits, std::end(digits), n->number).ptr);
    return out;
  }

private:
  static constexpr size_t kRemembered = 1 << 20;
  std::deque<FrameName> names_; // tags ascend by one
  PacketTag first_ = 1;
};

} // namespace ixp
