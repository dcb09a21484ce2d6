; Transmit microcode of the kind a host driver loads: the host gives frames on ring 2 (status:
; empty) and gets them back on ring 3. Ring words are the SRAM addresses of descriptors: buffer
; address, frame length, channel (three longwords). Frames of one mpacket only.

#define MSF_TX_SEQUENCE_0 0x60
#define MSF_TBUF_ELEMENT_CONTROL 0x1800
#define TSW_SOP_EOP ((1 << 9) | (1 << 8))

.num_contexts 8
.sig sig_ring sig_descriptor sig_dram sig_control sig_put sig_sequence token_get token_put
.reg read $taken $data $length $channel $sequence
.xfer_order $data $length $channel
.reg write $control0 $control1 $done
.xfer_order $control0 $control1
.reg @taken @sent ; elements taken, elements known to be transmitted (modulo 256)
.reg descriptor element template flags address data status ring_in ring_out control_base

  immed_w0[template, ((1 << 4) | 0)]
  immed_w1[template, ((1 << 9) | (7 << 5) | (1 << 2))]
  immed[control_base, MSF_TBUF_ELEMENT_CONTROL]
  immed[ring_in, (2 << 2)]
  immed[ring_out, (3 << 2)]
  local_csr_rd[active_ctx_sts]
  immed[status, 0]
  alu[--, status, AND, 7]
  bne[next#]
  immed[@taken, 0]
  immed[@sent, 0]
  local_csr_wr[same_me_signal, (&token_get << 3)]
  nop
  local_csr_wr[same_me_signal, (&token_put << 3)]
  nop
next#:
  ctx_arb[token_get]
take#:
  br_inp_state[scr_ring2_status, none#]
  scratch[get, $taken, ring_in, 0, 1], sig_done[sig_ring]
  ctx_arb[sig_ring]
  alu[descriptor, --, B, $taken]
  beq[none#]
  alu[element, @taken, AND, 0x7f]
  alu[@taken, @taken, +, 1]
room#:
  alu[data, @taken, -, @sent]
  alu[data, data, AND, 0xff]
  alu[--, data, -, 97]
  bhs[read_sequence#]
  local_csr_wr[same_me_signal, (0x80 | (&token_get << 3))]
  sram[read, $data, descriptor, 0, 3], sig_done[sig_descriptor]
  ctx_arb[sig_descriptor]
  alu[data, --, B, $data]
  alu_shf[--, template, OR, element, <<11]
  dram[tbuf_wr, --, data, 0, max_8], indirect_ref, sig_done[sig_dram]
  immed[flags, TSW_SOP_EOP]
  alu[flags, flags, OR, $channel]
  alu[data, --, B, $length]
  alu_shf[$control0, flags, OR, data, <<24]
  immed[$control1, 0]
  alu_shf[address, control_base, OR, element, <<3]
  ctx_arb[sig_dram]
  msf[write, $control0, address, 0, 2], sig_done[sig_control]
  alu[$done, --, B, descriptor]
  ctx_arb[sig_control, token_put]
  scratch[put, $done, ring_out, 0, 1], sig_done[sig_put]
  local_csr_wr[same_me_signal, (0x80 | (&token_put << 3))]
  ctx_arb[sig_put], br[next#]
none#:
  ctx_arb[voluntary], br[take#]
read_sequence#:
  immed[address, MSF_TX_SEQUENCE_0]
  msf[read, $sequence, address, 0, 1], ctx_swap[sig_sequence]
  alu[@sent, $sequence, AND, 0xff]
  br[room#]
