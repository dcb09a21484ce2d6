.num_contexts 8
#define RING 2
#macro wait_for[s]
    ctx_arb[s]
#endm
.reg count total @shared $in[2] $$pkt[4]
.sig rx done
.xfer_order $in
    immed[count, 0]
    immed[total, 0x1234]
loop#:
    scratch[get, $in[0], total, RING << 2, 2], sig_done[rx]
    wait_for[rx]
.if (count > 3)
    alu[total, total, +, count]
.else
    alu_shf[count, total, OR, $in[0], <<3]
.endif
.while (count < 10)
    alu[count, count, +, 1]
.endw
    dram[read, $$pkt[0], total, 0, 2], sig_done[done]
    ctx_arb[done]
    alu[@shared, $$pkt[0], +, count]
    ld_field[count, 0110, $in[1], >>8]
    br_bset[count, 3, loop#], defer[1]
    nop
    br=byte[total, 2, 0x7f, loop#]
    ctx_arb[kill]
