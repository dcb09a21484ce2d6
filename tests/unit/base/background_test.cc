// Background: the order of its pieces, and the propagation of errors.
#include "base/background.h"
#include "tests/catch.h"

#include <atomic>
#include <csignal>
#include <future>
#include <memory>
#include <stdexcept>
#include <vector>

namespace ixp {

TEST_CASE("pieces are done in their order, on a thread of their own") {
  std::vector<unsigned> done;
  std::thread::id where;
  Background background;
  for (unsigned n = 0; n < 1000; ++n)
    background.add([&, n] {
      done.push_back(n);
      where = std::this_thread::get_id();
    });
  background.wait();
  REQUIRE(done.size() == 1000);
  for (unsigned n = 0; n < 1000; ++n)
    CHECK(done[n] == n);
  CHECK(where != std::this_thread::get_id());
}

TEST_CASE("what a piece throws comes with every later call, and nothing more is done") {
  unsigned done = 0;
  Background background;
  background.add([&] { ++done; });
  background.add([] { throw std::runtime_error("no room"); });
  CHECK_THROWS_WITH(background.wait(), "no room");
  CHECK_THROWS_WITH(background.add([&] { ++done; }), "no room");
  CHECK_THROWS_WITH(background.wait(), "no room");
  CHECK(done == 1);
}

TEST_CASE("an error reaches who waits for room") {
  std::promise<void> go;
  Background background;
  background.add([&] {
    go.get_future().wait();
    throw std::runtime_error("no room");
  });
  CHECK_THROWS_WITH(([&] {
                      for (unsigned n = 0; n < 1000; ++n) {
                        background.add([] {});
                        if (n == 2) go.set_value();
                      }
                    }()),
                    "no room");
}

TEST_CASE("only so many pieces wait") {
  std::promise<void> go;
  std::atomic<unsigned> added = 0;
  Background background;
  background.add([&] { go.get_future().wait(); });
  std::thread other([&] {
    for (; added < 100; ++added)
      background.add([] {});
  });
  while (added < 7)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(added == 7); // and the one that is being done
  go.set_value();
  other.join();
  background.wait();
}

TEST_CASE("pieces that were not begun are left undone at the end") {
  std::promise<void> begun;
  unsigned done = 0;
  auto background = std::make_unique<Background>();
  background->add([&] {
    begun.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ++done;
  });
  for (unsigned n = 0; n < 5; ++n)
    background->add([&] { ++done; });
  begun.get_future().wait();
  background.reset();
  CHECK(done == 1);
}

TEST_CASE("signals that end a program do not arrive on the thread") {
  sigset_t blocked{};
  Background background;
  background.add([&] { pthread_sigmask(SIG_BLOCK, nullptr, &blocked); });
  background.wait();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    CHECK(sigismember(&blocked, signal) == 1);
  CHECK(sigismember(&blocked, SIGPIPE) == 0);
  sigset_t here{};
  pthread_sigmask(SIG_BLOCK, nullptr, &here);
  CHECK(sigismember(&here, SIGINT) == 0);
}

} // namespace ixp
