// What arrives at the inputs. All is drawn in integers from the seed, each input from a stream of
// its own: the same packets on every machine and with every scheduler.
//
// When packets arrive:
//   OnOff      the line is off for a geometric number of slots, then on for one packet, a cell a
//              slot (Li and others, IWQoS 2005)
//   Bursty     on for a burst of packets to one output, their number geometric
//   Bernoulli  a packet arrives in a slot or not, all of its cells at once
// What they are: by shares, or in the order of captures, from the first frame on again at the end.
// Where they go: to all outputs alike; a share of them to one output, the others to all alike;
// 2/3 to the output of the input's number, 1/3 to the next; those of a flow of the captures to one
// output, another at each input.
#pragma once

#include "emu/fabric/classify.h"
#include "emu/media/random.h"

#include <memory>
#include <optional>
#include <vector>

namespace ixp::fabric {

enum class Arrivals : uint8_t { OnOff, Bursty, Bernoulli };
enum class Destinations : uint8_t { Uniform, HotSpot, Diagonal, Flows };
// When a packet enters the input's queue: cell by cell as it arrives, or with its last cell.
enum class Enter : uint8_t { Cells, Packets };

constexpr uint64_t kMillion = 1'000'000;

struct SharedKind : Kind {
  uint64_t share = 1;
};

// Of all inputs together. Sums are what loads are made of.
struct Sizes {
  std::vector<SharedKind> kinds; // drawn; or
  std::vector<Kind> sequence;    // played
  uint32_t flows = 0;            // of the sequence
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

// Where a packet goes and what it is.
struct Draw : Kind {
  uint8_t output = 0;
  TcpPart tcp; // none of open-loop traffic
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
  Chance begins_;     // that a packet or burst begins in an idle slot
  size_t played_ = 0; // of the sequence
  bool in_burst_ = false;
  uint8_t burst_output_ = 0; // of the burst
};

} // namespace ixp::fabric
