// The sending side of a TCP connection that is open already: how many segments may be on their way.
//
//   slow start            the window grows by a segment an ACK of new data (RFC 5681, 3.1)
//   congestion avoidance  by a segment a window of acknowledged ones
//   fast retransmit       the third duplicate ACK: the segment asked for goes again, the window is
//                         half of what was in flight (RFC 5681, 3.2)
//   fast recovery         until all is acknowledged that was in flight then; an ACK of a part of it
//                         sends the next hole at once (NewReno, RFC 6582)
//   timeout               after srtt + 4 rttvar, doubled each time; the window is one segment
//                         (RFC 6298; one round trip measured at a time, none of a repeated segment)
//
// Segments are counted from 0 and windows are in segments, as all but the last are of one size.
// Left out: SACK, limited transmit, the handshake, windows that shrink, idle restarts.
#pragma once

#include "emu/fabric/packet.h"
#include "emu/fabric/tcp_counts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace ixp::fabric {

constexpr Slot kNever = ~Slot{0};

struct TcpRules {
  unsigned window = 44;        // segments a receiver takes: 64 KB
  unsigned initial_window = 3; // segments: 4380 bytes (RFC 5681)
  unsigned ack_every = 2;      // segments in order; 1 without delayed ACKs
  uint64_t ack_delay = 2000;   // slots an ACK waits at most for the next segment
  uint64_t timeout_min = 20'000, timeout_max = 2'000'000; // slots
};

class TcpSender {
public:
  TcpSender(const TcpRules& rules, uint64_t segments)
      : rules_(&rules), segments_(segments), congestion_window_(rules.initial_window),
        timeout_(rules.timeout_min) {}

  // The next segment that may go now, to be called until there is none.
  std::optional<uint64_t> next(Slot now);
  // All segments below `number` have arrived.
  void acknowledge(uint64_t number, Slot now);
  // When the retransmission timer ends, and that it has.
  Slot deadline() const { return deadline_; }
  void expire(Slot now);
  // Nothing new after what has been sent.
  void finish() { segments_ = highest_; }

  bool done() const { return first_ == segments_; }
  uint64_t congestion_window() const { return congestion_window_; }
  uint64_t threshold() const { return threshold_; }
  uint64_t in_flight() const { return next_ - first_; }
  uint64_t timeout() const { return timeout_; }
  bool recovering() const { return recovering_; }

  SenderCounts take_counts() { return std::exchange(counts_, {}); } // since the last call

private:
  void acknowledge_new(uint64_t number, Slot now);
  void duplicate();
  void recover(uint64_t newly);
  void grow(uint64_t newly);
  void halve() { threshold_ = std::max<uint64_t>(in_flight() / 2, 2); }
  void measure(Slot round_trip);

  const TcpRules* rules_;
  uint64_t segments_;                           // in all
  uint64_t first_ = 0, next_ = 0, highest_ = 0; // not acknowledged; to send; never sent
  uint64_t congestion_window_, threshold_ = ~uint64_t{0};
  uint64_t acknowledged_ = 0; // towards the next step of congestion avoidance
  unsigned duplicates_ = 0;
  bool recovering_ = false, partial_ = false; // partial: an ACK of a part has come
  bool resend_ = false;                       // the first one, whatever the window
  uint64_t recover_ = 0;                      // highest_ when the last loss was noticed
  std::optional<uint64_t> timed_;             // the segment whose round trip is measured
  Slot timed_since_ = 0;
  uint64_t srtt_8_ = 0, rttvar_4_ = 0; // eighths and quarters of slots
  uint64_t timeout_;
  bool backed_off_ = false; // timed out since the last ACK of new data
  Slot deadline_ = kNever;
  SenderCounts counts_;
};

} // namespace ixp::fabric
