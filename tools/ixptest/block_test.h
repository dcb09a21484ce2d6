// ixptest: runs a single microblock. A TOML file contains the inputs on its rings and in memory,
// and the expected results (docs/testing.md).
#pragma once

#include "config/region.h"
#include "emu/sim/simulation.h"
#include "tools/ixplog/results.h"

#include <string>
#include <vector>

namespace ixp {

struct MemoryWords {
  SourceLocation where;
  Region region{};
  uint32_t address = 0;
  std::vector<uint32_t> words;
};
// Fields by name; the others are 0 in inputs, and ignored in expectations.
struct RingMessage {
  SourceLocation where;
  std::string ring;
  std::vector<std::pair<MessageField, uint32_t>> fields;
  std::vector<uint32_t> words; // for a ring without messages
};

struct BlockTest {
  std::string name;
  SourceLocation where;
  uint64_t cycles = 0; // duration of the run
  std::vector<MemoryWords> memory, expect_memory;
  std::vector<RingMessage> put, expect;
  std::vector<std::string> expect_empty; // rings
};

struct BlockTests {
  std::string path;
  SystemConfig system;
  std::vector<BlockTest> tests;
};

// Throws InputError file:line:column.
BlockTests read_block_tests(const std::string& path);
// One of the tests on a chip of its own; `images` are of the system. Throws InputError.
TestResult run_block_test(const BlockTests& tests, const BlockTest& test, const Images& images,
                          EngineKind engine);

} // namespace ixp
