// expect: 0 1 3 9 1 3 5 0xabcd 2 0 0
// The CAM: hits, misses, tags and states.
#include "test.h"

int main(void) {
  const unsigned z = unknown_zero();
  cam_lookup_t found;
  cam_clear();
  found = cam_lookup(0xabcd + z);
  result(found.hit);
  cam_write(3 + z, 0xabcd + z, 9);
  cam_write(7 + z, 0x1234 + z, 2);
  found = cam_lookup(0xabcd + z);
  result(found.hit);
  result(found.entry_num);
  result(found.state);
  cam_write_state(3, 5);
  found.value = cam_lookup(0xabcd + z).value;
  result(found.hit);
  result(found.entry_num);
  result(found.state);
  result(cam_read_tag(3 + z));
  result(cam_read_state(7 + z));
  found = cam_lookup(0x9999 + z);
  result(found.hit);
  cam_clear();
  result(cam_lookup(0x1234 + z).hit);
  return 0;
}
