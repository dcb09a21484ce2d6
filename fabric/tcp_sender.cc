#include "fabric/tcp_sender.h"

namespace ixp::fabric {

constexpr unsigned kDuplicates = 3; // duplicate ACKs that indicate a loss

std::optional<uint64_t> TcpSender::next(Slot now) {
  const uint64_t window = std::min<uint64_t>(congestion_window_, rules_->window);
  uint64_t number = first_;
  if (resend_)
    resend_ = false;
  else if (next_ < segments_ && in_flight() < window)
    number = next_++;
  else
    return {};
  ++counts_.segments;
  if (number < highest_) {
    ++counts_.again;
    timed_.reset(); // Karn: the ACK might be for the first transmission
  } else {
    highest_ = number + 1;
    if (!timed_) timed_ = number, timed_since_ = now;
  }
  if (deadline_ == kNever) deadline_ = now + timeout_;
  return number;
}

void TcpSender::acknowledge(uint64_t number, Slot now) {
  if (number > first_)
    acknowledge_new(number, now);
  else if (number == first_ && first_ < next_)
    duplicate();
}

void TcpSender::acknowledge_new(uint64_t number, Slot now) {
  if (timed_ && *timed_ < number) {
    measure(now - timed_since_);
    timed_.reset();
  }
  const uint64_t newly = number - first_;
  first_ = number;
  next_ = std::max(next_, first_);
  duplicates_ = 0;
  backed_off_ = false;
  // The first partial ACK restarts the timer, later ones do not (RFC 6582, "impatient").
  const bool restart = !recovering_ || !partial_ || number >= recover_;
  if (recovering_)
    recover(newly);
  else
    grow(newly);
  if (first_ == highest_)
    deadline_ = kNever;
  else if (restart)
    deadline_ = now + timeout_;
}

void TcpSender::duplicate() {
  if (recovering_) {
    ++congestion_window_; // a segment has left the network
    return;
  }
  if (++duplicates_ != kDuplicates || first_ < recover_) return;
  ++counts_.fast_retransmits;
  halve();
  congestion_window_ = threshold_ + kDuplicates;
  recovering_ = resend_ = true;
  partial_ = false;
  recover_ = highest_;
}

void TcpSender::recover(uint64_t newly) {
  if (first_ >= recover_) {
    congestion_window_ = std::min(threshold_, std::max<uint64_t>(in_flight(), 1) + 1);
    acknowledged_ = 0;
    recovering_ = false;
    return;
  }
  resend_ = partial_ = true;
  congestion_window_ -= std::min(newly, congestion_window_ - 1);
  ++congestion_window_;
}

void TcpSender::grow(uint64_t newly) {
  if (congestion_window_ >= rules_->window) return; // more would have no effect
  if (congestion_window_ < threshold_) {
    ++congestion_window_;
    return;
  }
  acknowledged_ += newly;
  if (acknowledged_ < congestion_window_) return;
  acknowledged_ -= congestion_window_;
  ++congestion_window_;
}

void TcpSender::expire(Slot now) {
  ++counts_.timeouts;
  if (!backed_off_) halve(); // a repeated loss of the same segment is no new sign of congestion
  backed_off_ = true;
  congestion_window_ = 1;
  acknowledged_ = duplicates_ = 0;
  recovering_ = resend_ = false;
  recover_ = highest_;
  next_ = first_;
  timed_.reset();
  timeout_ = std::min(2 * timeout_, rules_->timeout_max);
  deadline_ = now + timeout_;
}

void TcpSender::measure(Slot round_trip) {
  ++counts_.round_trips;
  counts_.round_trip_slots += round_trip;
  if (srtt_8_ == 0) {
    srtt_8_ = 8 * round_trip;
    rttvar_4_ = 2 * round_trip;
  } else {
    const uint64_t srtt = srtt_8_ / 8;
    const uint64_t off = round_trip > srtt ? round_trip - srtt : srtt - round_trip;
    rttvar_4_ += off - rttvar_4_ / 4;
    srtt_8_ += round_trip - srtt_8_ / 8;
  }
  timeout_ = std::clamp(srtt_8_ / 8 + std::max<uint64_t>(rttvar_4_, 1), rules_->timeout_min,
                        rules_->timeout_max);
}

} // namespace ixp::fabric
