/* Results of __me_object_kind(). The compiler, written in C++, also reads this header. */
#ifndef IXP_KINDS_H
#define IXP_KINDS_H

enum __me_kind {
  __me_kind_unknown,
  __me_kind_register,
  __me_kind_read_register,
  __me_kind_write_register,
  __me_kind_read_write_register,
  __me_kind_local_memory,
  __me_kind_next_neighbour,
  __me_kind_signal
};

#endif
