// ixp_print and ixp_assert of microcode (docs/debugging.md): debug points of images, evaluated when
// a context reaches their instruction. They cost the run no cycle.
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

// A parsed expression of a debug point (mecc/image/image.h).
class PointExpression {
public:
  // "": a value that the program does not keep. Throws InputError for invalid text.
  explicit PointExpression(const std::string& text);
  bool known() const { return !steps_.empty(); }
  // Empty on division by 0, too.
  std::optional<uint32_t> value(const Microengine& me, unsigned ctx) const;

private:
  struct Step {
    std::string word; // an operator or a register
    std::optional<uint32_t> number;
    bool is_register = false;
  };
  std::vector<Step> steps_;
};

class DebugLog final : public InstructionObserver {
public:
  // Watches the microengines that have debug points. Throws InputError for damaged images. All
  // arguments must outlive it.
  DebugLog(const Images& images, std::span<const std::unique_ptr<Microengine>> microengines,
           Tick me_div);

  // Whether a program has ixp_print.
  bool has_prints() const;
  // Called with text such as "cycle 1200 ME 0:1 ctx 3 tx.c:73: flow 3", in order of time.
  using Print = std::function<void(const std::string&, Tick)>;
  void on_print(Print callback) { print_ = std::move(callback); }
  // An assertion that fails when a context is about to issue the instruction after it.
  struct Failure {
    std::string text; // "tx.c:73: assertion 'flow < 16' failed"
    unsigned me = 0, ctx = 0, pc = 0;
    Tick tick = 0;
  };
  // All callbacks are called, in the order of registration.
  void on_failure(std::function<void(const Failure&)> callback) {
    fail_.push_back(std::move(callback));
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
  std::vector<Point> points_; // sorted by microengine and address
  Print print_;
  std::vector<std::function<void(const Failure&)>> fail_;
};

} // namespace ixp
