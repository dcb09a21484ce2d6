// ixplog check: assertions about a run, as expressions:
//
//   p99(delay, flow=modest*) < 2ms
//   loss(rx=1) == 0
//   throughput(category=high/low) >= 0.9 * offered(category=high/low)
//
// A check compares two sums of numbers with units, functions of the run's frames, + - * / and
// parentheses (docs/measuring.md). Expressions are checked before any log is read.
#pragma once

#include "tools/ixplog/flow_report.h"
#include "tools/ixplog/results.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ixp {

// An invalid expression. what() shows it with a caret below the error.
class CheckError : public std::runtime_error {
public:
  CheckError(const std::string& expression, size_t at, const std::string& what);
};

class Check {
public:
  explicit Check(std::string expression); // throws CheckError
  ~Check();
  Check(Check&&) noexcept;
  const std::string& expression() const { return expression_; }

  struct Outcome {
    std::string values; // values of the computed sides: "1.234 ms", "900 Mbit/s, 950 Mbit/s"
    std::string why;    // reason of a failure; empty: passed
  };
  Outcome apply(const FlowFrames& frames, const Window& window) const;

private:
  struct Side;
  std::string expression_, relation_;
  std::unique_ptr<Side> left_, right_;
};

// Checks in a file, without empty lines and comments (#). Throws InputError naming the line.
std::vector<Check> read_checks(const std::string& path);

} // namespace ixp
