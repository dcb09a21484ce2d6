// Ports and an MSF whose C-frames tests make and take apart.
#pragma once

#include "emu/media/cframe.h"
#include "tests/unit/media/media_fixture.h"

namespace ixp::test {

inline constexpr uint64_t kCsixMbps = 3328; // 32 bits at 104 MHz
inline constexpr RxPortConfig kRxCFrames{.rate_mbps = kCsixMbps, .cframes = true};
inline constexpr TxPortConfig kTxCFrames{.rate_mbps = kCsixMbps, .cframes = true};
inline constexpr RxPortConfig kRxCbus{.rate_mbps = 416, .cframes = true};
inline constexpr TxPortConfig kTxCbus{.rate_mbps = 416, .cframes = true};

inline Bytes cframe(CFrameType type, const Bytes& payload, uint32_t extension = 0,
                    bool control_ready = true, bool data_ready = true) {
  CFrameHeader h;
  h.type = type;
  h.payload = static_cast<unsigned>(payload.size());
  h.extension = extension;
  h.control_ready = control_ready;
  h.data_ready = data_ready;
  return make_cframe(h, payload);
}
inline ListSource::Item item(Bytes bytes, Tick not_before = 0, bool bad = false) {
  return {std::move(bytes), not_before, bad};
}
inline std::unique_ptr<FrameSource> list(std::vector<ListSource::Item> items) {
  return std::make_unique<ListSource>(std::move(items));
}

template <class K = EventKernel> struct CsixBench : Bench<K> {
  struct Status {
    uint32_t word, extension;
    unsigned ctx;
    Tick tick;
    Bytes payload;
    unsigned element() const { return word >> 24; }
    unsigned bytes() const { return word >> 16 & 0xff; }
    unsigned type() const { return word & 15; }
  };
  std::vector<Status> seen;
  unsigned element_bytes = 128;
  Tick hold = 10;

  // Contexts 0 to `data` - 1 wait on freelist 0, `control` more on freelist 1; each frees its
  // element after `hold` ticks and waits again.
  void collect(unsigned data, unsigned control) {
    this->me[0].on_signal = [this, data](const FakeMe::Signal& s) {
      const auto& in = this->me[0].s_in;
      Status st{in[16 * s.ctx], in[16 * s.ctx + 1], s.ctx, s.tick, {}};
      st.payload.resize((st.bytes() + 7) / 8 * 8);
      if (!st.payload.empty())
        this->msf->read_rbuf(st.element() * element_bytes, st.payload.data(), nullptr,
                             static_cast<unsigned>(st.payload.size()));
      st.payload.resize(st.bytes());
      seen.push_back(st);
      this->script.at(s.tick + hold, [this, st, data](Tick now) {
        this->msf->write_register(msf_reg::kRbufElementDone, st.element(), now);
        this->add_thread(now, 0, st.ctx, 0, 1 + st.ctx, st.ctx < data ? 0 : 1);
      });
    };
    this->script.at(0, [this, data, control](Tick now) {
      for (unsigned i = 0; i < data + control; ++i)
        this->add_thread(now, 0, i, 0, 1 + i, i < data ? 0 : 1);
    });
  }

  // A TBUF element whose payload begins at byte 0.
  void send(unsigned n, CFrameType type, const Bytes& payload, uint32_t extension, Tick now,
            PacketTag tag = 0) {
    Bytes padded = payload;
    padded.resize((payload.size() + 7) / 8 * 8);
    const std::vector<PacketTag> tags(padded.size() / 8, tag);
    this->msf->write_tbuf(n * element_bytes, padded.data(), tags.data(),
                          static_cast<unsigned>(padded.size()));
    control(n, static_cast<uint32_t>(payload.size()) << 24 | static_cast<uint32_t>(type), extension,
            now);
  }
  void control(unsigned n, uint32_t word, uint32_t extension, Tick now) {
    this->msf->write_register(msf_reg::kTbufElementControl + 8 * n, word, now);
    this->msf->write_register(msf_reg::kTbufElementControl + 8 * n + 4, extension, now);
  }
  std::vector<Bytes> sent(unsigned port = 0) const {
    std::vector<Bytes> out;
    for (const Crossed& f : this->recorder.frames)
      if (f.direction == Direction::Tx && f.port == port) out.push_back(f.bytes);
    return out;
  }
};

} // namespace ixp::test
