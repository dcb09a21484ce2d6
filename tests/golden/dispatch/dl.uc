; The dispatch loop's own macros: sources and sinks of packets, and meta-data between the two.
; Contexts take packets in turn and hand them on in the same turn, so order is kept.
#ifndef DL_UC
#define DL_UC

#include "../../../microblocks/systems/macros.uc"

; Meta-data of a packet. Words of a message are kept in the registers that received them.
#macro dl_meta_declare[prefix]
    .reg prefix##_handle prefix##_bytes prefix##_data prefix##_class
    .reg read $##prefix##_message[2]
    .reg write $##prefix##_out[2]
    .sig prefix##_get prefix##_put
    .operand_synonym prefix##_word $##prefix##_message[1]
#endm

; Waits for the turn and takes a message from `ring`; to `none#` when there is none.
#macro dl_source[prefix, ring, none, turn=token_get]
    ctx_arb[turn]
    scratch[get, $##prefix##_message[0], (ring << 2), 0, 2], ctx_swap[prefix##_get], optimize_mem
    pass_token(turn)
    alu[prefix##_handle, --, B, $##prefix##_message[0]]
    br=0[none]
    alu[prefix##_bytes, FIELD_MAX(PACKET_BYTES), AND, prefix##_word]
#endm

; Waits for the turn and hands the packet on to `ring` for output port `port`; to `full#`, turn in
; hand, when there is no room.
#macro dl_sink[prefix, ring, port, full, turn=token_put]
    alu[$##prefix##_out[0], --, B, prefix##_handle]
    alu[prefix##_class, --, B, port]
    alu_shf[$##prefix##_out[1], prefix##_bytes, OR, prefix##_class, <<FIELD_LOW(PACKET_PORT)]
    ctx_arb[turn]
    .if (INP_STATE(scr_ring##ring##_full))
        br[full]
    .endif
    scratch[put, $##prefix##_out[0], (ring << 2), 0, 2], sig_done[prefix##_put]
    pass_token(turn)
    ctx_arb[prefix##_put]
#endm

; Passes on a turn that is not needed.
#macro dl_pass[turn=token_put]
    ctx_arb[turn]
    pass_token(turn)
#endm

; Counts the packet and gives its buffer back.
#macro dl_free[prefix, counter]
    .begin
        .reg buffer
        scratch[incr, --, counter, 0]
        alu_shf[buffer, --, B, prefix##_handle, <<8]
        alu_shf[buffer, --, B, buffer, >>8]
        alu[buffer, buffer, OR, (FREELIST_ENTRY << 24)]
        sram[enqueue, --, buffer, 0]
    .end
#endm

#endif
