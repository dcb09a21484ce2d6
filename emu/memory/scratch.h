// The scratchpad (Slot::Scratch): 16 KB of longwords with atomic operations, and 16 rings in them.
// Timing: pipelined_unit.h. Reads, writes, gets and puts move 1 to 16 longwords, each
// `scratch.service_per_lw`; an atomic operation takes `scratch.service_atomic`.
//
// Rings are addressed by number * 4. A get beyond what a ring holds gives the words there are, then
// zeros: the first word of a get from an empty ring is 0, as on the chip, the others are our
// choice.
#pragma once

#include "emu/kernel/command_port.h"
#include "emu/memory/pipelined_unit.h"
#include "emu/memory/scratch_ring.h"

#include <array>
#include <bitset>
#include <span>

namespace ixp {

constexpr uint32_t kScratchpadBytes = 16 * 1024; // IXP2800 HRM p.57
constexpr unsigned kScratchRings = 16;

// What a ring's status flag tells microengines.
enum class RingStatus : uint8_t { NearlyFull, Empty };

// Follows rings (timelines). `t` is when it happens; calls may come a little later.
class RingObserver {
public:
  virtual ~RingObserver() = default;
  virtual void ring_changed(unsigned ring, unsigned longwords, Tick t) = 0;
};

class Scratch final : public PipelinedUnit, public InputStates {
public:
  Scratch(const Params& params, const MemoryWiring& wiring, Inlet& inlet, HazardSink& hazards);

  bool scratch_ring_status(unsigned ring) const override;

  // For boot, dumps and the control core: immediate, no timing. Byte addresses, multiples of 4;
  // beyond the scratchpad reads 0, writes do nothing.
  uint32_t read(uint32_t address);
  void write(uint32_t address, uint32_t value);

  // Rings 0..15. set_up_ring: longwords 128, 256, 512 or 1024, base a byte address aligned to the
  // ring, else InputError. The ring is empty afterwards.
  void set_up_ring(unsigned ring, uint32_t base, unsigned longwords, RingStatus status);
  unsigned ring_count(unsigned ring); // longwords in it
  unsigned ring_size(unsigned ring) const { return rings_[ring].size(); }
  uint32_t ring_get(unsigned ring);            // 0 when empty
  bool ring_put(unsigned ring, uint32_t word); // false: the ring was full and unread words are lost
  const RingStats& ring_stats(unsigned ring);  // means up to now

  // BASE (0), HEAD (4) and TAIL (8) of a ring, for CAP.
  uint32_t read_ring_csr(unsigned ring, unsigned offset);
  void write_ring_csr(unsigned ring, unsigned offset, uint32_t value);

  void set_observer(RingObserver* observer) { observer_ = observer; }

private:
  enum class Amount : uint8_t { None, One, Count };
  struct Shape {
    void (Scratch::*body)(Flight&) = nullptr;
    uint64_t Params::*effect = nullptr, Params::*done = nullptr;
    Amount pulls = Amount::None, pushes = Amount::None;
    bool atomic = false;
  };
  static std::array<Shape, mev2::kOpcodes> make_shapes();
  static const Shape& shape(mev2::Opcode op);

  Timing plan(Flight& f) override;
  void perform(Flight& f) override;

  void do_read(Flight& f);
  void do_write(Flight& f);
  void do_atomic(Flight& f);
  void do_get(Flight& f);
  void do_put(Flight& f);

  ScratchRing& ring_of(const Flight& f);
  bool outside(const Flight& f, uint32_t address);
  void check_address(const Flight& f);
  uint32_t load(const Flight& f, uint32_t address);
  void store(const Flight& f, uint32_t address, uint32_t value);
  void put_word(unsigned longword, uint32_t value);
  void observe(unsigned ring, Tick t);

  std::array<uint32_t, kScratchpadBytes / 4> memory_{};
  std::bitset<kScratchpadBytes / 4> written_; // for --check
  std::array<ScratchRing, kScratchRings> rings_;
  RingObserver* observer_ = nullptr;
};

} // namespace ixp
