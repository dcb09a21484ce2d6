// Loads and stores of one or two registers in ARM state, SWP and PLD.
#pragma once

#include "emu/xscale/alu.h"
#include "emu/xscale/execution.h"

#include <bit>

namespace ixp::xscale {

// Loads and stores of one register, shared by ARM and Thumb state, begin here.
//
// Result of loading a longword at a misaligned address: the aligned longword, rotated so that the
// addressed byte is lowest (in a little-endian program). ARMv5: A4.1.23.
constexpr uint32_t turned(uint32_t word, uint32_t address) {
  return std::rotr(word, static_cast<int>(8 * (address & 3)));
}

// Each has read(x, address, value); false if the access waits or aborts.
struct LoadWord {
  static bool read(Execution& x, uint32_t address, uint32_t& value) {
    if (!x.load(address, Size::Word, value)) return false;
    value = turned(value, address);
    return true;
  }
};
template <Size S, class Extended> struct LoadPart {
  static bool read(Execution& x, uint32_t address, uint32_t& value) {
    if (!x.load(address, S, value)) return false;
    value = static_cast<uint32_t>(static_cast<Extended>(value));
    return true;
  }
};
using LoadByte = LoadPart<Size::Byte, uint8_t>;
using LoadHalf = LoadPart<Size::Half, uint16_t>;
using LoadSignedByte = LoadPart<Size::Byte, int8_t>;
using LoadSignedHalf = LoadPart<Size::Half, int16_t>;

// Assigns a loaded value to its register.
inline void set_loaded(Execution& x, uint32_t d, uint32_t value) {
  x.cycles = d == 15 ? x.time.load_pc : x.time.load;
  if (d == 15)
    x.interwork(value);
  else
    x.set(d, value);
}

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
