#include "tools/ixptest/block_test.h"

#include "base/files.h"
#include "config/toml_tree.h"
#include "tools/ixptest/held_buffers.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace ixp {

namespace {

constexpr uint64_t kWordMost = ~uint32_t{0};

const RingConfig& find_ring(TomlTable& t, const SystemConfig& system) {
  const TomlValue& v = t.need("ring", "\"RING_TX\"");
  const std::string text = v.kind == TomlValue::Kind::Integer ? fmt::format("{}", v.integer)
                                                              : toml_text(v, t.called("ring"));
  std::vector<std::string> names;
  for (const RingConfig& r : system.rings) {
    names.push_back(r.name.empty() ? fmt::format("{}", r.number) : r.name);
    if (text == names.back() || parse_number(text) == r.number) return r;
  }
  throw InputError(v.where, fmt::format("{} is '{}', expected a ring of the system: {}",
                                        t.called("ring"), text, fmt::join(names, ", ")));
}

RingMessage read_message(TomlTable& t, const RingConfig& ring) {
  RingMessage m{t.where(), fmt::format("{}", ring.number), {}, {}};
  if (const TomlValue* words = t.find("words")) m.words = t.words(*words, "words");
  for (const MessageField& f : ring.message.fields)
    if (const TomlValue* v = t.find(f.name))
      m.fields.emplace_back(
          f, static_cast<uint32_t>(toml_integer(*v, t.called(f.name), 0, f.of(~uint32_t{0}))));
  if (m.words.empty() == m.fields.empty())
    throw InputError(m.where, fmt::format("{} says no message; expected {}", t.name(),
                                          ring.message.fields.empty()
                                              ? "words = [...]"
                                              : "fields of " + ring.message.name + ", or words"));
  return m;
}

MemoryWords read_memory(TomlTable& t, const Params& params) {
  constexpr uint64_t kStep = 4;
  MemoryWords m;
  m.where = t.where();
  m.region = static_cast<Region>(t.choice("region", kRegionNames, 0));
  const uint64_t bytes = region_bytes(m.region, params);
  m.address = static_cast<uint32_t>(t.need_integer("address", 0, kWordMost, "0x100"));
  m.words = t.words(t.need("words", "[1, 2]"), "words");
  if (m.words.empty())
    throw InputError(t.where("words"),
                     fmt::format("{} is empty, expected at least one word", t.called("words")));
  if (m.address % kStep != 0 || m.address + kStep * m.words.size() > bytes)
    throw InputError(t.where("address"),
                     fmt::format("{} words at {:#x}; expected a multiple of 4 "
                                 "within the {} bytes of {}",
                                 m.words.size(), m.address, bytes, name(m.region)));
  return m;
}

void read_expected(TomlTable& t, const SystemConfig& system, BlockTest& test) {
  if (t.find("region")) {
    test.expect_memory.push_back(read_memory(t, system.params));
  } else {
    const RingConfig& ring = find_ring(t, system);
    if (t.boolean("empty", false))
      test.expect_empty.push_back(fmt::format("{}", ring.number));
    else
      test.expect.push_back(read_message(t, ring));
  }
  t.finish();
}

// Reads a name, which must fit on one line of output.
std::string read_name(TomlTable& t) {
  const TomlValue& v = t.need("name", "\"forwards a frame\"");
  const std::string& text = toml_text(v, t.called("name"));
  if (text.empty() ||
      std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; }))
    throw InputError(v.where,
                     fmt::format("{} is empty or has control characters, expected a line of text",
                                 t.called("name")));
  return text;
}

// A ring is expected either to be empty or to hold messages.
void check_expected_once(const BlockTest& test) {
  for (const RingMessage& m : test.expect)
    if (std::ranges::find(test.expect_empty, m.ring) != test.expect_empty.end())
      throw InputError(
          m.where,
          fmt::format("a message is expected on ring {}, which is expected to be empty, too; "
                      "remove one of them",
                      m.ring));
}

BlockTest read_test(TomlTable& t, const SystemConfig& system, uint64_t cycles) {
  constexpr uint64_t kMostCycles = 1'000'000'000;
  BlockTest test;
  test.where = t.where();
  test.name = read_name(t);
  test.cycles = t.integer("cycles", cycles, 1, kMostCycles);
  for (TomlTable& m : t.tables("memory")) {
    test.memory.push_back(read_memory(m, system.params));
    m.finish();
  }
  for (TomlTable& p : t.tables("put")) {
    const RingConfig& ring = find_ring(p, system);
    test.put.push_back(read_message(p, ring));
    p.finish();
  }
  for (TomlTable& e : t.tables("expect"))
    read_expected(e, system, test);
  if (test.expect.empty() && test.expect_memory.empty() && test.expect_empty.empty())
    throw InputError(test.where, fmt::format("{} expects nothing; add [[test.expect]]", t.name()));
  check_expected_once(test);
  t.finish();
  return test;
}

// ---- Running

SystemConfig of_length(SystemConfig system, uint64_t cycles) {
  system.stop = parse_stop(fmt::format("cycles={}", cycles));
  return system;
}

class OneTest {
public:
  OneTest(const BlockTest& test, const SystemConfig& system, const Images& images,
          EngineKind engine)
      : test_(test),
        sim_(of_length(system, test.cycles), images, {.engine = engine, .check = false}) {}

  std::string run() {
    for (const MemoryWords& m : test_.memory)
      for (size_t i = 0; i < m.words.size(); ++i)
        sim_.write(m.region, m.address + 4 * static_cast<uint32_t>(i), m.words[i]);
    for (const RingMessage& m : test_.put)
      put(m);
    buffers_.take();
    sim_.run();
    check_assertions();
    check_hazards();
    check_rings();
    for (const MemoryWords& m : test_.expect_memory)
      check_memory(m);
    for (const HeldBuffers::Failure& f : buffers_.failures())
      fail(f.where.file.empty() ? test_.where : f.where, f.text);
    return why_;
  }

private:
  void fail(const SourceLocation& where, const std::string& what) {
    why_ += fmt::format("{}:{}: {}\n", where.file, where.line, what);
  }
  const RingConfig& ring(const std::string& number) const {
    return *std::ranges::find(sim_.system().rings, parse_number(number), [](const RingConfig& r) {
      return std::optional<uint64_t>(r.number);
    });
  }

  void put(const RingMessage& m) {
    const RingConfig& r = ring(m.ring);
    std::vector<uint32_t> words = m.words;
    if (words.empty()) words.resize(r.message.longwords());
    for (const auto& [f, value] : m.fields)
      words[f.longword] |= value << f.low;
    buffers_.use(r, words, m.where);
    for (const uint32_t w : words)
      if (!sim_.chip().scratch.ring_put(r.number, w))
        throw InputError(m.where, fmt::format("{} holds {} longwords, and this is one more",
                                              called(r), r.longwords));
  }

  void check_assertions() {
    if (sim_.end().reason == EndReason::Assertion) fail(test_.where, sim_.end().text);
  }

  // Reports lost data and invalid instructions.
  void check_hazards() {
    if (const auto h = sim_.hazards().first(sim_.system().fail_on))
      fail(test_.where, "hazard: " + sim_.hazards().describe(*h));
  }

  // Rings with expectations hold exactly the expected messages, in order.
  void check_rings() {
    std::vector<std::string> numbers = test_.expect_empty;
    for (const RingMessage& m : test_.expect)
      if (std::ranges::find(numbers, m.ring) == numbers.end()) numbers.push_back(m.ring);
    for (const std::string& number : numbers)
      check_ring(ring(number));
  }
  void check_ring(const RingConfig& r) {
    const std::vector<uint32_t> words = sim_.chip().scratch.ring_words(r.number);
    size_t at = 0;
    for (const RingMessage& m : test_.expect) {
      if (ring(m.ring).number != r.number) continue;
      const size_t n = m.words.empty() ? r.message.longwords() : m.words.size();
      if (at + n > words.size())
        return fail(m.where, fmt::format("{} has no such message: {} of its longwords are left",
                                         called(r), words.size() - at));
      for (size_t i = 0; i < m.words.size(); ++i)
        if (words[at + i] != m.words[i])
          fail(m.where, fmt::format("longword {} on {} is {:#x}, expected {:#x}", i, called(r),
                                    words[at + i], m.words[i]));
      for (const auto& [f, value] : m.fields)
        if (const uint32_t is = f.of(words[at + f.longword]); is != value)
          fail(m.where,
               fmt::format("{} on {} is {:#x}, expected {:#x}", f.name, called(r), is, value));
      at += n;
    }
    if (at < words.size())
      fail(test_.where, fmt::format("{} has {} longwords more than expected, {:#x} first",
                                    called(r), words.size() - at, words[at]));
  }

  void check_memory(const MemoryWords& m) {
    for (size_t i = 0; i < m.words.size(); ++i) {
      const uint32_t address = m.address + 4 * static_cast<uint32_t>(i);
      if (const uint32_t is = sim_.read(m.region, address); is != m.words[i])
        fail(m.where, fmt::format("{} {:#x} is {:#x}, expected {:#x}", name(m.region), address, is,
                                  m.words[i]));
    }
  }

  const BlockTest& test_;
  Simulation sim_;
  HeldBuffers buffers_{sim_};
  std::string why_;
};

} // namespace

BlockTests read_block_tests(const std::string& path) {
  const TomlValue tree = parse_toml(read_file(path), path);
  TomlTable top(tree, "");
  BlockTests out;
  out.path = path;
  const TomlValue& system = top.need("system", "\"block.toml\"");
  out.system = read_system(toml_path(system, top.called("system")));
  const uint64_t cycles = top.integer("cycles", 20'000, 1, 1'000'000'000);
  for (TomlTable& t : top.tables("test"))
    out.tests.push_back(read_test(t, out.system, cycles));
  top.finish();
  if (out.tests.empty()) throw InputError({path, 1, 0}, "has no tests; expected [[test]]");
  return out;
}

TestResult run_block_test(const BlockTests& tests, const BlockTest& test, const Images& images,
                          EngineKind engine) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::string why = OneTest(test, tests.system, images, engine).run();
  const std::chrono::duration<double> took = Clock::now() - begin;
  return {test.name, std::move(why), tests.path, took.count()};
}

} // namespace ixp
