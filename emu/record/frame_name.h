// Frame names in port logs: "p0.17" is the 18th frame received on port 0.
#pragma once

#include "emu/kernel/event.h"

#include <compare>
#include <cstdint>
#include <deque>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

struct FrameName {
  unsigned port = 0;
  uint32_t number = 0;
  friend auto operator<=>(const FrameName&, const FrameName&) = default;
  std::string text() const;
};

// Parses "p0.17".
std::optional<FrameName> parse_frame_name(std::string_view text);

// Maps packet tags to frame names, from frame events; stores the last million.
class FrameNames {
public:
  void learn(const Event& e) { // for EventKind::Frame
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
    return n ? n->text() : fmt::format("tag {}", tag);
  }

private:
  static constexpr size_t kRemembered = 1 << 20;
  std::deque<FrameName> names_; // indexed by tag; tags ascend by one
  PacketTag first_ = 1;
};

} // namespace ixp
