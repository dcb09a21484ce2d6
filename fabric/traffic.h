// Traffic that arrives at the inputs. All random values are integers derived from the seed, with a
// separate stream per input: the same packets on every machine and with every scheduler.
//
// Arrival times:
//   OnOff      the line is off for a geometric number of slots, then on for one packet, a cell a
//              slot (Li and others, IWQoS 2005)
//   Bursty     on for a burst of packets to one output; the number of packets is geometric
//   Bernoulli  in each slot a packet arrives with fixed probability, all of its cells at once
// Packet kinds: random by shares, or the frames of captures in order, repeated from the start.
// Destinations: uniform; a share to one hot output, the others uniform; 2/3 to the output with the
// input's number, 1/3 to the next; or each flow of the captures to one output, which differs by
// input.
#pragma once

#include "base/random.h"
#include "fabric/classify.h"

#include <optional>
#include <vector>

namespace ixp::fabric {

enum class Arrivals : uint8_t { OnOff, Bursty, Bernoulli };
enum class Destinations : uint8_t { Uniform, HotSpot, Diagonal, Flows };
// When a packet enters the input's queue: cell by cell as they arrive, or whole with its last cell.
enum class Enter : uint8_t { Cells, Packets };

constexpr uint64_t kMillion = 1'000'000;

struct SharedKind : Kind {
  uint64_t share = 1;
};

// Sizes and kinds of all inputs' packets. Loads are computed from the sums.
struct Sizes {
  std::vector<SharedKind> kinds; // random, or
  std::vector<Kind> sequence;    // played in this order
  uint32_t flows = 0;            // flows in the sequence
  uint64_t packets = 0, cells = 0;

  static Sizes drawn(std::vector<SharedKind> kinds);
  static Sizes played(std::vector<Kind> sequence, uint32_t flows);
};

struct TrafficConfig {
  uint64_t load = 0; // millionths of a line
  Arrivals arrivals = Arrivals::OnOff;
  uint64_t burst_packets = 16;
  Destinations destinations = Destinations::Uniform;
  unsigned hot_output = 0;
  uint64_t hot_share = 500'000; // millionths
  Enter enter = Enter::Cells;
  Sizes sizes;
};

// A packet to send: its destination and kind.
struct Draw : Kind {
  uint8_t output = 0;
  TcpPart tcp; // empty for open-loop traffic
};

class Source {
public:
  Source(const TrafficConfig& config, unsigned ports, unsigned input, uint64_t seed);
  // The packet that begins to arrive in this slot, in which the line is idle.
  std::optional<Draw> next();

private:
  struct Chance {
    uint64_t of = 0, in = 1;
  };
  Chance beginning() const;
  bool happens(const Chance& c) { return random_.below(c.in) < c.of; }
  Kind kind();
  unsigned destination();

  const TrafficConfig& config_;
  unsigned ports_, input_;
  Random random_;
  Chance begins_;     // probability that a packet or burst begins in an idle slot
  size_t played_ = 0; // position in the sequence
  bool in_burst_ = false;
  uint8_t burst_output_ = 0; // destination of the current burst
};

} // namespace ixp::fabric
