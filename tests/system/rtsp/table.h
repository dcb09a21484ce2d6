// A plain table in place of the one that shapes, for the RTSP observer on this host; one source of
// a program includes it. Every misuse aborts.
#pragma once
extern "C" {
#include "microblocks/rtsp/rtsp.h"
}

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

struct PlainTable {
  struct Entry {
    std::optional<rtsp_shape> shape;
    uint32_t packets = 0;
  };
  std::vector<Entry> entries = std::vector<Entry>(RTSP_STREAMS);
  uint32_t changes = 0; // adds, changes, removals

  std::optional<rtsp_shape>& taken(int entry) {
    if (entry < 0 || entry >= static_cast<int>(entries.size()) || !entries[entry].shape)
      std::abort();
    return entries[entry].shape;
  }
};
inline PlainTable g_table;

extern "C" {
int rtsp_table_add(const rtsp_shape* shape) {
  for (size_t i = 0; i < g_table.entries.size(); ++i) {
    if (g_table.entries[i].shape) continue;
    g_table.entries[i].shape = *shape;
    ++g_table.changes;
    return static_cast<int>(i);
  }
  return -1;
}
void rtsp_table_change(int entry, const rtsp_shape* shape) {
  g_table.taken(entry) = *shape;
  ++g_table.changes;
}
void rtsp_table_remove(int entry) {
  g_table.taken(entry).reset();
  ++g_table.changes;
}
u32 rtsp_table_packets(int entry) {
  g_table.taken(entry);
  return g_table.entries[entry].packets;
}
}
