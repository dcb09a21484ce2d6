// mecc: the command line. Options are declared once here; --help and the errors come from them.
#include "mecc/driver/driver.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace {

constexpr int kUsage = 2;

// -O, -O0 .. -Os look like a flag with an optional value, which would swallow the next file name;
// CLI11 reads -mdata and -include as bundles of short options.
std::vector<std::string> arguments(int argc, char** argv) {
  std::vector<std::string> out;
  for (int i = argc; --i > 0;) { // CLI11 wants them backwards
    const std::string a = argv[i];
    if (a.starts_with("-O"))
      out.push_back("--optimise=" + (a.size() > 2 ? a.substr(2) : "1"));
    else if (a.starts_with("-mdata") || a == "-include")
      out.push_back("-" + a);
    else
      out.push_back(a);
  }
  return out;
}

std::pair<std::string, std::string> define(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) return {text, "1"};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

bool wants_colour() {
  const char* no = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) && !(no && *no);
}

struct CommandLine {
  CLI::App app{
      "Compiler of Microengine C, assembler and disassembler for IXP2400 microengines (MEv2)"};
  mecc::Options options;
  std::vector<std::string> defines;
  std::string level, data;
  unsigned contexts = 0, run_contexts = 8;
  bool disassemble = false, assemble = false, words = false, preprocess = false;

  CommandLine() {
    app.name("mecc");
    app.set_version_flag("--version", mecc::version());
    app.footer("Exit status: 0 done, 1 the input was wrong, 2 usage.\n"
               "FILE '-' is standard input, OUT '-' standard output.");
    app.add_option(
           "FILE", options.files,
           "Sources (.c, .uc), images (.uof) or words (.hex); all .c together are one program")
        ->required()
        ->type_name("");
    app.add_option("-o", options.output, "Write the result to OUT")->type_name("OUT");
    app.add_flag("-S", options.assembly, "Write canonical assembly instead of UOF");
    app.add_flag("--list", options.list, "Also write OUT.list: addresses, words, text, source");
    app.add_flag("-g", options.debug, "Also write OUT.elf with DWARF for debuggers");
    app.add_flag("--report", options.report, "Print how registers and signals were allocated");
    app.add_option("--contexts", contexts, "Contexts of a microengine: 8 (default) or 4")
        ->check(CLI::IsMember({4, 8}));
    app.add_option(
           "-O,--optimise", level,
           "-O0 to -O3, -Os: how much to optimise; C without it: -O2; assembly: as written, "
           "otherwise defer slots are filled")
        ->check(CLI::IsMember({"0", "1", "2", "3", "s"}))
        ->type_name("LEVEL");
    app.add_option("-W", options.warnings, "Warnings of C as Clang names them: -Wall, -Wno-shadow")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option("-U", options.undefines, "#undef NAME (C)")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option("--include", options.forced_includes, "-include FILE: #include it first (C)")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_flag("--emit-llvm", options.emit_llvm, "Write the lowered LLVM IR of C instead of UOF");
    app.add_option("--mdata", data, "-mdata=sram: variables that fit no register live in SRAM (C)")
        ->check(CLI::IsMember({"local", "sram"}))
        ->type_name("WHERE");
    app.add_option("--run-contexts", run_contexts,
                   "How many contexts will run: the others need no data of their own (C)")
        ->check(CLI::Range(1, 8));
    app.add_option("--control-store", options.control_store_words,
                   "Words of the control store, for experiments (4096 on the IXP2400)")
        ->check(CLI::Range(1, 8192));
    app.add_flag("--verify", options.verify, "Check the compiler's machine code after every pass");
    app.add_option("-I", options.include_dirs, "Search DIR for #include")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_option("-D", defines, "#define NAME as V (1)")
        ->type_name("NAME[=V]")
        ->allow_extra_args(false);
    CLI::Option* jobs[] = {
        app.add_flag("--disassemble", disassemble, "Print word<TAB>assembly of a UOF or of words"),
        app.add_flag("--assemble", assemble, "Canonical assembly to words, no resource rules"),
        app.add_flag("--print-words", words, "Assemble a .uc and print its words"),
        app.add_flag("-E", preprocess, "Preprocess only")};
    for (CLI::Option* a : jobs)
      for (CLI::Option* b : jobs)
        if (a != b) a->excludes(b);
  }

  int run() {
    for (const std::string& d : defines)
      options.defines.push_back(define(d));
    if (contexts) options.contexts = static_cast<mev2::ContextMode>(contexts);
    if (!level.empty()) options.level = level == "s" ? 2u : static_cast<unsigned>(level[0] - '0');
    options.size = level == "s";
    for (std::string& w : options.warnings)
      w = "-W" + w;
    options.data_in_sram = data == "sram";
    options.run_contexts = static_cast<uint8_t>((1u << run_contexts) - 1);
    if (contexts == 4) options.run_contexts &= 0x55;
    options.colour = wants_colour();
    if ((disassemble || assemble || words || preprocess) && options.files.size() != 1)
      throw CLI::ValidationError("expected one FILE");
    if (disassemble) return mecc::disassemble(options);
    if (assemble) return mecc::assemble_text(options);
    if (words) return mecc::print_words(options);
    if (preprocess) return mecc::preprocess_only(options);
    for (const std::string& f : options.files)
      if (const std::string s = mecc::suffix_of(f);
          s != ".uc" && s != ".c" && s != ".uof" && s != ".hex")
        throw CLI::ValidationError(
            fmt::format("{}: unknown kind of file, expected .c, .uc, .uof or .hex", f));
    return mecc::build(options);
  }
};

} // namespace

int main(int argc, char** argv) {
  CommandLine line;
  try {
    line.app.parse(arguments(argc, argv));
    return line.run();
  } catch (const CLI::ParseError& e) {
    return line.app.exit(e) == 0 ? 0 : kUsage;
  } catch (const ixp::InputError& e) {
    mecc::report_all({e.diagnostic()}, wants_colour());
    return 1;
  }
}
