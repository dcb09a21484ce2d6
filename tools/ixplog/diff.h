// ixplog diff: are the port logs of two runs the same, and if not, where do they part?
#pragma once

#include <string>
#include <vector>

namespace ixp {

struct LogDifference {
  std::string log;    // name of the log, "port0_tx.log"
  std::string report; // empty: the logs are equal
};

// One pair of files, or all port*.log of two folders by name; the runs they are of may be different
// ones. InputError when one is not there, or a folder has logs of several runs.
std::vector<LogDifference> diff_logs(const std::string& golden, const std::string& fresh);
// The first line where two texts part, with what came before. Empty when they are equal.
std::string first_difference(const std::string& golden_name, const std::string& golden,
                             const std::string& fresh_name, const std::string& fresh);
// As JUnit XML: a test case a log; or the reason why there was nothing to compare.
std::string junit(const std::vector<LogDifference>& results);
std::string junit_error(const std::string& why);

} // namespace ixp
