// Hostile RTSP: for any bytes over TCP, the observer of microblocks/rtsp stays within its memory
// and takes a bounded number of steps a byte. It does not change the streams of other connections.
//
// The input is a list of segments: way and place (1 byte), how far from the place that is next (1
// byte, signed), length (1 byte, times 4 in some places), and as many bytes. The second half of the
// runs speaks in a conversation that is already in its middle.
#include "tests/system/rtsp/table.h"

#include <cstring>
#include <memory>
#include <string>

namespace {

constexpr u32 kServer = 0x0a000002, kVictim = 0x0a010002, kAttacker = 0x0a020002;
constexpr u32 kIsn = 0xffffff00; // sequence numbers wrap soon

void require(bool good) {
  if (!good) std::abort();
}

void put16(u8* at, u32 v) {
  at[0] = static_cast<u8>(v >> 8), at[1] = static_cast<u8>(v);
}
void put32(u8* at, u32 v) {
  put16(at, v >> 16), put16(at + 2, v);
}

u16 checksum(const std::vector<u8>& bytes, size_t from, size_t to, u32 sum) {
  for (size_t i = from; i < to; i += 2)
    sum += static_cast<u32>(bytes[i]) << 8 | (i + 1 < to ? bytes[i + 1] : 0);
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<u16>(~sum);
}

struct Client {
  u32 address, port, incoming;
  u32 sent[2] = {kIsn + 1, kIsn + 1};
};

// to_client: the server speaks.
void send(rtsp_observer& o, Client& c, bool to_client, u32 flags, u32 sequence, const u8* data,
          size_t size) {
  std::vector<u8> f(54 + size);
  put16(&f[12], 0x0800);
  f[14] = 0x45, f[23] = 6;
  put16(&f[16], static_cast<u32>(40 + size));
  put32(&f[26], to_client ? kServer : c.address);
  put32(&f[30], to_client ? c.address : kServer);
  put16(&f[24], checksum(f, 14, 34, 0));
  put16(&f[34], to_client ? 554 : c.port);
  put16(&f[36], to_client ? c.port : 554);
  put32(&f[38], sequence);
  put32(&f[42], c.sent[!to_client]);
  f[46] = 0x50, f[47] = static_cast<u8>(flags);
  if (size) std::memcpy(&f[54], data, size);
  u32 pseudo = 6 + 20 + static_cast<u32>(size);
  put16(&f[50], checksum(f, 34, f.size(), pseudo + (static_cast<u16>(~checksum(f, 26, 34, 0)))));
  const u32 before = o.work;
  rtsp_frame(&o, f.data(), static_cast<u32>(f.size()), to_client ? 0 : c.incoming, o.now + 1);
  // Each byte of the window may be read again when missing bytes before it arrive: at most
  // five times.
  require(o.work - before <= 5 * (RTSP_WINDOW + f.size()));
}

void say(rtsp_observer& o, Client& c, bool to_client, const std::string& text) {
  send(o, c, to_client, 0x18, c.sent[to_client], reinterpret_cast<const u8*>(text.data()),
       text.size());
  c.sent[to_client] += static_cast<u32>(text.size());
}

void open(rtsp_observer& o, Client& c) {
  send(o, c, true, 0x12, kIsn, nullptr, 0);
  send(o, c, false, 0x10, c.sent[0], nullptr, 0);
}

void set_up(rtsp_observer& o, Client& c, const std::string& ports) {
  const std::string sdp = "v=0\r\nm=video 0 RTP/AVP 96\r\nb=AS:800\r\na=control:v\r\n";
  say(o, c, false, "DESCRIBE rtsp://s/f RTSP/1.0\r\nCSeq: 1\r\n\r\n");
  say(o, c, true,
      "RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Type: application/sdp\r\nContent-Length: " +
          std::to_string(sdp.size()) + "\r\n\r\n" + sdp);
  say(o, c, false,
      "SETUP rtsp://s/f/v RTSP/1.0\r\nCSeq: 2\r\nTransport: RTP/AVP;client_port=" + ports +
          "\r\n\r\n");
  say(o, c, true,
      "RTSP/1.0 200 OK\r\nCSeq: 2\r\nSession: abcd\r\nTransport: RTP/AVP;client_port=" + ports +
          ";server_port=6000\r\n\r\n");
}

bool same(const rtsp_shape& a, const rtsp_shape& b) {
  return a.source == b.source && a.destination == b.destination && a.source_port == b.source_port &&
         a.destination_port == b.destination_port && a.rate == b.rate;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto observer = std::make_unique<rtsp_observer>();
  rtsp_observer& o = *observer;
  std::memset(&o, 0, sizeof o);
  g_table = PlainTable();
  rtsp_begin(&o, 554, 0, size % 2 ? 64000 : 0);
  Client victim{kVictim, 5555, 1}, attacker{kAttacker, 6666, 2};
  open(o, victim);
  set_up(o, victim, "7000");
  require(o.streams == 1);
  const rtsp_shape before = *g_table.entries[0].shape;
  open(o, attacker);
  if (size > 1 && data[0] & 1) set_up(o, attacker, "8000");
  for (size_t i = 1; i + 3 <= size;) {
    const bool to_client = data[i] & 1;
    const u32 sequence =
        attacker.sent[to_client] +
        static_cast<u32>(static_cast<int8_t>(data[i + 1])) * (data[i] & 2 ? 16 : 0);
    const size_t wanted = static_cast<size_t>(data[i + 2]) * (data[i] & 4 ? 4 : 1);
    const u32 flags = 0x10 | (data[i] & 0x78 ? 0 : data[i] >> 7);
    const size_t n = std::min(wanted, size - i - 3);
    send(o, attacker, to_client, flags, sequence, data + i + 3, n);
    if (!(data[i] & 2)) attacker.sent[to_client] += static_cast<u32>(n);
    i += 3 + n;
    require(g_table.entries[0].shape && same(*g_table.entries[0].shape, before));
  }
  u32 there = 0;
  for (const PlainTable::Entry& e : g_table.entries)
    there += e.shape.has_value();
  require(there == o.streams);
  require(o.counters[RTSP_added] ==
              o.streams + o.counters[RTSP_torn_down] + o.counters[RTSP_aged] ||
          o.counters[RTSP_changed] != 0);
  // The victim's own TEARDOWN is still processed.
  say(o, victim, false, "TEARDOWN rtsp://s/f RTSP/1.0\r\nCSeq: 3\r\nSession: abcd\r\n\r\n");
  say(o, victim, true, "RTSP/1.0 200 OK\r\nCSeq: 3\r\n\r\n");
  require(!g_table.entries[0].shape || !same(*g_table.entries[0].shape, before));
  return 0;
}
