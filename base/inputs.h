// What a program has read may not be replaced by what it writes: a capture that is played, a log
// that is converted. Nor may one of its files be replaced by another.
#pragma once

#include <string>

namespace ixp {

// From now on. Programs do (base/program.h); a library, which may read again what it wrote for an
// earlier run, does not.
void keep_inputs();

// The file `path` is read, which is open. From any thread.
void note_input(const std::string& path, int descriptor);
// The same of a file that another program reads for this one, if it is there.
void note_input(const std::string& path);

// Throws InputError when `path` is a file that was noted, and is still there under the name it had.
void check_output(const std::string& path);

// Throws InputError when `path` was claimed before.
void claim_output(const std::string& path);

} // namespace ixp
