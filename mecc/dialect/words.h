// The words of __declspec(...): what each says of an object.
#pragma once

#include <string_view>

namespace mecc::dialect {

enum class WordKind {
  Region,   // the object, or what a pointer points to, is in a memory: an address space
  Register, // the object is in registers or local memory: an annotation in address space 0
  Storage,  // how many copies there are and who sees them: an annotation
  Layout,   // an attribute of Clang's own: aligned(n), packed
  Ignored,  // says nothing that the IXP2400 could do otherwise
};

struct Word {
  std::string_view spelling;
  WordKind kind;
  unsigned address_space;     // of a region
  std::string_view canonical; // the word that later stages see, or Clang's attribute
};

const Word* find_word(std::string_view spelling);     // null when there is none such
std::string_view memory_word(unsigned address_space); // "sram"; "" when it is no memory's
std::string_view closest_word(std::string_view spelling);

// "me.gp_reg" and so on: what annotations of ours start with.
inline constexpr std::string_view kAnnotationPrefix = "me.";

} // namespace mecc::dialect
