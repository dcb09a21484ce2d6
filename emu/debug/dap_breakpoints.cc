// Breakpoints set by editors: lines, functions, instructions, changes of values, assertions.
#include "emu/debug/dap_server.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

// A run also goes backwards, so hits are counted from where a move begins, not over the run.
uint64_t hit_count(const std::string& condition) {
  const auto count = parse_number(condition);
  if (!count.value_or(0))
    throw InputError(fmt::format("hit count '{}': expected a number N from 1; each move stops at "
                                 "its Nth hit",
                                 condition));
  return *count;
}

} // namespace

Json DapServer::replace(const std::string& group, const Json& wanted,
                        const std::function<Json(const Json&)>& set) {
  for (const int id : groups_[group])
    if (session().breakpoints().contains(id)) session().remove(id); // the console may remove it
  groups_[group].clear();
  Json out = Json::array();
  for (const Json& w : wanted) {
    Json reply;
    try {
      const uint64_t every = hit_count(text_or(w, "hitCondition", "1"));
      reply = set(w);
      session().set_every(session().breakpoint(reply.at("id")), every);
      reply["verified"] = true;
      groups_[group].push_back(reply.at("id"));
    } catch (const InputError& e) {
      reply = {{"verified", false}, {"message", e.diagnostic().text}};
    } catch (const Json::exception& e) {
      reply = {{"verified", false},
               {"message", "this is no breakpoint of the protocol: " + text(e)}};
    }
    out.push_back(std::move(reply));
  }
  return {{"breakpoints", out}};
}

// `place`: a location in a file, or "0:1 *23".
Json DapServer::add_code(const std::string& place, const std::string& condition) {
  std::string told, text = place;
  std::optional<unsigned> me;
  if (text.size() > 4 && text[3] == ' ')
    if (const auto t = parse_thread(text.substr(0, 3))) me = t->me, text = text.substr(4);
  const Breakpoint& b = session().add_location(text, me, 0xff, condition, told);
  const Stop& stop = b.stops.at(0);
  Json reply{{"id", b.id},
             {"instructionReference", instruction_reference(stop.me, stop.pcs.at(0))}};
  if (const mecc::SourceLine* line = session().program().image(stop.me)->line_at(stop.pcs.at(0));
      line && line->line)
    reply["line"] = line_for_editor(line->line);
  if (!told.empty()) reply["message"] = told;
  return reply;
}

Json DapServer::set_breakpoints(const Json& arguments) {
  const std::string path =
      text_or(arguments.at("source"), "path", text_or(arguments.at("source"), "name", ""));
  return replace(
      "source " + path, arguments.value("breakpoints", Json::array()), [&](const Json& w) {
        const std::string log = text_or(w, "logMessage", "");
        const uint64_t line = whole(w, "line") + 1 - first_line_;
        Json reply = add_code(fmt::format("{}:{}", path, line), text_or(w, "condition", ""));
        if (!log.empty()) add_log(reply.at("id"), log);
        return reply;
      });
}

Json DapServer::set_function_breakpoints(const Json& arguments) {
  return replace("functions", arguments.at("breakpoints"), [this](const Json& w) {
    return add_code(text_of(w, "name"), text_or(w, "condition", ""));
  });
}

void DapServer::add_log(uint64_t id, const std::string& log) {
  try {
    session().set_log(session().breakpoint(id), log);
  } catch (const InputError&) {
    session().remove(id);
    throw;
  }
}

Json DapServer::set_instruction_breakpoints(const Json& arguments) {
  return replace("instructions", arguments.at("breakpoints"), [this](const Json& w) {
    const auto [me, pc] = referenced_instruction(text_of(w, "instructionReference"));
    return add_code(fmt::format("{} *{}", me_name(me), pc + offset(w, "offset")),
                    text_or(w, "condition", ""));
  });
}

Json DapServer::set_exception_breakpoints(const Json& arguments) {
  const auto filters = arguments.value("filters", std::vector<std::string>{});
  session().stop_at_assertions(std::ranges::find(filters, kAssertions) != filters.end());
  Json out = Json::array();
  for (const std::string& filter : filters)
    if (filter == kAssertions)
      out.push_back({{"verified", true}});
    else
      out.push_back({{"verified", false},
                     {"message",
                      fmt::format("there is no filter '{}', expected '{}'", filter, kAssertions)}});
  return {{"breakpoints", out}};
}

// Anything with a value can be watched: "0:1.3 handle" names it and its thread.
Json DapServer::data_breakpoint_info(const Json& arguments) {
  std::string name = text_of(arguments, "name");
  if (arguments.contains("variablesReference"))
    name = container(arguments).second + name;
  else
    select(arguments, "frameId");
  try {
    session().ask("evaluate", {{"expression", name}});
  } catch (const InputError& e) {
    return {{"dataId", nullptr}, {"description", e.diagnostic().text}};
  }
  return {{"dataId", fmt::format("{} {}", text(session().thread()), name)},
          {"description", fmt::format("{} of {} changes", name, text(session().thread()))},
          {"accessTypes", {"write"}}};
}

Json DapServer::set_data_breakpoints(const Json& arguments) {
  return replace("data", arguments.at("breakpoints"), [this](const Json& w) -> Json {
    const std::string id = text_of(w, "dataId");
    const auto thread = parse_thread(id.substr(0, id.find(' ')));
    if (!thread || id.find(' ') == id.npos)
      throw InputError("expected what 'dataBreakpointInfo' gave");
    if (text_or(w, "accessType", "write") != "write")
      throw InputError("only changes of a value are seen, not reads");
    Stop stop;
    stop.kind = Stop::Kind::Change;
    stop.expression = id.substr(id.find(' ') + 1);
    stop.condition = text_or(w, "condition", "");
    stop.me = thread->me;
    stop.contexts = 1u << thread->ctx;
    return {{"id", session().add(stop.expression + " changes", {stop}).id}};
  });
}

} // namespace ixp::debug
