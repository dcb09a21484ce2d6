// Runs and steps requested by editors, and requests answered during them.
#include "emu/debug/dap_server.h"

#include <fmt/format.h>

namespace ixp::debug {

using Way = Session::Way;

namespace {
// Requests that are answered during a run. Others depend on the chip's position.
const std::set<std::string> kDuringRuns{"setBreakpoints",
                                        "setFunctionBreakpoints",
                                        "setInstructionBreakpoints",
                                        "setExceptionBreakpoints",
                                        "setDataBreakpoints",
                                        "threads",
                                        "source"};

bool stops_runs(const Json& message) {
  const std::string command = text_at(message, "command");
  return command == "pause" || command == "disconnect" || command == "terminate" ||
         command == "restart";
}
} // namespace

bool DapServer::answered_during_runs(const std::string& command) {
  return kDuringRuns.contains(command);
}

// While a console command runs, the editor considers the chip stopped. Its other requests are
// answered after the run.
bool DapServer::may_interrupt(const Json& message) const {
  if (stops_runs(message) || !session_->travels()) return stops_runs(message);
  return running_ || answered_during_runs(text_at(message, "command"));
}

bool DapServer::see_to_the_rest() {
  const auto rest = [this](const Json& m) { return may_interrupt(m) && !stops_runs(m); };
  while (const auto request = stream_.take(rest))
    if (text_at(*request, "type") == "request") answer(*request);
  return !stream_.waits_for(stops_runs);
}

void DapServer::go(std::function<StopReport()> way) {
  session();
  afterwards_ = [this, way = std::move(way)] {
    try {
      running_ = true;
      const StopReport report = way();
      stopped(report, report.interrupted ? "pause" : "step");
    } catch (const InputError& e) {
      event("output", {{"category", "stderr"}, {"output", placed_text(e.diagnostic()) + "\n"}});
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
  running_ = false;
  Json body{{"reason", reason},
            {"allThreadsStopped", true},
            {"threadId", thread_number(session_->thread())}};
  assertion_.clear();
  std::string text = fmt::format("cycle {}", session_->history().cycle());
  for (const Hit& h : report.hits) {
    if (h.id == Session::kAssertion) {
      body["reason"] = "exception";
      assertion_ = h.text;
    }
    if (h.id > 0) {
      body["reason"] = "breakpoint";
      body["hitBreakpointIds"].push_back(h.id);
    }
    if (!h.text.empty()) text += ": " + h.text;
  }
  if (report.at_start) text += ": the start of the run";
  if (report.ended) {
    body["reason"] = "end of the run"; // the user can go back from there
    const Json end = session_->ask("end");
    const auto failures = end.at("failures").get<std::vector<std::string>>();
    text += failures.empty() ? ": the run has ended: " + end.at("text").get<std::string>()
                             : fmt::format(": the run has failed: {}", fmt::join(failures, "; "));
    event("output",
          {{"category", failures.empty() ? "console" : "stderr"}, {"output", text + "\n"}});
    if (!debugs_) return report_end();
  }
  body["description"] = text;
  body["text"] = text;
  event("stopped", std::move(body));
}

Thread DapServer::select(const Json& arguments, const char* key) {
  if (arguments.contains(key)) session().select(numbered_thread(whole(arguments, key)));
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
  if (kind == Stop::Kind::Line && text_or(arguments, "granularity", "") == "instruction")
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

Json DapServer::exception_info(const Json&) {
  session();
  if (assertion_.empty()) throw InputError("the run is not at an assertion that failed");
  return {{"exceptionId", "ixp_assert"}, {"description", assertion_}, {"breakMode", "always"}};
}

// The run has already stopped: waits_for() saw the request.
Json DapServer::pause(const Json&) {
  session();
  return Json::object();
}

} // namespace ixp::debug
