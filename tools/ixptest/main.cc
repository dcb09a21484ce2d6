// ixptest: the command line.
#include "base/diagnostic.h"
#include "base/files.h"
#include "base/program.h"
#include "base/version.h"
#include "tools/ixptest/block_test.h"

#include <fmt/format.h>

namespace {

struct CommandLine {
  CLI::App app{"A microblock alone: messages and memory in, messages and memory out"};
  std::vector<std::string> files;
  std::string engine = "threaded";
  ixp::ResultFiles results;

  CommandLine() {
    app.name("ixptest");
    app.set_version_flag("--version", ixp::version_of("ixptest"));
    app.add_option("TEST", files, "Files of tests (.toml)")->required()->type_name("");
    app.add_option("--engine", engine, "threaded (default), or the slow, plain reference")
        ->check(CLI::IsMember({"threaded", "reference"}))
        ->type_name("ENGINE");
    app.add_option("--junit", results.junit, "Also write the result as JUnit XML")
        ->type_name("FILE");
    app.add_option("--tap", results.tap, "Also write it in the Test Anything Protocol")
        ->type_name("FILE");
    app.footer("Exit status: 0 all passed, 1 a test failed or the input was wrong, 2 usage.");
  }

  // Adds the results of a file. A file that cannot be read, or a test that cannot run, is a failed
  // entry; the others are tested.
  void test_file(const std::string& file, std::vector<ixp::TestResult>& out) const {
    const auto kind =
        engine == "reference" ? ixp::EngineKind::Reference : ixp::EngineKind::Threaded;
    const auto entered = [&](const std::string& name, const auto& work) {
      try {
        work();
      } catch (const ixp::InputError& e) {
        ixp::complain(e.diagnostic());
        out.push_back({name, e.what(), file, {}, true});
      }
    };
    entered(file, [&] {
      const ixp::BlockTests tests = ixp::read_block_tests(file);
      const ixp::Images images = ixp::load_images(tests.system);
      for (const ixp::BlockTest& t : tests.tests) {
        entered(t.name, [&] { out.push_back(ixp::run_block_test(tests, t, images, kind)); });
        show(out.back());
      }
    });
  }
  // The error of a test that cannot run is on standard error.
  static void show(const ixp::TestResult& r) {
    ixp::write_file("-", r.why.empty()
                             ? fmt::format("ok      {}\n", r.name)
                             : fmt::format("FAILED  {}\n{}", r.name, r.untested ? "" : r.why));
  }
  int run() {
    ixp::TestRun all{"ixptest", files[0], {}, {}, {}};
    try {
      for (const std::string& file : files)
        test_file(file, all.results);
    } catch (const std::exception& e) {
      all.error = e.what();
      results.write(all);
      throw;
    }
    results.write(all);
    return all.failed() ? 1 : 0;
  }
};

} // namespace

int main(int argc, char** argv) {
  return ixp::run_program<CommandLine>(argc, argv);
}
