// Port logs: one text file per port and direction, one line per complete frame, written at the
// frame's end (docs/formats.md). The golden format of the project, so: no host time, no locale,
// same bytes on every machine. And the reader that ixplog uses.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"
#include "emu/observe/frame_name.h"
#include "emu/observe/log_file.h"
#include "emu/observe/run_mark.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

// --log-data: how much of a frame a log line carries.
struct LogData {
  uint32_t max_bytes = ~uint32_t{0}; // 0: none
};
bool parse(std::string_view text, LogData& data); // "full", "header:N", "none"

struct PortLogHeader {
  unsigned port = 0;
  Direction direction = Direction::Rx;
  uint64_t me_hz = 0, rate_mbps = 0, seed = 0;
  RunMark mark = {}; // run: "" in logs of earlier versions
};

// Writes DIR/port<N>_<rx|tx>.log, or .log.zst, for every port opened. At the end mark() says which
// run it was, finish() writes what is left, commit() renames all into place; without it nothing is
// left behind.
class PortLogs final : public PortObserver {
public:
  // `directory` must exist.
  PortLogs(std::string directory, LogData data, const Params& params, const PacketLedger& ledger,
           uint64_t seed, Packing packing = Packing::None);
  ~PortLogs() override;
  // `seed`: of the port's random choices, when it is not the run's.
  void open(unsigned port, Direction direction, uint64_t rate_mbps,
            std::optional<uint64_t> seed = {});
  void frame_crossed(const FrameRecord& record) override;
  void mark(const RunMark& mark);
  void finish();
  void commit();

private:
  struct Log;
  std::string directory_;
  LogData data_;
  uint64_t me_div_, me_hz_, seed_;
  const PacketLedger& ledger_;
  std::unique_ptr<Background> packing_thread_;
  std::array<std::array<std::unique_ptr<Log>, 2>, kMaxPorts> logs_;
};

struct PortLogLine {
  uint64_t sop_cycle = 0, eop_cycle = 0, frame = 0;
  uint32_t bytes = 0;           // length of the frame, even when data are cut
  std::optional<FrameName> tag; // of a received frame that it is, or was made of
  std::vector<uint8_t> data;    // as much as the log holds
  unsigned line = 0;            // of the file
};
std::string tag_text(const std::optional<FrameName>& tag); // "p0.17", or "-"

// A log frame by frame, of which no more is kept. Unpacks. Tolerates blank lines, further comments
// and CRLF. Throws InputError file:line:column.
class PortLogReader {
public:
  explicit PortLogReader(const Input& log); // reads the header
  const std::string& name() const { return lines_.name(); }
  // That the run was interrupted is known when all frames were read.
  const PortLogHeader& header() const { return header_; }
  bool next(PortLogLine& frame); // false at the end

private:
  LogLines lines_;
  PortLogHeader header_;
  bool has_header_ = false;
};

// All of a log.
struct PortLog {
  std::string name = {}; // of the file
  PortLogHeader header;
  std::vector<PortLogLine> lines;
};
PortLog read_port_log(const Input& log);
// Header and mark only, of a log of any length.
PortLogHeader read_port_log_header(const Input& log);

} // namespace ixp
