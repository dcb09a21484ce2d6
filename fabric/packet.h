// Packets inside the fabric. They are stored in one pool, and PacketId is an index into it, so
// queues are linked lists through the pool.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ixp::fabric {

using Slot = uint64_t; // a slot of time: a line carries one cell in it
using PacketId = uint32_t;
constexpr PacketId kNoPacket = ~PacketId{0};
constexpr unsigned kMaxCells = 1024; // largest packet: 64 KB

// The two classes of packets. Statistics and outputs distinguish them; inputs do if the scheduler
// needs it.
enum class Class : uint8_t { Short, Long };
inline constexpr std::array kClasses = {Class::Short, Class::Long};
constexpr const char* name(Class c) {
  return c == Class::Short ? "short" : "long";
}

// Content of a packet, for checks of packet order: from a capture, or for generated packets only
// the class.
enum class Content : uint8_t { TcpData, TcpBare, ShortUdp, LongUdp, Other, Short, Long };
constexpr size_t kContents = 7;
const char* name(Content c);

// The TCP content of a packet: a segment, or the number of the next expected segment (an ACK).
struct TcpPart {
  static constexpr uint32_t kNone = ~uint32_t{0};
  uint32_t flow = kNone;
  uint32_t number = 0;
  bool ack = false;
};

struct Packet {
  Slot arrival = 0;          // arrival slot of its first cell; of its last if packets enter whole
  Slot first_sent = 0;       // slot in which its first cell crosses
  PacketId next = kNoPacket; // next packet in its queue
  uint16_t cells = 0;
  uint16_t arrived = 0, sent = 0; // cells
  uint8_t input = 0, output = 0;
  Class of = Class::Long;
  bool streamed = false; // cells arrive one per slot
  Content content = Content::Long;
  uint32_t flow = 0;   // flow whose order is checked: an index in Reordering
  uint64_t number = 0; // ordinal among all packets, in the order of arrival
  TcpPart tcp;
};

class PacketPool {
public:
  PacketId add(const Packet& packet) {
    if (free_.empty()) {
      packets_.push_back(packet);
      return static_cast<PacketId>(packets_.size() - 1);
    }
    const PacketId id = free_.back();
    free_.pop_back();
    packets_[id] = packet;
    return id;
  }
  void remove(PacketId id) { free_.push_back(id); }
  Packet& operator[](PacketId id) { return packets_[id]; }
  const Packet& operator[](PacketId id) const { return packets_[id]; }

private:
  std::vector<Packet> packets_;
  std::vector<PacketId> free_;
};

// A FIFO queue linked through the pool.
struct PacketQueue {
  PacketId head = kNoPacket, tail = kNoPacket;

  bool empty() const { return head == kNoPacket; }
  void push(PacketPool& pool, PacketId id) { insert_behind(pool, tail, id); }
  // Inserts after `before`, a member of the queue, or as the head if that is kNoPacket.
  void insert_behind(PacketPool& pool, PacketId before, PacketId id) {
    PacketId& link = before == kNoPacket ? head : pool[before].next;
    pool[id].next = link;
    link = id;
    if (tail == before) tail = id;
  }
  PacketId pop(const PacketPool& pool) {
    const PacketId id = head;
    head = pool[id].next;
    if (head == kNoPacket) tail = kNoPacket;
    return id;
  }
};

// The unit that crosses the fabric in one step: cell number `index` of a packet.
struct Cell {
  PacketId packet = kNoPacket;
  uint16_t index = 0;
  bool last = false;
};

} // namespace ixp::fabric
