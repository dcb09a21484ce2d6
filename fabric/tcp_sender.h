// The sending side of an established TCP connection: congestion control, which limits the segments
// in flight.
//
//   slow start            the window grows by a segment an ACK of new data (RFC 5681, 3.1)
//   congestion avoidance  by a segment a window of acknowledged ones
//   fast retransmit       on the third duplicate ACK: retransmits the requested segment; the window
//                         is half of the segments in flight (RFC 5681, 3.2)
//   fast recovery         until everything in flight at that time is acknowledged; a partial ACK
//                         retransmits the next hole at once (NewReno, RFC 6582)
//   timeout               after srtt + 4 rttvar, doubled each time; the window is one segment
//                         (RFC 6298; one round trip measured at a time, none of a repeated segment)
//
// Segments are counted from 0 and windows are in segments, as all but the last are of one size. Not
// modelled: SACK, limited transmit, the handshake, shrinking windows, idle restarts.
#pragma once

#include "fabric/packet.h"
#include "fabric/tcp_counts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace ixp::fabric {

constexpr Slot kNever = ~Slot{0};

struct TcpRules {
  unsigned window = 44;        // receive window in segments: 64 KB
  unsigned initial_window = 3; // segments: 4380 bytes (RFC 5681)
  unsigned ack_every = 2;      // in-order segments per ACK; 1 without delayed ACKs
  uint64_t ack_delay = 2000;   // slots that an ACK waits at most for the next segment
  uint64_t timeout_min = 20'000, timeout_max = 2'000'000; // slots
};

class TcpSender {
public:
  TcpSender(const TcpRules& rules, uint64_t segments)
      : rules_(&rules), segments_(segments), congestion_window_(rules.initial_window),
        timeout_(rules.timeout_min) {}

  // The next segment that may be sent now; called until it returns none.
  std::optional<uint64_t> next(Slot now);
  // Handles an ACK: all segments below `number` have arrived.
  void acknowledge(uint64_t number, Slot now);
  // Deadline of the retransmission timer; handler for its expiry.
  Slot deadline() const { return deadline_; }
  void expire(Slot now);
  // Sends no new segments after those already sent.
  void finish() { segments_ = highest_; }

  bool done() const { return first_ == segments_; }
  uint64_t congestion_window() const { return congestion_window_; }
  uint64_t threshold() const { return threshold_; }
  uint64_t in_flight() const { return next_ - first_; }
  uint64_t timeout() const { return timeout_; }
  bool recovering() const { return recovering_; }

  SenderCounts take_counts() { return std::exchange(counts_, {}); } // counts since the last call

private:
  void acknowledge_new(uint64_t number, Slot now);
  void duplicate();
  void recover(uint64_t newly);
  void grow(uint64_t newly);
  void halve() { threshold_ = std::max<uint64_t>(in_flight() / 2, 2); }
  void measure(Slot round_trip);

  const TcpRules* rules_;
  uint64_t segments_;                           // total
  uint64_t first_ = 0, next_ = 0, highest_ = 0; // first unacknowledged; next to send; first never
                                                // sent
  uint64_t congestion_window_, threshold_ = ~uint64_t{0};
  uint64_t acknowledged_ = 0; // progress towards the next step of congestion avoidance
  unsigned duplicates_ = 0;
  bool recovering_ = false, partial_ = false; // `partial`: a partial ACK has arrived
  bool resend_ = false;           // retransmit the first segment regardless of the window
  uint64_t recover_ = 0;          // highest_ when the last loss was detected
  std::optional<uint64_t> timed_; // segment whose round trip is being measured
  Slot timed_since_ = 0;
  uint64_t srtt_8_ = 0, rttvar_4_ = 0; // in eighths and quarters of slots
  uint64_t timeout_;
  bool backed_off_ = false; // timed out since the last ACK of new data
  Slot deadline_ = kNever;
  SenderCounts counts_;
};

} // namespace ixp::fabric
