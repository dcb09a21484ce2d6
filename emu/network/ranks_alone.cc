// Without MPI.
#include "emu/network/ranks.h"

#include "base/diagnostic.h"
#include "base/files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace ixp {

std::unique_ptr<Exchange> join_ranks() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE"); // set by Open MPI's mpirun
  if (!size || std::strcmp(size, "1") == 0) return std::make_unique<Exchange>();
  std::string words = read_file("/proc/self/cmdline"); // arguments are terminated by NUL
  std::vector<char*> argv;
  for (size_t at = 0; at < words.size(); at += std::strlen(&words[at]) + 1)
    argv.push_back(&words[at]);
  argv.push_back(nullptr);
  const std::string program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "ixpemu-mpi";
  execv(program.c_str(), argv.data());
  throw InputError({program},
                   fmt::format("cannot be started: {}; ixpemu runs a network on several ranks with "
                               "it: install libopenmpi-dev and build again, or run without mpirun",
                               std::strerror(errno)));
}

void part_ranks() {}

int end_rank(int status) {
  return status;
}

} // namespace ixp
