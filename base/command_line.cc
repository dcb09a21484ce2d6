#include "base/command_line.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace ixp {

namespace {

constexpr size_t kWidth = 80, kNames = 26;

// CLI11 appends to the type of an option the text of each validator: "N:INT in [1 - 9]",
// "ENGINE:{threaded,reference}", "BY:value in {flow->0,port->1} OR ...".
std::string type_of(const CLI::Option& o) {
  if (!o.get_option_text().empty()) return o.get_option_text();
  const std::string type = o.get_type_name();
  for (const char* validator : {":{", ":value in {"})
    if (const size_t at = type.find(validator); at != type.npos) return type.substr(0, at);
  const size_t range = type.find(" in [");
  return range == type.npos ? type : type.substr(0, type.rfind(':', range));
}

std::vector<std::string> values_of(const CLI::Option& o) {
  std::vector<std::string> values;
  const std::string type = o.get_type_name();
  const size_t begin = type.find('{'), end = type.find('}');
  if (begin == type.npos || end == type.npos) return values;
  std::istringstream in(type.substr(begin + 1, end - begin - 1));
  for (std::string value; std::getline(in, value, ',');)
    values.push_back(value.substr(0, value.find("->")));
  return values;
}

// `text` in lines of at most kWidth, `indent` spaces before each but the first.
std::string wrapped(const std::string& text, size_t indent) {
  std::string out;
  size_t column = indent;
  std::istringstream words(text);
  for (std::string word; words >> word; column += word.size()) {
    const bool first = out.empty();
    if (!first && column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
  }
  return out;
}

std::string entry(const std::string& names, const std::string& text) {
  std::string out = "  " + names;
  if (text.empty()) return out + "\n";
  out += out.size() + 2 > kNames ? "\n" + std::string(kNames, ' ')
                                 : std::string(kNames - out.size(), ' ');
  return out + wrapped(text, kNames) + "\n";
}

std::string names_of(const CLI::Option& o) {
  std::vector<std::string> names;
  for (const std::string& s : o.get_snames())
    names.push_back("-" + s);
  for (const std::string& l : o.get_lnames())
    names.push_back("--" + l);
  return fmt::format("{}", fmt::join(names, ", "));
}

class Help : public CLI::Formatter {
public:
  // CLI11 ends some groups with two empty lines.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    const std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    return CLI::detail::find_and_replace(text, "\n\n\n", "\n\n");
  }
  std::string make_option(const CLI::Option* o, bool positional) const override {
    std::string names = positional ? o->get_name(true, false) : names_of(*o);
    const std::string type = o->get_type_size() ? type_of(*o) : "";
    if (!type.empty()) names += " " + type;
    std::string text = o->get_description();
    if (o->get_required() && !positional) text += " (required)";
    return entry(names, text);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped(app->get_description(), 0) + "\n";
  }
  std::string make_footer(const CLI::App* app) const override {
    std::string out;
    std::istringstream lines(app->get_footer());
    for (std::string line; std::getline(lines, line);)
      out += (line.size() > kWidth ? wrapped(line, 0) : line) + "\n";
    return out;
  }
};

nlohmann::ordered_json json_of(const CLI::Option& o) {
  nlohmann::ordered_json out;
  out["names"] = nlohmann::json::array();
  for (const std::string& s : o.get_snames())
    out["names"].push_back("-" + s);
  for (const std::string& l : o.get_lnames())
    out["names"].push_back("--" + l);
  if (o.get_positional()) out["argument"] = o.get_name(true, false);
  out["value"] = o.get_type_size() && !o.get_positional() ? type_of(o) : "";
  out["values"] = values_of(o);
  out["several"] = o.get_expected_max() >= CLI::detail::expected_max_vector_size;
  out["required"] = o.get_required();
  out["group"] = o.get_group();
  out["text"] = o.get_description();
  return out;
}

nlohmann::ordered_json json_of(const CLI::App& app) {
  nlohmann::ordered_json out;
  out["name"] = app.get_name();
  out["text"] = app.get_description();
  out["footer"] = app.get_footer();
  out["options"] = nlohmann::json::array();
  for (const CLI::Option* o : app.get_options())
    if (!o->get_group().empty()) out["options"].push_back(json_of(*o));
  out["commands"] = nlohmann::json::array();
  for (const CLI::App* command : app.get_subcommands({}))
    out["commands"].push_back(json_of(*command));
  return out;
}

// Options of earlier versions. Each name had another meaning in another program.
constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
    {"--check", "--uninitialised"}, {"--check", "--audit"}, {"--report", "--costs"},
    {"--from", "--from-cycle"},     {"--to", "--to-cycle"},
};

std::string suggestion(const std::string& word, const std::vector<std::string>& known,
                       std::string_view all) {
  for (const auto& [before, now] : kRenamed)
    if (word == before && std::ranges::find(known, now) != known.end())
      return fmt::format("its name is now {}", now);
  std::string near = closest(word, known);
  const auto longer = [&](const std::string& name) { return name.starts_with(word + "-"); };
  if (near.empty() && std::ranges::count_if(known, longer) == 1)
    near = *std::ranges::find_if(known, longer);
  return near.empty() ? fmt::format("--help describes all {}", all)
                      : fmt::format("did you mean {}?", near);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* o : app.get_options())
    for (const std::string& name : o->get_lnames())
      names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({}))
    names.push_back(command->get_name());
  return names;
}

} // namespace

std::string not_empty(const std::string& text) {
  return text.empty() ? "'', expected something; leave the option out to do without" : "";
}

// Validator of folders: "-", elsewhere standard output, would make one of this name.
static std::string folder(const std::string& text) {
  return text == "-" ? "'-', expected a folder; ./- is one of this name" : "";
}

void prepare(CLI::App& app) {
  static const auto help = std::make_shared<Help>();
  app.formatter(help);
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    return fmt::format("{}: {}\nRun with --help for more information.\n", failed->get_name(),
                       explain(*failed, error));
  });
  for (CLI::Option* o : app.get_options({}))
    if (o->nonpositional() && o->get_items_expected_max() > 0) {
      o->check(not_empty);
      if (o->get_type_name() == "DIR") o->check(folder);
    }
  for (CLI::App* command : app.get_subcommands(std::function<bool(CLI::App*)>{}))
    prepare(*command);
}

std::string describe(const CLI::App& app) {
  return json_of(app).dump(1) + "\n";
}

namespace {

// "; an option of journey", for an option of other subcommands.
std::string owners(const CLI::App& app, const std::string& option) {
  if (!app.get_parent()) return "";
  std::vector<std::string> names;
  for (const CLI::App* other : app.get_parent()->get_subcommands({}))
    if (std::ranges::count(option_names(*other), option)) names.push_back(other->get_name());
  return names.empty() ? "" : fmt::format("; an option of {}", fmt::join(names, ", "));
}

// The arguments that a command takes: "RUN, and options".
std::string arguments_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* o : app.get_options())
    if (o->get_positional()) names.push_back(o->get_name(true, false));
  return names.empty() ? "options only" : fmt::format("{}, and options", fmt::join(names, ", "));
}

// The description of an option without its value, which CLI11 names by its type alone.
std::string missing_value(const CLI::App& app, const std::string& said) {
  const CLI::Option* o = app.get_option_no_throw(said.substr(0, said.find(':')));
  if (!o || !said.ends_with(" missing")) return said;
  return fmt::format("{}: expected {}: {}", o->get_name(), type_of(*o), o->get_description());
}

} // namespace

// CLI11 reports a missing argument before an unknown option, which may be the cause of it.
std::string explain(const CLI::App& app, const CLI::Error& error) {
  const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (code != CLI::ExitCodes::ExtrasError && code != CLI::ExitCodes::RequiredError &&
      code != CLI::ExitCodes::ArgumentMismatch)
    return error.what();
  const auto used = app.get_subcommands();
  if (!used.empty()) return explain(*used.front(), error);
  if (code == CLI::ExitCodes::ArgumentMismatch) return missing_value(app, error.what());
  const std::vector<std::string> unknown = app.remaining();
  const auto commands = command_names(app);
  if (!commands.empty() && !unknown.empty() && !unknown[0].starts_with("-"))
    return fmt::format("'{}': unknown subcommand; {}", unknown[0],
                       suggestion(unknown[0], commands, "subcommands"));
  for (const std::string& word : unknown) {
    if (word.size() < 2 || !word.starts_with("-")) continue;
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("{}: unknown option{}; {}", word, owners(app, name),
                       suggestion(name, option_names(app), "options"));
  }
  if (!unknown.empty())
    return fmt::format("'{}': unexpected argument; {} takes {}", unknown[0], app.get_name(),
                       arguments_of(app));
  return error.what();
}

} // namespace ixp
