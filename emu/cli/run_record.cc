#include "emu/cli/run_record.h"

#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/frames/byte_stream.h"
#include "base/inputs.h"
#include "base/interrupt.h"
#include "base/nesting.h"
#include "base/run_folder.h"
#include "base/version.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

namespace ixp {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

std::string record_path(const std::string& folder) {
  return (fs::path(folder) / kRunRecord).string();
}

std::string digest_of_file(const std::string& path) {
  Digest digest;
  ByteStream bytes(file_input(path).reader());
  std::vector<uint8_t> part(1 << 16);
  while (const size_t n = bytes.read(part))
    digest.add(std::span(part).first(n));
  return digest.text();
}

// Paths need not be UTF-8; other bytes are replaced.
std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

InputDigests digests_of_inputs() {
  InputDigests digests;
  for (const std::string& path : existing_inputs())
    digests[path] = digest_of_file(path);
  return digests;
}

std::string to_text(const InputDigests& digests) {
  return text_of(digests, -1);
}

InputDigests digests_of(const std::string& text) {
  return Json::parse(text).get<InputDigests>();
}

RunRecordFile::RunRecordFile(const std::string& folder) : file_(record_path(folder)) {}

void RunRecordFile::finish(const RunOptions& options, const End& end, const InputDigests& inputs) {
  const std::string& expected = options.expected_run;
  if (!interrupted() && !expected.empty() && end.run != expected)
    throw InputError({file_.path()},
                     fmt::format("this is run {}, expected run {}, though the files that it read "
                                 "are the same: another version of the program, or another input "
                                 "from a pipe; nothing was written. For this run call ixpemu run",
                                 end.run, expected));
  Json out;
  out["version"] = version_of("ixpemu");
  out["folder"] = options.folder;
  out["arguments"] = options.arguments;
  out["system"] = options.system;
  out["set"] = options.overrides;
  out["seed"] = end.seed;
  out["run"] = end.run;
  if (!end.text.empty()) out["end"] = end.text;
  out["exit_status"] = interrupted() ? 128 + interrupted() : end.failed ? 1 : 0;
  out["inputs"] = inputs;
  if (fs::current_path() != options.folder) // an archive was unpacked there, which is an input
    for (const auto& [path, digest] : inputs)
      if (fs::path(path).is_relative()) out["inputs"].erase(path);
  file_.write(text_of(out, 2) + "\n");
  file_.finish();
}

std::string to_text(const RunRecord& record) {
  const Json out{{"version", record.version},         {"folder", record.folder},
                 {"arguments", record.arguments},     {"run", record.run},
                 {"exit_status", record.exit_status}, {"inputs", record.inputs}};
  return text_of(out, 2) + "\n";
}

RunRecord read_run_record(const std::string& folder) {
  const std::string path = record_path(folder);
  check_run_file(path);
  std::ifstream file(path); // read_file() would protect it as an input
  if (!file)
    throw InputError({path}, fmt::format("cannot open: {}; expected the --out of an ixpemu run",
                                         std::strerror(errno)));
  try {
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    constexpr int kDeepest = 10;
    if (nesting_of(text) > kDeepest)
      throw InputError({path}, "is no record of a run, which has few nested lists");
    const auto json = nlohmann::json::parse(text); // ordered, each key would pass all before it
    RunRecord record;
    json.at("version").get_to(record.version);
    json.at("folder").get_to(record.folder);
    json.at("arguments").get_to(record.arguments);
    json.at("run").get_to(record.run);
    json.at("exit_status").get_to(record.exit_status);
    json.at("inputs").get_to(record.inputs);
    if (record.arguments.empty()) throw InputError({path}, "is a record without a system file");
    record.packed = fs::path(record.folder).is_relative();
    if (record.packed) record.folder = fs::absolute(fs::path(folder) / record.folder).string();
    return record;
  } catch (const Json::exception& e) {
    throw InputError(
        {path}, fmt::format("is no record of a run, which ixpemu run --out writes: {}", e.what()));
  }
}

void prepare_rerun(const RunRecord& record, const std::string& folder) {
  const SourceLocation where{record_path(folder)};
  if (record.version != version_of("ixpemu"))
    complain(
        {Severity::Warning, where,
         fmt::format("the run was made by {}, this is {}", record.version, version_of("ixpemu"))});
  // text_of() has replaced bytes, so the name is another one.
  if (std::ranges::any_of(record.arguments,
                          [](const std::string& a) { return a.find("\uFFFD") != a.npos; }))
    throw InputError(where, "an argument of the run is not UTF-8, so the record cannot repeat it; "
                            "rename the file, and call ixpemu run");
  std::error_code error;
  fs::current_path(record.folder, error);
  if (error)
    throw InputError(where, fmt::format("the run's folder {} cannot be entered: {}", record.folder,
                                        error.message()));
  if (std::ranges::any_of(record.arguments,
                          [](const std::string& a) { return a.starts_with("--console"); }))
    throw InputError(where,
                     "the run had --console; to repeat it, copy its typed.txt, name the copy "
                     "as 'typed' in [xscale], and call ixpemu run without --console");
  for (const auto& [path, digest] : record.inputs)
    if (is_no_file(path) || digest_of_file(path) != digest)
      throw InputError(
          {path}, record.packed ? fmt::format("has changed since the run; pack {} again", folder)
                                : "has changed since the run; expected the file of then, or ixpemu "
                                  "run for a new run");
}

} // namespace ixp
