// Protects inputs: outputs must not replace a file that the program has read, such as a capture or
// a log, nor another output.
#pragma once

#include <string>
#include <vector>

namespace ixp {

// Enables the protection. Programs use it (base/program.h); the library does not, as it may read
// its own outputs of an earlier run.
void keep_inputs();

// Records that `path` is being read through `descriptor`. Thread-safe.
void note_input(const std::string& path, int descriptor);
// The same for a file that another program reads on behalf of this one, if it exists.
void note_input(const std::string& path);

// Paths of the recorded inputs that still exist under their names, sorted. Temporary files and
// pipes are not among them.
std::vector<std::string> existing_inputs();

// Throws InputError if `path` is a recorded input that still exists under its name.
void check_output(const std::string& path);

// Throws InputError if `path` was claimed before.
void claim_output(const std::string& path);

} // namespace ixp
