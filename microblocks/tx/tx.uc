; tx: takes frames from its ring, cuts them into mpackets, moves them to TBUF and frees buffers.
;
; TBUF elements leave strictly in order of their number, so under token_get a context takes a
; frame and as many consecutive elements as it needs; filling and validating them then overlaps
; with the other contexts. Elements in flight = taken - transmitted (TX_SEQUENCE_0), modulo 256;
; the register is read again only when more than 96 of 128 seem taken (the longest frame
; needs 26).

#include "../../rings/forward.h"
#include "../systems/macros.uc"

#define MSF_TX_SEQUENCE_0 0x60
#define MSF_TBUF_ELEMENT_CONTROL 0x1800
#define TSW_SOP (1 << 9)
#define TSW_EOP (1 << 8)

.num_contexts 8

.sig sig_message sig_sequence sig_dram sig_control token_get
.reg read $message0 $message1 $sequence
.xfer_order $message0 $message1
.reg write $control0 $control1
.xfer_order $control0 $control1

.reg @taken @sent ; elements taken, elements known to be transmitted (modulo 256)
.reg handle length port element elements data address
.reg move_template data_offset ring free_list control_base

init#:
  ; count override 8 quadwords, MSF address override, base 0x2000 of TBUF
  load_constant(move_template, ((1 << 25) | (7 << 21) | (1 << 18) | (1 << 4)))
  load_constant(data_offset, DATA_OFFSET)
  load_constant(free_list, (FREELIST_ENTRY << 24))
  immed[ring, (RING_TX << 2)]
  immed[control_base, MSF_TBUF_ELEMENT_CONTROL]
  br!=ctx[0, next#]
  immed[@taken, 0]
  immed[@sent, 0]
  first_token(token_get)

next#:
  ctx_arb[token_get]
get#:
  scratch[get, $message0, ring, 0, 2], sig_done[sig_message]
  ctx_arb[sig_message]
  alu[handle, --, B, $message0]
  beq[nothing#]
  alu[length, 0, +16, $message1]
  alu[elements, length, +, 63]
  alu_shf[elements, --, B, elements, >>6]
  alu[element, @taken, AND, 0x7f]
  alu[@taken, @taken, +, elements]
room#:
  alu[data, @taken, -, @sent]
  alu[data, data, AND, 0xff]
  alu[--, data, -, 97]
  bhs[read_sequence#]
  pass_token(token_get)
  alu_shf[port, --, B, $message1, >>FIELD_LOW(PACKET_PORT)]
  frame_address(data, handle, data_offset)
  alu[--, elements, -, 1]
  bne[several#]

one#: ; the whole frame in one element
  alu_shf[--, move_template, OR, element, <<11]
  dram[tbuf_wr, --, data, 0, max_8], indirect_ref, sig_done[sig_dram]
  immed[address, (TSW_SOP | TSW_EOP)]
  alu[port, port, OR, address]
  alu_shf[$control0, port, OR, length, <<24]
  immed[$control1, 0]
  alu_shf[address, control_base, OR, element, <<3]
  ctx_arb[sig_dram]
  msf[write, $control0, address, 0, 2], sig_done[sig_control]
free#:
  alu_shf[handle, --, B, handle, <<8]
  alu_shf[handle, free_list, OR, handle, >>8]
  sram[enqueue, --, handle, 0]
  ctx_arb[sig_control], br[next#]

nothing#:
  pass_token(token_get)
  br[next#]

read_sequence#:
  immed[address, MSF_TX_SEQUENCE_0]
  msf[read, $sequence, address, 0, 1], ctx_swap[sig_sequence]
  alu[@sent, $sequence, AND, 0xff]
  br[room#]

; Frames of several elements: all but the last are full.
several#:
.begin
  .reg flags full_element
  immed[full_element, 64]
  immed[flags, TSW_SOP]
part#:
  alu_shf[--, move_template, OR, element, <<11]
  dram[tbuf_wr, --, data, 0, max_8], indirect_ref, sig_done[sig_dram]
  alu[data, data, +, 64]
  alu[--, length, -, 65]
  blo[last#]
  alu[address, port, OR, flags]
  alu_shf[$control0, address, OR, full_element, <<24]
  immed[$control1, 0]
  alu_shf[address, control_base, OR, element, <<3]
  ctx_arb[sig_dram]
  msf[write, $control0, address, 0, 2], sig_done[sig_control]
  immed[flags, 0]
  alu[length, length, -, 64]
  alu[element, element, +, 1]
  alu[element, element, AND, 0x7f]
  ctx_arb[sig_control], br[part#]
last#:
  immed[address, TSW_EOP]
  alu[port, port, OR, address]
  alu[port, port, OR, flags]
  alu_shf[$control0, port, OR, length, <<24]
  immed[$control1, 0]
  alu_shf[address, control_base, OR, element, <<3]
  ctx_arb[sig_dram]
  msf[write, $control0, address, 0, 2], sig_done[sig_control]
  br[free#]
.end
