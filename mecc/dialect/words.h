// The words of __declspec(...) and their meaning for an object.
#pragma once

#include <string_view>

namespace mecc::dialect {

enum class WordKind {
  Region,   // memory of the object, or of a pointer's target: an address space
  Register, // registers or local memory: an annotation in address space 0
  Storage,  // number of copies and their visibility: an annotation
  Layout,   // an attribute of Clang's own: aligned(n), packed
  Ignored,  // no effect on the IXP2400
};

struct Word {
  std::string_view spelling;
  WordKind kind;
  unsigned address_space;     // for Kind::Region
  std::string_view canonical; // the word for later stages, or Clang's attribute
};

const Word* find_word(std::string_view spelling);     // null if unknown
std::string_view memory_word(unsigned address_space); // "sram"; "" if the address space is no
                                                      // memory
std::string_view closest_word(std::string_view spelling);

// Prefix of our annotations: "me.gp_reg" and similar.
inline constexpr std::string_view kAnnotationPrefix = "me.";

} // namespace mecc::dialect
