// The rule for make that mecc -MD writes: an output and the files it was made from.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace ixp {

std::string make_rule(const std::string& target, const std::set<std::string>& files);
// The files of such a rule.
std::set<std::string> files_of_rule(std::string_view rule);

} // namespace ixp
