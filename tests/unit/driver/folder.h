// A folder of its own for each test case, in which the mecc command runs as users run it.
#pragma once

#include "base/files.h"
#include "tests/catch.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace ixp::test {

namespace fs = std::filesystem;

class Folder {
public:
  Folder() {
    path_ = fs::path(IXP_BINARY_DIR) / fmt::format("mecc_command_test.{}", getpid());
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }

  void put(const std::string& name, const std::string& text) const {
    ixp::write_file((path_ / name).string(), text);
  }
  std::string get(const std::string& name) const { return ixp::read_file((path_ / name).string()); }
  bool has(const std::string& name) const { return fs::exists(path_ / name); }
  size_t files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(path_), {}));
  }

  struct Result {
    int status;
    std::string out, err;
  };
  Result mecc(const std::string& arguments, const std::string& input = "") const {
    put("stdin", input);
    const std::string command = fmt::format("cd '{}' && '{}/bin/mecc' {} <stdin >stdout 2>stderr",
                                            path_.string(), IXP_BINARY_DIR, arguments);
    const int raw = std::system(command.c_str());
    Result r{WIFEXITED(raw) ? WEXITSTATUS(raw) : -1, get("stdout"), get("stderr")};
    for (const char* name : {"stdin", "stdout", "stderr"})
      fs::remove(path_ / name);
    INFO(command << "\n" << r.out << r.err);
    REQUIRE(r.status >= 0);
    return r;
  }

private:
  fs::path path_;
};

// CHECKs that `s` has `part` in it, and shows both when it has not.
inline bool contains(const std::string& s, const std::string& part) {
  INFO(s << "\nlacks: " << part);
  const bool found = s.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

} // namespace ixp::test
