// Port logs: one text file per port and direction, with one line per complete frame, written at the
// frame's end (docs/formats.md). This is the golden format of the project, so: no host time, no
// locale, same bytes on every machine. Also contains the reader that ixplog uses.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"
#include "emu/record/frame_name.h"
#include "emu/record/log_file.h"
#include "emu/record/run_mark.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

// --log-data: maximum frame data in a log line.
struct LogData {
  uint32_t max_bytes = ~uint32_t{0}; // 0: none
};
bool parse(std::string_view text, LogData& data); // parses "full", "header:N", "none"

struct PortLogHeader {
  unsigned port = 0;
  Direction direction = Direction::Rx;
  uint64_t me_hz = 0, rate_mbps = 0, seed = 0;
  RunMark mark = {}; // its run is "" in logs of earlier versions
};

// Writes DIR/port<N>_<rx|tx>.log, or .log.zst, for every port opened. At the end mark() adds the
// identity of the run, finish() writes the rest, and commit() renames all files; without commit()
// no file remains.
class PortLogs final : public PortObserver {
public:
  // `directory` must exist.
  PortLogs(std::string directory, LogData data, const Params& params, const PacketLedger& ledger,
           uint64_t seed, Packing packing = Packing::None);
  ~PortLogs() override;
  // `seed`: of the port's random choices, if it differs from the run's.
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
  uint32_t bytes = 0;           // length of the frame, even if data are cut
  std::optional<FrameName> tag; // the received frame that it is or derives from
  std::vector<uint8_t> data;    // the part in the log
  unsigned line = 0;            // line in the file
};
std::string tag_text(const std::optional<FrameName>& tag); // "p0.17", or "-"

// Reads a log frame by frame and stores one frame only; decompresses. Accepts blank lines, further
// comments and CRLF. Throws InputError file:line:column.
class PortLogReader {
public:
  explicit PortLogReader(const Input& log); // reads the header
  const std::string& name() const { return lines_.name(); }
  // An interruption of the run is known only after all frames are read.
  const PortLogHeader& header() const { return header_; }
  bool next(PortLogLine& frame); // false at the end of the file

private:
  LogLines lines_;
  PortLogHeader header_;
  bool has_header_ = false;
};

// A whole log.
struct PortLog {
  std::string name = {}; // name of the file
  PortLogHeader header;
  std::vector<PortLogLine> lines;
};
PortLog read_port_log(const Input& log);
// Reads only header and mark of a log, of any length.
PortLogHeader read_port_log_header(const Input& log);

} // namespace ixp
