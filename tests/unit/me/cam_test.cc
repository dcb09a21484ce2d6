// The CAM against a list of entries in order of use.
#include "tests/catch.h"

#include "emu/me/cam.h"

#include <list>

using namespace ixp::me;

namespace {
struct Oracle {
  uint32_t tag[16] = {};
  unsigned state[16] = {};
  std::list<unsigned> use; // least recent first
  Oracle() {
    for (unsigned i = 0; i < 16; ++i)
      use.push_back(i);
  }
  void touch(unsigned e) {
    use.remove(e);
    use.push_back(e);
  }
  uint32_t lookup(uint32_t key) {
    for (unsigned i = 0; i < 16; ++i)
      if (tag[i] == key) {
        touch(i);
        return state[i] * 256 + 128 + i * 8;
      }
    return use.front() * 8;
  }
};
} // namespace

TEST_CASE("CAM: random use against a list") {
  std::minstd_rand random(42);
  MeState s;
  cam_clear(s);
  Oracle o;
  for (unsigned i = 0; i < 16; ++i) { // tags must differ
    cam_write(s, i, 1000 + i, 0);
    o.tag[i] = 1000 + i;
    o.touch(i);
  }
  for (int n = 0; n < 20000; ++n) {
    const uint32_t key = random() % 40;
    const unsigned e = random() % 16, st = random() % 16;
    switch (random() % 5) {
    case 0:
    case 1: REQUIRE(cam_lookup(s, key) == o.lookup(key)); break;
    case 2: {
      const uint32_t miss = cam_lookup(s, key);
      REQUIRE(miss == o.lookup(key));
      if (miss & 128) break;
      cam_write(s, miss >> 3, key, st); // the usual replacement
      o.tag[miss >> 3] = key, o.state[miss >> 3] = st;
      o.touch(miss >> 3);
      break;
    }
    case 3:
      cam_write_state(s, e, st);
      o.state[e] = st;
      break;
    default:
      REQUIRE(cam_read_tag(s, e) == o.tag[e]);
      REQUIRE(cam_read_state(s, e) == o.state[e] << 8);
    }
  }
}

TEST_CASE("CAM: clear forgets what was written") {
  MeState s;
  cam_clear(s);
  cam_write(s, 5, 77, 3);
  REQUIRE(cam_lookup(s, 77) == (3u << 8 | 1u << 7 | 5 << 3));
  cam_clear(s);
  CHECK((cam_lookup(s, 77) & 1u << 7) == 0);
  CHECK(cam_read_tag(s, 5) == 0);
  CHECK(cam_read_state(s, 5) == 0);
}

TEST_CASE("CAM: clear orders entries from 0") {
  MeState s;
  cam_write(s, 0, 5, 3);
  cam_clear(s);
  for (unsigned i = 0; i < 16; ++i) {
    const uint32_t miss = cam_lookup(s, 100 + i);
    CHECK(miss == i << 3);
    cam_write(s, miss >> 3, 100 + i, 0);
  }
}
