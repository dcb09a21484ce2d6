// The recorded part of a run: between two ticks, or around a trigger event: a frame, a command to
// an address, a hazard.
#pragma once

#include "emu/chip/system.h"
#include "emu/record/frame_name.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace ixp {

struct WindowTrigger {
  std::optional<FrameName> frame; // any event of the frame
  struct Address {
    Region region{};
    uint32_t address = 0; // address of the first longword of a command
  };
  std::optional<Address> address;
  bool hazard = false;
};
// Parses "p0.17", "sram0:0x100", "hazard". Throws InputError.
WindowTrigger parse_trigger(const std::string& text);

// Forwards the events in the window. With a trigger, events of the last `span` ticks are buffered
// until it occurs; the window ends `span` ticks after it.
class EventWindow final : public Probe {
public:
  EventWindow(Probe& to, Tick from, Tick end) : to_(to), from_(from), end_(end) {}
  EventWindow(Probe& to, WindowTrigger trigger, Tick span)
      : to_(to), trigger_(std::move(trigger)), span_(span) {}
  EventKinds kinds() const; // kinds needed to detect the trigger

  // Sets the function called at the end of the window, when no more events are needed.
  void on_over(std::function<void()> tell) { over_ = std::move(tell); }
  void event(const Event& e) override;
  // Last tick of the window, or of the run if that is earlier; empty if the trigger has not
  // occurred.
  std::optional<Tick> end(Tick end_of_run) const;

private:
  struct Kept {
    Event event;
    std::array<uint32_t, 16> words;
  };
  void keep(const Event& e);
  bool triggers(const Event& e) const;

  Probe& to_;
  std::optional<WindowTrigger> trigger_; // set until it occurs
  Tick span_ = 0, from_ = 0, end_ = kNever;
  std::function<void()> over_;
  std::deque<Kept> kept_;
  FrameNames names_;
};

} // namespace ixp
