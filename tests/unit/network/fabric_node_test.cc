// The fabric of a network without chips: the test puts frames into its inputs.
#include "emu/network/fabric_node.h"

#include "emu/media/cframe.h"
#include "rings/cell.h"
#include "tests/catch.h"

#include <fmt/format.h>

using namespace ixp;

namespace {

constexpr FabricLine kLine = {2000, 20};
constexpr FabricLine kCsixLine = {3328, 0, true};
constexpr NetTime kSlot = 614; // 512 ns, rounded down

FabricNodeConfig of_two(unsigned grants_ahead = 0, std::string_view scheduler = "p-spf") {
  FabricNodeConfig c;
  c.fabric.ports = 2;
  for (const fabric::SchedulerKind& k : fabric::schedulers())
    if (k.name == scheduler) c.fabric.scheduler = &k;
  c.grants_ahead = grants_ahead;
  return c;
}

std::vector<uint8_t> frame(uint32_t first, uint32_t second, unsigned bytes) {
  std::vector<uint8_t> out;
  for (const uint32_t word : {first, second})
    for (const unsigned shift : {24u, 16u, 8u, 0u})
      out.push_back(static_cast<uint8_t>(word >> shift));
  out.resize(CELL_HEADER_BYTES + bytes, 0x5a);
  return out;
}

struct Cell {
  unsigned input = 0, output = 0, of = CLASS_LONG, packet = 0, behind = 0;
  bool first = true;
  std::vector<uint8_t> frame(unsigned bytes = 64) const {
    return ::frame(FIELD_PUT(CELL_TYPE, CELL_UNICAST) | FIELD_PUT(CELL_CLASS, of) |
                       FIELD_PUT(CELL_OUTPUT, output) | FIELD_PUT(CELL_LENGTH, bytes) |
                       FIELD_PUT(CELL_INPUT, input),
                   FIELD_PUT(CELL_FIRST, unsigned{first}) |
                       FIELD_PUT(CELL_LAST, unsigned{behind == 0}) |
                       FIELD_PUT(CELL_PACKET, packet) | behind,
                   bytes);
  }
  std::vector<uint8_t> request() const {
    return ::frame(FIELD_PUT(CELL_TYPE, CELL_REQUEST) | FIELD_PUT(CELL_CLASS, of) |
                       FIELD_PUT(CELL_OUTPUT, output) | FIELD_PUT(CELL_INPUT, input),
                   FIELD_PUT(CELL_PACKET, packet) | behind, 0);
  }
};

struct Bench {
  FabricNode node;
  std::vector<std::unique_ptr<FabricInput>> in;
  std::vector<std::unique_ptr<FabricOutput>> out;
  // `outputs`: 4, or 2 where grants leave with cells.
  explicit Bench(const FabricNodeConfig& config, const FabricLine& line = kLine,
                 unsigned outputs = 4)
      : node(config, 7, std::nullopt, 1) {
    WireConfig wire;
    wire.delay = 100;
    for (unsigned p = 0; p < 2; ++p)
      in.push_back(node.make_input(p, line));
    for (unsigned p = 0; p < outputs; ++p)
      out.push_back(node.make_output(p, line, wire, 1, p));
  }
  void put(unsigned input, NetTime arrives, std::vector<uint8_t> bytes) {
    WireFrame f;
    f.arrives = arrives;
    f.bytes = std::move(bytes);
    f.id.frame = input;
    in[input]->deliver(std::move(f));
  }
  // "slot:class.packet-cells_after" of the cells that left at an output.
  std::string left(unsigned output) const {
    std::string text;
    for (const WireFrame& f : out[output]->outbox) {
      CellHeader h;
      REQUIRE(read_cell(f.bytes, 2, h).empty());
      text += fmt::format("{}:{}.{}-{} ", ((f.arrives - 100) * 1000 + 614399) / 614400,
                          h.of == fabric::Class::Short ? 's' : 'l', h.packet, h.behind);
    }
    return text;
  }
};

} // namespace

TEST_CASE("cells cross in slots, a short one between those of a long packet") {
  Bench b(of_two());
  CHECK(b.node.next_action() == kNever);
  for (unsigned k = 0; k < 4; ++k)
    b.put(0, 10 + k * 400, Cell{0, 1, CLASS_LONG, 0, 3 - k, k == 0}.frame());
  b.put(1, 1100, Cell{1, 1, CLASS_SHORT}.frame(40));
  CHECK(b.node.next_action() == kSlot); // its last byte is there at 10 + 346
  b.node.run_to(10 * kSlot);
  // The short packet is complete in slot 3 and interrupts the long one.
  CHECK(b.left(1) == "1:l.0-3 2:l.0-2 3:s.0-0 4:l.0-1 5:l.0-0 ");
  CHECK(b.left(0).empty());
  CHECK(b.node.empty());
  CHECK(b.node.next_action() == kNever);
  CHECK(b.node.failures().empty());
  CHECK(b.node.counts().cells_in == 5);
  CHECK(b.node.counts().cells_out == 5);
  for (const WireFrame& f : b.out[1]->outbox)
    CHECK(f.id.path == std::vector<uint16_t>{7});
}

TEST_CASE("packets of a queue keep their numbers") {
  Bench b(of_two());
  b.put(0, 10, Cell{0, 1}.frame());
  b.put(0, 410, Cell{0, 1, CLASS_LONG, 1, 1}.frame());
  b.put(0, 810, Cell{0, 1, CLASS_LONG, 1, 0, false}.frame());
  b.node.run_to(10 * kSlot);
  CHECK(b.left(1) == "1:l.0-0 2:l.1-1 3:l.1-0 ");
  CHECK(b.node.failures().empty());
}

TEST_CASE("a scheduler of cells may alternate between packets") {
  Bench b(of_two(0, "islip"));
  for (const unsigned input : {0u, 1u}) {
    b.put(input, 10, Cell{input, 1, CLASS_LONG, 0, 1}.frame());
    b.put(input, 410, Cell{input, 1, CLASS_LONG, 0, 0, false}.frame());
  }
  b.node.run_to(10 * kSlot);
  CHECK(b.left(1) == "1:l.0-1 2:l.0-1 3:l.0-0 4:l.0-0 ");
  CHECK(b.node.failures().empty());
}

TEST_CASE("a line carries frames one after the other") {
  Bench b(of_two());
  b.put(0, 1, Cell{0, 1}.frame());
  b.put(1, 1, Cell{1, 1, CLASS_SHORT}.frame());
  FabricNodeConfig fast = of_two();
  fast.fabric.speedup = 2000;
  Bench twice(fast);
  twice.put(0, 1, Cell{0, 1}.frame());
  twice.put(1, 1, Cell{1, 1, CLASS_SHORT}.frame());
  twice.node.run_to(10 * kSlot);
  REQUIRE(twice.out[1]->outbox.size() == 2); // in one slot: 92 bytes of line apart
  CHECK(twice.out[1]->outbox[1].arrives - twice.out[1]->outbox[0].arrives ==
        92 * 8 * 1200 / 2000 + 1);
  b.node.run_to(10 * kSlot);
  CHECK(b.left(1) == "1:s.0-0 2:l.0-0 ");
}

TEST_CASE("a frame that is not the cell that is due is dropped and said") {
  const auto wrong = [](std::vector<std::vector<uint8_t>> frames, unsigned grants_ahead = 0) {
    Bench b(of_two(grants_ahead));
    for (unsigned k = 0; k < frames.size(); ++k)
      b.put(0, 1 + k * 400, std::move(frames[k]));
    b.node.run_to(20 * kSlot);
    CHECK(b.node.counts().wrong == 1);
    REQUIRE(b.node.failures().size() == 1);
    return b.node.failures()[0];
  };
  const auto says = [](const std::string& text, const char* what) {
    INFO(text);
    CHECK(text.find(what) != std::string::npos);
  };
  says(wrong({{1, 2, 3}}), "has 3 bytes, expected 8 to 72");
  says(wrong({frame(0x50000000, 0, 0)}), "is of type 5");
  says(wrong({frame(0x13000000, 0, 0)}), "is of class 3");
  says(wrong({Cell{0, 2}.frame()}), "to output 2 of 2 ports");
  says(wrong({Cell{1, 0}.frame()}), "says that it is from input 1");
  says(wrong({frame(FIELD_PUT(CELL_TYPE, CELL_UNICAST), FIELD_PUT(CELL_LAST, 1u), 64)}),
       "64 bytes after its header, which says 0");
  says(wrong({Cell{0, 1, CLASS_SHORT, 0, 1}.frame()}), "short and of more than one cell");
  says(wrong({Cell{0, 1, CLASS_LONG, 1}.frame()}), "is of long packet 1 where 0 is due");
  says(wrong({Cell{0, 1, CLASS_LONG, 0, 2}.frame(), Cell{0, 1, CLASS_LONG, 0, 0, false}.frame()}),
       "is of long packet 0, 0 cells after it, but another one is due");
  says(wrong({Cell{0, 1, CLASS_LONG, 0, 2}.frame(), Cell{0, 1, CLASS_LONG, 1}.frame()}),
       "begins a long packet where 2 cells of another one are to come");
  says(wrong({Cell{0, 1}.request()}), "is a request; set grants_ahead");
  says(wrong({frame(FIELD_PUT(CELL_TYPE, CELL_GRANT), 0, 0)}), "is a grant");
  says(wrong({Cell{0, 1}.frame()}, 4), "is a cell that was not granted");
  says(wrong({Cell{0, 1, CLASS_LONG, 3}.request()}, 4), "asks for long packet 3 where 0 is due");
}

TEST_CASE("what cards keep crosses a fixed number of slots after its grant") {
  Bench b(of_two(3));
  b.put(0, 1, Cell{0, 1, CLASS_LONG, 0, 1}.request());
  b.node.run_to(3 * kSlot);
  CHECK(b.left(2) == "1:l.0-1 2:l.0-0 "); // grants of input 0
  CHECK(b.left(3).empty());
  CHECK_FALSE(b.node.empty());
  b.put(0, 2 * kSlot, Cell{0, 1, CLASS_LONG, 0, 1}.frame());
  b.put(0, 2 * kSlot + 400, Cell{0, 1, CLASS_LONG, 0, 0, false}.frame());
  b.node.run_to(10 * kSlot);
  CHECK(b.left(1) == "4:l.0-1 5:l.0-0 ");
  CHECK(b.node.empty());
  CHECK(b.node.failures().empty());
  CHECK(b.node.counts().soonest == 2);
}

TEST_CASE("a cell behind its slot crosses, and fails the run") {
  Bench b(of_two(3));
  b.put(0, 1, Cell{0, 1}.request());
  b.put(0, 5 * kSlot, Cell{0, 1}.frame()); // there in slot 6; slot 4 was its own
  b.node.run_to(10 * kSlot);
  CHECK(b.left(1) == "6:l.0-0 ");
  REQUIRE(b.node.failures().size() == 1);
  CHECK(b.node.failures()[0] ==
        "fabric: 1 cells came too late for their slot, by 2 slots at most; set grants_ahead of "
        "[fabric] to 5");
}

TEST_CASE("a cell other than the one that was granted is wrong") {
  Bench b(of_two(3));
  b.put(0, 1, Cell{0, 1}.request());
  b.put(0, 100, Cell{0, 0, CLASS_SHORT}.request());
  b.put(0, kSlot, Cell{0, 1}.frame()); // the short one was granted first
  b.node.run_to(10 * kSlot);
  REQUIRE(b.node.failures().size() == 1);
  CHECK(b.node.failures()[0].find("where packet 0 to output 0, 0 cells after it, was granted") !=
        std::string::npos);
  CHECK_FALSE(b.node.empty()); // granted cells are outstanding
  Bench second(of_two(3));
  second.put(0, 1, Cell{0, 1, CLASS_LONG, 0, 1}.request());
  second.put(0, 2 * kSlot, Cell{0, 1, CLASS_LONG, 0, 1}.frame());
  second.put(0, 2 * kSlot + 400, Cell{0, 1, CLASS_LONG, 1}.frame());
  second.node.run_to(10 * kSlot);
  REQUIRE(second.node.failures().size() == 1);
  CHECK(second.node.failures()[0].find("where packet 0 to output 1, 0 cells after it") !=
        std::string::npos);
}

namespace {

// A cell, or a request, as the payload of a C-frame whose ready bits are clear.
std::vector<uint8_t> cframe(const std::vector<uint8_t>& payload, CFrameType type,
                            uint32_t extension = 0) {
  CFrameHeader h;
  h.type = type;
  h.control_ready = h.data_ready = false;
  h.payload = static_cast<unsigned>(payload.size());
  h.extension = extension;
  return make_cframe(h, payload);
}
constexpr uint32_t kShortTo1 = FIELD_PUT(EXTENSION_CLASS, CLASS_SHORT) | 1;

} // namespace

TEST_CASE("over CSIX cells are C-frames; the fabric says that it is ready") {
  Bench b(of_two(), kCsixLine);
  const auto cell = Cell{0, 1, CLASS_SHORT}.frame(40);
  b.put(0, 10, cframe({}, CFrameType::Idle));
  b.put(0, 20, cframe(cell, CFrameType::Unicast, kShortTo1));
  b.node.run_to(4 * kSlot);
  CHECK(b.node.failures().empty());
  CHECK(b.node.counts().cells_in == 1);
  REQUIRE(b.out[1]->outbox.size() == 1);
  const CFrame f = read_cframe(b.out[1]->outbox[0].bytes);
  CHECK_FALSE((f.headless || f.length_error || f.parity_error));
  CHECK((f.header.control_ready && f.header.data_ready));
  CHECK(f.header.extension == kShortTo1);
  CHECK(std::vector<uint8_t>(f.payload.begin(), f.payload.end()) == cell);
}

TEST_CASE("over CSIX grants leave with the cells of their card") {
  Bench b(of_two(2), kCsixLine, 2);
  const Cell cell{0, 1, CLASS_SHORT};
  b.put(0, 10, cframe(cell.request(), CFrameType::FlowControl));
  b.node.run_to(2 * kSlot);
  REQUIRE(b.out[0]->outbox.size() == 1);
  const CFrame grant = read_cframe(b.out[0]->outbox[0].bytes);
  CHECK(grant.header.type == CFrameType::FlowControl);
  CHECK_FALSE((grant.length_error || grant.parity_error));
  CellHeader h;
  CHECK(read_cell(grant.payload, 2, h).empty());
  CHECK((h.type == CellType::Grant && h.output == 1 && h.input == 0));
  b.put(0, 2 * kSlot, cframe(cell.frame(), CFrameType::Unicast, kShortTo1));
  b.node.run_to(6 * kSlot);
  CHECK(b.out[1]->outbox.size() == 1);
  CHECK(b.node.failures().empty());
}

TEST_CASE("a C-frame that is not what it says is dropped and said") {
  const auto refused = [](std::vector<uint8_t> bytes) -> std::string {
    Bench b(of_two(2), kCsixLine, 2);
    b.put(0, 10, std::move(bytes));
    b.node.run_to(4 * kSlot);
    CHECK(b.node.counts().wrong == 1);
    const auto failures = b.node.failures();
    return failures.empty() ? "" : failures.front();
  };
  const Cell cell{0, 1, CLASS_SHORT};
  const auto contains = [](const char* text) { return Catch::Contains(text); };
  auto good = cframe(cell.request(), CFrameType::FlowControl);
  auto flipped = good;
  flipped[5] ^= 2;
  CHECK_THAT(refused(flipped), contains("is a C-frame with wrong vertical parity"));
  auto cut = good;
  cut.resize(8);
  CHECK_THAT(refused(cut), contains("has 8 bytes, which are no C-frame"));
  CHECK_THAT(refused({1, 2}), contains("has 2 bytes, which are no C-frame"));
  CHECK_THAT(refused(cframe(cell.request(), CFrameType::Unicast)),
             contains("is a C-frame of type 1 with a request or grant"));
  CHECK_THAT(refused(cframe(cell.frame(), CFrameType::FlowControl)),
             contains("is a C-frame of type 6 with a cell"));
  CHECK_THAT(refused(cframe(cell.frame(), CFrameType::Unicast, kShortTo1 ^ 3)),
             contains("has the extension header 0x01000002 before a short cell to output 1"));
  CHECK_THAT(refused(cframe(cell.frame(), CFrameType::Unicast, 1)),
             contains("has the extension header 0x00000001"));
  CHECK_THAT(refused(cell.frame()), contains("no C-frame"));
}
