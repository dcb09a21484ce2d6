// With MPI. A failing rank prints its error, then MPI_Abort ends the others. If a rank is killed,
// mpirun reports it and ends the others, so no rank waits forever.
#include "emu/network/ranks.h"

#define OMPI_SKIP_MPICXX 1 // C only
#include <mpi.h>
#include <numeric>

// Open MPI frees neither its plugins' memory nor its own at the end, and no plugin can be named
// when it is unloaded. The sanitizer calls this function.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}

namespace ixp {

namespace {

class Ranks final : public Exchange {
public:
  Ranks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }
  unsigned rank() const override { return static_cast<unsigned>(rank_); }
  unsigned ranks() const override { return static_cast<unsigned>(ranks_); }

  std::vector<std::string> swap(std::vector<std::string> to_each) override {
    const auto n = static_cast<size_t>(ranks_);
    std::vector<int> out(n), in(n), out_at(n), in_at(n);
    std::string sent;
    for (size_t r = 0; r < n; ++r) {
      out[r] = static_cast<int>(to_each[r].size());
      out_at[r] = static_cast<int>(sent.size());
      sent += to_each[r];
    }
    MPI_Alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::exclusive_scan(in.begin(), in.end(), in_at.begin(), 0);
    std::string got(static_cast<size_t>(in_at.back() + in.back()), '\0');
    MPI_Alltoallv(sent.data(), out.data(), out_at.data(), MPI_CHAR, got.data(), in.data(),
                  in_at.data(), MPI_CHAR, MPI_COMM_WORLD);
    for (size_t r = 0; r < n; ++r)
      to_each[r] = got.substr(static_cast<size_t>(in_at[r]), static_cast<size_t>(in[r]));
    return to_each;
  }

private:
  int rank_ = 0, ranks_ = 1;
};

bool joined = false;

} // namespace

std::unique_ptr<Exchange> join_ranks() {
  MPI_Init(nullptr, nullptr);
  joined = true;
  return std::make_unique<Ranks>();
}

void part_ranks() {
  joined = false;
  MPI_Finalize();
}

int end_rank(int status) {
  if (joined) MPI_Abort(MPI_COMM_WORLD, status);
  return status;
}

} // namespace ixp
