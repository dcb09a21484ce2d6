// The part of a run that somebody wants to see: from one tick to another, or around something that
// happens: a frame, a command to an address, a hazard.
#pragma once

#include "emu/chip/system.h"
#include "emu/observe/frame_names.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace ixp {

struct WindowTrigger {
  std::optional<FrameName> frame; // anything happens to it
  struct Address {
    Region region{};
    uint32_t address = 0; // of the first longword of a command
  };
  std::optional<Address> address;
  bool hazard = false;
};
// "p0.17", "sram0:0x100", "hazard". Throws InputError.
WindowTrigger parse_trigger(const std::string& text);

// Passes events on, those of the window only. With a trigger the last `span` ticks are kept until
// it comes; the window ends `span` ticks behind it.
class EventWindow final : public Probe {
public:
  EventWindow(Probe& to, Tick from, Tick end) : to_(to), from_(from), end_(end) {}
  EventWindow(Probe& to, WindowTrigger trigger, Tick span)
      : to_(to), trigger_(std::move(trigger)), span_(span) {}
  EventKinds kinds() const; // those it needs itself

  // Called when the window is over: nothing more needs to be heard.
  void on_over(std::function<void()> tell) { over_ = std::move(tell); }
  void event(const Event& e) override;
  // The last tick of the window, or of the run when that comes first; nothing: the trigger has not
  // come.
  std::optional<Tick> end(Tick end_of_run) const;

private:
  struct Kept {
    Event event;
    std::array<uint32_t, 16> words;
  };
  void keep(const Event& e);
  bool triggers(const Event& e) const;

  Probe& to_;
  std::optional<WindowTrigger> trigger_; // still to come
  Tick span_ = 0, from_ = 0, end_ = kNever;
  std::function<void()> over_;
  std::deque<Kept> kept_;
  FrameNames names_;
};

} // namespace ixp
