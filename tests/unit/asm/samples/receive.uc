; A receive block as it was written for the IXP2400: every context gives the MSF a place for one
; mpacket, waits for it in turn, keeps the state of its channel in local memory and copies the data
; to DRAM. Turns are passed by same-ME signals.

#define RX_THREAD_FREELIST_0 0x30
#define RBUF_ELEMENT_DONE    0x44
#define CHANNELS             8
#define RING_FULL            4
#define RING_FREE            5

; State of a channel: four longwords of local memory.
#define CH_BUFFER *l$index0[0]
#define CH_OFFSET *l$index0[1]
#define CH_DROPS  *l$index0[2]

.num_contexts 8

.sig volatile my_turn
.sig arrived buffer_ready copied sent
.reg read $status0, $status1
.xfer_order $status0 $status1
.reg add_to_freelist, zero

#macro pass_turn
    local_csr_wr[same_me_signal, (0x80 | (&my_turn << 3))]
#endm

    ; [3:0] transfer register, [6:4] context, [9:7] microengine, [15:12] signal; high half of a
    ; fast write is the data.
    .begin
        .reg temp, field
        immed[add_to_freelist, RX_THREAD_FREELIST_0]
        immed_w1[add_to_freelist, (&$status0 | (&arrived << 12))]
        local_csr_rd[active_ctx_sts]
        immed[temp, 0]
        alu[field, temp, and, 0x07]
        alu_shf[add_to_freelist, add_to_freelist, or, field, <<20]
        alu[field, temp, and, 0x18]
        alu_shf[add_to_freelist, add_to_freelist, or, field, <<20]
    .end
    immed[zero, 0]
    br!=ctx[0, receive#]

    ; Context 0 clears the channels and takes the first turn.
    .begin
        .reg channel, address
        immed[channel, 0]
    clear#:
        alu_shf[address, --, b, channel, <<4]
        local_csr_wr[active_lm_addr_0, address]
        nop
        nop
        nop
        immed[CH_BUFFER, 0]
        immed[CH_OFFSET, 0]
        immed[CH_DROPS, 0]
        alu[channel, channel, +, 1]
        alu[--, channel, -, CHANNELS]
        bne[clear#]
        local_csr_wr[same_me_signal, (&my_turn << 3)]
    .end

receive#:
    msf[fast_wr, --, add_to_freelist, 0]
    ctx_arb[arrived, my_turn]
    .begin
        .reg element, channel, length, offset, status, done
        alu_shf[element, 0x7f, and, $status0, >>24]
        alu_shf[length, 0xff, and, $status0, >>16]
        alu[status, --, b, $status0]
        alu[channel, status, and, 0x1f]
        alu_shf[channel, --, b, channel, <<4]
        local_csr_wr[active_lm_addr_0, channel]
        alu_shf[done, --, b, element, <<16]
        alu[done, done, or, RBUF_ELEMENT_DONE]
        nop

        .if (BIT(status, 15))
            .begin
                .reg read $buffer
                scratch[get, $buffer, zero, (RING_FREE << 2), 1], ctx_swap[buffer_ready]
                ; the turn is ours, but LM_ADDR_0 was kept for us and T_INDEX was not
                alu[CH_BUFFER, --, b, $buffer]
                immed[CH_OFFSET, 0]
            .end
        .endif

        .begin
            .reg buffer, reference
            alu[buffer, --, b, CH_BUFFER]
            beq[drop#]
            alu[offset, --, b, CH_OFFSET]
            alu[buffer, buffer, +, offset]
            ; element address with its base 0x2000, both enables
            alu_shf[reference, --, b, element, <<11]
            alu_shf[reference, reference, or, 1, <<18]
            alu[offset, offset, +, length]
            alu[CH_OFFSET, --, b, offset]
            alu[--, reference, or, 0x10]
            dram[rbuf_rd, --, buffer, 0, max_8], indirect_ref, sig_done[copied]
            pass_turn
            ctx_arb[copied]
        .end
        msf[fast_wr, --, done, 0]
        br_bclr[status, 14, receive#]

        .begin
            .reg write $full[2]
            alu[$full[0], --, b, offset]
            alu[$full[1], --, b, status]
            scratch[put, $full[0], zero, (RING_FULL << 2), 2], sig_done[sent]
            cap[fast_wr, 0, xscale_int_a]
            ctx_arb[sent], br[receive#]
        .end

    drop#:
        alu[done, done, or, zero]
        msf[fast_wr, --, done, 0]
        .begin
            .reg drops
            alu[drops, --, b, CH_DROPS]
            alu[CH_DROPS, drops, +, 1]
        .end
        pass_turn
        br[receive#]
    .end
