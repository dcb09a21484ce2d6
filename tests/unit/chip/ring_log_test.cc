// The history of rings: the line for each kind of event.
#include "tests/catch.h"

#include "base/files.h"
#include "emu/record/ring_log.h"

#include <filesystem>

using namespace ixp;

namespace {

SystemConfig small_system() {
  return parse_system("messages = \"m.h\"\nseed = 7\n[ring.5]\nsize = 128\n", "s.toml",
                      [](const std::string&) {
                        return "#define SR_1 2\n#define SR_1_HOLDS 256, PACKET\n"
                               "#define PACKET_HANDLE 0, 31, 0, hex\n"
                               "#define PACKET_FLOW 1, 31, 24, number\n"
                               "#define PACKET_BYTES 1, 15, 0, bytes\n";
                      });
}

struct RingEvent {
  RingAction action;
  Tick tick;
  EventSource source;
  unsigned ring;
  std::span<const uint32_t> words;
  unsigned depth, lost = 0;
  operator Event() const {
    Event e;
    e.kind = EventKind::Ring;
    e.tick = tick;
    e.me = static_cast<int8_t>(source.me);
    e.ctx = static_cast<int8_t>(source.ctx);
    e.pc = source.pc;
    e.ring = {action,
              {QueuePlace::Scratch, 0, static_cast<uint8_t>(ring)},
              static_cast<uint8_t>(words.size()),
              depth,
              lost,
              words.data(),
              0};
    return e;
  }
};

// The lines for `events`, after the header.
std::string lines(RingSelection selection, const std::vector<RingEvent>& events,
                  const std::function<std::string(int, int)>& source = {}) {
  const std::string path = "ring_log_test." + std::to_string(getpid()) + ".log";
  {
    RingLog log(path, small_system(), selection);
    if (source) log.show_lines(source);
    for (const RingEvent& e : events)
      log.event(e);
    CHECK_FALSE(std::filesystem::exists(path));
    log.mark({"0123456789abcdef", {}});
    log.commit();
  }
  const std::string text = read_file(path);
  std::filesystem::remove(path);
  constexpr std::string_view kColumns = "# cycle ring action by depth message\n";
  const size_t begin = text.find(kColumns);
  REQUIRE(begin != std::string::npos);
  CHECK(text.starts_with("# ixp ring log 1 me_hz=600000000 seed=7 run=0123456789abcdef\n"));
  return text.substr(begin + kColumns.size());
}

constexpr uint32_t kWords[] = {0xc0001234, 0x07000040, 0xc0005678, 0x08000041};
const EventSource kContext{4, 3, 100};

} // namespace

TEST_CASE("a message is shown by its fields, others as they are") {
  const RingSelection all = RingSelection().set();
  CHECK(lines(all, {{RingAction::Put, 2000, kContext, 2, {kWords, 2}, 2}}) ==
        "1000 SR_1 put 1:0.3 2 handle=0xc0001234 flow=7 bytes=64\n");
  CHECK(lines(all, {{RingAction::Get, 2001, {}, 2, {kWords, 4}, 0}}) ==
        "1000 SR_1 get core 0 handle=0xc0001234 flow=7 bytes=64 ; handle=0xc0005678 flow=8 "
        "bytes=65\n");
  CHECK(lines(all, {{RingAction::Get, 2000, kContext, 2, {kWords, 1}, 0}}) ==
        "1000 SR_1 get 1:0.3 0 0xc0001234\n");
  CHECK(lines(all, {{RingAction::Put, 2000, kContext, 5, {kWords, 2}, 2}}) ==
        "1000 5 put 1:0.3 2 0xc0001234 0x07000040\n");
}

TEST_CASE("empty and full rings are shown as such") {
  const RingSelection all = RingSelection().set();
  CHECK(lines(all, {{RingAction::Get, 4, kContext, 2, {}, 0}}) == "2 SR_1 get 1:0.3 0 empty\n");
  CHECK(lines(all, {{RingAction::Put, 4, kContext, 2, {kWords, 2}, 2, 256}}) ==
        "2 SR_1 put 1:0.3 2 handle=0xc0001234 flow=7 bytes=64 lost=256\n");
  CHECK(lines(all, {{RingAction::SetUp, 4, {}, 9, {}, 0}}) == "2 9 set core 0\n");
}

TEST_CASE("rings are selected by name and number") {
  const SystemConfig system = small_system();
  CHECK(select_rings("all", system).all());
  CHECK(select_rings("SR_1", system) == RingSelection(1 << 2));
  CHECK(select_rings("5,SR_1", system) == RingSelection(1 << 2 | 1 << 5));
  CHECK(select_rings("0x2", system) == RingSelection(1 << 2));
  for (const char* wrong : {"", "SR_1,", "SR_2", "3", "ALL"})
    CHECK_THROWS_AS(select_rings(wrong, system), InputError);
  CHECK(lines(select_rings("5", system), {{RingAction::Get, 4, kContext, 2, {}, 0}}).empty());
}

TEST_CASE("a line may say which line of a source it was") {
  const auto source = [](int me, int pc) {
    return me == 4 && pc == 100 ? std::string("rx.uc:12") : std::string();
  };
  const RingSelection all = RingSelection().set();
  CHECK(lines(all, {{RingAction::Put, 2000, kContext, 5, {kWords, 1}, 2}}, source) ==
        "1000 5 put 1:0.3 2 0xc0001234 @rx.uc:12\n");
  CHECK(lines(all, {{RingAction::Put, 2000, {4, 3, 7}, 5, {kWords, 1}, 2}}, source) ==
        "1000 5 put 1:0.3 2 0xc0001234 @pc7\n");
  CHECK(lines(all, {{RingAction::Get, 2000, {}, 5, {}, 0}}, source) == "1000 5 get core 0 empty\n");
}
