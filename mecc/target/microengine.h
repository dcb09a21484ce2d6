// How microengines are counted. Tables have index 0..7, people say "0:0" to "1:3", and the
// hardware's numbers are 0x00..0x03 and 0x10..0x13.
#pragma once

namespace mev2 {

constexpr unsigned me_number(unsigned index) {
  return index < 4 ? index : 0x10 + (index - 4);
}

// -1: there is no such microengine.
constexpr int me_index(unsigned number) {
  return number < 4                        ? static_cast<int>(number)
         : number >= 0x10 && number < 0x14 ? static_cast<int>(number - 0x10 + 4)
                                           : -1;
}

} // namespace mev2
