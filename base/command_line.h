// Common behaviour of every program's command line: help, suggestions, and the description from
// which completion, manual pages and the reference derive (tools/cli-pages).
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace ixp {

// The only argument of a call that prints describe() instead of running.
inline constexpr const char* kDescribeOptions = "--describe-options";

// Validator: an empty text usually comes from an unset shell variable.
std::string not_empty(const std::string& text);

// Installs help of at most 80 columns, suggestions, and checks in `app` and its subcommands: no
// value is empty, no DIR is "-". To be called after the declaration of all options.
void prepare(CLI::App& app);

// All options and subcommands as JSON, by CLI11's own objects.
std::string describe(const CLI::App& app);

// The text for an error of usage: names the closest option or subcommand to an unknown one.
std::string explain(const CLI::App& app, const CLI::Error& error);

} // namespace ixp
