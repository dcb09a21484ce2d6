// Follows a scheduler's trace (rings/pcfq.h, TRACE) with the oracle: the same arrivals at the same
// times, the same choices, the same measured cycles must give the same virtual times, finish times
// and predictions, and each choice must be the oracle's but for heads too young to be cached.
//
//   compare_trace pcfq|cpu|link WEIGHTS [LINK_MBPS=50 PROCESSORS=4 ...] < DUMP
// WEIGHTS: longwords of the system file's table, hexadecimal, with commas. Then parameters of the
// block (docs/pcfq.md) that are not defaults. DUMP: output of `ixpemu run --dump`.
//
// Errors of fixed point, in units of 1/16 cycle: V loses less than one at each arrival; a cost
// loses less than one and 2^-15 of itself (rounded factors are at least 2^14 where PROCESSORS is
// 4). Both add up over the packets of a backlog. Cycles a byte have 16 binary places, so a
// prediction from them is off by less than one cycle; rho by 2^-16 of the length.
#include "rings/pcfq.h"
#include "tools/oracle/scheduler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ixp::oracle;

namespace {

constexpr double kMeHz = 600e6, kTickS = 16 / kMeHz, kUnitsPerS = kMeHz * (1 << VIRTUAL_SHIFT);
// A head is surely cached this many ticks of 16 cycles after it became the head.
constexpr uint32_t kCachedAfter = 512;

using Record = std::array<uint32_t, 8>;

std::vector<Record> records(std::istream& in) {
  std::vector<uint32_t> words;
  for (std::string line; std::getline(in, line);) {
    const auto colon = line.find(": ");
    if (colon == std::string::npos) continue;
    std::istringstream rest(line.substr(colon + 2));
    for (std::string word; rest >> word;)
      words.push_back(static_cast<uint32_t>(std::stoul(word, nullptr, 16)));
  }
  std::vector<Record> out(words.empty() ? 0 : std::min<size_t>(words[0], TRACE_RECORDS));
  for (size_t i = 0; i < out.size(); ++i)
    for (size_t k = 0; k < 8; ++k)
      out[i][k] = words.at(8 + 8 * i + k);
  return out;
}

double units(uint32_t high, uint32_t low) {
  return std::ldexp(high, 32) + low;
}

// Parameters of the blocks, with the blocks' defaults.
struct Parameters {
  double link_mbps = 50, processors = 4, link_overhead_bytes = 0, virtual_pace = 1;
  double alpha_percent = 50, payload_flows = 0, resizes = 0;

  double alpha() const { return std::floor(alpha_percent * 65536 / 100 + 0.5) / 65536; }
  bool payload(unsigned flow) const {
    return flow < 32 && (static_cast<uint32_t>(payload_flows) >> flow & 1);
  }
};

// The published formula, PP <- (alpha P + (1 - alpha) PP) L(t+1)/L(t), applied to packets in the
// order in which they are processed. The next packet is unknown before it arrives.
class PayloadPrediction {
public:
  explicit PayloadPrediction(double alpha) : prediction_(alpha) {}
  void measured(double cycles, double bytes) {
    if (bytes_ > 0) prediction_.measured(cycles_, bytes / bytes_);
    cycles_ = cycles;
    bytes_ = bytes;
  }
  double of(double bytes) const {
    Prediction next = prediction_;
    if (bytes_ > 0) next.measured(cycles_, bytes / bytes_);
    return next.value();
  }

private:
  Prediction prediction_;
  double cycles_ = 0, bytes_ = 0; // of the packet before
};

class Follower {
public:
  Follower(Charges charges, const std::vector<Share>& shares, const Parameters& parameters)
      : parameters_(parameters), scheduler_(charges, shares, parameters.link_mbps,
                                            {Clock::AtArrival, true, parameters.virtual_pace}),
        predictions_(shares.size(), Prediction(parameters.alpha(), true)),
        by_payload_(shares.size(), PayloadPrediction(parameters.alpha())),
        head_since_(shares.size(), 0) {}

  void follow(const Record& r) {
    const unsigned flow = r[0] >> 16 & TRACE_FLOW_MAX, bytes = r[0] & 0xffff;
    const double time = r[1] * kTickS;
    const double v = units(r[4], r[5]), finish = units(r[6], r[7]);
    ++record_;
    switch (r[0] >> TRACE_KIND_SHIFT) {
    case TRACE_ARRIVED: arrived(flow, bytes, time, r, v, finish); break;
    case TRACE_SENT: sent(flow, time, r[1], finish); break;
    case TRACE_MEASURED: measured(flow, bytes, r); break;
    default: wrong("a record of no kind");
    }
  }
  int report() const {
    std::printf("%zu records, %zu arrivals, %zu choices, %zu of them before a head was cached; "
                "greatest error of V %.1f, of a finish time %.1f units of 1/16 cycle\n",
                record_, arrivals_, choices_, early_, error_v_, error_finish_);
    if (parameters_.payload_flows != 0)
      std::printf("greatest error of a prediction by length %.3f cycles\n", error_prediction_);
    if (parameters_.resizes != 0) std::printf("%zu packets became shorter\n", resized_);
    return wrong_ != 0 || choices_ == 0 || (parameters_.resizes != 0 && resized_ == 0);
  }

private:
  void measured(unsigned flow, unsigned bytes, const Record& r) {
    if (parameters_.payload(flow)) {
      by_payload_[flow].measured(r[3], bytes);
    } else {
      predictions_[flow].measured(r[3]);
      check("prediction", r[2], predictions_[flow].value(), 0);
    }
    if (parameters_.resizes == 0) return;
    scheduler_.processed(flow, bytes + parameters_.link_overhead_bytes,
                         r[5] + parameters_.link_overhead_bytes);
    check("rho", r[7], scheduler_.rho(flow) * 65536, 1);
    resized_ += r[5] < bytes;
  }
  void arrived(unsigned flow, unsigned frame_bytes, double time, const Record& r, double v,
               double finish) {
    const double predicted = r[2] / kMeHz / parameters_.processors;
    const double bytes = frame_bytes + parameters_.link_overhead_bytes;
    const double cost = scheduler_.cost(flow, bytes, predicted) * kUnitsPerS;
    if (parameters_.payload(flow))
      error_prediction_ = std::max(error_prediction_,
                                   check("prediction", r[2], by_payload_[flow].of(frame_bytes), 1));
    const bool was_empty = scheduler_.queue().queued(flow) == 0;
    const Tags t = scheduler_.enqueue(time, flow, bytes, predicted);
    ++arrivals_;
    if (was_empty) head_since_[flow] = r[1];
    lost_ += 1 + std::ldexp(cost, parameters_.resizes != 0 ? -14 : -15);
    error_v_ = std::max(error_v_,
                        check("V", v, t.virtual_time * kUnitsPerS, static_cast<double>(arrivals_)));
    error_finish_ = std::max(error_finish_, check("finish", finish, t.finish * kUnitsPerS,
                                                  static_cast<double>(arrivals_) + lost_));
  }
  void sent(unsigned flow, double time, uint32_t tick, double finish) {
    const unsigned due = scheduler_.queue().next_flow();
    ++choices_;
    if (scheduler_.queue().queued(flow) == 0) return wrong("sent what had not arrived");
    const double earlier = scheduler_.queue().head(due).finish;
    const Tags t = scheduler_.dequeue_from(flow, time);
    const bool tie = (t.finish - earlier) * kUnitsPerS <= lost_; // within the error of fixed point
    if (due != flow && !tie) {
      if (tick - head_since_[due] > kCachedAfter) wrong("the turn was another flow's");
      ++early_;
    }
    head_since_[flow] = tick;
    check("finish when sent", finish, t.finish * kUnitsPerS,
          static_cast<double>(arrivals_) + lost_);
  }
  double check(const char* what, double is, double should, double tolerance) {
    const double error = std::abs(is - should);
    if (error > tolerance + 1e-3) {
      std::printf("record %zu: %s is %.1f, the oracle has %.1f\n", record_, what, is, should);
      wrong("too far off");
    }
    return error;
  }
  void wrong(const char* what) {
    std::printf("record %zu: %s\n", record_, what);
    if (++wrong_ >= 10) std::exit(1);
  }

  Parameters parameters_;
  Scheduler scheduler_;
  std::vector<Prediction> predictions_;
  std::vector<PayloadPrediction> by_payload_;
  std::vector<uint32_t> head_since_;
  size_t record_ = 0, arrivals_ = 0, choices_ = 0, early_ = 0, wrong_ = 0, resized_ = 0;
  double lost_ = 0, error_v_ = 0, error_finish_ = 0, error_prediction_ = 0;
};

std::vector<Share> shares(const std::string& text) {
  std::vector<Share> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) {
    const auto w = std::stoul(word, nullptr, 16);
    out.push_back(
        {static_cast<double>(w >> 16) / WEIGHT_ONE, static_cast<double>(w & 0xffff) / WEIGHT_ONE});
  }
  return out;
}

// NAME=VALUE; whether that is a parameter.
bool set(Parameters& parameters, const std::string& text) {
  const std::map<std::string, double Parameters::*> names = {
      {"LINK_MBPS", &Parameters::link_mbps},
      {"PROCESSORS", &Parameters::processors},
      {"LINK_OVERHEAD_BYTES", &Parameters::link_overhead_bytes},
      {"VIRTUAL_PACE", &Parameters::virtual_pace},
      {"ALPHA_PERCENT", &Parameters::alpha_percent},
      {"PAYLOAD_FLOWS", &Parameters::payload_flows},
      {"RESIZES", &Parameters::resizes},
  };
  const size_t equals = text.find('=');
  const auto found = names.find(text.substr(0, equals));
  if (found == names.end() || equals == text.npos) return false;
  parameters.*found->second = std::stod(text.substr(equals + 1));
  return true;
}

} // namespace

int main(int argc, char** argv) {
  Parameters parameters;
  bool good = argc >= 3;
  for (int i = 3; i < argc; ++i)
    good &= set(parameters, argv[i]);
  if (!good) {
    std::fprintf(stderr,
                 "usage: compare_trace pcfq|cpu|link WEIGHTS [PARAMETER=VALUE ...] < DUMP\n");
    return 2;
  }
  const std::string kind = argv[1];
  const Charges charges = kind == "pcfq"  ? Charges::Both
                          : kind == "cpu" ? Charges::Cpu
                                          : Charges::Link;
  Follower follower(charges, shares(argv[2]), parameters);
  for (const Record& r : records(std::cin))
    follower.follow(r);
  return follower.report();
}
