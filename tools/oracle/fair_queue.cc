#include "tools/oracle/fair_queue.h"

#include <algorithm>
#include <cassert>

namespace ixp::oracle {

FairQueue::FairQueue(std::vector<double> weights, FairQueueOptions options) : options_(options) {
  for (double w : weights) {
    assert(w > 0);
    flows_.push_back({w, 0, {}, false});
  }
}

// Computed from all terms each time: a sum updated by additions and subtractions drifts.
static double sum_of(const auto& flows) {
  double sum = 0;
  for (const auto& f : flows)
    if (f.counted) sum += f.weight;
  return sum;
}

void FairQueue::advance(double time) {
  assert(time >= now_);
  const double elapsed = time - now_;
  now_ = time;
  if (options_.clock == Clock::Gps)
    advance_gps(elapsed);
  else if (const double sum = sum_of(flows_); sum > 0)
    v_ += elapsed * options_.pace / sum;
}

// Flows leave the fluid system one by one, when V reaches their last finish time.
void FairQueue::advance_gps(double elapsed) {
  while (true) {
    Flow* first = nullptr;
    for (Flow& f : flows_)
      if (f.counted && (!first || f.last_finish < first->last_finish)) first = &f;
    if (!first) return;
    const double sum = sum_of(flows_), until = (first->last_finish - v_) * sum;
    if (until > elapsed) {
      v_ += elapsed / sum;
      return;
    }
    elapsed -= std::max(until, 0.0);
    v_ = std::max(v_, first->last_finish);
    first->counted = false;
  }
}

Tags FairQueue::enqueue(double time, unsigned flow, double cost) {
  advance(time);
  Flow& f = flows_.at(flow);
  Tags t;
  t.packet = arrived_++;
  t.flow = flow;
  t.virtual_time = v_;
  t.start = std::max(f.last_finish, v_);
  t.finish = f.last_finish = t.start + cost;
  f.counted = true;
  f.queue.push_back(t);
  ++queued_;
  return t;
}

unsigned FairQueue::next_flow() const {
  unsigned best = 0;
  for (unsigned i = 1; i < flows_.size(); ++i) {
    if (flows_[i].queue.empty()) continue;
    if (flows_[best].queue.empty() ||
        flows_[i].queue.front().finish < flows_[best].queue.front().finish)
      best = i;
  }
  return best;
}

std::optional<Tags> FairQueue::dequeue(double time) {
  if (queued_ == 0) return {};
  return dequeue_from(next_flow(), time);
}

Tags FairQueue::dequeue_from(unsigned flow, double time) {
  assert(time >= now_);
  if (options_.clock != Clock::AtArrival) advance(time);
  Flow& f = flows_.at(flow);
  assert(!f.queue.empty());
  const Tags t = f.queue.front();
  f.queue.pop_front();
  --queued_;
  if (f.queue.empty()) {
    if (options_.clock != Clock::Gps) f.counted = false;
    if (options_.forget_when_empty) f.last_finish = 0;
  }
  return t;
}

} // namespace ixp::oracle
