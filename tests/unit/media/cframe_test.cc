// C-frames as bytes.
#include "tests/catch.h"

#include "emu/media/cframe.h"
#include "tests/unit/media/media_fixture.h"

using namespace ixp;
using namespace ixp::test;

namespace {

CFrameHeader header(CFrameType type, unsigned payload, uint32_t extension = 0) {
  CFrameHeader h;
  h.type = type;
  h.payload = payload;
  h.extension = extension;
  return h;
}

// Odd parity of each of 16 columns, bit by bit.
bool columns_are_odd(const Bytes& frame) {
  for (unsigned column = 0; column < 16; ++column) {
    unsigned ones = 0;
    for (size_t at = 0; at < frame.size(); at += 2)
      ones += (column < 8 ? frame[at + 1] >> column : frame[at] >> (column - 8)) & 1;
    if (ones % 2 == 0) return false;
  }
  return true;
}

} // namespace

TEST_CASE("an idle C-frame without ready bits is the CWord that empty FIFOs give") {
  CFrameHeader h;
  h.control_ready = h.data_ready = false;
  CHECK(make_cframe(h, {}) == Bytes{0x00, 0x00, 0xff, 0xff});
}

TEST_CASE("headers, payload, padding and parity lie where they should") {
  const Bytes payload = {1, 2, 3, 4, 5};
  CHECK(make_cframe(header(CFrameType::Unicast, 5, 0x11223344), payload) ==
        Bytes{0xc4, 0x05, 0x11, 0x22, 0x33, 0x44, 1, 2, 3, 4, 5, 0, 0, 0, 0x1e, 0x9a});
  CHECK(make_cframe(header(CFrameType::FlowControl, 5), payload) ==
        Bytes{0xd8, 0x05, 1, 2, 3, 4, 5, 0, 0, 0, 0x20, 0xfc});
  CFrameHeader h = header(CFrameType::CommandStatus, 256);
  h.data_ready = false;
  h.cr = h.p = true;
  CHECK(base_header(h) == (0x4000 | 7 << 10 | 0x300));
  CHECK(make_cframe(h, Bytes(256)).size() == kMostCFrameBytes);
}

TEST_CASE("any C-frame is read as it was made") {
  std::minstd_rand random(7);
  for (unsigned i = 0; i < 2000; ++i) {
    CFrameHeader h = header(static_cast<CFrameType>(1 + random() % 15), 1 + random() % 256);
    if (has_extension(h.type)) h.extension = static_cast<uint32_t>(random());
    h.control_ready = random() % 2;
    h.data_ready = random() % 2;
    h.cr = random() % 2;
    h.p = random() % 2;
    const Bytes payload = make_frame(h.payload, i);
    Bytes bytes = make_cframe(h, payload);
    REQUIRE(bytes.size() % 4 == 0);
    REQUIRE(bytes.size() == cframe_bytes(h.type, h.payload));
    REQUIRE(columns_are_odd(bytes));
    const CFrame f = read_cframe(bytes);
    REQUIRE_FALSE((f.headless || f.length_error || f.parity_error));
    REQUIRE(base_header(f.header) == base_header(h));
    REQUIRE(f.header.payload == h.payload);
    REQUIRE(f.header.extension == h.extension);
    REQUIRE(Bytes(f.payload.begin(), f.payload.end()) == payload);
    bytes[random() % bytes.size()] ^= 1 << random() % 8;
    REQUIRE(read_cframe(bytes).parity_error);
  }
}

TEST_CASE("bytes that are no C-frame are told, whatever they are") {
  std::minstd_rand random(11);
  for (unsigned i = 0; i < 20000; ++i) {
    Bytes bytes(random() % 300);
    for (uint8_t& b : bytes)
      b = static_cast<uint8_t>(random());
    const CFrame f = read_cframe(bytes);
    REQUIRE(f.payload.size() <= f.header.payload);
    if (!f.payload.empty()) {
      REQUIRE(f.payload.data() >= bytes.data());
      REQUIRE(f.payload.data() + f.payload.size() <= bytes.data() + bytes.size());
    }
    if (bytes.size() < 4) REQUIRE((f.headless && f.length_error));
    if (!f.headless && !f.length_error) REQUIRE(f.payload.size() == f.header.payload);
  }
}
