// Packets on their way through the fabric, and where they are kept: in one pool, by number, so that
// queues are lists through them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ixp::fabric {

using Slot = uint64_t; // of time: a line carries one cell in it
using PacketId = uint32_t;
constexpr PacketId kNoPacket = ~PacketId{0};
constexpr unsigned kMaxCells = 1024; // of a packet: 64 KB

// The two classes of packets. Statistics and outputs tell them apart; inputs do where the scheduler
// wants it.
enum class Class : uint8_t { Short, Long };
inline constexpr std::array kClasses = {Class::Short, Class::Long};
constexpr const char* name(Class c) {
  return c == Class::Short ? "short" : "long";
}

// What a packet is to those who ask whether packets of a flow keep their order: as captures have
// it, or, where packets are drawn, no more than its class.
enum class Content : uint8_t { TcpData, TcpBare, ShortUdp, LongUdp, Other, Short, Long };
constexpr size_t kContents = 7;
const char* name(Content c);

// What of a TCP flow a packet carries: a segment, or the number of the segment that is expected
// next.
struct TcpPart {
  static constexpr uint32_t kNone = ~uint32_t{0};
  uint32_t flow = kNone;
  uint32_t number = 0;
  bool ack = false;
};

struct Packet {
  Slot arrival = 0;          // of its first cell; of all of it where packets enter whole
  Slot first_sent = 0;       // into the crossbar
  PacketId next = kNoPacket; // in its queue
  uint16_t cells = 0;
  uint16_t arrived = 0, sent = 0; // cells
  uint8_t input = 0, output = 0;
  Class of = Class::Long;
  bool streamed = false; // cells arrive one a slot
  Content content = Content::Long;
  uint32_t flow = 0;   // whose order counts: a number of Reordering's
  uint64_t number = 0; // of all packets, in the order of arrival
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

// A first-in-first-out queue through the pool.
struct PacketQueue {
  PacketId head = kNoPacket, tail = kNoPacket;

  bool empty() const { return head == kNoPacket; }
  void push(PacketPool& pool, PacketId id) { insert_behind(pool, tail, id); }
  // Behind `before`, a member of the queue; as its head when that is kNoPacket.
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

// What crosses the fabric in one step: cell number `index` of a packet.
struct Cell {
  PacketId packet = kNoPacket;
  uint16_t index = 0;
  bool last = false;
};

} // namespace ixp::fabric
