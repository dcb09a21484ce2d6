// Writes Chrome's Trace Event Format (JSON): human-readable, supported by many viewers, ten times
// as large as Perfetto's.
#include "emu/record/track_writer.h"

#include "base/diagnostic.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace ixp {

namespace {
class ChromeWriter final : public TrackWriter {
public:
  ChromeWriter(const std::string& path, const Params& params);

  Track lane(Track parent, std::string_view name, unsigned rank) override;
  Track counter(Track group, std::string_view name, std::string_view unit, unsigned rank) override;
  void finish() override;
  void commit() override;

private:
  struct Place {
    Track process = 0;
    std::string name;
  };
  void add(Track t, Tick at, const TrackEvent& e) override;
  Track add_track(Track parent, std::string_view name);
  Track describe(Track t, const char* what, unsigned rank); // returns t
  void open(char phase, Track t, Tick at);
  std::string value_of(const Detail& d) const;
  void add_label(const Label& name);
  void add_details(std::span<const Detail> details);
  void join_flow(uint64_t flow, Track t, Tick at);

  OutputFile file_;
  uint64_t tick_hz_;
  std::vector<Place> places_ = {{}}; // indexed by track
  std::unordered_set<uint64_t> flows_;
  bool first_ = true, ended_ = false;
};
} // namespace

static std::string as_json(std::string_view text) {
  return nlohmann::json(std::string(text)).dump();
}

ChromeWriter::ChromeWriter(const std::string& path, const Params& params)
    : file_(path), tick_hz_(params.pll_hz()) {
  file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
}

// The format has processes and threads only, so lanes below a lane are threads, too.
Track ChromeWriter::add_track(Track parent, std::string_view name) {
  const auto t = static_cast<Track>(places_.size());
  places_.push_back({parent ? places_[parent].process : t, std::string(name)});
  return t;
}

// Name and rank of a process or thread.
Track ChromeWriter::describe(Track t, const char* what, unsigned rank) {
  file_.write(fmt::format("{0}\n{{\"ph\":\"M\",\"pid\":{1},\"tid\":{2},\"name\":\"{3}_name\","
                          "\"args\":{{\"name\":{4}}}}},\n"
                          "{{\"ph\":\"M\",\"pid\":{1},\"tid\":{2},\"name\":\"{3}_sort_index\","
                          "\"args\":{{\"sort_index\":{5}}}}}",
                          first_ ? "" : ",", places_[t].process, t, what, as_json(places_[t].name),
                          rank));
  first_ = false;
  return t;
}

Track ChromeWriter::lane(Track parent, std::string_view name, unsigned rank) {
  return describe(add_track(parent, name), parent ? "thread" : "process", rank);
}
Track ChromeWriter::counter(Track group, std::string_view name, std::string_view unit, unsigned) {
  return add_track(group, fmt::format("{} ({})", name, unit));
}

// In microseconds, to the nanosecond.
void ChromeWriter::open(char phase, Track t, Tick at) {
  const uint64_t ns = nanoseconds(at, tick_hz_);
  file_.write(fmt::format("{}\n{{\"ph\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":{}.{:03}",
                          first_ ? "" : ",", phase, places_[t].process, t, ns / 1000, ns % 1000));
  first_ = false;
}

std::string ChromeWriter::value_of(const Detail& d) const {
  if (!d.once.empty()) return as_json(d.once);
  return d.text ? as_json(text(d.text)) : fmt::format("{}", d.number);
}

void ChromeWriter::add_details(std::span<const Detail> details) {
  const char* separator = ",\"args\":{";
  for (const Detail& d : details) {
    file_.write(fmt::format("{}{}:{}", separator, as_json(text(d.key)), value_of(d)));
    separator = ",";
  }
  file_.write(details.empty() ? "}" : "}}");
}

// Colour names reserved by viewers.
static const char* colour(Shade s) {
  switch (s) {
  case Shade::Idle: return "grey";
  case Shade::Ready: return "thread_state_runnable";
  case Shade::Bad: return "terrible";
  case Shade::ByName: break;
  }
  return nullptr;
}

void ChromeWriter::add_label(const Label& name) {
  file_.write(fmt::format(",\"name\":{}", as_json(name.name ? text(name.name) : name.text)));
  if (const char* c = colour(name.shade)) file_.write(fmt::format(",\"cname\":\"{}\"", c));
}

// Draws an arrow from each event of the flow to the next.
void ChromeWriter::join_flow(uint64_t flow, Track t, Tick at) {
  if (!flow) return;
  open(flows_.insert(flow).second ? 's' : 't', t, at);
  file_.write(fmt::format(",\"cat\":\"frame\",\"name\":\"frame\",\"id\":{}}}", flow));
}

void ChromeWriter::add(Track t, Tick at, const TrackEvent& e) {
  open("BEiC"[static_cast<size_t>(e.type) - 1], t, at);
  if (e.type == Type::Counter) {
    file_.write(
        fmt::format(",\"name\":{},\"args\":{{\"value\":{}}}}}", as_json(places_[t].name), e.value));
    return;
  }
  if (e.type == Type::Instant) file_.write(",\"s\":\"t\"");
  if (e.type != Type::End) add_label(e.name);
  add_details(e.details);
  join_flow(e.flow, t, at);
}

void ChromeWriter::finish() {
  if (!ended_) file_.write("\n]}\n");
  ended_ = true;
  file_.finish();
}

void ChromeWriter::commit() {
  finish();
  file_.commit();
}

std::unique_ptr<TrackWriter> make_track_writer(const std::string& path, const Params& params) {
  if (path.ends_with(".json")) return std::make_unique<ChromeWriter>(path, params);
  if (path.ends_with(".pftrace")) return make_perfetto_writer(path, params);
  throw InputError({path}, "has no suffix of a timeline; name it x.pftrace (Perfetto) or x.json "
                           "(Chrome's trace format)");
}

} // namespace ixp
