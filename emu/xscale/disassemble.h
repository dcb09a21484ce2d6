// ARM and Thumb code as text, by capstone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace ixp::xscale {

class Disassembler {
public:
  Disassembler();
  ~Disassembler();

  struct Line {
    std::string text; // "add r0, r1, #4"; "undefined" if unknown to capstone
    unsigned id = 0;  // capstone's; 0: unknown
  };
  // `word` has 16 bits in Thumb state.
  Line line(uint32_t word, bool thumb, uint32_t address) const;
  std::string name(unsigned id) const; // capstone's name, without condition

private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

} // namespace ixp::xscale
