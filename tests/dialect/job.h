// One program of Microengine C: compiled, run, looked at.
#pragma once

#include <string>
#include <vector>

namespace ixp::test {

// The arguments, output and status of mecc-run.
int run_job(const std::vector<std::string>& arguments);

} // namespace ixp::test
