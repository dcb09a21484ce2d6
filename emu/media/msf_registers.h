// The MSF's address space: byte offsets from 0xc8000000 on the XScale, and msf[] addresses of
// microengines. Sources: register names and offsets as in Linux drivers for the silicon; RBUF and
// TBUF windows from the successor's headers.
#pragma once

#include <cstdint>

namespace ixp::msf_reg {

constexpr uint32_t kRxControl = 0x0000, kTxControl = 0x0004;
constexpr uint32_t kInterruptStatus = 0x0008, kInterruptEnable = 0x000c;
constexpr uint32_t kCsixTypeMap = 0x0010;
constexpr uint32_t kFcEgressStatus = 0x0014, kFcIngressStatus = 0x0018;
constexpr uint32_t kTxValidate = 0x0020;
constexpr uint32_t kHwmControl = 0x0024, kFcStatusOverride = 0x0028, kClockControl = 0x002c;
constexpr uint32_t kRxThreadFreelist0 = 0x0030; // 0..3, 4 bytes apart, write only
constexpr uint32_t kRxPortMap = 0x0040;
constexpr uint32_t kRbufElementDone = 0x0044; // element number [6:0]
constexpr uint32_t kRxMphyPollLimit = 0x0048; // highest port number polled
constexpr uint32_t kFcefifoValidate = 0x004c;
constexpr uint32_t kRxThreadFreelistTimeout0 = 0x0050; // 0..3; 13 bits
constexpr uint32_t kTxSequence0 = 0x0060;              // 0..3; [7:0] count, [31] all sent
constexpr uint32_t kTxMphyPollLimit = 0x0070, kTxMphyStatus = 0x0074;
constexpr uint32_t kRxUpControl0 = 0x0080, kTxUpControl0 = 0x0090; // 0..3 each
constexpr uint32_t kFcififo = 0x0100, kFcefifo = 0x0140;           // windows of 16 longwords
constexpr uint32_t kFifoWindow = 0x40;
constexpr uint32_t kTbufElementControl = 0x1800; // + 8 * element, two longwords
constexpr uint32_t kBuffer = 0x2000;             // read: RBUF, write: TBUF
constexpr uint32_t kBufferBytes = 0x2000;
constexpr uint32_t kEnd = kBuffer + kBufferBytes;

// RX_CONTROL, TX_CONTROL
constexpr uint32_t kEnableShift = 28;  // [31:28] channel enables
constexpr uint32_t kCsix = 1u << 22;   //
constexpr uint32_t kDuplex = 1u << 16; // CBUS full duplex
constexpr uint32_t kCbus8 = 1u << 13;  // CBUS of 8 bits, else 4
constexpr uint32_t kSingle = 1u << 9;  // CSIX: one freelist (RX_CONTROL)
constexpr uint32_t kWidthShift = 20;   // [21:20] 1x32, 2x16, 4x8, 1x16+2x8
constexpr uint32_t kMphy = 1u << 19;   //
constexpr uint32_t kMphy32 = 1u << 18; // else MPHY-4
constexpr uint32_t kElementShift = 2;  // [3:2] 64, 128, 256 bytes

} // namespace ixp::msf_reg
