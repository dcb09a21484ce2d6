// ixp_print and ixp_assert of microcode (docs/debugging.md): what images say at their instructions,
// with values read when a context gets there. It costs the run no cycle.
#pragma once

#include "emu/chip/images.h"
#include "emu/me/instruction_observer.h"
#include "emu/me/microengine.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ixp {

// An expression of a debug point (mecc/image/image.h), ready to be evaluated.
class PointExpression {
public:
  // "": a value that the program does not keep. Throws InputError for one that nobody writes.
  explicit PointExpression(const std::string& text);
  bool known() const { return !steps_.empty(); }
  // Nothing when it divides by 0, too.
  std::optional<uint32_t> value(const Microengine& me, unsigned ctx) const;

private:
  struct Step {
    std::string word; // of an operator or a register
    std::optional<uint32_t> number;
    bool is_register = false;
  };
  std::vector<Step> steps_;
};

class DebugLog final : public InstructionObserver {
public:
  // Watches the microengines that have something to say. Throws InputError for images that are
  // damaged. Everything given must outlive it.
  DebugLog(const Images& images, std::span<const std::unique_ptr<Microengine>> microengines,
           Tick me_div);

  bool watches() const { return !points_.empty(); }
  // Called with "cycle 1200 ME 0:1 ctx 3 tx.c:73: flow 3", in order of time.
  void on_print(std::function<void(const std::string&)> callback) { print_ = std::move(callback); }
  // Called when an assertion fails.
  void on_failure(std::function<void(const std::string&, Tick)> callback) {
    fail_ = std::move(callback);
  }

  void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) override;

private:
  struct Point {
    unsigned me, pc;
    const mecc::DebugPoint* says;
    PointExpression condition;
    std::vector<PointExpression> arguments;
  };
  std::string text(const Point& p, const Microengine& me, unsigned ctx) const;

  std::span<const std::unique_ptr<Microengine>> microengines_;
  Tick me_div_;
  std::vector<Point> points_; // by microengine and address
  std::function<void(const std::string&)> print_;
  std::function<void(const std::string&, Tick)> fail_;
};

} // namespace ixp
