// Data for display in editors: threads, stacks, variables, memory, instructions.
#include "emu/debug/dap_server.h"
#include "emu/explain/program_place.h"
#include "isa/control_store.h"

#include <filesystem>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

std::string hex(uint64_t value) {
  return fmt::format("{} ({:#x})", value, value);
}

Json shown(const std::string& name, const std::string& value) {
  return {{"name", name}, {"value", value}, {"variablesReference", 0}};
}

Json source_of(const mecc::SourceLine& line) {
  const std::filesystem::path path(line.file);
  return {{"name", path.filename().string()},
          {"path", std::filesystem::absolute(path).lexically_normal().string()}};
}

std::string base64(const std::string& bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<uint8_t>(bytes[i + j]) : 0u);
    for (size_t j = 0; j < 4; ++j)
      out += i + j < bytes.size() + 1 ? kDigits[group >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

} // namespace

Json DapServer::threads(const Json&) {
  const Json reply = session().ask("threads");
  Json out = Json::array();
  for (const Json& t : reply.at("threads")) {
    const Thread thread{t.at("thread").at("me"), t.at("thread").at("ctx")};
    out.push_back({{"id", thread_number(thread)},
                   {"name", fmt::format("{} {}", text(thread), t.at("state").get<std::string>())}});
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
    frame["line"] = line->line;
    frame["source"] = source_of(*line);
  }
  return {{"stackFrames", {frame}}, {"totalFrames", 1}};
}

Json DapServer::scopes(const Json& arguments) {
  select(arguments, "frameId");
  const uint64_t first = whole(arguments, "frameId") * kScopes;
  Json out = Json::array();
  const char* names[] = {"Variables", "Registers", "Microengine"};
  for (unsigned i = 0; i < kScopes; ++i)
    out.push_back({{"name", names[i]}, {"variablesReference", first + i}, {"expensive", i != 0}});
  return {{"scopes", out}};
}

Json DapServer::variables(const Json& arguments) {
  const uint64_t reference = whole(arguments, "variablesReference");
  select({{"threadId", reference / kScopes}}, "threadId");
  Json out = Json::array();
  if (reference % kScopes == Variables) {
    const Json reply = session().ask("variables");
    for (const Json& v : reply.at("variables"))
      out.push_back(shown(v.at("name"), hex(v.at("value").get<uint32_t>())));
  } else if (reference % kScopes == Registers) {
    const Json reply = session().ask("registers");
    for (const auto& [file, words] : reply.at("files").items())
      for (size_t n = 0; n < words.size(); ++n)
        out.push_back(shown(fmt::format("{}{}", file, n), hex(words[n].get<uint32_t>())));
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

Json DapServer::set_variable(const Json& arguments) {
  const uint64_t reference = whole(arguments, "variablesReference");
  select({{"threadId", reference / kScopes}}, "threadId");
  const uint32_t value = session().longword(text_of(arguments, "value"));
  session().history().edit(session().thread(), text_of(arguments, "name"), value);
  return {{"value", hex(value)}};
}

// Evaluates an expression, or in the editor's console any debugger command.
Json DapServer::evaluate(const Json& arguments) {
  select(arguments, "frameId");
  const std::string expression = text_of(arguments, "expression");
  if (text_or(arguments, "context", "") == "repl") return execute(expression);
  const Json reply = session().ask("evaluate", {{"expression", expression}});
  const int64_t value = reply.at("value");
  return {{"result", value < 0 ? fmt::format("{}", value) : hex(static_cast<uint64_t>(value))},
          {"variablesReference", 0}};
}

namespace {
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
} // namespace

// Executes console commands up to the first error. Their outputs are separated as for a command
// file.
Json DapServer::execute(const std::string& commands) {
  printed_.clear();
  const Thread thread = session().thread();
  const uint64_t cycle = session().history().cycle();
  const auto show_moves = [&] {
    if (cycle != session().history().cycle() || !(thread == session().thread()))
      afterwards_ = [this] { stopped({}, "goto"); };
  };
  const std::vector<std::string> lines = lines_of(commands);
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
    const mecc::SourceLine* line = there ? image->line_at(static_cast<uint32_t>(at)) : nullptr;
    if (line && line->line) {
      one["line"] = line->line;
      one["location"] = source_of(*line);
    }
    if (!there) one["presentationHint"] = "invalid";
    out.push_back(std::move(one));
  }
  return {{"instructions", out}};
}

// "sram0:0x1000": bytes in the chip's order, the most significant of a longword first.
Json DapServer::read_memory(const Json& arguments) {
  const std::string reference = text_of(arguments, "memoryReference");
  const size_t colon = reference.find(':');
  const auto base =
      colon == reference.npos ? std::nullopt : parse_number(reference.substr(colon + 1));
  if (!base) throw InputError("expected a memory and an address, as in 'sram0:0x1000'");
  const uint64_t begin = *base + static_cast<uint64_t>(offset(arguments, "offset"));
  const uint64_t count = std::min<uint64_t>(whole(arguments, "count"), 1u << 20);
  std::string bytes;
  if (count) {
    const uint64_t first = begin / 4 * 4, words = (begin + count - first + 3) / 4;
    const Json reply = session().ask(
        "memory",
        {{"region", reference.substr(0, colon)}, {"address", first}, {"longwords", words}});
    for (const Json& w : reply.at("words"))
      for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(w.get<uint32_t>() >> shift);
    bytes = bytes.substr(std::min<size_t>(begin - first, bytes.size()), count);
  }
  return {{"address", fmt::format("{:#x}", begin)},
          {"data", base64(bytes)},
          {"unreadableBytes", count - bytes.size()}};
}

Json DapServer::source(const Json& arguments) {
  const std::string path = text_of(arguments.at("source"), "path");
  const std::string file = session().program().source_called(path);
  if (file.empty()) throw InputError({path}, "is no source of the programs, so it is not served");
  const std::vector<std::string>& lines = session().program().source(file);
  if (lines.empty()) throw InputError({path}, "cannot be read");
  return {{"content", fmt::format("{}\n", fmt::join(lines, "\n"))}};
}

} // namespace ixp::debug
