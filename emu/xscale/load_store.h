// Loads and stores of one or two registers in ARM state, SWP and PLD.
#pragma once

#include "emu/xscale/memory_access.h"
#include "emu/xscale/shifter.h"

namespace ixp::xscale {

struct NumberOffset {
  template <class E> static uint32_t get(const Execution&, uint32_t w) {
    return E::template get<'i'>(w);
  }
};
struct RegisterOffset {
  template <class E> static uint32_t get(const Execution& x, uint32_t w) {
    return x.reg(E::template get<'m'>(w));
  }
};
struct ShiftedOffset {
  template <class E> static uint32_t get(const Execution& x, uint32_t w) {
    return shifted_register<E>(x, w).value;
  }
};

// Address of an access, and the new value of the base register. With a field w the offset applies
// before the access and w enables writeback; without it the offset applies after.
struct Place {
  uint32_t address, base;
  bool write_base;
};
template <class E, class Offset> Place place_of(const Execution& x, uint32_t w) {
  const uint32_t base = x.reg(E::template get<'n'>(w));
  const uint32_t offset = Offset::template get<E>(x, w);
  const uint32_t moved = E::template get<'u'>(w) ? base + offset : base - offset;
  if constexpr (E::template kHas<'w'>)
    return {moved, moved, E::template get<'w'>(w) != 0};
  else
    return {base, moved, true};
}
template <class E> void write_base(Execution& x, uint32_t w, const Place& place) {
  if (place.write_base) x.set(E::template get<'n'>(w), place.base);
}

template <class E, class Offset, class Load> void load(Execution& x, uint32_t w) {
  const Place place = place_of<E, Offset>(x, w);
  uint32_t value;
  if (!Load::read(x, place.address, value)) return;
  write_base<E>(x, w, place);
  set_loaded(x, E::template get<'d'>(w), value);
}

template <class E, class Offset, Size S> void store(Execution& x, uint32_t w) {
  const Place place = place_of<E, Offset>(x, w);
  if (!x.store(place.address, S, x.reg(E::template get<'d'>(w)))) return;
  write_base<E>(x, w, place);
  x.cycles = x.time.store;
}

template <class E, class Offset, class Load> void load_as_user(Execution& x, uint32_t w) {
  x.as_user();
  load<E, Offset, Load>(x, w);
}
template <class E, class Offset, Size S> void store_as_user(Execution& x, uint32_t w) {
  x.as_user();
  store<E, Offset, S>(x, w);
}

// Rd is even; the pattern contains its upper three bits.
template <class E, class Offset> void load_double(Execution& x, uint32_t w) {
  const Place place = place_of<E, Offset>(x, w);
  const uint32_t d = 2 * E::template get<'d'>(w);
  uint32_t first, second;
  if (x.misaligned(place.address, 8) || !x.load(place.address, Size::Word, first) ||
      !x.load(place.address + 4, Size::Word, second))
    return;
  write_base<E>(x, w, place);
  x.cycles = x.time.load_double;
  x.set(d, first);
  x.set(d + 1, second);
}

template <class E, class Offset> void store_double(Execution& x, uint32_t w) {
  const Place place = place_of<E, Offset>(x, w);
  const uint32_t d = 2 * E::template get<'d'>(w);
  if (x.misaligned(place.address, 8) || !x.store(place.address, Size::Word, x.reg(d)) ||
      !x.store(place.address + 4, Size::Word, x.reg(d + 1)))
    return;
  write_base<E>(x, w, place);
  x.cycles = x.time.store_double;
}

template <class E, Size S> void swap(Execution& x, uint32_t w) {
  const uint32_t address = x.reg(E::template get<'n'>(w));
  uint32_t value;
  if (!x.load(address, S, value, true) || !x.store(address, S, x.reg(E::template get<'m'>(w))))
    return;
  x.cycles = x.time.swap;
  x.set(E::template get<'d'>(w), S == Size::Word ? turned(value, address) : value);
}

// PLD: a hint to the cache, which is not modelled.
template <class E> void preload(Execution& x, uint32_t) {
  x.cycles = x.time.load;
}

} // namespace ixp::xscale
