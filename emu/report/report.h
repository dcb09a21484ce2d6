// A self-contained HTML page about a run (base/page.h): throughput, delays, utilisation, rings over
// time, wait instructions of contexts, hazards. Depends on emulated time only, so every engine
// gives the same page.
//
//   Report report(sim); // before the run
//   report.run();       // the run, to its end
//   report.page(sim.statistics());
#pragma once

#include "emu/record/statistics.h"
#include "emu/report/delays.h"
#include "emu/report/sampler.h"

#include <string>

namespace ixp {

class Report {
public:
  explicit Report(Simulation& sim);
  void run();
  std::string page(const Statistics& statistics) const; // HTML

private:
  std::string throughput() const;
  std::string delays() const;
  std::string rings() const;
  std::string waiting() const;

  Simulation& sim_;
  DelayCounter delays_;
  Sampler sampler_;
};

// Tables of a report, built from Statistics.
std::string summary_table(const Statistics& s); // input, reason for the end, reasons for failure
std::string port_table(const Statistics& s);
std::string microengine_table(const Statistics& s);
std::string unit_table(const Statistics& s);
std::string frame_table(const Statistics& s);
std::string hazard_table(const Statistics& s, const HazardLog& hazards);

// A share as a bar with its number; the bar is clipped at 1.
std::string share_cell(double share, unsigned colour);

} // namespace ixp
