#include "emu/xscale/disassemble.h"

#include <array>
#include <capstone/capstone.h>
#include <stdexcept>

namespace ixp::xscale {

// One capstone handle per state of the core.
struct Disassembler::Handles {
  class Handle {
  public:
    explicit Handle(cs_mode mode) {
      if (cs_open(CS_ARCH_ARM, mode, &handle_) != CS_ERR_OK)
        throw std::runtime_error("capstone has no ARM disassembler");
      instruction_ = cs_malloc(handle_);
    }
    ~Handle() {
      cs_free(instruction_, 1);
      cs_close(&handle_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    const cs_insn* decode(uint32_t word, size_t size, uint32_t address) const {
      std::array<uint8_t, 4> bytes; // capstone reads little-endian code
      for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<uint8_t>(word >> 8 * i);
      const uint8_t* at = bytes.data();
      uint64_t where = address;
      return cs_disasm_iter(handle_, &at, &size, &where, instruction_) ? instruction_ : nullptr;
    }
    csh get() const { return handle_; }

  private:
    csh handle_{};
    cs_insn* instruction_;
  };

  Handle arm{CS_MODE_ARM}, thumb{CS_MODE_THUMB};
};

Disassembler::Disassembler() : handles_(std::make_unique<Handles>()) {}
Disassembler::~Disassembler() = default;

Disassembler::Line Disassembler::line(uint32_t word, bool thumb, uint32_t address) const {
  const Handles::Handle& handle = thumb ? handles_->thumb : handles_->arm;
  const cs_insn* i = handle.decode(word, thumb ? 2 : 4, address);
  if (!i) return {.text = "undefined"};
  std::string text = i->mnemonic;
  if (i->op_str[0]) text += std::string(" ") + i->op_str;
  return {.text = text, .id = i->id};
}

std::string Disassembler::name(unsigned id) const {
  const char* name = cs_insn_name(handles_->arm.get(), id);
  return name ? name : "";
}

} // namespace ixp::xscale
