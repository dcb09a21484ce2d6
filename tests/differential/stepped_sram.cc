#include "tests/differential/stepped_units.h"

#include <algorithm>

namespace ixp::test {

using enum mev2::Opcode;

namespace {

enum class Subject { Memory, Csr, Ring, Queue }; // the last two are entries of the queue array

struct Shape {
  Subject subject;
  unsigned reads, writes; // longwords of memory
  bool array() const { return subject == Subject::Ring || subject == Subject::Queue; }
};

Shape shape_of(const Command& c) {
  const unsigned n = std::clamp<unsigned>(c.count, 1, 16);
  switch (c.op) {
  case SRAM_READ: return {Subject::Memory, n, 0};
  case SRAM_WRITE: return {Subject::Memory, 0, n};
  case SRAM_CSR_RD:
  case SRAM_CSR_WR: return {Subject::Csr, 0, 0};
  case SRAM_GET: return {Subject::Ring, n, 0};
  case SRAM_PUT:
  case SRAM_JOURNAL: return {Subject::Ring, 0, n};
  case SRAM_FAST_JOURNAL: return {Subject::Ring, 0, 1};
  case SRAM_DEQUEUE:
  case SRAM_RD_QDESC_OTHER: return {Subject::Queue, 1, 0};
  case SRAM_RD_QDESC_HEAD:
  case SRAM_RD_QDESC_TAIL: return {Subject::Queue, 2, 0};
  case SRAM_ENQUEUE:
  case SRAM_WR_QDESC_COUNT: return {Subject::Queue, 0, 1};
  case SRAM_WR_QDESC: return {Subject::Queue, 0, 3};
  case SRAM_ENQUEUE_TAIL: return {Subject::Queue, 0, 0};
  default: return {Subject::Memory, 1, 1}; // atomic operations
  }
}

unsigned entry_of(const Command& c) {
  return (shape_of(c).subject == Subject::Ring ? c.address >> 2 : c.address >> 24) % 64;
}

// Words on the bus: longwords, or quadwords of D registers.
unsigned bus_words(const Command& c, unsigned longwords) {
  return c.file == XferFile::S ? longwords : (longwords + 1) / 2;
}

bool overlap(const Command& a, const Command& b) {
  const auto first = [](const Command& c) { return c.address % 0x4000'0000 / 4; };
  const auto end = [&](const Command& c) {
    return first(c) + std::max(shape_of(c).reads, shape_of(c).writes);
  };
  return first(a) < end(b) && first(b) < end(a);
}

} // namespace

void SteppedSram::grant(Job& job, Tick) {
  Command c = job.command;
  c.count = std::min<uint8_t>(c.count, 16);
  job.pulls = words_pulled(c);
  job.pushes = words_pushed(c);
  job.has_end = job.pushes || c.signal;
  queue_.push_back(&job);
}

void SteppedSram::step(Tick now) {
  for (Tick& busy : busy_)
    busy -= busy > 0;
  for (Tick& wait : link_)
    wait -= wait > 0;
  std::array<bool, kResources> claimed{}; // by earlier commands
  for (Job* job : queue_)
    if (!job->issued && issue(*job, now, claimed)) {
      job->issued = true;
      issued_.push_back(job);
    }
  while (!queue_.empty() && queue_.front()->issued)
    queue_.pop_front();
  std::erase_if(issued_, [&](Job* job) {
    const bool dequeue = job->command.op == SRAM_DEQUEUE;
    Tick& link = link_[entry_of(job->command)];
    if (dequeue && link) return false;
    if (dequeue) link = params_.me(params_.sram_q_same_entry_gap);
    job->begun = true;
    job->start = now;
    return true;
  });
}

bool SteppedSram::issue(const Job& job, Tick now, std::array<bool, kResources>& claimed) {
  const Shape shape = shape_of(job.command);
  const std::array<Tick, kResources> needed{shape.reads * job.row.service,
                                            shape.writes * job.row.service,
                                            shape.array() ? params_.me(params_.sram_q_op_busy) : 0};
  bool free = job.arrival <= now;
  for (unsigned r = 0; r < kResources; ++r)
    if (needed[r]) free &= !busy_[r] && !claimed[r];
  for (unsigned r = 0; r < kResources; ++r) {
    if (needed[r] && free) busy_[r] = needed[r];
    claimed[r] |= needed[r] != 0;
  }
  return free;
}

void SteppedSram::pull(Job& job) {
  const Command& c = job.command;
  const Tick first = job.start + job.row.effect;
  job.least_effect = first + (std::max(job.pulls, 1u) - 1) * job.row.service;
  if (job.pulls) buses_.pull(c).carry(job.pulled, first, bus_words(c, job.pulls), buses_.length(c));
}

// Reads keep their order, and writes with atomic operations theirs; both where they meet.
bool SteppedSram::in_order(const Job& earlier, const Job& later) const {
  const Command &a = earlier.command, &b = later.command;
  const Shape x = shape_of(a), y = shape_of(b);
  if (x.array() && y.array()) return entry_of(a) == entry_of(b);
  if (x.subject != y.subject) return false;
  return x.subject == Subject::Csr || !x.writes == !y.writes || overlap(a, b);
}

void SteppedSram::push(Job& job) {
  const Command& c = job.command;
  const unsigned words = std::max({1u, job.pulls, job.pushes});
  job.least_end = std::max(job.effect, job.start + job.row.done + (words - 1) * job.row.service);
  if (job.pushes)
    buses_.push(c).carry(job.pushed, job.least_end - (job.pushes - 1) * job.row.service,
                         bus_words(c, job.pushes), buses_.length(c));
}

} // namespace ixp::test
