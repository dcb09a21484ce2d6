// The queue array's operations against lists and deques.
#include "tests/catch.h"

#include "emu/memory/queue_array.h"

#include <algorithm>
#include <array>
#include <deque>
#include <random>
#include <vector>

using namespace ixp;

namespace {
constexpr uint32_t kBytes = 1 << 20;

struct Buffer {
  uint32_t address;
  bool eop, sop;
  unsigned cells; // minus 1
  uint32_t link() const { return link_word::make(address, eop, sop, cells); }
};

// A queue as a list of buffers. The count is that of packets, as long as packets are enqueued
// whole.
struct Oracle {
  std::deque<Buffer> buffers;
  uint32_t packets = 0;

  uint32_t dequeue(QueueModes modes) {
    if (packets == 0) return 0;
    Buffer& first = buffers.front();
    const uint32_t link = first.link();
    if (!modes.ignore_cells && first.cells > 0) {
      --first.cells;
      return link;
    }
    if (modes.ignore_eop || first.eop) --packets;
    buffers.pop_front();
    return link;
  }
};

// Queues in memory, fewer entries: each operation first brings its queue into an entry, as
// microcode with more than 64 queues does.
class SwappingQueues {
public:
  SwappingQueues(unsigned queues, unsigned entries, unsigned seed)
      : oracles(queues), residents_(entries, -1), random_(seed) {}

  QueueEntry& bring_in(unsigned queue) {
    for (unsigned e = 0; e < residents_.size(); ++e)
      if (residents_[e] == static_cast<int>(queue)) return entries_[e];
    const unsigned e = random_() % residents_.size();
    if (residents_[e] >= 0) store(entries_[e], memory, descriptor(residents_[e]));
    residents_[e] = static_cast<int>(queue);
    entries_[e].head = entries_[e].tail = 0xdead; // arbitrary earlier contents
    if (random_() % 2)
      load_end(entries_[e], memory, descriptor(queue), false);
    else
      load_end(entries_[e], memory, descriptor(queue), true);
    load_other(entries_[e], memory, descriptor(queue));
    return entries_[e];
  }

  // A packet of `buffers` buffers: linked first, then enqueue and enqueue_tail.
  void enqueue_packet(unsigned queue, unsigned buffers, bool cells) {
    std::vector<Buffer> chain;
    for (unsigned i = 0; i < buffers; ++i)
      chain.push_back(
          {allocate(), i + 1 == buffers, i == 0, cells ? static_cast<unsigned>(random_() % 5) : 0});
    for (unsigned i = 0; i + 1 < buffers; ++i)
      memory.write(chain[i].address, chain[i + 1].link());
    QueueEntry& entry = bring_in(queue);
    enqueue(entry, memory, chain.front().link());
    if (buffers > 1) enqueue_tail(entry, chain.back().link());
    oracles[queue].buffers.insert(oracles[queue].buffers.end(), chain.begin(), chain.end());
    ++oracles[queue].packets;
  }

  SramMemory memory{kBytes, false};
  std::vector<Oracle> oracles;

private:
  static uint32_t descriptor(unsigned queue) { return 0x100 + queue * 4; }
  uint32_t allocate() { // never one in use: round robin over far more buffers than are queued
    next_ = next_ + 8 < kBytes / 4 ? next_ + 8 : 0x1000;
    return next_;
  }

  std::array<QueueEntry, 8> entries_{};
  std::vector<int> residents_;
  std::mt19937 random_;
  uint32_t next_ = 0x1000;
};

void compare_with_lists(QueueModes modes, unsigned max_buffers, bool cells, unsigned seed) {
  SwappingQueues queues(20, 4, seed);
  std::mt19937 random(seed + 1);
  unsigned returned = 0;
  for (unsigned step = 0; step < 20000; ++step) {
    const auto queue = static_cast<unsigned>(random() % queues.oracles.size());
    Oracle& oracle = queues.oracles[queue];
    const bool grow = random() % 100 < (step / 500 % 2 ? 40u : 15u) && oracle.buffers.size() < 100;
    if (grow) {
      queues.enqueue_packet(queue, 1 + random() % max_buffers, cells);
    } else {
      const uint32_t expected = oracle.dequeue(modes);
      QueueEntry& entry = queues.bring_in(queue);
      REQUIRE(dequeue(entry, queues.memory, modes) == expected);
      REQUIRE(entry.depth() == oracle.packets);
      returned += expected != 0;
    }
    if (step % 16 == 0) {
      std::vector<uint32_t> links;
      for (const Buffer& b : oracle.buffers)
        links.push_back(b.link());
      REQUIRE(links_in_queue(queues.bring_in(queue), queues.memory, modes) == links);
    }
  }
  CHECK(returned > 1000);
  CHECK_FALSE(queues.memory.faulty());
}
} // namespace

TEST_CASE("queues of single buffers are lists") {
  compare_with_lists({}, 1, false, 1);
  compare_with_lists({.ignore_eop = true}, 1, false, 2);
}

TEST_CASE("queues of packets in several buffers are lists") {
  compare_with_lists({}, 5, false, 3);
}

TEST_CASE("cell mode: a buffer stays until its cells are gone") {
  compare_with_lists({}, 1, true, 4);
  compare_with_lists({}, 4, true, 5);
  compare_with_lists({.ignore_eop = true}, 1, true, 6);
}

TEST_CASE("packet mode: the cell count passes through") {
  compare_with_lists({.ignore_cells = true}, 1, true, 7);
  compare_with_lists({.ignore_cells = true}, 4, true, 8);
}

TEST_CASE("formats of the descriptor and of link words") {
  SramMemory m(kBytes, false);
  QueueEntry e;
  e.count = 0xab00'0000; // software's byte stays
  enqueue(e, m, link_word::make(0x123456, true, false, 0));
  CHECK(e.head == 0x8012'3456);
  CHECK(e.tail == 0x0012'3456);
  CHECK(e.count == 0xab00'0001);
  e = {};
  enqueue(e, m, link_word::make(0x100, false, true, 3));
  enqueue(e, m, link_word::make(0x200, true, false, 63));
  CHECK(e.head == 0x4300'0100);
  CHECK(m.peek(0x100) == 0xbf00'0200); // the old tail's link describes the new buffer
  CHECK(m.peek(0x200) == 0);
  store(e, m, 0x10);
  CHECK(m.peek(0x10) == 0x4300'0100);
  CHECK(m.peek(0x11) == 0x200);
  CHECK(m.peek(0x12) == 2);
  e.add(5);
  store_count(e, m, 0x10);
  CHECK(m.peek(0x12) == 7);
  CHECK(m.peek(0x10) == 0x4300'0100);
}

TEST_CASE("cell mode returns the link word before the decrement") {
  SramMemory m(kBytes, false);
  QueueEntry e;
  enqueue(e, m, link_word::make(0x100, true, true, 2));
  CHECK(dequeue(e, m, {}) == 0xc200'0100);
  CHECK(dequeue(e, m, {}) == 0xc100'0100);
  CHECK(e.depth() == 1);
  CHECK(dequeue(e, m, {}) == 0xc000'0100);
  CHECK(e.depth() == 0);
  CHECK(dequeue(e, m, {}) == 0);
}

TEST_CASE("rings are deques") {
  for (unsigned code = 0; code < 3; ++code) {
    const uint32_t size = 512u << code;
    SramMemory m(kBytes, false);
    QueueEntry e;
    e.head = code << 29 | 4 * size;
    e.tail = 4 * size;
    m.write(4 * size - 1, 0xfeed);
    m.write(5 * size, 0xfeed);
    std::deque<uint32_t> oracle;
    std::mt19937 random(code + 1);
    unsigned refused = 0, short_gets = 0;
    for (unsigned step = 0; step < 20000; ++step) {
      const unsigned n = 1 + random() % 16;
      std::array<uint32_t, 16> words;
      if (random() % 100 < (step / 2000 % 2 ? 40u : 60u)) {
        for (uint32_t& w : words)
          w = static_cast<uint32_t>(random());
        const uint32_t status = ring_put(e, m, {words.data(), n});
        const bool fits = oracle.size() + n <= size;
        REQUIRE(status == (static_cast<uint32_t>(oracle.size()) | (fits ? 1u << 31 : 0)));
        if (fits) oracle.insert(oracle.end(), words.begin(), words.begin() + n);
        refused += !fits;
      } else {
        const unsigned present = std::min<unsigned>(n, static_cast<unsigned>(oracle.size()));
        REQUIRE(ring_get(e, m, {words.data(), n}) == present);
        for (unsigned i = 0; i < n; ++i)
          REQUIRE(words[i] == (i < present ? oracle[i] : 0));
        oracle.erase(oracle.begin(), oracle.begin() + present);
        short_gets += present < n;
      }
      REQUIRE(e.depth() == oracle.size());
      if (step % 16 == 0)
        REQUIRE(words_in_ring(e, m) == std::vector<uint32_t>(oracle.begin(), oracle.end()));
    }
    CHECK(refused > 100);
    CHECK(short_gets > 100);
    CHECK(e.head >> 29 == code);
    CHECK(m.peek(4 * size - 1) == 0xfeed); // words outside the ring are unchanged
    CHECK(m.peek(5 * size) == 0xfeed);
  }
}

TEST_CASE("a journal keeps the newest words") {
  SramMemory m(kBytes, false);
  QueueEntry e;
  e.head = 0x2000;
  e.tail = 0x2000;
  std::deque<uint32_t> oracle;
  std::mt19937 random(1);
  for (unsigned step = 0; step < 300; ++step) {
    std::array<uint32_t, 16> words;
    for (uint32_t& w : words)
      w = static_cast<uint32_t>(random());
    const unsigned n = 1 + random() % 16;
    journal(e, m, {words.data(), n});
    oracle.insert(oracle.end(), words.begin(), words.begin() + n);
    while (oracle.size() > 512)
      oracle.pop_front();
    REQUIRE(e.depth() == oracle.size());
    QueueEntry reader = e; // of everything, at every step
    std::array<uint32_t, 512> all;
    REQUIRE(ring_get(reader, m, all) == oracle.size());
    REQUIRE(std::equal(oracle.begin(), oracle.end(), all.begin()));
  }
  CHECK(oracle.size() == 512);
}

TEST_CASE("enqueue_tail moves the tail of a queue and nothing else, also of an empty one") {
  SramMemory m(kBytes, false);
  QueueEntry e;
  e.count = 0xab00'0000;
  enqueue_tail(e, link_word::make(0x300, true, false, 9));
  CHECK(e.tail == 0x300);
  CHECK(e.head == 0);
  CHECK(e.count == 0xab00'0000);
  CHECK(dequeue(e, m, {}) == 0);
  enqueue(e, m, link_word::make(0x100, true, false, 0)); // the first again: no link is written
  CHECK(e.head == 0x8000'0100);
  CHECK(e.tail == 0x100);
  CHECK(m.peek(0x300) == 0);
  enqueue_tail(e, link_word::make(0x200, true, false, 0));
  CHECK(e.count == 0xab00'0001);
  enqueue(e, m, link_word::make(0x400, true, false, 0)); // after the chain's end
  CHECK(m.peek(0x200) == 0x8000'0400);
  CHECK(m.peek(0x100) == 0);
}

TEST_CASE("a queue that is linked in a circle has no more links than memory has longwords") {
  SramMemory m(4096, false);
  QueueEntry e;
  const uint32_t link = link_word::make(0x10, false, false, 0); // never an end of packet
  enqueue(e, m, link);
  m.write(0x10, link);
  CHECK(links_in_queue(e, m, {}) == std::vector<uint32_t>(1024, link));
  CHECK(links_in_queue(e, m, {.ignore_eop = true}) == std::vector<uint32_t>{link});
}

TEST_CASE("links and rings beyond memory fault and do not crash") {
  SramMemory m(4096, false);
  QueueEntry e;
  enqueue(e, m, link_word::make(0xffffff, true, false, 0));
  CHECK_FALSE(m.faulty());
  enqueue(e, m, link_word::make(0x10, true, false, 0)); // writes the first one's link
  CHECK(m.faulty());
  CHECK(m.take_fault().longword == 0xffffff);
  dequeue(e, m, {});
  CHECK(m.take_fault().kind == SramFault::Kind::Beyond);
  QueueEntry ring;
  ring.head = 7u << 29 | 0xfffff0;
  ring.tail = 0xfffff0;
  std::array<uint32_t, 16> words{};
  CHECK((ring_put(ring, m, words) & kRingStored) != 0);
  CHECK(m.faulty());
}
