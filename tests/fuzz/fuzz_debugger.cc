// The debugger: any lines on its console, and any bytes from an editor, are answered or refused,
// and the process that holds the chip survives. Input that begins with '{' has one message of the
// Debug Adapter Protocol in each line; with 'C', whole messages; other input is lines for the
// console.
#include "base/diagnostic.h"
#include "emu/debug/completions.h"
#include "emu/debug/dap_server.h"
#include "mecc/mc/assembler.h"
#include "tests/fuzz/nameless_file.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sstream>

namespace {

using namespace ixp::debug;

constexpr const char* kProgram = R"(
.reg count total $got[2] $value
.sig done
.xfer_order $got
    immed[count, 0]
    immed[total, 0x123]
loop#:
    alu[$value, total, +, count]
    scratch[put, $value, total, 0, 1], sig_done[done]
    ctx_arb[done]
    alu[count, count, +, 1]
    alu[--, count, -, 20]
    bne[loop#]
    ctx_arb[kill]
)";
const std::string kMessages = "#define RING 0\n#define RING_HOLDS 128, WORD\n"
                              "#define WORD_VALUE 0, 31, 0, hex\n";
constexpr const char* kSystem = R"(
messages = "ring.h"
[[microengine]]
at = "0:0"
image = "fuzz.uof"
start = 3
[boot]
freelist = { channel = 0, entry = 0, buffers = 16, buffer_bytes = 2048, descriptor_base = 0x1000, data_base = 0x10000 }
[chip]
dram.bytes = 1048576 # small, as each run clears a bit for every byte
sram.bytes = 262144
[stop]
idle = true
cycles = 1500
)";

std::shared_ptr<ixp::Simulation> pristine() {
  const mecc::AssemblerResult result = mecc::assemble("fuzz.uc", kProgram, {});
  if (!result.ok) std::abort();
  ixp::Images images;
  images.placed.push_back({0, result.image});
  return std::make_shared<ixp::Simulation>(
      ixp::parse_system(kSystem, "fuzz.toml", [](const std::string&) { return kMessages; }),
      images);
}

[[noreturn]] void refuse() {
  throw ixp::InputError("refused");
}

// The session serves all inputs, as each one of its own would cost a process.
Session& fresh_session(ixp::Simulation& sim) {
  static Session session(sim, [] { return false; });
  while (!session.breakpoints().empty())
    session.remove(static_cast<uint64_t>(session.breakpoints().begin()->first));
  if (session.history().cycle() > 0 || !session.history().edits().empty())
    session.history().reset();
  session.select({0, 0});
  return session;
}

void type(ixp::Simulation& sim, const std::vector<std::string>& lines) {
  Session& session = fresh_session(sim);
  Console console(
      session, [](const std::string&) {}, [](const std::string&) { refuse(); },
      [](const std::string&) { refuse(); }, [](const std::string&) { refuse(); });
  for (const std::string& line : lines) {
    try {
      if (line.ends_with('\t')) complete(session, line.substr(0, line.size() - 1));
      if (!console.execute(line)) return;
    } catch (const ixp::InputError& e) {
      if (e.diagnostic().text.empty()) std::abort();
    }
  }
}

void serve(const std::shared_ptr<ixp::Simulation>& sim, const std::string& bytes) {
  static const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const NamelessFile in(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  lseek(in.descriptor(), 0, SEEK_SET);
  DapStream stream(in.descriptor(), nowhere);
  const auto load = [&](const std::string& system, const std::string&,
                        const std::vector<std::string>&) {
    if (!system.empty()) refuse();
    return Debuggee{sim, "fuzz.toml"};
  };
  try {
    DapServer(stream, load, "").serve();
  } catch (const ixp::InputError& e) {
    if (e.diagnostic().text.empty()) std::abort();
  }
}

// The first lines: each may start processes.
std::vector<std::string> lines_of(const std::string& text) {
  constexpr size_t kMost = 6;
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; out.size() < kMost && std::getline(lines, line);)
    out.push_back(line);
  return out;
}

std::string framed(const std::vector<std::string>& messages) {
  std::string out = "Content-Length: 63\r\n\r\n"
                    R"({"seq":1,"type":"request","command":"launch","arguments":{}   })";
  for (const std::string& m : messages)
    out += fmt::format("Content-Length: {}\r\n\r\n{}", m.size(), m);
  return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto sim = (std::signal(SIGCHLD, SIG_IGN), pristine());
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    if (text.starts_with('{'))
      serve(sim, framed(lines_of(text)));
    else if (text.starts_with('C'))
      serve(sim, text);
    else
      type(*sim, lines_of(text));
  } catch (const ChannelClosed&) {
    std::abort(); // the process with the chip died
  }
  return 0;
}
