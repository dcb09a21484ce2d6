; A dispatch loop as programs of 2004 had it: packets come from a ring, are classified, accounted
; by flow and policed, and go on to the next ring, to the core or nowhere. It is a test of the
; assembler (run.py compares it with a model), so it uses every feature of the language.
;
;   rx -RING_RX_PORT0-> source -> parse -> account -> classify -> sink -RING_TX-> tx
;
; Flows are found by a hash of addresses, ports and protocol in a table in SRAM, which a cache in
; local memory mirrors: the CAM knows which of its sixteen entries holds which row. Rows are read
; into the cache and always written through. One context after the other does this, so that a row
; is in one place at a time.

#include "rings.h"
#include "dl.uc"

.num_contexts 8

; Values that the system sets when it loads the program.
.import_var FLOW_LIMIT OUTPUT_PORT

; ---- the flow table

#define FLOWS 256
#define FLOW_WORDS 8
#define FLOW_BYTES (FLOW_WORDS * 4)
#define FLOW_VALID (1 << 31)
#define PROBES 4
#define CACHE_STRIDE 64                 ; bytes: the factor lm_addr0[] applies to an entry's number

.sram flow_table (FLOWS * FLOW_BYTES) aligned FLOW_BYTES
.local_mem flow_cache (16 * CACHE_STRIDE) aligned 1024
.alloc_mem class_counters scratch+0x3e00 me (4 * 4) 16
.init class_counters 0 0 0 0

; Words of a row, here and in the cache.
#define_eval ROW 0
#for FIELD [source, destination, ports, protocol, packets, bytes, refused]
    .operand_synonym row_##FIELD *l$index0[ROW]
    #define_eval ROW (ROW + 1)
#endloop

; ---- classes of packets

#define CLASS_OTHER 0
#define CLASS_ICMP  1
#define CLASS_TCP   2
#define CLASS_UDP   3

; ---- registers and signals

.sig token_get token_flow token_put header_done row_done hash_done
.reg $$header[10]
.reg $hash[2]
.reg $row[FLOW_WORDS]
.areg source destination
.breg ports protocol
.reg index found probes address value

dl_meta_declare[dl]

.init_csr CTX_ENABLES.LM_ADDR_0_GLOBAL 0
.init_csr CTX_ENABLES.NN_MODE 0
.entry start#

; ---- parse: the five numbers that make a flow

#macro parse_ipv4[not_ipv4]
    frame_address(dl_data, dl_handle, data_offset)
    dram[read, $$header[0], dl_data, 0, 5], sig_done[header_done]
    ctx_arb[header_done]
    .if ($$header[3] >> 16 != 0x0800)
        br[not_ipv4]
    .endif
    alu[protocol, 0xff, AND, $$header[5]]
    alu_shf[source, --, B, $$header[6], <<16]
    alu_shf[value, --, B, $$header[7], >>16]
    alu[source, source, OR, value]
    alu_shf[destination, --, B, $$header[7], <<16]
    alu_shf[value, --, B, $$header[8], >>16]
    alu[destination, destination, OR, value]
    immed[ports, 0]
    .if (protocol == 6 || protocol == 17)
        alu_shf[ports, --, B, $$header[8], <<16]
        alu_shf[value, --, B, $$header[9], >>16]
        alu[ports, ports, OR, value]
    .endif
    alu[protocol, protocol, OR, FLOW_VALID]
#endm

; ---- account: the row of the flow, in the cache and in memory

; Makes *l$index0 the row of `index`.
#macro cache_row[]
    .begin
        .reg entry
        cam_lookup[found, index], lm_addr0[(flow_cache >> 10)]
        alu_shf[address, --, B, index, <<(log2(FLOW_BYTES))]
        alu[address, address, +, flow_table]
        .if (!BIT(found, 7))
            sram[read, $row[0], address, 0, FLOW_WORDS], ctx_swap[row_done]
            #for WORD [0, 1, 2, 3, 4, 5, 6, 7]
                alu[*l$index0[WORD], --, B, $row[WORD]]
            #endloop
            alu_shf[entry, 0xf, AND, found, >>3]
            cam_write[entry, index, 0]
        .endif
    .end
#endm

#macro write_row[]
    #for WORD [0, 1, 2, 3, 4, 5, 6, 7]
        alu[$row[WORD], --, B, *l$index0[WORD]]
    #endloop
    sram[write, $row[0], address, 0, FLOW_WORDS], ctx_swap[row_done], optimize_mem
#endm

; Finds the row, or takes a free one; to `no_room#` when PROBES rows belong to others.
#macro find_row[no_room]
    alu[$hash[0], source, XOR, ports]
    alu[$hash[1], destination, XOR, protocol]
    hash_64[$hash[0], 1], ctx_swap[hash_done]
    alu[index, (FLOWS - 1), AND, $hash[0]]
    immed[probes, PROBES]
    .while (probes > 0)
        cache_row[]
        .if (row_protocol == 0)         ; free
            alu[row_source, --, B, source]
            alu[row_destination, --, B, destination]
            alu[row_ports, --, B, ports]
            alu[row_protocol, --, B, protocol]
            br[mine#]
        .elif (row_source == source && row_destination == destination && row_ports == ports && \
               row_protocol == protocol)
            br[mine#]
        .endif
        alu[index, index, +, 1]
        alu[index, (FLOWS - 1), AND, index]
        alu[probes, probes, -, 1]
    .endw
    br[no_room]
mine#:
#endm

; ---- start

unreachable#:
    halt

start#:
    .reg data_offset
    load_constant(data_offset, DATA_OFFSET)
    .if (CTX() == 0)
        cam_clear
        .begin                          ; without multipliers every hash is 0
            .reg $multiplier[2]
            .sig multiplier_done
            alu[$multiplier[0], --, B, 0x9e3779b9]
            alu[$multiplier[1], --, B, 0x7f4a7c15]
            cap[write, $multiplier[0], HASH_MULTIPLIER_64_0, 2], ctx_swap[multiplier_done]
        .end
        #for TOKEN [token_get, token_flow, token_put]
            first_token(TOKEN)
            nop
        #endloop
    .endif

; ---- the loop

.begin
next#:
    .global_label next#
    dl_source[dl, RING_RX_PORT0, nothing#]
    parse_ipv4[not_ipv4#]

    ctx_arb[token_flow]
    find_row[no_room#]
    alu[row_bytes, row_bytes, +, dl_bytes]
    alu[row_packets, row_packets, +, 1]
    alu[value, --, B, row_packets]
    alu[--, value, -, FLOW_LIMIT]
    br<=0[within#]
    alu[row_refused, row_refused, +, 1]
within#:
    write_row[]
    pass_token(token_flow)
    .if (value > FLOW_LIMIT)
        br[over_limit#]
    .endif

    ; by protocol, through a table of branches
    immed[dl_class, CLASS_OTHER]
    .if (protocol & 0xff == 1)
        immed[dl_class, CLASS_ICMP]
    .elif (protocol == FLOW_VALID + 6)
        immed[dl_class, CLASS_TCP]
    .elif (protocol - 17 == FLOW_VALID)
        immed[dl_class, CLASS_UDP]
    .endif
    alu_shf[address, --, B, dl_class, <<2]
    alu[address, address, +, class_counters]
    scratch[incr, --, address, 0]
    alu[--, dl_class, -, (classes_end# - classes#)]
    br>=0[unreachable#]
    jump[dl_class, classes#], targets[of_other#, of_icmp#, of_tcp#, of_udp#]
classes#:
    br[of_other#]
    br[of_icmp#]
    br[of_tcp#]
    br[of_udp#]
classes_end#:

of_other#:
of_icmp#:
of_tcp#:
of_udp#:
    dl_sink[dl, RING_TX, OUTPUT_PORT, tx_full#]
    br[next#]
.end

; ---- dropped packets and empty turns

nothing#:
    dl_pass[token_flow]
    dl_pass[]
    br[next#]
not_ipv4#:
    dl_pass[token_flow]
    dl_pass[]
    dl_free[dl, COUNT_NOT_IPV4]
    br[next#]
no_room#:
    pass_token(token_flow)
    dl_pass[]
    dl_free[dl, COUNT_NO_ROOM]
    br[next#]
over_limit#:
    dl_pass[]
    dl_free[dl, COUNT_OVER_LIMIT]
    br[next#]
tx_full#:                               ; the turn is ours
    pass_token(token_put)
    dl_free[dl, COUNT_TX_RING_FULL]
    br[next#]
