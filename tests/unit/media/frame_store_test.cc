#include "tests/catch.h"

#include "base/diagnostic.h"
#include "emu/media/frame_store.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

using namespace ixp;

static std::vector<uint8_t> bytes_of(unsigned i) {
  return std::vector<uint8_t>(1 + i * 7919 % 1500, static_cast<uint8_t>(i));
}

static void check_frame(FrameStore& store, unsigned i) {
  const StreamFrame f = store.get(i);
  const std::vector<uint8_t> wanted = bytes_of(i);
  CHECK(std::equal(f.bytes.begin(), f.bytes.end(), wanted.begin(), wanted.end()));
  CHECK(f.line_bytes == i);
  CHECK(f.bad == (i % 3 == 0));
  CHECK(f.timed == (i % 4 == 0));
  CHECK(f.first_of_file == (i % 5 == 0));
  CHECK(f.time == uint64_t{i} << 33);
}

TEST_CASE("a store gives frames in any order, also when they no longer fit in memory") {
  const std::string folder =
      std::filesystem::temp_directory_path() / fmt::format("ixp_store_{}", getpid());
  std::filesystem::create_directory(folder);
  setenv("TMPDIR", folder.c_str(), 1);
  FrameStore store;
  constexpr unsigned kFrames = 20'000; // 15 MB
  std::minstd_rand random(3);
  for (unsigned i = 0; i < kFrames; ++i) {
    const auto bytes = bytes_of(i);
    store.add({bytes, i, i % 3 == 0, i % 4 == 0, i % 5 == 0, Tick{i} << 33});
    if (i % 1000 == 0) check_frame(store, random() % (i + 1));
    if (i % 4000 == 0) check_frame(store, i); // some of it still in memory
  }
  CHECK(store.size() == kFrames);
  CHECK(std::filesystem::is_empty(folder)); // its file has no name
  for (unsigned i = 0; i < 3000; ++i)
    check_frame(store, random() % kFrames);
  unsetenv("TMPDIR");
  std::filesystem::remove_all(folder);
}

TEST_CASE("a store that cannot be written says where, and what to do") {
  setenv("TMPDIR", "/nowhere", 1);
  FrameStore store;
  const std::vector<uint8_t> bytes(10000);
  std::string why;
  try {
    for (unsigned i = 0; i < 1000; ++i)
      store.add({bytes, 10000, false, false, false, 0});
  } catch (const InputError& e) {
    why = format(e.diagnostic());
  }
  CHECK(why == "/nowhere: error: cannot keep the frames of packet streams here: No such file or "
               "directory; set TMPDIR to a folder with room for all of them");
  unsetenv("TMPDIR");
}
