// Test results in the formats of dashboards and CI systems.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct TestResult {
  std::string name;
  std::string why;                    // reason of a failure; empty: passed
  std::string file = {};              // that contains the test; empty: none
  std::optional<double> seconds = {}; // duration
  bool untested = false;              // `why` is an error in the input; `name` is its file or test
};

struct TestRun {
  std::string suite;     // "ixplog diff"
  std::string classname; // "port logs": kind of the names, or the file that has the error
  std::vector<TestResult> results;
  std::string error;  // why the test run ended early
  std::string remark; // additional note on failures

  bool failed() const;
};

std::string to_junit(const TestRun& run); // XML
std::string to_tap(const TestRun& run);   // TAP 13, reasons as comments

// Output paths; "": none. Creates folders.
struct ResultFiles {
  std::string junit, tap;
  void write(const TestRun& run) const;
};

} // namespace ixp
