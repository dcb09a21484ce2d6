// What a system file says, typed: which images run where, rings, ports, boot, stop conditions.
// docs/system-files.md describes every key. Reading one opens no other file; check_files() looks
// whether those it names are there.
#pragma once

#include "base/diagnostic.h"
#include "emu/chip/region.h"
#include "emu/chip/stop.h"
#include "emu/kernel/command.h"
#include "emu/kernel/params.h"
#include "emu/media/msf.h"
#include "emu/media/port.h"
#include "emu/media/stream.h"
#include "mecc/image/image.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ixp {

constexpr unsigned kRings = 16;

struct RegisterSetting {
  std::string location; // canonical operand text: "a3", "@b7", "$4"
  int context = -1;     // -1: all, or the register is absolute
  uint32_t value = 0;
  SourceLocation where;
};

struct MicroengineConfig {
  unsigned index = 0;                    // 0..7
  std::string image;                     // path; .uc, .c, .uof or .hex
  std::optional<mev2::ContextMode> mode; // what the image says, else eight
  std::optional<uint8_t> start;          // contexts enabled at start; all that exist
  std::vector<std::pair<std::string, std::string>> defines; // for sources
  std::vector<mecc::CsrInit> csrs;
  std::vector<RegisterSetting> registers;
  SourceLocation where, image_where, start_where;
};

struct RingConfig {
  unsigned number = 0;       // 0..15
  uint32_t longwords = 0;    // 128, 256, 512, 1024
  uint32_t base = 0;         // byte address in the scratchpad
  bool status_empty = false; // what its input state means: empty, else nearly full
  SourceLocation where;
};

struct RxConfig {
  RxPortConfig port;
  StreamConfig stream;
  std::optional<uint64_t> seed; // else the run's
  SourceLocation where, streams_where;
};
struct TxConfig {
  TxPortConfig port;
  SourceLocation where;
};
struct PortConfig {
  std::optional<RxConfig> rx;
  std::optional<TxConfig> tx;
  SourceLocation where;
};

struct FreelistConfig { // buffers of packets, linked in a queue of the queue array
  unsigned channel = 0, entry = 0;
  uint32_t buffers = 0, buffer_bytes = 2048;
  uint32_t descriptor_base = 0, descriptor_bytes = 32; // SRAM; buffer n at base + n * bytes
  uint32_t data_base = 0;                              // DRAM
  SourceLocation where;
};
struct QueueConfig { // an empty queue
  unsigned channel = 0, entry = 0;
  uint32_t descriptor = 0; // byte address of its descriptor in SRAM
  SourceLocation where;
};
struct SramRingConfig { // an empty ring in SRAM
  unsigned channel = 0, entry = 0;
  uint32_t base = 0, longwords = 512;
  SourceLocation where;
};
struct LoadConfig { // words or a file into memory or a ring
  Region region{};  // when `ring` is empty
  std::optional<unsigned> ring;
  uint32_t address = 0;
  std::string file; // bytes in the order of addresses; else `words`
  std::vector<uint32_t> words;
  SourceLocation where;
};
struct BootConfig {
  std::vector<FreelistConfig> freelists;
  std::vector<QueueConfig> queues;
  std::vector<SramRingConfig> sram_rings;
  std::vector<LoadConfig> loads;
  bool rbuf = true; // give the usable RBUF elements to the free list
  bool leave_out_erratum_69 = true;
};

struct AgentConfig {
  enum class Kind : uint8_t { Move, Count, Drain } kind{};
  unsigned from = 0, to = 0; // rings
  unsigned burst = 16;       // words a turn
  SourceLocation where;
};

struct CounterConfig { // a longword in which microcode counts the frames it dropped
  std::string name;
  Region region{};
  uint32_t address = 0;
  SourceLocation where;
};

struct SystemConfig {
  std::string path; // as given
  Params params;
  MsfConfig msf;
  std::vector<std::pair<uint32_t, uint32_t>> msf_registers; // offset, value: written at boot
  std::vector<MicroengineConfig> microengines;              // ascending index
  std::vector<RingConfig> rings;                            // ascending number
  std::map<unsigned, PortConfig> ports;
  BootConfig boot;
  std::vector<AgentConfig> agents;
  std::vector<CounterConfig> counters; // in the order of the file
  std::optional<StopSpec> stop;
  uint64_t seed = 1;

  const RingConfig* ring(unsigned number) const;
  // "system.toml" without folders
  std::string name() const;
};

// Parses and checks everything that needs no other file. Throws InputError file:line:column.
SystemConfig parse_system(std::string_view text, const std::string& file_name);
// parse_system() of a file, and the files it names exist.
SystemConfig read_system(const std::string& path);
// Contradictions between parts: two images on a microengine, rings that overlap, a port beyond the
// mode, addresses beyond memory. parse_system() calls it.
void check_system(const SystemConfig& system);
void check_files(const SystemConfig& system);

// --rx PORT=FILE: the port receives this file, once, instead of its streams.
void replace_stream(SystemConfig& system, std::string_view option);

// The name of a microengine in system files and messages: "1:0".
std::string me_name(unsigned index);

} // namespace ixp
