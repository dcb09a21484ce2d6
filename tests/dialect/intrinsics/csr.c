// expect: 0x54 7 1 0 1 1 0 0x1f 1 1
// The microengine's registers, the timestamp, the cycle counter, the CAP's registers.
#include "test.h"

int main(void) {
  SIGNAL s;
  __xwrite unsigned out[2];
  __xread unsigned in[2];
  const unsigned z = unknown_zero();
  unsigned start, spent;
  unsigned long long before, after;
  local_csr_write(local_csr_t_index, 0x54 + z);
  result(local_csr_read(local_csr_t_index));
  timestamp_stop();
  set_timestamp(5 + z, 7 + z);
  result((unsigned)(get_timestamp() >> 32));
  timestamp_start();
  before = get_timestamp();
  sleep(2000 + z);
  after = get_timestamp();
  result(after - before >= 2000 / 16);
  result(local_csr_read(local_csr_active_ctx_future_count_signal)); // the timer is off
  start = profile_count_start();
  spent = profile_count_stop(start);
  result(spent > 0 && spent < 100);
  start = profile_count_start();
  sleep_units(3 + z);
  spent = profile_count_stop(start);
  result(spent > 2 * 16 && spent < 3 * 16 + 100); // the first unit may have begun
  out[0] = 0x1f + z;
  cap_write(out, cap_csr_hash_multiplier_48_0, 1, ctx_swap, &s);
  cap_csr_write(out, cap_csr_hash_multiplier_64_0, ctx_swap, &s);
  cap_write_address(out, 0x4910 + z, 1, ctx_swap, &s);
  cap_fast_write(z, cap_csr_hash_multiplier_48_1);
  cap_read(in, cap_csr_hash_multiplier_48_1, 1, ctx_swap, &s);
  result(in[0]);
  cap_csr_read(in, cap_csr_hash_multiplier_48_0, ctx_swap, &s);
  result(in[0]);
  cap_read_address(in, 0x4908 + z, 1, ctx_swap, &s);
  result(in[0] == 0x1f);
  cap_read(in, cap_csr_hash_multiplier_128_0, 1, ctx_swap, &s);
  result(in[0] == 0x1f);
  return 0;
}
