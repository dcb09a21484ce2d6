// frames.log of a chip: the frames that left the network at its ports, in the order in which their
// last bytes left, each with where it entered and the chips it has been through.
#pragma once

#include "base/files.h"
#include "emu/network/network.h"

#include <string>
#include <vector>

namespace ixp {

class FramesLog final : public PortObserver {
public:
  // Created under a temporary name; commit() gives it its own.
  FramesLog(const std::string& path, Network& network, Network::Node& node);
  void frame_crossed(const FrameRecord& record) override;
  void finish() { file_.finish(); }
  void commit() { file_.commit(); }

private:
  OutputFile file_;
  Network& network_;
  Network::Node& node_;
  std::vector<bool> linked_; // transmit ports
};

} // namespace ixp
