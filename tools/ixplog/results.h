// What tests came to, in the formats that dashboards and CI systems read.
#pragma once

#include <string>
#include <vector>

namespace ixp {

struct TestResult {
  std::string name;
  std::string why; // it failed; empty: it passed
};

struct TestRun {
  std::string suite;     // "ixplog diff"
  std::string classname; // "port logs": what the names are of
  std::vector<TestResult> results;
  std::string error;  // why nothing was tested; then there are no results
  std::string remark; // for whoever reads failures

  bool failed() const;
};

std::string to_junit(const TestRun& run); // XML
std::string to_tap(const TestRun& run);   // TAP 13, reasons as comments

// Where to; "" is nowhere. Folders are made.
struct ResultFiles {
  std::string junit, tap;
  void write(const TestRun& run) const;
};

} // namespace ixp
