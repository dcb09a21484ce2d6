#include "emu/control/interrupts.h"

namespace ixp::control {

namespace {
// Banks of thread registers; within a bank A is at 0, B at 0x20, clusters are 8 apart.
constexpr uint32_t kRaw = 0x60, kFiqStatus = 0xa0, kIrqStatus = 0xe0, kFiqEnable = 0x120,
                   kIrqEnable = 0x160, kFiqDisable = 0x1a0, kIrqDisable = 0x1e0;
constexpr uint32_t kErrorsFirst = 0x1c, kErrorsLast = 0x34;
} // namespace

std::optional<Interrupts::Thread> Interrupts::thread_at(uint32_t offset, uint32_t bank) {
  const uint32_t at = offset - bank;
  if (offset < bank || (at & ~0x28u)) return std::nullopt;
  return Thread{at & 0x20 ? ThreadInterrupt::B : ThreadInterrupt::A, at >> 3 & 1};
}

uint32_t Interrupts::raw() const {
  uint32_t bits = sources_;
  for (const ThreadInterrupt group : {ThreadInterrupt::A, ThreadInterrupt::B})
    for (unsigned cluster = 0; cluster < 2; ++cluster) {
      const Thread t{group, cluster};
      const unsigned first =
          group == ThreadInterrupt::A ? interrupt::kThreadsA : interrupt::kThreadsB;
      if (raw(t) & (enabled(kIrq, t) | enabled(kFiq, t))) bits |= 1u << (first + 2 * cluster);
    }
  return bits;
}

std::optional<uint32_t> Interrupts::read(uint32_t offset) const {
  switch (offset) {
  case 0x00: return raw();
  case 0x04: return raw() & enabled_[kFiq];
  case 0x08: return raw() & enabled_[kIrq];
  case 0x0c:
  case 0x14: return enabled_[kFiq]; // 0x14 and 0x18: Linux reads back its writes
  case 0x10:
  case 0x18: return enabled_[kIrq];
  default: break;
  }
  if (offset >= kErrorsFirst && offset <= kErrorsLast && offset % 4 == 0) return 0;
  if (const auto t = thread_at(offset, kRaw)) return raw(*t);
  if (const auto t = thread_at(offset, kFiqStatus)) return raw(*t) & enabled(kFiq, *t);
  if (const auto t = thread_at(offset, kIrqStatus)) return raw(*t) & enabled(kIrq, *t);
  for (const uint32_t bank : {kFiqEnable, kFiqDisable})
    if (const auto t = thread_at(offset, bank)) return enabled(kFiq, *t);
  for (const uint32_t bank : {kIrqEnable, kIrqDisable})
    if (const auto t = thread_at(offset, bank)) return enabled(kIrq, *t);
  return std::nullopt;
}

bool Interrupts::write(uint32_t offset, uint32_t value) {
  switch (offset) {
  case 0x0c: enabled_[kFiq] |= value; return true;
  case 0x10: enabled_[kIrq] |= value; return true;
  case 0x14: enabled_[kFiq] &= ~value; return true;
  case 0x18: enabled_[kIrq] &= ~value; return true;
  default: break;
  }
  if (offset >= kErrorsFirst && offset <= kErrorsLast && offset % 4 == 0) return true;
  if (const auto t = thread_at(offset, kRaw)) {
    cap_.clear_thread_interrupts(t->group, t->cluster, value);
    return true;
  }
  if (const auto t = thread_at(offset, kFiqEnable)) return enabled(kFiq, *t) |= value, true;
  if (const auto t = thread_at(offset, kIrqEnable)) return enabled(kIrq, *t) |= value, true;
  if (const auto t = thread_at(offset, kFiqDisable)) return enabled(kFiq, *t) &= ~value, true;
  if (const auto t = thread_at(offset, kIrqDisable)) return enabled(kIrq, *t) &= ~value, true;
  return false;
}

} // namespace ixp::control
