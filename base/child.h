// Compilers that run as programs of their own, and the folders they work in.
#pragma once

#include "base/temporary.h"

#include <memory>
#include <string>
#include <vector>

namespace ixp {

// A folder for intermediate files, removed when the program ends. Throws InputError.
std::unique_ptr<Temporary> temporary_folder();

constexpr int kLoaderFailed = 127; // how ld.so ends a program whose libraries it does not find

// The folder of this executable; "" when it cannot be determined.
std::string own_folder();
// A program beside this executable, or in bin/ of the Python package (docs/python.md), else its
// name, for which run_program() searches PATH.
std::string beside_or_in_path(const std::string& name);

// Runs a program without a shell; its exit status, or minus errno when it could not be started.
int run_program(const std::vector<std::string>& words);
// This process becomes the program. Returns minus errno when it could not be started.
int become_program(const std::vector<std::string>& words);

} // namespace ixp
