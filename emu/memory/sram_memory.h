// The longwords of one QDR SRAM channel, addressed by longword number as in link words and queue
// descriptors. Access never fails: a longword beyond the populated memory reads 0 and ignores
// writes. fault() stores the first such access of a command, for its unit to report.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace ixp {

struct SramFault {
  enum class Kind : uint8_t { Beyond, NeverWritten } kind;
  uint32_t longword;
};

class SramMemory {
public:
  // track: records reads of unwritten longwords (each once). The memory is zero at power-up either
  // way; untouched pages cost nothing.
  SramMemory(uint32_t bytes, bool track)
      : size_(bytes / 4), words_(static_cast<uint32_t*>(std::calloc(size_, 4)), std::free) {
    if (track) written_.resize(size_);
  }

  uint32_t longwords() const { return size_; }

  uint32_t read(uint32_t longword) {
    if (longword >= size_) [[unlikely]] {
      note(SramFault::Kind::Beyond, longword);
      return 0;
    }
    if (!written_.empty() && !written_[longword]) [[unlikely]] {
      note(SramFault::Kind::NeverWritten, longword);
      written_[longword] = true;
    }
    return words_.get()[longword];
  }
  void write(uint32_t longword, uint32_t value) {
    if (longword >= size_) [[unlikely]] {
      note(SramFault::Kind::Beyond, longword);
      return;
    }
    if (!written_.empty()) [[unlikely]]
      written_[longword] = true;
    words_.get()[longword] = value;
  }
  // For dumps: has no side effects.
  uint32_t peek(uint32_t longword) const { return longword < size_ ? words_.get()[longword] : 0; }

  // First fault since the last take_fault().
  bool faulty() const { return fault_.has_value(); }
  SramFault take_fault() {
    const SramFault f = *fault_;
    fault_.reset();
    return f;
  }

private:
  void note(SramFault::Kind kind, uint32_t longword) {
    if (!fault_) fault_ = SramFault{kind, longword};
  }

  uint32_t size_;
  std::unique_ptr<uint32_t, void (*)(void*)> words_;
  std::vector<bool> written_; // empty unless tracking
  std::optional<SramFault> fault_;
};

} // namespace ixp
