#include "emu/debug/dap_server.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

unsigned thread_number(Thread t) {
  return t.me * kContexts + t.ctx + 1;
}

Thread numbered_thread(uint64_t number) {
  if (number < 1 || number > kMicroengines * kContexts)
    throw InputError(fmt::format("there is no thread {}", number));
  const auto index = static_cast<unsigned>(number - 1);
  return {index / kContexts, index % kContexts};
}

std::string text(const Json::exception& e) {
  const std::string_view all = e.what(); // "[json.exception.type_error.302] type must be ..."
  return std::string(all.substr(all.find(' ') + 1));
}

std::string text_of(const Json& arguments, const char* key) {
  const Json& value = arguments.at(key);
  if (!value.is_string())
    throw InputError(fmt::format("'{}' is {}, expected text", key, value.dump().substr(0, 40)));
  return value;
}

std::string text_or(const Json& arguments, const char* key, std::string otherwise) {
  return arguments.contains(key) ? text_of(arguments, key) : std::move(otherwise);
}

uint64_t whole(const Json& arguments, const char* key) {
  const Json& value = arguments.at(key);
  if (!value.is_number_unsigned())
    throw InputError(
        fmt::format("'{}' is {}, expected a whole number", key, value.dump().substr(0, 40)));
  return value;
}

int64_t offset(const Json& arguments, const char* key) {
  const Json value = arguments.value(key, Json(0));
  if (!value.is_number_integer() ||
      (value.is_number_unsigned() && value.get<uint64_t>() > kFarthest) ||
      value.get<int64_t>() < -static_cast<int64_t>(kFarthest))
    throw InputError(fmt::format("'{}' is {}, expected a whole number that is not as large", key,
                                 value.dump().substr(0, 40)));
  return value;
}

namespace {
constexpr int64_t kInstructionsOfMe = 0x10000; // exceeds every control store
}

std::string instruction_reference(unsigned me, int64_t pc) {
  return fmt::format("{:#x}", std::max<int64_t>((me + 1) * kInstructionsOfMe + pc, 0));
}

std::pair<unsigned, int64_t> referenced_instruction(const std::string& reference) {
  const uint64_t number = parse_number(reference).value_or(0);
  const uint64_t me = number / kInstructionsOfMe;
  if (me < 1 || me > kMicroengines)
    throw InputError(fmt::format("expected an instruction as in '{}', which is 0:1 *23",
                                 instruction_reference(1, 23)));
  return {static_cast<unsigned>(me - 1), static_cast<int64_t>(number % kInstructionsOfMe)};
}

const std::map<std::string, DapServer::Handler>& DapServer::handlers() {
  using S = DapServer;
  static const std::map<std::string, Handler> table{
      {"initialize", &S::initialize},
      {"launch", &S::launch},
      {"restart", &S::restart},
      {"configurationDone", &S::configuration_done},
      {"disconnect", &S::disconnect},
      {"terminate", &S::terminate},
      {"setBreakpoints", &S::set_breakpoints},
      {"setFunctionBreakpoints", &S::set_function_breakpoints},
      {"setInstructionBreakpoints", &S::set_instruction_breakpoints},
      {"setExceptionBreakpoints", &S::set_exception_breakpoints},
      {"dataBreakpointInfo", &S::data_breakpoint_info},
      {"setDataBreakpoints", &S::set_data_breakpoints},
      {"threads", &S::threads},
      {"stackTrace", &S::stack_trace},
      {"scopes", &S::scopes},
      {"variables", &S::variables},
      {"setVariable", &S::set_variable},
      {"setExpression", &S::set_expression},
      {"evaluate", &S::evaluate},
      {"completions", &S::completions},
      {"disassemble", &S::disassemble},
      {"readMemory", &S::read_memory},
      {"writeMemory", &S::write_memory},
      {"source", &S::source},
      {"exceptionInfo", &S::exception_info},
      {"ixpFrames", &S::frames},
      {"continue", &S::go_on},
      {"reverseContinue", &S::reverse_continue},
      {"next", &S::step},
      {"stepIn", &S::step},
      {"stepOut", &S::step_out},
      {"stepBack", &S::step_back},
      {"pause", &S::pause},
  };
  return table;
}

bool DapServer::serve() {
  while (!over_) {
    const auto request = stream_.next();
    if (!request) break;
    if (text_at(*request, "type") != "request") continue;
    answer(*request);
    if (auto what = std::exchange(afterwards_, nullptr)) what();
  }
  return !failed();
}

void DapServer::answer(const Json& request) {
  const std::string command = text_at(request, "command");
  Json reply{{"type", "response"},
             {"request_seq", request.contains("seq") ? request["seq"] : Json(0)},
             {"command", command},
             {"success", true}};
  const auto fail = [&](const std::string& why, const std::string& known_as = "") {
    reply["success"] = false;
    reply["message"] = known_as.empty() ? why : known_as;
    reply["body"] = {
        {"error",
         {{"id", 1}, {"format", why}, {"showUser", known_as.empty() && command != "evaluate"}}}};
  };
  try {
    const auto handler = handlers().find(command);
    if (handler == handlers().end())
      fail(fmt::format("'{}' is not supported", command));
    else if (ended_ && command != "disconnect")
      fail("the session has ended: expected 'disconnect'");
    else if (running_ && !answered_during_runs(command))
      fail("the run goes on: expected 'pause' first", "notStopped"); // an identifier of the
                                                                     // protocol
    else
      reply["body"] = (this->*handler->second)(request.value("arguments", Json::object()));
  } catch (const InputError& e) {
    fail(placed_text(e.diagnostic()));
  } catch (const Json::exception& e) {
    fail(fmt::format("the arguments of '{}' are not those of the protocol: {}", command, text(e)));
  } catch (const ChannelClosed&) {
    fail("the process that holds the chip has gone; the run was repeated up to the same cycle");
    session_->history().recover();
  }
  stream_.send(std::move(reply));
}

void DapServer::event(const char* name, Json body) {
  stream_.send({{"type", "event"}, {"event", name}, {"body", std::move(body)}});
}

Session& DapServer::session() {
  if (!session_) throw InputError("there is no session yet: expected 'launch' first");
  return *session_;
}

bool DapServer::failed() {
  if (!session_ || !session_->history().ended()) return false;
  return !session_->ask("end").at("failures").empty();
}

// ---- The session

Json DapServer::initialize(const Json& arguments) {
  first_line_ = arguments.value("linesStartAt1", Json(true)) != Json(false);
  first_column_ = arguments.value("columnsStartAt1", Json(true)) != Json(false);
  shows_types_ = arguments.value("supportsVariableType", Json(false)) == Json(true);
  refreshes_ = arguments.value("supportsInvalidatedEvent", Json(false)) == Json(true);
  Json can = Json::object();
  for (const char* what :
       {"supportsConfigurationDoneRequest", "supportsStepBack", "supportsConditionalBreakpoints",
        "supportsHitConditionalBreakpoints", "supportsFunctionBreakpoints",
        "supportsInstructionBreakpoints", "supportsSetVariable", "supportsSetExpression",
        "supportsReadMemoryRequest", "supportsWriteMemoryRequest", "supportsDisassembleRequest",
        "supportsSteppingGranularity", "supportsEvaluateForHovers", "supportsTerminateRequest",
        "supportsDataBreakpoints", "supportsLogPoints", "supportsExceptionInfoRequest",
        "supportsRestartRequest", "supportsCompletionsRequest"})
    can[what] = true;
  can["exceptionBreakpointFilters"] = {
      {{"filter", kAssertions}, {"label", "Assertions that fail"}, {"default", true}}};
  return can;
}

namespace {

// An argument of 'launch', or `otherwise` if it is absent.
template <class T>
T launch_argument(const Json& arguments, const char* key, T otherwise, const char* expected) {
  try {
    return arguments.value(key, std::move(otherwise));
  } catch (const Json::exception&) {
    throw InputError(fmt::format("'{}' in the arguments of 'launch': expected {}", key, expected));
  }
}

} // namespace

// Any process and user of this machine can connect to a port; they cannot read the token.
void DapServer::admit(const Json& arguments) {
  if (!token_.empty() && text_at(arguments, "token") != token_) {
    over_ = true;
    throw InputError("'token' in the arguments of 'launch': expected the token that ixpemu printed "
                     "with its port");
  }
  admitted_ = true;
  stream_.wait_until({});
}

Json DapServer::launch(const Json& arguments) {
  if (session_) throw InputError("the session has begun already");
  admit(arguments);
  begin_session(arguments);
  return Json::object();
}

// Reads and compiles the system again. After 'initialized' the editor sends its breakpoints.
Json DapServer::restart(const Json& arguments) {
  session();
  begin_session(arguments.value("arguments", launched_));
  return Json::object();
}

// Invalid arguments and systems change no state, so that the client can try again.
void DapServer::begin_session(const Json& arguments) {
  const auto program =
      launch_argument<std::string>(arguments, "program", "", "the name of a system file");
  const auto changes = launch_argument<std::vector<std::string>>(
      arguments, "set", {}, "a list of texts, as in [\"stop.packets_tx=40\"]");
  const bool stop_on_entry = launch_argument(arguments, "stopOnEntry", false, "true or false");
  const bool debugs = !launch_argument(arguments, "noDebug", false, "true or false");
  Debuggee debuggee = load_(
      program, launch_argument<std::string>(arguments, "chip", "", "the name of a chip"), changes);
  if (debuggee.sim->images().placed.empty())
    throw InputError({debuggee.sim->system().path},
                     "no microengine has a program; an XScale core is debugged by ixpemu debug "
                     "without --dap");
  console_.reset();
  session_.reset(); // before the new one starts a process, which would inherit its channels
  debuggee_ = std::move(debuggee);
  session_ = std::make_unique<Session>(
      *debuggee_.sim,
      [this] { return stream_.waits_for([this](const Json& m) { return may_interrupt(m); }); },
      [this](const Note& n) {
        event("output", {{"category", "stdout"}, {"output", n.text + "\n"}});
      },
      debuggee_.around);
  session_->when_interrupted([this] { return see_to_the_rest(); });
  groups_.clear();
  arrays_.clear();
  assertion_.clear();
  launched_ = arguments;
  stop_on_entry_ = stop_on_entry;
  debugs_ = debugs;
  console_ = std::make_unique<Console>(
      *session_, [this](const std::string& text) { printed_ += text; },
      [](const std::string&) {
        throw InputError("'write' is a command of ixpemu debug on a terminal");
      },
      [](const std::string&) {
        throw InputError("'chip' is a command of ixpemu debug on a terminal; another session of "
                         "the editor takes another chip, \"chip\" in its 'launch'");
      },
      [](const std::string&) {
        throw InputError("'source' is a command of ixpemu debug on a terminal; paste the commands");
      });
  afterwards_ = [this] { event("initialized"); };
}

Json DapServer::configuration_done(const Json&) {
  session();
  if (!debugs_)
    go([this] { return session_->go(kFarthest); });
  else if (stop_on_entry_)
    afterwards_ = [this] { stopped({}, "entry"); };
  else
    go([this] { return session_->go_on(Session::Way::Forwards); });
  return Json::object();
}

Json DapServer::disconnect(const Json&) {
  over_ = true;
  if (!ended_) end_session();
  return Json::object();
}

// The editor sends 'disconnect' in response to the end of the session.
Json DapServer::terminate(const Json&) {
  end_session();
  return Json::object();
}

void DapServer::end_session() {
  ended_ = true;
  afterwards_ = [this] { report_end(); };
}

void DapServer::report_end() {
  ended_ = true;
  event("terminated");
  event("exited", {{"exitCode", failed() ? 1 : 0}});
}

} // namespace ixp::debug
