#include "emu/debug/dap_server.h"

#include <fmt/format.h>

namespace ixp::debug {

using Way = Session::Way;

unsigned thread_number(Thread t) {
  return t.me * kContexts + t.ctx + 1;
}

Thread numbered_thread(unsigned number) {
  if (number < 1 || number > kMicroengines * kContexts)
    throw InputError(fmt::format("there is no thread {}", number));
  return {(number - 1) / kContexts, (number - 1) % kContexts};
}

const std::map<std::string, DapServer::Handler>& DapServer::handlers() {
  using S = DapServer;
  static const std::map<std::string, Handler> table{
      {"initialize", &S::initialize},
      {"launch", &S::launch},
      {"configurationDone", &S::configuration_done},
      {"disconnect", &S::disconnect},
      {"terminate", &S::disconnect},
      {"setBreakpoints", &S::set_breakpoints},
      {"setFunctionBreakpoints", &S::set_function_breakpoints},
      {"setInstructionBreakpoints", &S::set_instruction_breakpoints},
      {"setExceptionBreakpoints", &S::set_exception_breakpoints},
      {"threads", &S::threads},
      {"stackTrace", &S::stack_trace},
      {"scopes", &S::scopes},
      {"variables", &S::variables},
      {"setVariable", &S::set_variable},
      {"evaluate", &S::evaluate},
      {"disassemble", &S::disassemble},
      {"readMemory", &S::read_memory},
      {"source", &S::source},
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
  const auto fail = [&](const std::string& why) {
    afterwards_ = nullptr;
    reply["success"] = false;
    reply["message"] = why;
    reply["body"] = {{"error", {{"id", 1}, {"format", why}, {"showUser", true}}}};
  };
  try {
    const auto handler = handlers().find(command);
    if (handler == handlers().end())
      fail(fmt::format("'{}' is not supported", command));
    else
      reply["body"] = (this->*handler->second)(request.value("arguments", Json::object()));
  } catch (const InputError& e) {
    fail(e.diagnostic().text);
  } catch (const Json::exception&) {
    fail(fmt::format("the arguments of '{}' are not those of the protocol", command));
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

Json DapServer::initialize(const Json&) {
  Json can = Json::object();
  for (const char* what :
       {"supportsConfigurationDoneRequest", "supportsStepBack", "supportsConditionalBreakpoints",
        "supportsFunctionBreakpoints", "supportsInstructionBreakpoints", "supportsSetVariable",
        "supportsReadMemoryRequest", "supportsDisassembleRequest", "supportsSteppingGranularity",
        "supportsEvaluateForHovers", "supportsTerminateRequest"})
    can[what] = true;
  return can;
}

Json DapServer::launch(const Json& arguments) {
  if (session_) throw InputError("the session has begun already");
  simulation_ =
      load_(arguments.value("program", ""), arguments.value("set", std::vector<std::string>{}));
  session_ = std::make_unique<Session>(
      *simulation_, [this] { return stream_.waits_for({"pause", "disconnect", "terminate"}); });
  console_ = std::make_unique<Console>(
      *session_, [this](const std::string& text) { printed_ += text; },
      [](const std::string&) {
        throw InputError("'write' is a command of ixpemu debug on a terminal");
      });
  stop_on_entry_ = arguments.value("stopOnEntry", false);
  afterwards_ = [this] { event("initialized"); };
  return Json::object();
}

Json DapServer::configuration_done(const Json&) {
  session();
  if (stop_on_entry_)
    afterwards_ = [this] { stopped({}, "entry"); };
  else
    go([this] { return session_->go_on(Way::Forwards); });
  return Json::object();
}

Json DapServer::disconnect(const Json&) {
  over_ = true;
  afterwards_ = [this] {
    event("terminated");
    event("exited", {{"exitCode", failed() ? 1 : 0}});
  };
  return Json::object();
}

// ---- Breakpoints

Json DapServer::replace(const std::string& group, const Json& wanted,
                        const std::function<std::string(const Json&)>& place) {
  for (const int id : groups_[group])
    session().remove(id);
  groups_[group].clear();
  Json out = Json::array();
  for (const Json& w : wanted) {
    Json set{{"verified", true}};
    try {
      std::string told, text = place(w);
      std::optional<unsigned> me;
      if (text.size() > 4 && text[3] == ' ')
        if (const auto t = parse_thread(text.substr(0, 3))) me = t->me, text = text.substr(4);
      const Breakpoint& b = session().add_location(text, me, 0xff, w.value("condition", ""), told);
      groups_[group].push_back(b.id);
      set["id"] = b.id;
      const Stop& stop = b.stops.at(0);
      if (const mecc::SourceLine* line =
              session().program().image(stop.me)->line_at(stop.pcs.at(0)))
        set["line"] = line->line;
      if (!told.empty()) set["message"] = told;
    } catch (const InputError& e) {
      set = {{"verified", false}, {"message", e.diagnostic().text}};
    }
    out.push_back(std::move(set));
  }
  return {{"breakpoints", out}};
}

Json DapServer::set_breakpoints(const Json& arguments) {
  const std::string path =
      arguments.at("source").value("path", arguments.at("source").value("name", ""));
  // Images name files as mecc was given them, editors with their whole path: the name decides.
  const std::string file = path.substr(path.rfind('/') + 1);
  return replace(
      "source " + path, arguments.value("breakpoints", Json::array()),
      [&](const Json& w) { return fmt::format("{}:{}", file, w.at("line").get<unsigned>()); });
}

Json DapServer::set_function_breakpoints(const Json& arguments) {
  return replace("functions", arguments.at("breakpoints"),
                 [](const Json& w) { return w.at("name").get<std::string>(); });
}

// References are "0:1 *23", as in disassemble().
Json DapServer::set_instruction_breakpoints(const Json& arguments) {
  return replace("instructions", arguments.at("breakpoints"), [](const Json& w) {
    const std::string reference = w.at("instructionReference");
    const size_t star = reference.find('*');
    const auto pc =
        star == reference.npos ? std::nullopt : parse_number(reference.substr(star + 1));
    if (!pc) throw InputError("expected an instruction as in '0:1 *23'");
    return fmt::format("{}{}", reference.substr(0, star + 1),
                       static_cast<int64_t>(*pc) + w.value("offset", 0));
  });
}

Json DapServer::set_exception_breakpoints(const Json&) {
  return Json::object(); // there are none to choose from
}

// ---- Going

void DapServer::go(std::function<StopReport()> way) {
  session();
  afterwards_ = [this, way = std::move(way)] {
    try {
      const StopReport report = way();
      stopped(report, report.interrupted ? "pause" : "step");
    } catch (const InputError& e) {
      event("output", {{"category", "stderr"}, {"output", e.diagnostic().text + "\n"}});
      stopped({}, "pause");
    } catch (const ChannelClosed&) {
      session_->history().recover();
      event("output",
            {{"category", "stderr"},
             {"output", "the process that held the chip has gone; the run was repeated\n"}});
      stopped({}, "pause");
    }
  };
}

void DapServer::stopped(const StopReport& report, const char* reason) {
  Json body{{"reason", reason},
            {"allThreadsStopped", true},
            {"threadId", thread_number(session_->thread())}};
  std::string text = fmt::format("cycle {}", session_->history().cycle());
  for (const Hit& h : report.hits) {
    if (h.id) {
      body["reason"] = "breakpoint";
      body["hitBreakpointIds"].push_back(h.id);
    }
    if (!h.text.empty()) text += ": " + h.text;
  }
  if (report.at_start) text += ": the start of the run";
  if (report.ended) {
    body["reason"] = "end of the run"; // one can go back from there
    const Json end = session_->ask("end");
    const auto failures = end.at("failures").get<std::vector<std::string>>();
    text += failures.empty() ? ": the run has ended: " + end.at("text").get<std::string>()
                             : fmt::format(": the run has failed: {}", fmt::join(failures, "; "));
    event("output",
          {{"category", failures.empty() ? "console" : "stderr"}, {"output", text + "\n"}});
  }
  body["description"] = text;
  body["text"] = text;
  event("stopped", std::move(body));
}

Thread DapServer::select(const Json& arguments, const char* key) {
  if (arguments.contains(key)) session().select(numbered_thread(arguments.at(key).get<unsigned>()));
  return session().thread();
}

Json DapServer::go_on(const Json&) {
  go([this] { return session_->go_on(Way::Forwards); });
  return {{"allThreadsContinued", true}};
}

Json DapServer::reverse_continue(const Json&) {
  go([this] { return session_->go_on(Way::Backwards); });
  return Json::object();
}

Json DapServer::do_step(const Json& arguments, Stop::Kind kind, Way way) {
  select(arguments, "threadId");
  if (kind == Stop::Kind::Line && arguments.value("granularity", "") == "instruction")
    kind = Stop::Kind::Instruction;
  go([this, kind, way] { return session_->step(kind, way); });
  return Json::object();
}

Json DapServer::step(const Json& arguments) {
  return do_step(arguments, Stop::Kind::Line, Way::Forwards);
}
Json DapServer::step_out(const Json& arguments) {
  return do_step(arguments, Stop::Kind::Function, Way::Forwards);
}
Json DapServer::step_back(const Json& arguments) {
  return do_step(arguments, Stop::Kind::Line, Way::Backwards);
}

// What ran has been left by now: waits_for() saw the request.
Json DapServer::pause(const Json&) {
  session();
  return Json::object();
}

} // namespace ixp::debug
