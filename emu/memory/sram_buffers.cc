// Checks SRAM commands against the free lists made by boot software (buffer_list.h): errors are
// reported as they happen, and executed like on the chip.
#include "emu/memory/sram.h"

#include <fmt/format.h>

#include <algorithm>

namespace ixp {

namespace {
constexpr uint32_t kLongword = 4; // bytes

std::string named(uint32_t buffer) {
  return fmt::format("buffer {:#x}", buffer * kLongword);
}
} // namespace

BufferList* SramChannel::list_of(unsigned entry) {
  const auto list = std::ranges::find(buffer_lists_, entry, &BufferList::entry);
  return list != buffer_lists_.end() && list->known() ? &*list : nullptr;
}

void SramChannel::follow_enqueue(const InFlight* t, unsigned entry, uint32_t buffer) {
  if (BufferList* list = list_of(entry)) return give_back(t, *list, buffer);
  for (const BufferList& list : buffer_lists_)
    if (const auto number = list.number(buffer); number && list.known() && list.is_free(*number))
      report(t, HazardKind::UseAfterFree,
             fmt::format("enqueue on entry {} of {}, which is on the free list of entry {}", entry,
                         named(buffer), list.entry()));
}

// Software has linked the buffers after `tail`, up to the new tail, itself.
void SramChannel::follow_enqueue_tail(const InFlight* t, unsigned entry, uint32_t tail,
                                      uint32_t new_tail) {
  BufferList* list = list_of(entry);
  if (!list) return follow_enqueue(t, entry, new_tail);
  for (uint32_t i = 0; i < list->size() && tail != new_tail; ++i) {
    tail = link_word::buffer(memory_.peek(tail));
    give_back(t, *list, tail);
  }
}

void SramChannel::give_back(const InFlight* t, BufferList& list, uint32_t buffer) {
  const auto number = list.number(buffer);
  if (!number)
    return report(t, HazardKind::ForeignBuffer,
                  fmt::format("{} is put on the free list of entry {}, but is none of its {} "
                              "buffers",
                              named(buffer), list.entry(), list.size()));
  if (list.is_free(*number))
    report(t, HazardKind::DoubleFree,
           fmt::format("{} is put on the free list of entry {}, where it is already", named(buffer),
                       list.entry()));
  list.give_back(*number);
}

void SramChannel::follow_dequeue(const InFlight* t, unsigned entry, uint32_t link) {
  BufferList* list = list_of(entry);
  if (!list || link == 0) return;
  const uint32_t buffer = link_word::buffer(link);
  const auto number = list->number(buffer);
  if (!number)
    return report(t, HazardKind::ForeignBuffer,
                  fmt::format("the free list of entry {} gives {}, which is none of its {} buffers",
                              entry, named(buffer), list->size()));
  if (!list->is_free(*number))
    report(
        t, HazardKind::BufferInUse,
        fmt::format("the free list of entry {} gives {}, which is in use", entry, named(buffer)));
  list->take(*number, source_of(t));
}

void SramChannel::follow_load(unsigned entry) {
  if (BufferList* list = list_of(entry)) list->lose();
}

} // namespace ixp
