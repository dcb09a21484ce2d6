// Typed contents of a system file: images and their microengines, rings, ports, boot, stop
// conditions. docs/system-files.md describes every key. Parsing opens no other file except
// `messages`; check_files() checks that the files it names exist.
#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/files.h"
#include "config/memory.h"
#include "config/program.h"
#include "emu/chip/region.h"
#include "emu/chip/stop.h"
#include "emu/kernel/command.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/media/msf.h"
#include "emu/media/port.h"
#include "emu/media/stream.h"
#include "mecc/image/image.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ixp {

struct RegisterSetting {
  std::string location; // canonical operand text: "a3", "@b7", "$4"
  int context = -1;     // -1: all, or the register is absolute
  uint32_t value = 0;
  SourceLocation where;
};

struct MicroengineConfig : ProgramConfig {
  std::vector<mecc::CsrInit> csrs;
  std::vector<RegisterSetting> registers;
};

struct RxConfig {
  RxPortConfig port;
  StreamConfig stream;
  std::optional<uint64_t> seed; // default: the run's seed
  bool linked = false; // frames come from another chip (emu/network) or a program: set_source()
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

struct AgentConfig {
  enum class Kind : uint8_t { Move, Count, Drain } kind{};
  unsigned from = 0, to = 0; // rings
  unsigned burst = 16;       // words per turn
  SourceLocation where;
};

// `kernel` of [xscale] and the keys that only it has.
struct KernelConfig {
  std::string image;  // vmlinux or zImage
  std::string initrd; // "": none
  std::string command_line;
  std::string input;  // file with lines for the console; "": none
  std::string prompt; // the console takes the next line of `input` when its output ends with this
  SourceLocation initrd_where;
};

// [xscale]: the ARM program of the control core.
struct XScaleConfig {
  std::vector<std::string> files; // one .elf, or any number of .c and .s; none with a kernel
  std::optional<KernelConfig> kernel;
  enum class Board : uint8_t { None, Enp2611, Ixdp2400 } board{};
  std::optional<bool> big_endian; // of the program; none: as the kernel
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> include_dirs;
  std::string optimise;       // "0".."3", "s"
  std::string uart;           // output file of the UART; "": standard output
  std::string typed;          // input of the UART with ticks (emu/control/uart.h); "": none
  bool stop_at_faults = true; // otherwise its own handlers receive them
  bool boots = false;         // it performs [boot], with the contents of flash (boot.cc)
  struct Rings {              // declared in the system file; empty: not declared
    std::optional<std::vector<unsigned>> gets, puts;
  } rings;
  SourceLocation where, program_where, uart_where, typed_where;

  bool from_source() const { return !files.front().ends_with(".elf"); }
};

struct SystemConfig {
  std::string path;                   // as given
  std::vector<std::string> bases;     // paths of the files it derives from (config/derived.h)
  std::vector<std::string> overrides; // KEY=VALUE (config/toml_override.h), done already
  std::string images; // UOF that `mecc --system` made of it; "": sources are compiled now
  Params params;
  MsfConfig msf;
  std::vector<std::pair<uint32_t, uint32_t>> msf_registers; // offset, value: written at boot
  std::vector<MicroengineConfig> microengines;              // ascending index
  std::vector<RingConfig> rings;                            // ascending number
  std::map<unsigned, PortConfig> ports;
  BootConfig boot;
  MemoryConfig memory; // for variables of compiled programs
  std::vector<AgentConfig> agents;
  std::optional<XScaleConfig> xscale;
  std::vector<CounterConfig> counters; // in the order of the file
  std::optional<StopSpec> stop;
  FailOn fail_on = FailOn::Loss;
  uint64_t seed = 1;
  Digest inputs; // contents of the file, with overrides, and of `messages`; independent of
                 // formatting

  bool has_source() const;   // some port receives frames
  bool counts_drops() const; // some of `counters` count drops
  const RingConfig* ring(unsigned number) const;
  // "system.toml" without folders
  std::string name() const;
};

// Parses the file and makes all checks that need no other file but `messages`, which `read`
// supplies. Throws InputError file:line:column. `overrides`: --set KEY=VALUE; relative paths as in
// the file.
SystemConfig parse_system(std::string_view text, const std::string& file_name,
                          const FileReader& read = read_file,
                          std::vector<std::string> overrides = {});
// parse_system() of a file; also checks that the files it names exist.
SystemConfig read_system(const std::string& path, std::vector<std::string> overrides = {});
// Checks for contradictions between parts: two images on a microengine, rings that overlap, a port
// beyond the mode, addresses beyond memory. parse_system() calls it.
void check_system(const SystemConfig& system);
void check_files(const SystemConfig& system);

// Calls f. An InputError without a location, from a part independent of system files, gets the
// location of that part's settings.
template <class F> decltype(auto) with_place(const SourceLocation& where, const F& f) {
  try {
    return f();
  } catch (const InputError& e) {
    if (!e.diagnostic().where.file.empty()) throw;
    throw InputError(where, e.diagnostic().text);
  }
}

// --rx PORT=FILE: the port receives this file, once, instead of its streams. Returns the port.
unsigned replace_stream(SystemConfig& system, std::string_view option);

} // namespace ixp
