// ixptest: a microblock alone. What is put on its rings and into memory, and what must be there
// afterwards, stands in a TOML file (docs/testing.md).
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
// Fields by name, others 0 in what is put, and of no interest in what is expected.
struct RingMessage {
  SourceLocation where;
  std::string ring;
  std::vector<std::pair<MessageField, uint32_t>> fields;
  std::vector<uint32_t> words; // of a ring without messages
};

struct BlockTest {
  std::string name;
  SourceLocation where;
  uint64_t cycles = 0; // how long it runs
  std::vector<MemoryWords> memory, expect_memory;
  std::vector<RingMessage> put, expect;
  std::vector<std::string> expect_empty; // rings
};

struct BlockTests {
  std::string path;
  SystemConfig system;
  std::vector<BlockTest> tests;
};

// InputError file:line:column.
BlockTests read_block_tests(const std::string& path);
TestRun run_block_tests(const BlockTests& tests, EngineKind engine);

} // namespace ixp
