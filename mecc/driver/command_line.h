// The command line of mecc. Options are declared once; --help and error messages derive from them.
#pragma once

#include "mecc/driver/driver.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mecc {

class CommandLine {
public:
  CommandLine();
  ~CommandLine();

  // Parses the arguments after the program's name. Returns an exit status if there is nothing to
  // run: 0 after --help and --version, 2 after an error, which has been shown.
  std::optional<int> parse(const std::vector<std::string>& arguments);
  // Throws ixp::InputError if an output has the name of an input or of another output.
  void check_outputs() const;
  bool needs_c_compiler() const;     // whether the job compiles C or writes ELF
  int run(Messages& messages) const; // the job

  Options options;

private:
  struct Declared;
  std::unique_ptr<Declared> declared_;
};

} // namespace mecc
