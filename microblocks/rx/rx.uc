; rx: takes mpackets out of RBUF, gathers them into buffers, hands whole frames on.
;
; Eight contexts work in a fixed order, 0 to 7 and round again. Three tokens (signals passed to the
; next context) preserve the order of arrival in these steps:
;   token_list   joining the receive freelist, so that context n gets the mpacket before n+1
;   token_state  the reassembly state of the ports
;   token_put    putting frames on their ring
; Between the tokens contexts overlap, which hides the latency of RBUF-to-DRAM moves.
;
; Invariant: each context owns one free buffer, taken from the freelist ahead of time. A frame
; that starts takes it; the next one is requested at once and is there before the next mpacket.
;
; Local memory, two words a port: handle of the frame being gathered (0 = discard until its end),
; bytes gathered so far. A frame of a single mpacket never touches it.
;
; Published Rx microcode for this chip needs 75 instructions
; for a frame of one mpacket; rx.md counts ours.

#include "../../rings/forward.h"
#include "../systems/macros.uc"

#define MSF_RX_THREAD_FREELIST_0 0x30
#define MSF_RBUF_ELEMENT_DONE 0x44

; Receive status word 0
#define RSW_SOP_BIT 15
#define RSW_EOP_BIT 14
#define RSW_RX_ERROR_BIT 10
#define RSW_NULL_BIT 9

.num_contexts 8

.sig sig_rsw sig_buffer sig_dram sig_put token_list token_state token_put
.reg read $rsw0 $rsw1 $buffer
.reg write $message0 $message1
.xfer_order $rsw0 $rsw1
.xfer_order $message0 $message1

.reg freelist_entry ; data and address of the fast_wr that joins the receive freelist
.reg move_template  ; indirect word of an RBUF move, without the element
.reg free_list      ; queue array entry of free buffers, as a command address
.reg data_offset    ; see frame_address
.reg done_register  ; address of RBUF_ELEMENT_DONE
.reg have_buffer    ; SAME_ME_SIGNAL value: this context's buffer is still there
.reg handle element length port flags address

init#:
.begin
  .reg me_and_context context microengine
  local_csr_rd[active_ctx_sts]
  immed[me_and_context, 0]
  alu[context, me_and_context, AND, 7]
  ; ME number [7:3]: cluster is bit 4 of the number, microengine in the cluster bits [1:0]
  alu_shf[microengine, 3, AND, me_and_context, >>3]
  br_bclr[me_and_context, 7, cluster0#]
  alu[microengine, microengine, OR, 4]
cluster0#:
  ; entry: [15:12] signal, [9] cluster, [8:7] ME, [6:4] context, [3:0] transfer register
  immed[freelist_entry, ((&sig_rsw << 12) | &$rsw0)]
  alu_shf[freelist_entry, freelist_entry, OR, context, <<4]
  alu_shf[freelist_entry, freelist_entry, OR, microengine, <<7]
  alu_shf[freelist_entry, --, B, freelist_entry, <<16]
  alu[freelist_entry, freelist_entry, OR, MSF_RX_THREAD_FREELIST_0]
  immed[have_buffer, (&sig_buffer << 3)]
  alu[have_buffer, have_buffer, OR, context]
.end
  ; count override 8 quadwords, MSF address override, base 0x2000 of RBUF
  load_constant(move_template, ((1 << 25) | (7 << 21) | (1 << 18) | (1 << 4)))
  load_constant(free_list, (FREELIST_ENTRY << 24))
  load_constant(data_offset, DATA_OFFSET)
  immed[done_register, MSF_RBUF_ELEMENT_DONE]
  sram[dequeue, $buffer, free_list, 0], sig_done[sig_buffer]
  br!=ctx[0, next#]
  first_token(token_list)
  nop
  first_token(token_state)
  nop
  first_token(token_put)

next#:
  ctx_arb[token_list]
  msf[fast_wr, --, freelist_entry, 0]
  pass_token(token_list)
  ctx_arb[sig_rsw, token_state, sig_buffer]

  alu_shf[element, 0x7f, AND, $rsw0, >>24]
  alu[port, $rsw0, AND, 3]
  ; SOP and EOP and no error: the whole frame is here
  alu_shf[flags, 0xdf, AND, $rsw0, >>8]
  alu[--, flags, -, 0xc0]
  bne[part_of_frame#]

whole_frame#:
  pass_token(token_state)
  alu[handle, --, B, $buffer]
  beq[no_buffer#]
  sram[dequeue, $buffer, free_list, 0], sig_done[sig_buffer]
  frame_address(address, handle, data_offset)
  alu_shf[--, move_template, OR, element, <<11]
  dram[rbuf_rd, --, address, 0, max_8], indirect_ref, sig_done[sig_dram]
  alu_shf[length, 0xff, AND, $rsw0, >>16]
  ctx_arb[sig_dram]
  alu_shf[element, done_register, OR, element, <<16]
  msf[fast_wr, --, element, 0]

send#: ; handle, port, length
  alu[$message0, --, B, handle]
  alu_shf[$message1, length, OR, port, <<FIELD_LOW(PACKET_PORT)]
  ctx_arb[token_put]
  alu_shf[address, --, B, port, <<2] ; ring of the port, as a command address
  br_bset[port, 1, ports_2_3#]
  br_bset[port, 0, port_1#]
  br_inp_state[scr_ring0_status, ring_full#]
  br[put#]
port_1#:
  br_inp_state[scr_ring1_status, ring_full#]
  br[put#]
ports_2_3#:
  br_bset[port, 0, port_3#]
  br_inp_state[scr_ring2_status, ring_full#]
  br[put#]
port_3#:
  br_inp_state[scr_ring3_status, ring_full#]
put#:
  scratch[put, $message0, address, (RING_RX_PORT0 << 2), 2], sig_done[sig_put]
  pass_token(token_put)
  ctx_arb[sig_put], br[next#]

ring_full#:
  pass_token(token_put)
  count_drop(COUNT_RX_RING_FULL)
  alu_shf[handle, --, B, handle, <<8] ; the descriptor's address alone
  alu_shf[handle, free_list, OR, handle, >>8]
  sram[enqueue, --, handle, 0]
  br[next#]

no_buffer#: ; a whole frame, and nowhere to put it
  sram[dequeue, $buffer, free_list, 0], sig_done[sig_buffer]
  count_drop(COUNT_NO_BUFFER)
  alu_shf[element, done_register, OR, element, <<16]
  msf[fast_wr, --, element, 0]
  br[pass_put#]

; ---------------------------------------------------------------------------------------------
; Frames of several mpackets, and mpackets with an error. token_state is held, our buffer is
; there, element and port are set.
part_of_frame#:
.begin
  .reg state gathered
  br_bset[$rsw0, RSW_NULL_BIT, null#]
  alu_shf[state, --, B, port, <<3]
  local_csr_wr[active_lm_addr_0, state]
  alu_shf[length, 0xff, AND, $rsw0, >>16]
  nop
  nop
  br_bset[$rsw0, RSW_SOP_BIT, start#]
  alu[handle, --, B, *l$index0]
  alu[gathered, --, B, *l$index0[1]]
  local_csr_wr[same_me_signal, have_buffer] ; not taken this time
  br[gather#]
start#:
  alu[handle, --, B, $buffer]
  alu[*l$index0, --, B, handle]
  immed[gathered, 0]
  sram[dequeue, $buffer, free_list, 0], sig_done[sig_buffer]
  alu[--, --, B, handle]
  bne[gather#]
  count_drop(COUNT_NO_BUFFER)
gather#:
  alu[length, gathered, +, length]
  alu[*l$index0[1], --, B, length]
  alu[--, --, B, handle]
  beq[discard#]
  br_bset[$rsw0, RSW_RX_ERROR_BIT, bad_frame#]
  alu_shf[flags, flags, AND, 0x1b] ; parity, SOP error
  bne[bad_frame#]
  immed[flags, FRAME_BYTES_MAX]
  alu[--, flags, -, length]
  blo[oversize#]
  pass_token(token_state)
  frame_address(address, handle, data_offset)
  alu_shf[--, move_template, OR, element, <<11]
  dram[rbuf_rd, --, address, gathered, max_8], indirect_ref, sig_done[sig_dram]
  ctx_arb[sig_dram]
  alu_shf[element, done_register, OR, element, <<16]
  msf[fast_wr, --, element, 0]
  br_bset[$rsw0, RSW_EOP_BIT, send#]
  br[pass_put#]

oversize#:
  count_drop(COUNT_OVERSIZE)
  br[give_up#]
bad_frame#:
  count_drop(COUNT_RX_ERROR)
give_up#: ; frees the buffer; the rest of the frame is discarded
  immed[*l$index0, 0]
  alu_shf[handle, --, B, handle, <<8]
  alu_shf[handle, free_list, OR, handle, >>8]
  sram[enqueue, --, handle, 0]
discard#:
  pass_token(token_state)
  alu_shf[element, done_register, OR, element, <<16]
  msf[fast_wr, --, element, 0]
  br[pass_put#]
null#: ; no element: only the turn passes on
  local_csr_wr[same_me_signal, have_buffer]
  nop
  pass_token(token_state)
.end

pass_put#: ; nothing to hand on, but the turn is
  ctx_arb[token_put]
  pass_token(token_put)
  br[next#]
