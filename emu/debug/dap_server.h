// The debugger for editors: serves one client of the Debug Adapter Protocol. A protocol thread is a
// context, a stack has one frame (the compiler inlines), and all threads stop together.
#pragma once

#include "emu/debug/console.h"
#include "emu/debug/dap_stream.h"
#include "emu/debug/session.h"

#include <functional>
#include <map>
#include <memory>

namespace ixp::debug {

constexpr const char* kAssertions = "assertions"; // an exception filter
// References of scopes: thread number * kScopes + scope.
enum Scope : unsigned { Variables, Registers, OfMicroengine, Memories, kScopes };
constexpr uint64_t kFirstArray = kScopes * (kMicroengines * kContexts + 1); // after all scopes

// Threads of the protocol: 1 to 64.
unsigned thread_number(Thread t);
Thread numbered_thread(uint64_t number); // throws InputError
// Description of an invalid message.
std::string text(const Json::exception& e);
// Values of arguments. They throw InputError with the key and the expected kind.
std::string text_of(const Json& arguments, const char* key);
std::string text_or(const Json& arguments, const char* key, std::string otherwise);
uint64_t whole(const Json& arguments, const char* key);
int64_t offset(const Json& arguments, const char* key); // 0 if absent
// Instructions as numbers, which editors require: 0x20017 is address 0x17 of microengine 0:1.
std::string instruction_reference(unsigned me, int64_t pc);
std::pair<unsigned, int64_t> referenced_instruction(const std::string& reference);
// Reference of the longword in a place: "sram0:0x1000", "lm@0:1:0x14"; "" if it is in no memory.
std::string memory_reference(unsigned me, const std::string& place);
Json shown(const std::string& name, const std::string& value); // a variable without parts
constexpr uint64_t kFarthest = uint64_t{1} << 48; // limit on offsets: their sums fit 64 bits

class DapServer {
public:
  // Loads the system, and the chip if it is a network, named by the client ("": as on the command
  // line), with KEY=VALUE changes. Throws InputError.
  using Load = std::function<Debuggee(const std::string& system, const std::string& chip,
                                      const std::vector<std::string>& changes)>;
  // `token`: required in 'launch'; "": none.
  DapServer(DapStream& stream, Load load, std::string token)
      : stream_(stream), load_(std::move(load)), token_(std::move(token)) {}
  // Serves until the client disconnects. False if the session ended at the end of a failed run.
  bool serve();
  // Whether the client sent the token. Without it, serve() ends at 'launch'.
  bool admitted() const { return admitted_; }

private:
  using Handler = Json (DapServer::*)(const Json& arguments);
  static const std::map<std::string, Handler>& handlers();
  void answer(const Json& request);
  void event(const char* name, Json body = Json::object());
  Session& session(); // throws InputError before launch

  Json initialize(const Json&);
  Json launch(const Json&);
  void admit(const Json& arguments);
  Json restart(const Json&);
  void begin_session(const Json& arguments);
  Json configuration_done(const Json&);
  Json disconnect(const Json&);
  Json terminate(const Json&);
  Json set_breakpoints(const Json&);
  Json set_function_breakpoints(const Json&);
  Json set_instruction_breakpoints(const Json&);
  Json set_exception_breakpoints(const Json&);
  Json data_breakpoint_info(const Json&);
  Json set_data_breakpoints(const Json&);
  Json threads(const Json&);
  Json stack_trace(const Json&);
  Json scopes(const Json&);
  Json variables(const Json&);
  Json set_variable(const Json&);
  Json set_expression(const Json&);
  Json evaluate(const Json&);
  Json completions(const Json&);
  Json disassemble(const Json&);
  Json read_memory(const Json&);
  Json write_memory(const Json&);
  Json source(const Json&);
  Json exception_info(const Json&);
  Json frames(const Json&);
  Json go_on(const Json&);
  Json reverse_continue(const Json&);
  Json step(const Json&);
  Json step_out(const Json&);
  Json step_back(const Json&);
  Json pause(const Json&);

  // Replaces the breakpoints of one kind or source; `set` adds one and returns its description for
  // the editor.
  Json replace(const std::string& group, const Json& wanted,
               const std::function<Json(const Json&)>& set);
  Json add_code(const std::string& place, const std::string& condition);
  void add_log(uint64_t id, const std::string& log);
  std::pair<unsigned, std::string> container(const Json& arguments);
  Json array(const std::string& name, const std::vector<Json>& elements);
  std::vector<Json> variables_and_arrays();
  std::map<std::string, std::vector<Json>> elements_by_array();
  Json memories();
  Json assign(const std::string& place, const Json& arguments);
  Json do_step(const Json& arguments, Stop::Kind kind, Session::Way way);
  uint64_t line_for_editor(unsigned line) const { return line - 1 + first_line_; }
  void go(std::function<StopReport()> way); // executed after the reply
  void stopped(const StopReport& report, const char* reason);
  Thread select(const Json& arguments, const char* key);
  bool failed();
  static bool answered_during_runs(const std::string& command);
  bool may_interrupt(const Json& message) const;
  bool see_to_the_rest(); // handles requests received during a run; true to continue
  Json execute(const std::vector<std::string>& lines);
  Json value_of(const std::string& expression);
  void end_session();
  void report_end();

  DapStream& stream_;
  Load load_;
  std::string token_;
  Debuggee debuggee_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Console> console_;
  std::string printed_; // output of the console
  std::map<std::string, std::vector<int>> groups_;
  std::vector<std::pair<Thread, std::string>> arrays_; // by reference, from kFirstArray on
  std::function<void()> afterwards_; // executed after the reply to the current request
  std::string assertion_;            // text of the assertion that stopped the run; "": none
  Json launched_;                    // arguments of the last 'launch' or 'restart'
  uint64_t first_line_ = 1;          // number of the first line, as the editor counts them
  uint64_t first_column_ = 1;
  bool shows_types_ = false;
  bool refreshes_ = false; // the editor reads variables again when it is notified
  bool stop_on_entry_ = true;
  bool debugs_ = true;   // false: the run ignores breakpoints and ends the session
  bool running_ = false; // as seen by the editor, whose requests are answered meanwhile
  bool ended_ = false;   // the editor has been notified of the session's end
  bool over_ = false;    // the editor has disconnected
  bool admitted_ = false;
};

} // namespace ixp::debug
