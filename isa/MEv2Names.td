// Names of numbers in assembly and in system files.

class NamedNumber<string name, int number> {
  string Name = name;
  int Number = number;
}
class LocalCsrDef<string name, int byteAddress> : NamedNumber<name, byteAddress>;
class InputStateDef<string name, int number> : NamedNumber<name, number>;
class LocalCsrFieldDef<string csr, string name, int high, int low> : NamedNumber<name, low> {
  string Csr = csr;
  int Width = !add(!sub(high, low), 1);
}
class CapCsrDef<string name, int byteAddress> : NamedNumber<name, byteAddress>;
class MsfCsrDef<string name, int byteAddress> : NamedNumber<name, byteAddress>;
class CrcTypeDef<string name, int number> : NamedNumber<name, number>;
class CrcBytesDef<string name, int number> : NamedNumber<name, number>;

// ---- local CSRs, by byte address ---------------------------------------------------------------
def : LocalCsrDef<"USTORE_ADDRESS", 0x000>;
def : LocalCsrDef<"USTORE_DATA_LOWER", 0x004>;
def : LocalCsrDef<"USTORE_DATA_UPPER", 0x008>;
def : LocalCsrDef<"USTORE_ERROR_STATUS", 0x00c>;
def : LocalCsrDef<"ALU_OUT", 0x010>;
def : LocalCsrDef<"CTX_ARB_CNTL", 0x014>;
def : LocalCsrDef<"CTX_ENABLES", 0x018>;
def : LocalCsrDef<"CC_ENABLE", 0x01c>;
def : LocalCsrDef<"CSR_CTX_POINTER", 0x020>;
def : LocalCsrDef<"BYTE_INDEX", 0x070>;
def : LocalCsrDef<"T_INDEX", 0x074>;
def : LocalCsrDef<"NN_PUT", 0x080>;
def : LocalCsrDef<"NN_GET", 0x084>;
def : LocalCsrDef<"TIMESTAMP_LOW", 0x0c0>;
def : LocalCsrDef<"TIMESTAMP_HIGH", 0x0c4>;
def : LocalCsrDef<"T_INDEX_BYTE_INDEX", 0x0f4>;
def : LocalCsrDef<"NEXT_NEIGHBOR_SIGNAL", 0x100>;
def : LocalCsrDef<"PREV_NEIGHBOR_SIGNAL", 0x104>;
def : LocalCsrDef<"SAME_ME_SIGNAL", 0x108>;
def : LocalCsrDef<"CRC_REMAINDER", 0x140>;
def : LocalCsrDef<"PROFILE_COUNT", 0x144>;
def : LocalCsrDef<"PSEUDO_RANDOM_NUMBER", 0x148>;
def : LocalCsrDef<"LOCAL_CSR_STATUS", 0x180>;
// One per context: through CSR_CTX_POINTER; the executing context's own is four bytes above.
multiclass PerContextCsr<string name, int byteAddress> {
  def : LocalCsrDef<"INDIRECT_" # name, byteAddress>;
  def : LocalCsrDef<"ACTIVE_" # name, !add(byteAddress, 4)>;
}
defm : PerContextCsr<"CTX_STS", 0x040>;
defm : PerContextCsr<"CTX_SIG_EVENTS", 0x048>;
defm : PerContextCsr<"CTX_WAKEUP_EVENTS", 0x050>;
defm : PerContextCsr<"CTX_FUTURE_COUNT", 0x058>;
defm : PerContextCsr<"LM_ADDR_0", 0x060>;
defm : PerContextCsr<"LM_ADDR_1", 0x068>;
defm : PerContextCsr<"FUTURE_COUNT_SIGNAL", 0x078>;
defm : PerContextCsr<"LM_ADDR_0_BYTE_INDEX", 0x0e0>;
defm : PerContextCsr<"LM_ADDR_1_BYTE_INDEX", 0x0e8>;

// Bits of local CSRs that programs set before they start.
def : LocalCsrFieldDef<"CTX_ENABLES", "IN_USE_CONTEXTS", 31, 31>; // 1: four
def : LocalCsrFieldDef<"CTX_ENABLES", "PRN_MODE", 30, 30>;        // 1: a number every cycle
def : LocalCsrFieldDef<"CTX_ENABLES", "CONTROL_STORE_PARITY_ERROR", 29, 29>;
def : LocalCsrFieldDef<"CTX_ENABLES", "CONTROL_STORE_PARITY_ENABLE", 28, 28>;
def : LocalCsrFieldDef<"CTX_ENABLES", "BREAKPOINT", 27, 27>;
def : LocalCsrFieldDef<"CTX_ENABLES", "REGISTER_PARITY_ERROR", 25, 25>;
def : LocalCsrFieldDef<"CTX_ENABLES", "NN_MODE", 20, 20>; // 1: to itself
def : LocalCsrFieldDef<"CTX_ENABLES", "NN_RING_EMPTY", 19, 18>;
def : LocalCsrFieldDef<"CTX_ENABLES", "LM_ADDR_1_GLOBAL", 17, 17>;
def : LocalCsrFieldDef<"CTX_ENABLES", "LM_ADDR_0_GLOBAL", 16, 16>;
def : LocalCsrFieldDef<"CTX_ENABLES", "CONTEXTS", 15, 8>;
def : LocalCsrFieldDef<"T_INDEX_BYTE_INDEX", "T_INDEX", 8, 2>;
def : LocalCsrFieldDef<"T_INDEX_BYTE_INDEX", "BYTE_INDEX", 1, 0>;

// ---- input states ------------------------------------------------------------------------------
def : InputStateDef<"nn_empty", 0>;
def : InputStateDef<"nn_full", 1>;
foreach ring = 0-11 in
  def : InputStateDef<"scr_ring" # ring # "_status", !add(ring, 2)>;
def : InputStateDef<"fci_not_empty", 14>;
def : InputStateDef<"fci_full", 15>;

// ---- CRC ---------------------------------------------------------------------------------------
def : CrcTypeDef<"none", 0>;
def : CrcTypeDef<"crc_ccitt", 2>;
def : CrcTypeDef<"crc_32", 4>;
def : CrcTypeDef<"crc_iscsi", 5>;
def : CrcTypeDef<"crc_10", 6>;
def : CrcTypeDef<"crc_5", 7>;
// Text omits bytes_0_3, the default without a token.
def : CrcBytesDef<"bytes_0_3", 0>;
def : CrcBytesDef<"bytes_1_3", 1>;
def : CrcBytesDef<"bytes_2_3", 2>;
def : CrcBytesDef<"byte_3", 3>;
def : CrcBytesDef<"bytes_0_2", 4>;
def : CrcBytesDef<"bytes_0_1", 5>;
def : CrcBytesDef<"byte_0", 6>;

// ---- CAP CSRs, by byte address -------------------------------------------------------------------
foreach ring = 0-15 in {
  def : CapCsrDef<"SCRATCH_RING_BASE_" # ring, !add(0x4800, !mul(ring, 16))>;
  def : CapCsrDef<"SCRATCH_RING_HEAD_" # ring, !add(0x4804, !mul(ring, 16))>;
  def : CapCsrDef<"SCRATCH_RING_TAIL_" # ring, !add(0x4808, !mul(ring, 16))>;
}
def : CapCsrDef<"INTERTHREAD_SIG", 0x401c>; // the descendants' address
def : CapCsrDef<"HASH_MULTIPLIER_48_0", 0x4900>;
def : CapCsrDef<"HASH_MULTIPLIER_48_1", 0x4904>;
def : CapCsrDef<"HASH_MULTIPLIER_64_0", 0x4908>;
def : CapCsrDef<"HASH_MULTIPLIER_64_1", 0x490c>;
foreach word = 0-3 in
  def : CapCsrDef<"HASH_MULTIPLIER_128_" # word, !add(0x4910, !mul(word, 4))>;
def : CapCsrDef<"PRODUCT_ID", 0x4a00>;
def : CapCsrDef<"MISC_CONTROL", 0x4a04>;
def : CapCsrDef<"MSF_CLK_CNTRL", 0x4a08>;
def : CapCsrDef<"IXP_RESET_0", 0x4a0c>;
def : CapCsrDef<"IXP_RESET_1", 0x4a10>;
def : CapCsrDef<"CCR", 0x4a14>;
def : CapCsrDef<"STRAP_OPTIONS", 0x4a18>;
def : CapCsrDef<"XSCALE_INT_A", 0x4b20>;
def : CapCsrDef<"XSCALE_INT_B", 0x4b24>; // no public source confirms the address

// ---- MSF registers, by offset --------------------------------------------------------------------
def : MsfCsrDef<"RX_CONTROL", 0x0000>;
def : MsfCsrDef<"TX_CONTROL", 0x0004>;
def : MsfCsrDef<"INTERRUPT_STATUS", 0x0008>;
def : MsfCsrDef<"INTERRUPT_ENABLE", 0x000c>;
def : MsfCsrDef<"CSIX_TYPE_MAP", 0x0010>;
def : MsfCsrDef<"FC_EGRESS_STATUS", 0x0014>;
def : MsfCsrDef<"FC_INGRESS_STATUS", 0x0018>;
def : MsfCsrDef<"TX_VALIDATE", 0x0020>;
def : MsfCsrDef<"HWM_CONTROL", 0x0024>;
def : MsfCsrDef<"FC_STATUS_OVERRIDE", 0x0028>;
def : MsfCsrDef<"CLOCK_CONTROL", 0x002c>;
def : MsfCsrDef<"RX_PORT_MAP", 0x0040>;
def : MsfCsrDef<"RBUF_ELEMENT_DONE", 0x0044>;
def : MsfCsrDef<"RX_MPHY_POLL_LIMIT", 0x0048>;
def : MsfCsrDef<"FCEFIFO_VALIDATE", 0x004c>;
def : MsfCsrDef<"TX_MPHY_POLL_LIMIT", 0x0070>;
def : MsfCsrDef<"TX_MPHY_STATUS", 0x0074>;
foreach n = 0-3 in {
  def : MsfCsrDef<"RX_THREAD_FREELIST_" # n, !add(0x0030, !mul(n, 4))>;
  def : MsfCsrDef<"RX_THREAD_FREELIST_TIMEOUT_" # n, !add(0x0050, !mul(n, 4))>;
  def : MsfCsrDef<"TX_SEQUENCE_" # n, !add(0x0060, !mul(n, 4))>;
  def : MsfCsrDef<"RX_UP_CONTROL_" # n, !add(0x0080, !mul(n, 4))>;
  def : MsfCsrDef<"TX_UP_CONTROL_" # n, !add(0x0090, !mul(n, 4))>;
}
def : MsfCsrDef<"FCIFIFO", 0x0100>;
def : MsfCsrDef<"FCEFIFO", 0x0140>;
def : MsfCsrDef<"TBUF_ELEMENT_CONTROL", 0x1800>; // + 8 * element
def : MsfCsrDef<"RBUF", 0x2000>;                 // reads
def : MsfCsrDef<"TBUF", 0x2000>;                 // writes
