// Records of contexts, and their lifetime.
#include "tests/catch.h"

#include "emu/kernel/context_diary.h"

using namespace ixp;

// Turn n: waits at 10 n, is Ready 2 ticks later, runs after 3 more.
static void note_turns(ContextDiary::Page& page, Tick first, Tick last) {
  for (Tick n = first; n <= last; ++n) {
    page.context(EventKind::Waits, 10 * n, static_cast<unsigned>(n), 1u << 3);
    page.context(EventKind::Ready, 10 * n + 2, 0, 0);
    page.context(EventKind::Runs, 10 * n + 5, 0, 0);
  }
}

TEST_CASE("a page has the turns of its context until they are forgotten", "[diary]") {
  ContextDiary::Page page;
  page.context(EventKind::Runs, 4, 0, 0);
  CHECK(page[page.begin()].waits == kNever);
  CHECK(page[page.begin()].runs == 4);
  Tick noted = 0;
  for (Tick more = 1; more < 40; ++more) { // grows, and wraps around
    note_turns(page, noted + 1, noted + more);
    noted += more;
    REQUIRE(page.end() == noted + 1);
    page.forget(page.end() - static_cast<uint32_t>(more / 2) - 1);
    std::vector<ContextDiary::Turn> copied(1);
    page.copy(page.begin(), page.end(), copied);
    REQUIRE(copied.size() == page.end() - page.begin() + 1);
    for (uint32_t turn = page.begin(); turn != page.end(); ++turn) {
      REQUIRE(page[turn].waits == 10 * Tick{turn});
      const ContextDiary::Turn& copy = copied[turn - page.begin() + 1];
      REQUIRE(copy.pc == turn);
      REQUIRE(copy.ready == 10 * Tick{turn} + 2);
      REQUIRE(copy.runs == 10 * Tick{turn} + 5);
    }
  }
}

TEST_CASE("a turn knows what its signals stood for when it began", "[diary]") {
  ContextDiary diary;
  Command c;
  c.op = static_cast<mev2::Opcode>(5);
  c.signal = 3;
  diary.issued(2, 1, c);
  diary.page(2 * kContexts + 1).context(EventKind::Waits, 100, 7, 1u << 3);
  c.op = static_cast<mev2::Opcode>(6);
  diary.issued(2, 1, c);
  const ContextDiary::Page& page = diary.page(2 * kContexts + 1);
  CHECK(page[page.end() - 1].commands[3] == 6);
  diary.page(2 * kContexts + 1).context(EventKind::Waits, 110, 8, 1u << 3);
  CHECK(page[page.end() - 1].commands[3] == 7);
}

TEST_CASE("pages that nobody reads do not grow, and commands are still watched", "[diary]") {
  ContextDiary diary;
  diary.watch({0x3f00});
  ContextDiary::Page& page = diary.page(5);
  for (unsigned turn = 0; turn < 3; ++turn)
    page.context(EventKind::Waits, 10 * turn, 7, 0);
  CHECK(page.end() - page.begin() == 4);
  diary.leave_pages();
  for (unsigned turn = 3; turn < 1000; ++turn) {
    page.context(EventKind::Waits, 10 * turn, 7, 0);
    page.context(EventKind::Ready, 10 * turn + 1, 7, 0);
    page.context(EventKind::Runs, 10 * turn + 2, 7, 0);
    REQUIRE(page.end() - page.begin() <= 4);
  }
  Command c;
  c.address = 0x3f00;
  diary.issued(0, 5, c);
  CHECK(diary.watched().size() == 1);
}

TEST_CASE("commands to watched addresses are noted in the order of their ticks", "[diary]") {
  ContextDiary diary;
  Command c;
  c.address = 0x3f04;
  diary.issued(0, 0, c); // nothing is watched yet
  diary.watch({0x3f00, 0x3f08, 0x4000'0010});
  for (const auto& [address, tick] : {std::pair{0x3f08u, 20u}, {0x3f04u, 21u}, {0x3f00u, 10u}}) {
    c.address = address;
    c.issued = tick;
    diary.issued(1, 2, c);
  }
  REQUIRE(diary.watched().size() == 2);
  CHECK(diary.watched()[0].address == 0x3f00);
  CHECK(diary.watched()[1].tick == 20);
}
