; ipv4_forward: one IPv4 router hop for the frames of one input port.
;
; Checks the header (RFC 1812 5.2.2), decrements TTL and updates the checksum incrementally (RFC
; 1624), finds the longest matching prefix in SRAM, writes the new Ethernet header, and hands the
; frame to tx. Packets that cannot be forwarded are counted by reason and their buffers freed.
;
; PORT (given by the system file) is the input port, so the ring to read. Eight contexts take
; frames in turn (token_get) and hand them on in the same turn (token_put): order is kept.
;
; Forwarding table (tools/make-fib), eight address bits a step from the top: a node is 256
; longwords; an entry is 0 (no route), 0x80000000 | byte address of the next node, or the byte
; address of a next hop. Longer prefixes are pushed down, so the first leaf is the answer.
; Next hop, four longwords: output port; destination MAC [47:16]; destination MAC [15:0] and
; source MAC [47:32]; source MAC [31:0].
;
; The first forty bytes of a frame in $$header0..9 (Ethernet 14, IPv4 20):
;   0..2 MACs   3 type, version/IHL/TOS   4 length, id   5 fragment, TTL, protocol
;   6 checksum, source high   7 source low, destination high   8 destination low, payload

#include "../../rings/forward.h"
#include "../systems/macros.uc"

.num_contexts 8

.sig sig_message sig_header sig_step sig_hop sig_put token_get token_put
.reg read $message0 $message1
.xfer_order $message0 $message1
.reg write $out0 $out1
.xfer_order $out0 $out1
.reg read $entry
.reg read $hop0 $hop1 $hop2 $hop3
.xfer_order $hop0 $hop1 $hop2 $hop3
.reg $$header0 $$header1 $$header2 $$header3 $$header4 $$header5 $$header6 $$header7 $$header8 $$header9
.xfer_order $$header0 $$header1 $$header2 $$header3 $$header4 $$header5 $$header6 $$header7 $$header8 $$header9

.reg handle length data ; data: DRAM byte address of the frame
.reg destination node index sum value
.reg data_offset fib rx_ring tx_ring free_list

init#:
  load_constant(data_offset, DATA_OFFSET)
  load_constant(fib, FIB_BASE)
  load_constant(free_list, (FREELIST_ENTRY << 24))
  immed[rx_ring, ((RING_RX_PORT0 + PORT) << 2)]
  immed[tx_ring, (RING_TX << 2)]
  br!=ctx[0, next#]
  first_token(token_get)
  nop
  first_token(token_put)

next#:
  ctx_arb[token_get]
  scratch[get, $message0, rx_ring, 0, 2], sig_done[sig_message]
  ctx_arb[sig_message]
  pass_token(token_get)
  alu[handle, --, B, $message0]
  beq[nothing#]
  alu[length, 0, +16, $message1]
  frame_address(data, handle, data_offset)
  dram[read, $$header0, data, 0, 5], sig_done[sig_header]
  ctx_arb[sig_header]

check#:
  ; type 0x0800 and version 4, header of five longwords
  alu_shf[value, --, B, $$header3, >>16]
  immed[sum, 0x0800]
  alu[--, value, -, sum]
  bne[not_ipv4#]
  br!=byte[$$header3, 1, 0x45, bad_header#]
  ; the datagram must be in the frame: 14 + total length <= frame length
  alu_shf[value, --, B, $$header4, >>16]
  alu[value, value, +, 14]
  alu[--, length, -, value]
  blo[bad_header#]
  alu[--, value, -, 34] ; total length >= 20
  blo[bad_header#]
  ; one's complement sum of the header must be 0xffff
  alu_shf[value, --, B, $$header8, >>16]
  alu_shf[sum, --, B, $$header3, <<16]
  alu[sum, sum, +, $$header4]
  alu[sum, sum, +carry, $$header5]
  alu[sum, sum, +carry, $$header6]
  alu[sum, sum, +carry, $$header7]
  alu[sum, sum, +carry, value]
  alu[sum, sum, +carry, 0]
  alu_shf[value, --, B, sum, >>16]
  alu[sum, value, +16, sum]
  alu_shf[value, --, B, sum, >>16]
  alu[sum, value, +16, sum]
  alu[sum, sum, +, 1] ; 0xffff + 1 has bit 16
  br_bclr[sum, 16, bad_checksum#]
  ; TTL 0 and 1 end here
  alu_shf[value, 0xff, AND, $$header5, >>8]
  alu[--, value, -, 2]
  blo[ttl_expired#]

lookup#:
  alu_shf[destination, --, B, $$header7, <<16]
  alu_shf[value, --, B, $$header8, >>16]
  alu[destination, destination, OR, value]
  alu[node, --, B, fib]
step#:
  alu_shf[index, --, B, destination, >>24]
  alu_shf[index, --, B, index, <<2]
  sram[read, $entry, node, index, 1], ctx_swap[sig_step]
  alu_shf[destination, --, B, destination, <<8]
  alu[node, --, B, $entry]
  beq[no_route#]
  br_bset[node, 31, inner#]
  sram[read, $hop0, node, 0, 4], ctx_swap[sig_hop]
  br[rewrite#]
inner#:
  alu_shf[node, --, B, node, <<1] ; drop the mark
  alu_shf[node, --, B, node, >>1]
  br[step#]

rewrite#:
  alu[$$header0, --, B, $hop1]
  alu[$$header1, --, B, $hop2]
  alu[$$header2, --, B, $hop3]
  alu[$$header3, --, B, $$header3]
  alu[$$header4, --, B, $$header4]
  ; TTL - 1 takes 0x0100 off word 5, so adds 0x0100 to the checksum, end-around; 0xffff becomes 0
  immed[value, 0x0100]
  alu[$$header5, $$header5, -, value]
  alu_shf[sum, --, B, $$header6, >>16]
  alu[sum, sum, +, value]
  alu[value, sum, +, 1]
  alu_shf[value, --, B, value, >>16]
  alu[sum, sum, +, value]
  alu_shf[sum, --, B, sum, <<16]
  alu[value, 0, +16, $$header6]
  alu[$$header6, sum, OR, value]
  alu[$$header7, --, B, $$header7]
  alu[$$header8, --, B, $$header8]
  alu[$$header9, --, B, $$header9]
  dram[write, $$header0, data, 0, 5], sig_done[sig_header]
  alu[$out0, --, B, handle]
  alu[value, --, B, $hop0]
  alu_shf[$out1, length, OR, value, <<FIELD_LOW(PACKET_PORT)]
  ctx_arb[sig_header, token_put]
  br_inp_state[scr_ring4_status, tx_ring_full#]
  scratch[put, $out0, tx_ring, 0, 2], sig_done[sig_put]
  pass_token(token_put)
  ctx_arb[sig_put], br[next#]

nothing#:
  ctx_arb[token_put]
  pass_token(token_put)
  br[next#]

; Drops: wait for the turn, count, free the buffer.
#macro drop(counter)
  immed[index, counter]
  br[drop#]
#endm

not_ipv4#:
  drop(COUNT_NOT_IPV4)
bad_header#:
  drop(COUNT_BAD_HEADER)
bad_checksum#:
  drop(COUNT_BAD_CHECKSUM)
ttl_expired#:
  drop(COUNT_TTL_EXPIRED)
no_route#:
  immed[index, COUNT_NO_ROUTE]
drop#:
  ctx_arb[token_put]
count#:
  pass_token(token_put)
  scratch[incr, --, index, 0]
  alu_shf[handle, --, B, handle, <<8]
  alu_shf[handle, free_list, OR, handle, >>8]
  sram[enqueue, --, handle, 0]
  br[next#]
tx_ring_full#: ; the turn is ours already
  immed[index, COUNT_TX_RING_FULL]
  br[count#]
