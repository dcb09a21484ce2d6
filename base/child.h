// Child processes, such as compilers, and their working folders.
#pragma once

#include "base/temporary.h"

#include <memory>
#include <string>
#include <vector>

namespace ixp {

// A folder for intermediate files, removed at the end of the program. Throws InputError.
std::unique_ptr<Temporary> temporary_folder();

constexpr int kLoaderFailed = 127; // exit status from ld.so if a program's libraries are missing

// The folder of this executable; "" if it cannot be determined.
std::string own_folder();
// A program in the folder of this executable, or in bin/ of the Python package (docs/python.md),
// else its name, for which run_program() searches PATH.
std::string beside_or_in_path(const std::string& name);

// The path as an argument of another program, which would take "-x.c" for an option and "@x.c" for
// a file of options.
std::string file_argument(const std::string& path);

// Runs a program without a shell. Returns its exit status, or minus errno if it could not be
// started.
int run_program(const std::vector<std::string>& words);
// The same for a program that reads only files below `readable`, its own installation, system
// libraries, and `temporary`, where it puts temporary files.
int run_confined(const std::vector<std::string>& words, std::vector<std::string> readable,
                 const std::string& temporary);
// Replaces this process by the program. Returns minus errno if it could not be started.
int become_program(const std::vector<std::string>& words);

} // namespace ixp
