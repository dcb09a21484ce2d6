// The receive half of the MSF. Ports are polled round robin, one element per turn. An mpacket moves
// over the media bus into a free RBUF element of its partition. Elements are handed over in order
// of arrival, the first full element to the first waiting thread as soon as both exist.
//
//   port --bus--> Filling -> Full (list) -> Pushing -> Delivered -> RBUF_ELEMENT_DONE -> Free
//
// In CSIX mode (receiver_csix.cc) the line is the bus: a C-frame is in its element when its last
// byte has crossed.
#pragma once

#include "emu/kernel/timed_queue.h"
#include "emu/media/cframe.h"
#include "emu/media/msf_parts.h"

#include <deque>
#include <optional>

namespace ixp {

class Receiver {
public:
  // `cbus`: the port handled by FlowControl.
  Receiver(MsfShared& shared, RxPorts& ports, std::optional<unsigned> cbus);
  // A change of mode or element size resets RBUF: all elements leave the free lists.
  void set_layout(const MsfLayout& layout, Tick now);
  const MsfLayout& layout() const { return layout_; }

  void step(Tick now);
  Tick next() const;

  void element_done(unsigned element, Tick now, const Command* c);
  void add_thread(unsigned list, uint16_t entry, Tick now, const Command* c);
  void set_timeout(unsigned list, uint32_t interval, Tick now);
  void set_poll_limit(unsigned highest_port, Tick now) {
    poll_limit_ = highest_port;
    find_ports();
    wake_buses(now);
  }
  void set_type_map(uint32_t map) { type_map_ = map; } // CSIX_TYPE_MAP
  uint32_t interrupt_status() const { return std::min(overflows_, 255u) << 8 | parity_errors_; }
  void expect_frame(Tick at); // not predicted by a port's ready_at()
  void clear_interrupts(uint32_t ones);

  // Reads bytes of RBUF. Reports (once) if an element has no data that a program may read.
  void read(uint32_t offset, uint8_t* data, PacketTag* tags, unsigned bytes, Tick now,
            const Command* c);

  unsigned in_use() const { return in_use_; }
  bool quiet() const;
  std::string describe() const;
  std::optional<unsigned> freelist_of(unsigned me, unsigned ctx, unsigned signal) const;
  bool will_deliver() const;                           // see Msf
  void list_frames(std::vector<PacketTag>& out) const; // of elements in use
  void visit_tags(const TagVisitor& visit) const;

private:
  enum class State : uint8_t { Unpopulated, Free, Filling, Full, Pushing, Delivered };
  enum class Reception : uint8_t {
    Normal,
    Discard,  // no element was free at its SOP: discard it whole
    Truncate, // no element was free later: deliver only its last one, with a receive error
  };
  struct Element {
    State state = State::Unpopulated;
    uint16_t bytes = 0;
    uint8_t port = 0;
    bool sop = false, eop = false, error = false;
    PacketTag tag = 0;
    uint32_t cframe[2] = {}; // CSIX: the status word without the element number
  };
  struct Thread {                 // RX_THREAD_FREELIST entry
    uint8_t me, ctx, signal, reg; // reg: absolute S transfer register
    bool is(unsigned m, unsigned c, unsigned s) const { return me == m && ctx == c && signal == s; }
  };
  struct List { // a thread freelist and the elements it serves
    std::deque<uint8_t> full;
    std::deque<Thread> threads;
    uint32_t timeout = 0; // bus cycles; 0 = off
    Tick expires = kNever;
  };
  struct Bus {
    Tick next = 0;              // end of the transfer, or next look at the ports
    int element = -1;           // being filled; -1: none, or the mpacket is discarded
    std::vector<uint8_t> ports; // polled ports, in order
    size_t turn = 0;            // index in `ports`
    bool busy = false;
  };
  struct Push { // of a status word
    Thread thread;
    unsigned list; // the thread's
    int element;   // -1: null status word
    unsigned era;  // number of resets before it
  };

  void finish(Bus& bus, Tick now);
  void look(unsigned bus_number, Tick now);
  void find_ports();
  bool wants_turn(unsigned port, Tick now);
  void transfer(Bus& bus, unsigned port, Tick now);
  int place(unsigned port, const RxMpacket& m, Tick now);
  int place_cframe(const RxMpacket& m, Tick now);
  void fill(unsigned element, unsigned port, const RxMpacket& m);
  [[gnu::noinline]] void tell(ElementAction action, unsigned element, Tick now,
                              EventSource source) const;
  void use(unsigned element, int change, Tick now);
  void overflow(unsigned port, const RxMpacket& m, Tick now);
  void match(unsigned list, Tick now);
  void schedule_push(const Thread& thread, unsigned list, int element, Tick now);
  void push(const Push& p, Tick now);
  void restart_timer(List& list, Tick now);
  void expire(unsigned list, Tick now);
  void wake_buses(Tick now);
  uint32_t checksum(unsigned element) const;
  void reset();

  MsfShared& shared_;
  RxPorts& ports_;
  std::optional<unsigned> cbus_;
  MediaClock clock_;
  MsfLayout layout_;
  std::array<uint8_t, msf_reg::kBufferBytes> data_{};
  std::array<PacketTag, kGranules> tags_{};
  std::array<Element, kMaxElements> elements_{};
  std::array<std::deque<uint8_t>, 4> free_; // per partition, oldest first
  std::array<List, 4> lists_;
  std::array<Bus, 4> buses_;
  std::array<Reception, kMaxPorts> reception_{};
  std::array<bool, kMaxPorts> within_frame_{}; // its SOP was fetched, its EOP was not
  std::array<unsigned, 4> used_{};             // number of elements in use, per partition
  TimedQueue<Push> pushes_;
  Tick timers_ = kNever; // first expiry
  unsigned in_use_ = 0, overflows_ = 0, poll_limit_ = kMaxPorts - 1;
  unsigned era_ = 0;                          // number of resets
  bool element_awaited_ = false;              // a port waits for RBUF_ELEMENT_DONE
  uint32_t type_map_ = 0, parity_errors_ = 0; // parity_errors_: bits of INTERRUPT_STATUS
};

} // namespace ixp
