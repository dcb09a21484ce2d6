; Small macros that every block uses.
#ifndef MACROS_UC
#define MACROS_UC

; A 32-bit constant in one or two instructions.
#macro load_constant(dst, value)
  #if (((value) & 0xffff0000) == 0)
    immed[dst, ((value) & 0xffff)]
  #elif (((value) & 0xffff) == 0)
    immed[dst, (((value) >> 16) & 0xffff), <<16]
  #else
    immed[dst, ((value) & 0xffff)]
    immed_w1[dst, (((value) >> 16) & 0xffff)]
  #endif
#endm

; Hands a token on: sets signal `sig` in the next context of this microengine.
#macro pass_token(sig)
  local_csr_wr[same_me_signal, (0x80 | (&sig << 3))]
#endm

; Context 0 starts with the token: it signals itself.
#macro first_token(sig)
  local_csr_wr[same_me_signal, (&sig << 3)]
#endm

; DRAM address of the frame in the buffer `handle`; `offset` holds DATA_OFFSET (rings/packet.h).
#macro frame_address(address, handle, offset)
  .begin
    .reg bank
    alu_shf[address, --, B, handle, <<8]
    alu[bank, handle, AND, 0x18] ; descriptor number mod 4, times 8
    alu[address, address, +, offset]
    alu_shf[address, address, OR, bank, <<4]
  .end
#endm

; Adds one to a drop counter (a scratchpad longword).
#macro count_drop(scratch_address)
  .begin
    .reg counter_address
    immed[counter_address, scratch_address]
    scratch[incr, --, counter_address, 0]
  .end
#endm

#endif
