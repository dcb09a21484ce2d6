; Receive microcode of the kind a host driver loads: the host gives empty buffers on ring 0 (status:
; empty), finds full ones on ring 1 (status: full) and is interrupted. Ring words are the SRAM
; addresses of descriptors: buffer address, buffer length, channel, frame length (four longwords).
; Frames of one mpacket only. The freelist entry's fixed part comes in @a15, set by the loader; with
; FREELIST_ENTRY, for loaders that set no registers, from there.
#define RBUF_ELEMENT_DONE 0x44

.num_contexts 8
.sig sig_rsw sig_ring sig_descriptor sig_dram sig_write sig_put token_list token_ring token_put
.reg read $rsw0 $rsw1 $taken $buffer $size
.xfer_order $rsw0 $rsw1
.xfer_order $buffer $size
.reg write $channel $length $done
.xfer_order $channel $length
.addr sig_rsw 1
.addr $rsw0 2
.addr $rsw1 3
.reg @fixed
.addr @fixed @a15
.reg entry descriptor element template ring_in ring_out data

  .reg status
#ifdef FREELIST_ENTRY
  immed_w0[@fixed, 0x30]
  immed_w1[@fixed, FREELIST_ENTRY]
#endif
  local_csr_rd[active_ctx_sts]
  immed[status, 0]
  alu[status, status, AND, 7]
  alu_shf[entry, --, B, status, <<20]
  alu[entry, entry, OR, @fixed]
  immed_w0[template, ((1 << 4) | 0)]
  immed_w1[template, ((1 << 9) | (7 << 5) | (1 << 2))]
  immed[ring_in, 0]
  immed[ring_out, (1 << 2)]
  br!=ctx[0, next#]
  local_csr_wr[same_me_signal, (&token_list << 3)]
  nop
  local_csr_wr[same_me_signal, (&token_ring << 3)]
  nop
  local_csr_wr[same_me_signal, (&token_put << 3)]
next#:
  ctx_arb[token_list]
  msf[fast_wr, --, entry, 0]
  local_csr_wr[same_me_signal, (0x80 | (&token_list << 3))]
  ctx_arb[sig_rsw, token_ring]
take#:
  br_inp_state[scr_ring0_status, none#]
  scratch[get, $taken, ring_in, 0, 1], sig_done[sig_ring]
  ctx_arb[sig_ring]
  alu[descriptor, --, B, $taken]
  beq[none#]
  local_csr_wr[same_me_signal, (0x80 | (&token_ring << 3))]
  sram[read, $buffer, descriptor, 0, 2], sig_done[sig_descriptor]
  ctx_arb[sig_descriptor]
  alu_shf[element, 0x7f, AND, $rsw0, >>24]
  alu[data, --, B, $buffer]
  alu_shf[--, template, OR, element, <<11]
  dram[rbuf_rd, --, data, 0, max_8], indirect_ref, sig_done[sig_dram]
  alu[$channel, $rsw0, AND, 0x1f]
  alu_shf[$length, 0xff, AND, $rsw0, >>16]
  sram[write, $channel, descriptor, 8, 2], sig_done[sig_write]
  ctx_arb[sig_dram, sig_write]
  alu_shf[element, --, B, element, <<16]
  alu[element, element, OR, RBUF_ELEMENT_DONE]
  msf[fast_wr, --, element, 0]
  alu[$done, --, B, descriptor]
  ctx_arb[token_put]
full#:
  br_!inp_state[scr_ring1_status, put#]
  ctx_arb[voluntary], br[full#]
put#:
  scratch[put, $done, ring_out, 0, 1], sig_done[sig_put]
  cap[fast_wr, 0, XSCALE_INT_A]
  local_csr_wr[same_me_signal, (0x80 | (&token_put << 3))]
  ctx_arb[sig_put], br[next#]
none#:
  ctx_arb[voluntary], br[take#]
