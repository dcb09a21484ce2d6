// Records the files that a result depends on, so that it can be cached: contents read, and paths
// tested for existence.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace ixp {

// State of a path when it was used.
struct Dependency {
  enum class Kind : char {
    Missing = 'M', // the path did not exist
    Folder = 'D',  // the path was a folder
    Exists = 'E',  // the path was a file; only its size was used
    Content = 'C', // the content was read
    Program = 'P'  // an executed program or library: compared by size and time, because it is large
  };
  Kind kind = Kind::Missing;
  uint64_t size = 0;   // in bytes
  uint64_t digest = 0; // of the content; for a program its modification time, ns
  friend bool operator==(const Dependency&, const Dependency&) = default;
};

using Dependencies = std::map<std::string, Dependency>; // by path, as given

// Starts recording; until then the functions below have no effect. Single-threaded.
void record_dependencies();
const Dependencies& recorded_dependencies();

void depend_on_content(const std::string& path, std::string_view content);
// Records the state of a path without its content: existence and size.
void depend_on_path(const std::string& path);
void depend_on_program(const std::string& path);
// Records every shared library loaded by this process.
void depend_on_own_libraries();

// Whether all recorded states are unchanged.
bool unchanged(const Dependencies& dependencies);

// The rule for make that mecc -MD writes: an output and the files it was made from.
std::string make_rule(const std::string& target, const std::set<std::string>& files);
// The files of such a rule.
std::set<std::string> files_of_rule(std::string_view rule);

} // namespace ixp
