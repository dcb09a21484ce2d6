// The subcommands of ixpemu. Each prints to standard output and returns an exit status, or throws
// ixp::InputError; main() turns that into a message and status 1.
#pragma once

#include <string>

namespace ixp {

int params_command(bool json);
int check_command(const std::string& system_path);
int budget_command(const std::string& system_path, bool json);

} // namespace ixp
