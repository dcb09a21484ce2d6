#include "mecc/driver/command_line.h"

#include "base/command_line.h"
#include "base/print.h"
#include "base/version.h"
#include "isa/control_store.h"
#include "mecc/driver/outputs.h"
#include "mecc/driver/system_file.h"

#include <CLI/CLI.hpp>

#include <cctype>
#include <cstdio>
#include <fmt/format.h>

namespace mecc {

namespace {

// -O, -O0 .. -Os look like a flag with an optional value, which would consume the next file name;
// CLI11 parses -mdata and similar options as bundles of short options.
std::vector<std::string> rewritten(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  for (const std::string& a : arguments)
    if (a.starts_with("-O"))
      out.push_back("--optimise=" + (a.size() > 2 ? a.substr(2) : "1"));
    else if (a.starts_with("-mdata") || a == "-include" || a == "-MD" || a == "-MF" ||
             a == "-fsyntax-only" || a.starts_with("-fdebug-prefix-map=") || a.starts_with("-std="))
      out.push_back("-" + a);
    else if (a.starts_with("--optimize"))
      out.push_back("--optimise" + a.substr(10));
    else
      out.push_back(a);
  std::ranges::reverse(out); // the order that CLI11 expects
  return out;
}

bool is_identifier(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  return std::ranges::all_of(
      name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '$'; });
}

std::pair<std::string, std::string> define(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (!is_identifier(name.substr(0, name.find('('))))
    throw CLI::ValidationError(
        fmt::format("-D {}: '{}' is no name for a macro, expected NAME or NAME=VALUE", text, name));
  return {name, equals == std::string::npos ? "1" : text.substr(equals + 1)};
}

void leave_out(Optimisations& from, const std::string& name) {
  if (name == "all") return from.leave_out_all();
  if (const auto o = optimisation_named(name)) return from.leave_out(*o);
  const std::string near = ixp::closest(name, optimisation_names());
  throw CLI::ValidationError(fmt::format("--without {}: no such optimisation; {}", name,
                                         near.empty() ? "--optimisations lists them"
                                                      : fmt::format("did you mean '{}'?", near)));
}

void list_optimisations() {
  for (const std::string& name : optimisation_names())
    ixp::print("{:<20} {}\n", name, description_of(*optimisation_named(name)));
}

enum class Job {
  Build,
  System,
  Disassemble,
  Assemble,
  Words,
  Preprocess,
  CompileCommands,
  Optimisations
};

} // namespace

struct CommandLine::Declared {
  CLI::App app{
      "Compiler of Microengine C, assembler and disassembler for IXP2400 microengines (MEv2)"};
  std::vector<std::string> defines, without;
  std::string standard; // checked only
  std::string level, data;
  unsigned contexts = 0;
  std::optional<unsigned> run_contexts;
  bool disassemble = false, assemble = false, words = false, preprocess = false, commands = false;
  bool no_warnings = false;
  bool optimisations = false;
  Job job = Job::Build;
  std::vector<CLI::Option*> all_jobs;
  std::vector<CLI::Option*> c_only;

  void jobs(Options& o);
  void outputs(Options& o);
  void preprocessor(Options& o);
  void code(Options& o);
  CLI::Option* for_c(CLI::Option* option);
  void finish(Options& o);
  void check_jobs() const;
  void check_c_only(const Options& o) const;
  void check_outputs() const;
  void check_files(const Options& o) const;
};

// Marks an option that has no effect on assembly and on compiled programs.
CLI::Option* CommandLine::Declared::for_c(CLI::Option* option) {
  c_only.push_back(option);
  return option->description(option->get_description() + " (C)");
}

void CommandLine::Declared::jobs(Options& o) {
  app.add_option("FILE", o.files,
                 "Sources: C (.c), assembly (.uc); or compiled programs: .uof, .hex. "
                 "All C files together form one program. '-' is standard input, for --assemble and "
                 "--disassemble")
      ->type_name("");
  const std::string group = "Jobs (default: compile FILE... to an image, a UOF file)";
  all_jobs = {
      app.add_option("--system", o.system,
                     "Compile all programs that the system file names, and link them to one UOF")
          ->type_name("SYSTEM.toml"),
      app.add_flag("--disassemble", disassemble,
                   "Print the instructions of FILE, a UOF or words in hexadecimal"),
      app.add_flag("--assemble", assemble,
                   "Turn single instructions, as --disassemble prints them, into words"),
      app.add_flag("--print-words", words, "Compile FILE and print its words in hexadecimal"),
      app.add_flag("-E", preprocess, "Print FILE after #include, macros and #if"),
      app.add_flag("--compile-commands", commands,
                   "FILE is a folder: write compile_commands.json there, so that editors with "
                   "clangd understand its C sources"),
      app.add_flag("--optimisations", optimisations, "List the names that --without takes")};
  for (CLI::Option* j : all_jobs)
    j->group(group);
  app.add_flag("--no-cache{false}", o.cache,
               "With --system: compile even if the images of an earlier call are still valid")
      ->group(group);
  app.add_flag("--confined", o.confined,
               "With --system: sources include only files below the current folder, the system "
               "file's, and folders that it names, as ixpemu requires")
      ->group(group);
  app.add_option("--set", o.overrides,
                 "With --system: override a key of the system file, e.g. "
                 "microengine.0:1.define.X=3")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group(group);
}

void CommandLine::Declared::outputs(Options& o) {
  const auto add = [](CLI::Option* option) { option->group("Output"); };
  add(app.add_option("-o", o.output, "Name of the result; '-' is standard output")
          ->type_name("OUT"));
  add(app.add_flag("-S", o.assembly, "Write assembly text instead of a UOF"));
  add(for_c(app.add_flag("--emit-llvm", o.emit_llvm,
                         "Write the LLVM IR before code generation instead of a UOF")));
  add(app.add_flag("--list", o.list,
                   "Also write OUT.list: each word with its address and source line"));
  add(app.add_flag("-g", o.debug, "Also write OUT.elf with DWARF, for debuggers"));
  CLI::Option* rule = app.add_flag("--MD", o.make_rule,
                                   "-MD: also write a rule for make or ninja, OUT.d: the image "
                                   "and the files that were read");
  add(rule);
  add(app.add_option("--MF", o.make_rule_path, "-MF FILE: write the rule of -MD into FILE")
          ->type_name("FILE")
          ->needs(rule));
  add(app.add_flag("--fsyntax-only", o.syntax_only,
                   "-fsyntax-only: report errors and warnings of the front end, write nothing"));
  add(for_c(app.add_option(
                "--fdebug-prefix-map", o.prefix_maps,
                "-fdebug-prefix-map=OLD=NEW: names of files that begin with OLD begin with "
                "NEW in the image, so that it is the same on every machine"))
          ->type_name("OLD=NEW")
          ->allow_extra_args(false)
          ->check([](const std::string& map) {
            return map.find('=') == map.npos ? map + " is not OLD=NEW" : "";
          }));
  add(app.add_flag("--costs", o.report,
                   "Print the cost of each function: words, registers, cycles between swaps"));
  add(app.add_option("--sarif", o.sarif,
                     "Also write errors and warnings to OUT as SARIF 2.1.0, for dashboards")
          ->type_name("OUT"));
}

void CommandLine::Declared::preprocessor(Options& o) {
  const auto add = [](CLI::Option* option, const char* type) {
    option->type_name(type)->allow_extra_args(false)->group("Preprocessor and warnings");
  };
  add(app.add_option("-I", o.include_dirs, "Also search DIR for #include files"), "DIR");
  add(app.add_option("-D,--define", defines,
                     "#define NAME V, 1 without V; in a .uof: the value of import variable NAME"),
      "NAME[=V]");
  add(for_c(app.add_option("-U", o.undefines, "#undef NAME, which mecc or -D define")), "NAME");
  add(for_c(app.add_option("--include", o.forced_includes,
                           "-include FILE: as if the source began with #include FILE")),
      "FILE");
  add(for_c(
          app.add_option("--std", standard,
                         "-std=gnu99: the only language, C99 with GNU extensions; c99 is the same"))
          ->check([](const std::string& text) {
            return text == "gnu99" || text == "c99"
                       ? std::string()
                       : text + ": Microengine C is C99 with GNU extensions; expected gnu99 or "
                                "c99, or "
                                "no -std";
          }),
      "LANGUAGE");
  add(for_c(app.add_option("-W", o.warnings,
                           "Warnings, as Clang has them: -Wall, -Wno-shadow, -Werror; mecc adds "
                           "addresses, registers and signals")),
      "NAME");
  for_c(app.add_flag("-w", no_warnings, "No warnings at all"))->group("Preprocessor and warnings");
}

void CommandLine::Declared::code(Options& o) {
  const auto add = [](CLI::Option* option) { option->group("Code"); };
  add(app.add_option("--contexts", contexts, "Contexts of a microengine: 8 (default) or 4")
          ->check(CLI::IsMember({4, 8}))
          ->option_text("4|8"));
  add(app.add_option(
             "-O,--optimise", level,
             "-O0 to -O3, -Os: optimisation level. -Og: as -O0, and variables keep their values "
             "until their scopes end, for prints and the debugger. The default for C is -O2. "
             "Assembly stays as written by default; with a level, defer slots are filled")
          ->check(CLI::IsMember({"0", "1", "2", "3", "s", "g"}))
          ->option_text("0|1|2|3|s|g"));
  add(for_c(app.add_option(
                "--mdata", data,
                "-mdata=sram: objects that fit no register are in SRAM instead of local memory"))
          ->check(CLI::IsMember({"local", "sram"}))
          ->option_text("local|sram"));
  add(for_c(app.add_option("--run-contexts", run_contexts,
                           "Number of contexts that run: the others get no data of their own"))
          ->check(CLI::Range(1, 8))
          ->option_text("1..8"));
  add(app.add_option(
             "--control-store", o.control_store_words,
             "A control store of N words, for experiments (4096 on the IXP2400, at most 8192)")
          ->check(CLI::Range(1u, mev2::kMaxControlStoreWords))
          ->option_text("N"));
  add(for_c(app.add_option(
                "--without", without,
                "Disable this optimisation, or all, to find one that miscompiles a program"))
          ->type_name("NAME")
          ->allow_extra_args(false));
  add(for_c(app.add_flag("--verify", o.verify, "Verify the intermediate code after every step")));
}

// CLI11's excludes() would list every pair in --help.
void CommandLine::Declared::check_jobs() const {
  const CLI::Option* first = nullptr;
  for (const CLI::Option* j : all_jobs) {
    if (j->count() && first)
      throw CLI::ValidationError(
          fmt::format("{} excludes {}: one job at a time", first->get_name(), j->get_name()));
    if (j->count()) first = j;
  }
}

// Jobs that produce no image accept no options that add outputs to one.
void CommandLine::Declared::check_outputs() const {
  if (job == Job::Build || job == Job::System) return;
  const auto asked = std::ranges::find_if(all_jobs, [](const auto* j) { return j->count() > 0; });
  for (const char* output : {"-S", "--emit-llvm", "--list", "-g", "--costs"})
    if (app.count(output))
      throw CLI::ValidationError(fmt::format("{} and {} contradict each other; leave one out",
                                             (*asked)->get_name(), output));
}

// Sources in C of a system file or folder are not known yet.
void CommandLine::Declared::check_c_only(const Options& o) const {
  if (job == Job::System || job == Job::CompileCommands) return;
  if (std::ranges::any_of(o.files, [](const auto& f) { return suffix_of(f) == ".c"; })) return;
  for (const CLI::Option* option : c_only)
    if (option->count())
      throw CLI::ValidationError(
          fmt::format("{} is for C only, and there is no .c file; omit it", option->get_name()));
}

void CommandLine::Declared::finish(Options& o) {
  check_jobs();
  job = !o.system.empty() ? Job::System
        : disassemble     ? Job::Disassemble
        : assemble        ? Job::Assemble
        : words           ? Job::Words
        : preprocess      ? Job::Preprocess
        : commands        ? Job::CompileCommands
        : optimisations   ? Job::Optimisations
                          : Job::Build;
  check_outputs();
  for (const std::string& d : defines)
    o.defines.push_back(define(d));
  for (const std::string& u : o.undefines)
    if (!is_identifier(u))
      throw CLI::ValidationError(fmt::format("-U {}: expected the name of a macro", u));
  for (std::string& w : o.warnings)
    w = "-W" + w;
  if (no_warnings) o.warnings.emplace_back("-w");
  if (contexts) o.contexts = static_cast<mev2::ContextMode>(contexts);
  if (!level.empty()) o.set_level(level);
  for (const std::string& name : without)
    leave_out(o.optimisations, name);
  o.data_in_sram = data == "sram";
  const unsigned exist = contexts == 4 ? 4 : 8;
  if (run_contexts.value_or(1) > exist)
    throw CLI::ValidationError(
        fmt::format("--run-contexts {}: there are {} contexts", *run_contexts, exist));
  const unsigned running = run_contexts.value_or(exist);
  // In four-context mode the even contexts exist.
  o.run_contexts =
      static_cast<uint8_t>(contexts == 4 ? 0x55 & ((1u << 2 * running) - 1) : (1u << running) - 1);
  if (app.count("-o") && o.output.empty())
    throw CLI::ValidationError("-o: expected the name of a file");
  if (o.emit_llvm && (o.assembly || o.list || o.debug || o.report || job != Job::Build))
    throw CLI::ValidationError("--emit-llvm goes with FILE.c and -o only");
  if (o.make_rule && job != Job::Build && job != Job::System)
    throw CLI::ValidationError("-MD goes with FILE... or --system, and no other job");
  if (o.make_rule && o.output == "-")
    throw CLI::ValidationError("-MD writes a rule that names the image; name it with -o OUT");
  if (o.syntax_only && job != Job::Build)
    throw CLI::ValidationError("-fsyntax-only goes with FILE... and no other job");
  check_files(o);
  check_c_only(o);
}

void CommandLine::Declared::check_files(const Options& o) const {
  if (job == Job::Optimisations) {
    if (!o.files.empty()) throw CLI::ValidationError("--optimisations takes no FILE");
    return;
  }
  if (job == Job::System) {
    if (!o.files.empty())
      throw CLI::ValidationError(fmt::format(
          "{}: --system compiles the files that the system file names; expected no FILE",
          o.files.front()));
    return;
  }
  if (!o.overrides.empty()) throw CLI::ValidationError("--set goes with --system only");
  if (o.confined) throw CLI::ValidationError("--confined goes with --system only");
  if (!o.cache) throw CLI::ValidationError("--no-cache goes with --system only");
  if (o.files.empty())
    throw CLI::ValidationError("expected a FILE to compile, or --system SYSTEM.toml; --help "
                               "describes all options");
  if (job != Job::Build) {
    if (o.files.size() != 1)
      throw CLI::ValidationError(job == Job::CompileCommands
                                     ? "--compile-commands: expected one folder; all C sources in "
                                       "it are taken"
                                     : "expected one FILE");
    return;
  }
  for (size_t n = 0; n < o.files.size(); ++n) {
    const std::string& f = o.files[n];
    if (std::any_of(o.files.begin(), o.files.begin() + static_cast<std::ptrdiff_t>(n),
                    [&](const std::string& other) { return same_file(f, other); }))
      throw CLI::ValidationError(fmt::format("{}: given twice; name each file once", f));
    const std::string s = suffix_of(f);
    if (s != ".uc" && s != ".c" && s != ".uof" && s != ".hex")
      throw CLI::ValidationError(
          fmt::format("{}: unknown kind of file, expected .c, .uc, .uof or .hex", f));
    if (o.emit_llvm && s != ".c")
      throw CLI::ValidationError(fmt::format("{}: --emit-llvm is for C only", f));
  }
}

std::string version() {
  return ixp::version_of("mecc") + ", LLVM " MECC_LLVM_VERSION;
}

CommandLine::CommandLine() : declared_(std::make_unique<Declared>()) {
  Declared& d = *declared_;
  d.app.name("mecc");
  d.app.set_version_flag("--version", version());
  d.app.footer("Exit status: 0 done, 1 the input was wrong, 2 usage. Outputs appear complete or "
               "not at all.\n"
               "Examples: mecc rx.c -o rx.uof      mecc --system forward.toml --costs");
  d.jobs(options);
  d.outputs(options);
  d.preprocessor(options);
  d.code(options);
  ixp::prepare(d.app);
}

CommandLine::~CommandLine() = default;

std::optional<int> CommandLine::parse(const std::vector<std::string>& arguments) {
  Declared& d = *declared_;
  try {
    options.arguments = arguments;
    if (arguments.size() == 1 && arguments[0] == ixp::kDescribeOptions) {
      ixp::print("{}", ixp::describe(d.app));
      return 0;
    }
    d.app.parse(rewritten(arguments));
    d.finish(options);
    return {};
  } catch (const CLI::ParseError& e) {
    return d.app.exit(e) ? 2 : 0;
  }
}

void CommandLine::check_outputs() const {
  std::vector<std::string> taken = options.files;
  if (!options.system.empty()) taken.push_back(options.system);
  check_name(options.output, taken);
  if (!options.output.empty()) taken.push_back(options.output);
  check_name(options.sarif, taken);
}

// An unreadable system file is reported by the job itself.
static bool has_c_programs(const Options& o) {
  try {
    return std::ranges::any_of(read_system_file(o.system, o.overrides).programs,
                               [](const auto& p) { return p.image().ends_with(".c"); });
  } catch (const ixp::InputError&) {
    return false;
  }
}

bool CommandLine::needs_c_compiler() const {
  if (options.debug || declared_->job == Job::CompileCommands) return true;
  if (declared_->job == Job::System) return has_c_programs(options);
  return std::ranges::any_of(options.files, [](const auto& f) { return suffix_of(f) == ".c"; });
}

int CommandLine::run(Messages& messages) const {
  switch (declared_->job) {
  case Job::Build: return build(options, messages);
  case Job::System: return build_system(options, messages);
  case Job::Disassemble: return disassemble(options, messages);
  case Job::Assemble: return assemble_text(options, messages);
  case Job::Words: return print_words(options, messages);
  case Job::Preprocess: return preprocess_only(options, messages);
  case Job::CompileCommands: return write_compile_commands(options, messages);
  case Job::Optimisations: list_optimisations(); return 0;
  }
  return 1;
}

} // namespace mecc
