// The files that a result was made from, so that it can be kept and used again: contents that were
// read, and paths where a file was looked for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace ixp {

// The state of one path when it was used.
struct Dependency {
  enum class Kind : char {
    Missing = 'M', // nothing was there
    Folder = 'D',  // a folder was there
    Exists = 'E',  // a file was there; only its size was used
    Content = 'C', // a file was read
    Program = 'P'  // a program or library that ran: compared by size and time, as it is large
  };
  Kind kind = Kind::Missing;
  uint64_t size = 0;   // bytes
  uint64_t digest = 0; // of the content; of a program its time of modification, ns
  friend bool operator==(const Dependency&, const Dependency&) = default;
};

using Dependencies = std::map<std::string, Dependency>; // by path, as it was given

// Starts to record; until then the functions below do nothing. One thread.
void record_dependencies();
const Dependencies& recorded_dependencies();

void depend_on_content(const std::string& path, std::string_view content);
// On the state of a path without its content: there, and how large, or not there.
void depend_on_path(const std::string& path);
void depend_on_program(const std::string& path);
// Every shared library that this process has loaded.
void depend_on_own_libraries();

// Whether everything is as it was recorded.
bool unchanged(const Dependencies& dependencies);

} // namespace ixp
