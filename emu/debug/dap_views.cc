// Data for display in editors: threads, stacks, variables, instructions, completions.
#include "emu/debug/completions.h"
#include "emu/debug/dap_server.h"
#include "emu/explain/program_place.h"
#include "isa/control_store.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

std::string hex(uint64_t value) {
  return fmt::format("{} ({:#x})", value, value);
}

Json source_of(const mecc::SourceLine& line) {
  const std::filesystem::path path(line.file);
  return {{"name", path.filename().string()},
          {"path", std::filesystem::absolute(path).lexically_normal().string()}};
}

// Kind and location of a variable. Images do not have its type in C.
std::string type_text(const std::string& location, const std::string& place) {
  const bool signal = location.size() > 1 && location[0] == 's' &&
                      location.find_first_not_of("0123456789", 1) == location.npos;
  return fmt::format("{} {}", signal ? "signal" : "longword in", place);
}

// "header", "[3]" of "header[3]"; "count", "" of "count".
std::pair<std::string, std::string> divided(const std::string& name) {
  const size_t bracket = name.find('[');
  return {name.substr(0, bracket), bracket == name.npos ? "" : name.substr(bracket)};
}

// Lines without blanks around them; empty lines are omitted.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (Words line(std::string_view(text).substr(at, end - at)); !line.empty())
      lines.emplace_back(line.rest());
    at = end + 1;
  }
  return lines;
}

// Order of elements: [9] precedes [10].
bool earlier(const Json& a, const Json& b) {
  const auto key = [](const Json& v) {
    const std::string& name = v.at("name").get_ref<const std::string&>();
    return std::pair<size_t, std::string_view>(name.size(), name);
  };
  return key(a) < key(b);
}

// The bytes of UTF-8 text in its first `units` units of UTF-16, in which editors count columns.
std::string_view first_units(std::string_view text, uint64_t units) {
  size_t end = 0;
  for (uint64_t n = 0; end < text.size() && n < units; ++n) {
    const auto lead = static_cast<unsigned char>(text[end]);
    if (lead >= 0xf0) ++n; // a pair of units
    do
      ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80);
  }
  return text.substr(0, end);
}

} // namespace

Json shown(const std::string& name, const std::string& value) {
  return {{"name", name}, {"value", value}, {"variablesReference", 0}};
}

Json DapServer::threads(const Json&) {
  const Json reply = session().ask("threads");
  Json out = Json::array();
  for (const Json& t : reply.at("threads")) {
    const Thread thread{t.at("thread").at("me"), t.at("thread").at("ctx")};
    out.push_back({{"id", thread_number(thread)},
                   {"name", fmt::format("{} {} {}", session().program().image(thread.me)->name,
                                        text(thread), t.at("state").get<std::string>())}});
  }
  return {{"threads", out}};
}

Json DapServer::stack_trace(const Json& arguments) {
  const Thread thread = select(arguments, "threadId");
  const unsigned pc = session().pc();
  const mecc::Image& image = *session().program().image(thread.me);
  Json frame{{"id", arguments.at("threadId")},
             {"name", function_at(image, pc)},
             {"line", 0},
             {"column", 0},
             {"instructionPointerReference", instruction_reference(thread.me, pc)}};
  if (const mecc::SourceLine* line = image.line_at(pc); line && line->line) {
    frame["line"] = line_for_editor(line->line);
    frame["column"] = first_column_;
    frame["source"] = source_of(*line);
  }
  Json frames = Json::array();
  if (!arguments.contains("startFrame") || whole(arguments, "startFrame") == 0)
    frames.push_back(std::move(frame));
  return {{"stackFrames", frames}, {"totalFrames", 1}};
}

Json DapServer::scopes(const Json& arguments) {
  select(arguments, "frameId");
  const uint64_t first = whole(arguments, "frameId") * kScopes;
  Json out = Json::array();
  const char* names[] = {"Variables", "Registers", "Microengine", "Memory"};
  for (unsigned i = 0; i < kScopes; ++i)
    out.push_back({{"name", names[i]}, {"variablesReference", first + i}, {"expensive", i != 0}});
  return {{"scopes", out}};
}

// The scope of a 'variablesReference', and the name of its array or "". Selects its thread.
std::pair<unsigned, std::string> DapServer::container(const Json& arguments) {
  const uint64_t reference = whole(arguments, "variablesReference");
  if (reference < kFirstArray) {
    select({{"threadId", reference / kScopes}}, "threadId");
    return {reference % kScopes, ""};
  }
  if (reference - kFirstArray >= arrays_.size())
    throw InputError(fmt::format("there is no 'variablesReference' {}", reference));
  const auto& [thread, name] = arrays_[reference - kFirstArray];
  session().select(thread);
  return {Variables, name};
}

// An array or structure of the current thread, with a reference to its elements.
Json DapServer::array(const std::string& name, const std::vector<Json>& elements) {
  const std::pair one(session().thread(), name);
  const auto known = std::ranges::find(arrays_, one);
  const size_t size = elements.size();
  Json out = shown(name, fmt::format("{} element{}", size, size == 1 ? "" : "s"));
  out["variablesReference"] = kFirstArray + static_cast<uint64_t>(known - arrays_.begin());
  if (known == arrays_.end()) arrays_.push_back(one);
  const Json& first = *std::ranges::min_element(elements, earlier);
  if (first.contains("memoryReference")) out["memoryReference"] = first["memoryReference"];
  return out;
}

// Variables of the current thread with a location here; an array or structure is one of them.
std::vector<Json> DapServer::variables_and_arrays() {
  std::vector<Json> out;
  for (auto& [name, elements] : elements_by_array())
    if (name.empty())
      out.insert(out.end(), elements.begin(), elements.end());
    else
      out.push_back(array(name, elements));
  std::ranges::sort(out, {}, [](const Json& v) {
    return std::pair(v.at("name").get<std::string>(), v.at("variablesReference").get<uint64_t>());
  });
  return out;
}

// Elements by the name of their array or structure; at "" the variables without elements.
std::map<std::string, std::vector<Json>> DapServer::elements_by_array() {
  std::map<std::string, std::vector<Json>> out;
  const Json reply = session().ask("variables");
  for (const Json& v : reply.at("variables")) {
    const std::string name = v.at("name");
    const auto [base, index] = divided(name);
    Json one = shown(index.empty() ? name : index, hex(v.at("value").get<uint32_t>()));
    one["evaluateName"] = name;
    if (shows_types_) one["type"] = type_text(v.at("location"), v.at("place"));
    if (const std::string memory = memory_reference(session().thread().me, v.at("place"));
        !memory.empty())
      one["memoryReference"] = memory;
    out[index.empty() ? "" : base].push_back(std::move(one));
  }
  return out;
}

Json DapServer::variables(const Json& arguments) {
  const auto [scope, of] = container(arguments);
  Json out = Json::array();
  if (!of.empty()) {
    std::vector<Json> elements = elements_by_array()[of];
    std::ranges::sort(elements, earlier);
    out = elements;
  } else if (scope == Variables) {
    out = variables_and_arrays();
  } else if (scope == Registers) {
    const Json reply = session().ask("registers");
    for (const auto& [file, words] : reply.at("files").items())
      for (size_t n = 0; n < words.size(); ++n)
        out.push_back(shown(fmt::format("{}{}", file, n), hex(words[n].get<uint32_t>())));
  } else if (scope == Memories) {
    out = memories();
  } else {
    for (const char* what : {"cycle", "pc", "packets_rx", "packets_tx"})
      out.push_back(
          shown(what, hex(session().ask("evaluate", {{"expression", what}}).at("value"))));
    for (const RingConfig& r : session().simulation().system().rings) {
      const std::string depth = fmt::format("depth({})", r.number);
      out.push_back(shown(r.name.empty() ? depth : fmt::format("depth({})", r.name),
                          hex(session().ask("evaluate", {{"expression", depth}}).at("value"))));
    }
  }
  return {{"variables", out}};
}

Json DapServer::assign(const std::string& place, const Json& arguments) {
  const uint32_t value = session().longword(text_of(arguments, "value"));
  session().history().edit(session().thread(), place, value);
  return {{"value", hex(value)}};
}

Json DapServer::set_variable(const Json& arguments) {
  const std::string array = container(arguments).second;
  return assign(array + text_of(arguments, "name"), arguments);
}

Json DapServer::set_expression(const Json& arguments) {
  select(arguments, "frameId");
  return assign(text_of(arguments, "expression"), arguments);
}

// Executes debugger commands in the editor's console. Other texts are expressions or arrays.
Json DapServer::evaluate(const Json& arguments) {
  select(arguments, "frameId");
  const std::string expression = text_of(arguments, "expression");
  if (text_or(arguments, "context", "") != "repl") return value_of(expression);
  const std::vector<std::string> lines = lines_of(expression);
  if (lines.size() != 1 || Console::knows(lines[0])) return execute(lines);
  try {
    return value_of(lines[0]);
  } catch (const InputError& e) {
    throw InputError(
        fmt::format("{}; {}", e.diagnostic().text, Console::unknown(Words(lines[0]).peek())));
  }
}

Json DapServer::value_of(const std::string& expression) {
  Json reply;
  try {
    reply = session().ask("evaluate", {{"expression", expression}});
  } catch (const InputError&) {
    const auto arrays = elements_by_array();
    const auto of = arrays.find(expression);
    if (expression.empty() || of == arrays.end()) throw;
    Json out = array(of->first, of->second);
    out["result"] = out["value"];
    return out;
  }
  const int64_t value = reply.at("value");
  Json out{{"result", value < 0 ? fmt::format("{}", value) : hex(static_cast<uint64_t>(value))},
           {"variablesReference", 0}};
  const std::string memory = memory_reference(session().thread().me, reply.at("place"));
  if (!memory.empty()) out["memoryReference"] = memory;
  return out;
}

// Executes console commands up to the first error. Their outputs are separated as for a command
// file.
Json DapServer::execute(const std::vector<std::string>& lines) {
  printed_.clear();
  const Thread thread = session().thread();
  const uint64_t cycle = session().history().cycle();
  const auto show_moves = [&] {
    if (cycle != session().history().cycle() || !(thread == session().thread()))
      afterwards_ = [this] { stopped({}, "goto"); };
  };
  try {
    if (lines.empty()) console_->execute(""); // repeats a step
    for (const std::string& line : lines) {
      if (lines.size() > 1) printed_ += fmt::format("> {}\n", line);
      if (console_->execute(line)) continue;
      end_session();
      return {{"result", printed_}, {"variablesReference", 0}};
    }
  } catch (...) {
    if (!printed_.empty()) event("output", {{"category", "console"}, {"output", printed_}});
    show_moves();
    throw;
  }
  show_moves();
  return {{"result", printed_}, {"variablesReference", 0}};
}

Json DapServer::disassemble(const Json& arguments) {
  const auto [me, pc] = referenced_instruction(text_of(arguments, "memoryReference"));
  const mecc::Image* image = session().program().image(me);
  if (!image) throw InputError(fmt::format("microengine {} has no program", me_name(me)));
  const auto size = static_cast<int64_t>(image->words.size());
  const int64_t first = pc + offset(arguments, "offset") + offset(arguments, "instructionOffset");
  const auto count = static_cast<int64_t>(
      std::min<uint64_t>(whole(arguments, "instructionCount"), mev2::kMaxControlStoreWords));
  Json out = Json::array();
  for (int64_t at = first; at < first + count; ++at) {
    const bool there = at >= 0 && at < size;
    Json one{{"address", instruction_reference(me, at)},
             {"instruction", there ? session().program().instruction_text(me, unsigned(at)) : ""}};
    if (there) one["instructionBytes"] = fmt::format("{:010x}", image->words[size_t(at)]);
    const mecc::SourceLine* line = there ? image->line_at(static_cast<uint32_t>(at)) : nullptr;
    if (line && line->line) {
      one["line"] = line_for_editor(line->line);
      one["location"] = source_of(*line);
    }
    if (!there) one["presentationHint"] = "invalid";
    out.push_back(std::move(one));
  }
  return {{"instructions", out}};
}

// No request of the protocol: the extension of VS Code shows these frames.
Json DapServer::frames(const Json&) {
  Json reply = session().ask("frames");
  for (Json& frame : reply.at("frames"))
    for (Json& stage : frame.at("stages"))
      if (const auto thread = stage.find("thread"); thread != stage.end())
        *thread = text(thread->get<Thread>());
  reply["cycle"] = session().history().cycle();
  return reply;
}

Json DapServer::source(const Json& arguments) {
  const std::string path = text_of(arguments.at("source"), "path");
  const std::string file = session().program().source_called(path);
  if (file.empty()) throw InputError({path}, "is no source of the programs, so it is not served");
  const std::vector<std::string>& lines = session().program().source(file);
  if (lines.empty()) throw InputError({path}, "cannot be read");
  return {{"content", fmt::format("{}\n", fmt::join(lines, "\n"))}};
}

// `text` may have several lines; `column` is in line `line`, by default the first.
Json DapServer::completions(const Json& arguments) {
  select(arguments, "frameId");
  const uint64_t column = whole(arguments, "column");
  if (column < first_column_) throw InputError("'column' is 0; expected a number from 1");
  const std::string all = text_of(arguments, "text");
  std::string_view text = all;
  for (uint64_t line = arguments.contains("line") ? whole(arguments, "line") : first_line_;
       line > first_line_ && text.find('\n') != text.npos; --line)
    text.remove_prefix(text.find('\n') + 1);
  text = first_units(text.substr(0, text.find('\n')), column - first_column_);
  const Completions found = complete(session(), text);
  Json targets = Json::array();
  for (const auto& [name, type] : found.candidates)
    targets.push_back({{"label", name},
                       {"type", type},
                       {"start", column - found.begun},
                       {"length", found.begun}});
  return {{"targets", targets}};
}

} // namespace ixp::debug
