// frames.log of a chip: the frames that left the network at its ports, in the order of their last
// bytes, each with its entry point and the chips that it has passed.
#pragma once

#include "base/files.h"
#include "emu/network/network.h"

#include <string>
#include <vector>

namespace ixp {

class FramesLog final : public PortObserver {
public:
  // Creates the file under a temporary name; commit() renames it.
  FramesLog(const std::string& path, Network& network, Network::Node& node);
  void frame_crossed(const FrameRecord& record) override;
  void finish() { file_.finish(); }
  void commit() { file_.commit(); }

private:
  OutputFile file_;
  Network& network_;
  Network::Node& node_;
  std::vector<bool> linked_; // indexed by transmit port
};

} // namespace ixp
