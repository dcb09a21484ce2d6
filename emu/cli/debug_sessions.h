// Sessions of the debugger's console: with one system, or with each selected chip of a network.
#pragma once

#include "emu/cli/run.h"
#include "emu/debug/console.h"
#include "emu/debug/session.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ixp {

struct WholeNetwork;

// Loads the system, or the network and its chip options.chip. Throws InputError.
debug::Debuggee load_debuggee(const RunOptions& options);

// A chip's session keeps its breakpoints and edits while another chip is current. All processes of
// all sessions begin at the start of the run, with the edits of the other sessions.
class ConsoleSessions {
public:
  // `wants_stop` as for debug::Session, `source` as for debug::Console. Throws InputError.
  ConsoleSessions(const RunOptions& options, std::function<bool()> wants_stop,
                  std::function<void(const std::string& file)> source);

  debug::Session& session() { return *now_->session; } // of the current chip
  debug::Console& console() { return *now_->console; }
  std::string prompt() const;
  std::vector<std::string> chips() const; // names; none of one system
  // Exit status. Throws InputError with the failures of a run that has ended, as ixpemu run does.
  int end();

private:
  struct One {
    std::string chip; // "": a system
    debug::Debuggee debuggee;
    std::string others_edits; // at the start of its processes
    std::unique_ptr<debug::Session> session;
    std::unique_ptr<debug::Console> console;
  };

  void begin(const std::string& chip, debug::Debuggee debuggee);
  void write(const std::string& folder);
  void select(const std::string& chip);
  void prepare_edits(const std::string& held);
  std::string edits_besides(const std::string& chip) const;

  const RunOptions& options_;
  std::function<bool()> wants_stop_;
  std::function<void(const std::string&)> source_;
  std::shared_ptr<WholeNetwork> network_; // null: one system
  std::map<std::string, One> sessions_;   // by chip
  One* now_ = nullptr;
};

} // namespace ixp
