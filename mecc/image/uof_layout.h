// The layout of a UOF file, Intel's linked object format: names and sizes of its records, shared by
// writer and reader. Fields are listed in docs/formats.md.
//
//   file header (12) | chunk headers (20 each) | UOF_OBJS object | DBG_OBJS object
//   object header (20) | chunk headers (16 each) | chunks
//
// Source: IXP2400/IXP2800 Development Tools User's Guide, chapter 6; records not specified there
// follow the public firmware loader of the descendants (QuickAssist) or are our own, as the page
// says.
#pragma once

#include "mecc/image/image.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mecc::uof {

constexpr uint16_t kFileId = 0xc6c2;
constexpr uint8_t kMajorVersion = 1, kMinorVersion = 0;
constexpr uint32_t kCpuIxp2400 = 2, kCpuIxp2800 = 4;

constexpr uint32_t kFileHeader = 12, kFileChunkHeader = 20;
constexpr uint32_t kObjectHeader = 20, kObjectChunkHeader = 16;
constexpr uint32_t kImageHeader = 52, kPage = 40, kWordBlock = 16;
constexpr uint32_t kImportVariable = 4, kImportUse = 16;
constexpr uint32_t kRegisterInit = 16, kMemoryInit = 24, kMemoryValue = 8;
constexpr uint32_t kDebugImage = 28, kDebugLine = 16, kDebugLabel = 8, kDebugSymbol = 16;
constexpr uint32_t kDebugPoint = 28, kDebugArgument = 4;
constexpr uint32_t kWordBytes = 5;

constexpr uint32_t kMaxImages = 64;      // above the number of microengines of an IXP2400
constexpr uint32_t kMaxString = 1024;    // maximum bytes of one name
constexpr uint16_t kFillUnused = 0x1000; // imageAttrib bit 12: fill unused control store

// initType of a register record. 2 (one context) is the descendant's, 0x80 (CSR) our own.
constexpr uint8_t kInitRegister = 1, kInitRegisterContext = 2, kInitCsr = 0x80;
constexpr uint8_t kValueNumber = 0; // EXPR_VAL
// valType of a word that uses import variables: exprValue is an expression (EXPR).
constexpr uint8_t kUseExpression = 2;

// Region numbers of memory initialisation; 0 and 3 are the descendant's, the others our own.
constexpr std::array<std::string_view, 5> kRegions{"sram0", "dram", "scratch", "lmem", "sram1"};

// Register type and number of "a3", "@b7", "$4", "$$4", "n$2"; nothing for other text.
struct RegisterName {
  uint8_t type;
  uint32_t number;
};
std::optional<RegisterName> register_of(std::string_view location);
std::string location_of(RegisterName r); // "" for a type without text form

// CRC-16, polynomial 0x1021, start 0, most significant bit first.
uint16_t crc16(std::string_view bytes);

} // namespace mecc::uof
