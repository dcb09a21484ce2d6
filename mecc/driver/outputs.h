// The files that a job writes: all of them or none.
#pragma once

#include "mecc/driver/driver.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mecc {

using Outputs = std::vector<std::pair<std::string, std::string>>; // path and content

// Whether two names, one of which need not exist, refer to the same file.
bool same_file(const std::string& a, const std::string& b);

// Rejects an output that would replace one of the inputs or another output.
void check_name(const std::string& path, const std::vector<std::string>& taken);

// Adds the rule of -MD: the first output depends on `files`, which were read.
void add_make_rule(Outputs& out, const Options& o, const std::set<std::string>& files);

// Writes a job's outputs and the --sarif file: all together, or none if one cannot be written.
void write_together(Outputs outputs, const Options& o, Messages& messages);

// Writes UOF or assembly, and the outputs of --list and -g. `stem` names them if there is no -o;
// `inputs` must not be overwritten.
void write_outputs(const Program& program, const Options& o, const std::string& stem,
                   const std::vector<std::string>& inputs, Messages& messages);

// The list file of a program compiled from C (source_listing.cc): like listing(), with each source
// line before its words. For lines of unreadable files only the position is given.
std::string source_listing(const Image& image);

// Whether the image comes from a language whose lines become several words.
bool is_compiled(const Image& image);

} // namespace mecc
