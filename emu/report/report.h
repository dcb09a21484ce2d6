// A self-contained HTML page about a run (base/page.h): verdict, key figures, throughput, delays,
// utilisation, rings over time, wait instructions of contexts, hazards, the command. Depends on
// emulated time and the command only, so every engine gives the same page.
//
//   Report report(sim); // before the run
//   report.run();       // the run, to its end
//   report.page(sim.statistics(), {"system.toml", "--until=idle"});
#pragma once

#include "base/chart.h"
#include "emu/record/statistics.h"
#include "emu/report/delays.h"
#include "emu/report/sampler.h"

#include <string>
#include <string_view>
#include <vector>

namespace ixp {

class Report {
public:
  explicit Report(Simulation& sim);
  void run();
  // HTML. `arguments`: of ixpemu run.
  std::string page(const Statistics& statistics, const std::vector<std::string>& arguments) const;

private:
  Chart throughput(const PortFigures& port) const;
  std::string throughput(const Statistics& statistics) const;
  std::string delays() const;
  std::string rings(const Statistics& statistics) const;
  std::string waiting() const;
  std::string command(const Statistics& statistics,
                      const std::vector<std::string>& arguments) const;

  Simulation& sim_;
  DelayCounter delays_;
  Sampler sampler_;
};

// "Completed", "Completed with losses", "Failed", ..., and a sentence with the reason.
std::string verdict(const Statistics& s);
// Frames, throughput, delay over all ports, emulated time.
std::string key_figures(const Statistics& s, const DelayCounts& delays);

// Tables of a report, built from Statistics.
std::string port_table(const Statistics& s);
std::string microengine_table(const Statistics& s);
std::string unit_table(const Statistics& s);
std::string frame_table(const Statistics& s);
std::string hazard_table(const Statistics& s, const HazardLog& hazards);

// A row of a table of facts; name and value are text, not markup. `style`: "", or "warn" for a
// loss, "bad" for an error.
std::string fact_row(const std::string& name, const std::string& value,
                     std::string_view style = "");

} // namespace ixp
