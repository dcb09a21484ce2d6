// The subcommands of ixpemu. Each prints to standard output and returns an exit status, or throws
// ixp::InputError; main() turns that into a message and status 1.
#pragma once

#include <string>
#include <vector>

namespace ixp {

int params_command(bool json);
// `overrides`: --set KEY=VALUE.
int check_command(const std::string& system_path, const std::vector<std::string>& overrides);
int budget_command(const std::string& system_path, const std::vector<std::string>& overrides,
                   bool json);

} // namespace ixp
