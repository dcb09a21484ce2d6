#include "emu/cli/commands.h"

#include "base/print.h"
#include "emu/cli/debug_sessions.h"
#include "emu/cli/line_editor.h"
#include "emu/debug/dap_server.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <random>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace ixp {

namespace {

volatile std::sig_atomic_t stop_asked = 0;

extern "C" void ask_to_stop(int) {
  stop_asked = 1;
}

// Ctrl-C stops the emulated run and gives the prompt back.
void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = ask_to_stop; // without SA_RESTART: a wait for a command line ends, too
  sigaction(SIGINT, &action, nullptr);
}

// True if input is available; false if Ctrl-C was pressed, now or before. SIGINT is blocked outside
// the wait itself, so it cannot arrive between the test of stop_asked and the wait.
bool wait_readable(int fd) {
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigprocmask(SIG_BLOCK, &held, &before);
  pollfd what{fd, POLLIN, 0};
  bool readable = false;
  while (!stop_asked && !readable)
    readable = ppoll(&what, 1, nullptr, &before) >= 0 || errno != EINTR;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return readable;
}

// Lines of a file or of standard input, on a terminal with a prompt.
class Lines {
public:
  explicit Lines(const std::string& path)
      : path_(path.empty() ? "standard input" : path),
        fd_(path.empty() ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) throw InputError({path}, fmt::format("cannot open: {}", std::strerror(errno)));
  }
  ~Lines() {
    if (fd_ != STDIN_FILENO) close(fd_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  bool interactive() const { return fd_ == STDIN_FILENO && isatty(STDIN_FILENO); }
  // Lets the user edit the lines, if a terminal allows that.
  void edit(LineEditor::Complete complete) {
    if (interactive() && LineEditor::possible())
      editor_.emplace([] { return wait_readable(STDIN_FILENO); }, std::move(complete));
  }
  // False at the end.
  bool next(const std::string& prompt, std::string& line) {
    ++number_;
    interrupted_ = false;
    line.clear();
    if (editor_) return edited(prompt, line);
    print("{}", prompt);
    flush_standard_output();
    size_t end = 0;
    while ((end = read_.find('\n')) == read_.npos && read_.size() <= kMost && read_more()) {
    }
    if (interrupted_) return true;
    if (std::min(end, read_.size()) > kMost)
      throw InputError(where(), fmt::format("a command has at most {} characters", kMost));
    const bool any = !read_.empty();
    line = read_.substr(0, end);
    read_.erase(0, end == read_.npos ? end : end + 1);
    return any;
  }
  bool interrupted() const { return interrupted_; } // the last result was an interrupt, not a line
  SourceLocation where() const { return {path_, number_, 0}; }

private:
  static constexpr size_t kMost = 65536; // limit, as a device may never send a line end

  bool edited(const std::string& prompt, std::string& line) {
    flush_standard_output();
    const LineEditor::Read read = editor_->read(prompt, line);
    if (read == LineEditor::Read::Interrupt) interrupt();
    return read != LineEditor::Read::End;
  }

  void interrupt() {
    stop_asked = 0;
    print("\n");
    interrupted_ = true;
  }

  // False at the end, or after Ctrl-C, which discards the partial line.
  bool read_more() {
    char block[4096];
    const ssize_t n = wait_readable(fd_) ? read(fd_, block, sizeof block) : 0;
    if (n < 0 && errno != EINTR)
      throw InputError({path_}, fmt::format("cannot read: {}", std::strerror(errno)));
    if (n > 0) read_.append(block, static_cast<size_t>(n));
    if (n > 0 || !stop_asked) return n > 0;
    read_.clear();
    interrupt();
    return false;
  }

  std::string path_;
  int fd_;
  std::string read_; // read, not yet returned as a line
  unsigned number_ = 0;
  bool interrupted_ = false;
  std::optional<LineEditor> editor_;
};

constexpr std::chrono::seconds kPatience{30}; // for a client without the token

// A local port that waits for editors, and the token that they need.
class Door {
public:
  explicit Door(unsigned port) : port_(port) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener_ < 0) fail("no socket");
    const int on = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) < 0)
      fail("cannot be taken");
    if (listen(listener_, 1) < 0) fail("cannot wait for a client");
    std::random_device random;
    for (int i = 0; i < 4; ++i)
      token_ += fmt::format("{:08x}", random());
    print("ixpemu debug listens on 127.0.0.1:{}; 'launch' needs \"token\": \"{}\"\n", port, token_);
    flush_standard_output();
  }
  ~Door() { close(listener_); }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  const std::string& token() const { return token_; }
  int next_client() const {
    int client = -1;
    while ((client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) < 0)
      if (errno != EINTR && errno != ECONNABORTED) fail("no client connected");
    return client;
  }

private:
  [[noreturn]] void fail(const char* doing) const {
    throw InputError(fmt::format("--port {}: {}: {}", port_, doing, std::strerror(errno)));
  }

  unsigned port_;
  int listener_ = -1;
  std::string token_;
};

debug::DapServer::Load loader_for(const DebugOptions& options) {
  return [&options](const std::string& system, const std::string& chip,
                    const std::vector<std::string>& changes) {
    RunOptions with = options.run;
    if (!system.empty()) with.system = system;
    if (!chip.empty()) with.chip = chip;
    if (with.system.empty())
      throw InputError("which system? expected \"program\" in the arguments of 'launch', or ixpemu "
                       "debug SYSTEM.toml --dap");
    with.overrides.insert(with.overrides.end(), changes.begin(), changes.end());
    return load_debuggee(with);
  };
}

void refused(unsigned port, const std::string& why) {
  complain({Severity::Warning, {}, fmt::format("--port {}: a client was refused: {}", port, why)});
}

// Ends a write to a client that does not read. 0: never.
void limit_sending(int client, std::chrono::seconds limit) {
  const timeval most{limit.count(), 0};
  setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

// Serves the first client with the token; others are refused and do not end the program.
int serve_port(const DebugOptions& options) {
  std::optional<Door> door(options.port);
  const std::string token = door->token();
  int client = -1;
  const auto load = [&](const std::string& system, const std::string& chip,
                        const std::vector<std::string>& changes) {
    door.reset(); // the only client is there; processes of the session must not keep the port
    limit_sending(client, std::chrono::seconds(0));
    return loader_for(options)(system, chip, changes);
  };
  while (true) {
    client = door->next_client();
    limit_sending(client, kPatience);
    debug::DapStream stream(client, client);
    stream.wait_until(std::chrono::steady_clock::now() + kPatience);
    debug::DapServer server(stream, load, token);
    try {
      const bool good = server.serve();
      if (server.admitted()) return good ? 0 : 1;
      refused(options.port, "no 'launch' with the token");
    } catch (const InputError& e) {
      if (server.admitted()) throw;
      refused(options.port, e.diagnostic().text);
    }
    close(client);
  }
}

int serve_editor(const DebugOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  if (options.port) return serve_port(options);
  // Standard output is reserved for the protocol.
  debug::DapStream stream(STDIN_FILENO, STDOUT_FILENO);
  return debug::DapServer(stream, loader_for(options), "").serve() ? 0 : 1;
}

// Standard input or the file of --commands, and above it the files of `source`.
using Inputs = std::vector<std::unique_ptr<Lines>>;
constexpr size_t kMostSources = 16;

void obey(ConsoleSessions& sessions, Inputs& inputs) {
  std::string line;
  while (true) {
    if (stop_asked) inputs.resize(1);
    stop_asked = 0;
    Lines& lines = *inputs.back();
    const bool interactive = lines.interactive();
    if (!lines.next(interactive ? sessions.prompt() : "", line)) {
      if (inputs.size() == 1) break;
      inputs.pop_back();
      continue;
    }
    if (lines.interrupted()) {
      inputs.resize(1);
      continue; // an empty line would repeat the last step
    }
    if (!interactive && line.find_first_not_of(" \t\r") == line.npos) continue;
    if (!interactive) print("> {}\n", line);
    try {
      if (!sessions.console().execute(line)) return;
    } catch (const InputError& e) {
      const InputError placed =
          interactive ? e : InputError(lines.where(), placed_text(e.diagnostic()));
      if (!inputs.front()->interactive()) throw placed;
      flush_standard_output();
      complain(placed.diagnostic());
      inputs.resize(1);
    } catch (const debug::ChannelClosed&) {
      if (!inputs.front()->interactive())
        throw InputError(lines.where(),
                         "the process that holds the chip has gone; is memory short?");
      sessions.session().history().recover();
      complain({Severity::Error,
                {},
                "the process that holds the chip has gone; the run was repeated up "
                "to the same cycle",
                {},
                {}});
      inputs.resize(1);
    }
  }
  if (inputs.front()->interactive()) print("\n");
}

} // namespace

int debug_command(const DebugOptions& options) {
  if (options.dap) return serve_editor(options);
  Inputs inputs;
  inputs.push_back(std::make_unique<Lines>(options.commands));
  ConsoleSessions sessions(
      options.run, [] { return stop_asked != 0; },
      [&](const std::string& file) {
        if (inputs.size() > kMostSources)
          throw InputError(
              fmt::format("{} files are open; does {} name itself as source?", kMostSources, file));
        inputs.push_back(std::make_unique<Lines>(file));
      });
  catch_interrupts(); // compilation, which has ended, handles signals itself
  inputs.front()->edit([&](std::string_view text) {
    return debug::complete(sessions.session(), text, sessions.chips());
  });
  obey(sessions, inputs);
  return sessions.end();
}

} // namespace ixp
