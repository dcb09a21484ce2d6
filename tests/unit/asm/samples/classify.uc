; Classification with the CAM, the hash unit, a subroutine and four contexts: the flow of a header
; is looked up in a cache of sixteen, else hashed into a table in SRAM.

#define TABLE_BASE_HIGH 0x40
#define ENTRY_SHIFT 4

.num_contexts 4
.import_var BUCKETS

.reg @hits, @misses
.init @hits 0
.init @misses 0
.sig header_read hashed entry_read
.reg return_address, key, flow

#macro count[counter]
    alu[counter, counter, +, 1]
#endm

.begin
    .reg ring
    .reg $$header[4]
    .reg address
    immed[ring, 0]
    immed[address, 0x1000, <<8]
    cam_clear

next#:
    dram[read, $$header[0], address, 16, 2], sig_done[header_read]
    ctx_arb[header_read]
    alu[key, --, b, $$header[2]]
    alu[key, key, xor, $$header[3]]
    load_addr[return_address, classified#]
    br[classify#], defer[1]
    alu[address, address, +, 64]
classified#:
    .if_unsigned (flow >= 200)
        br[next#]
    .elif (BYTE(flow, 0) == 17 || !BIT(key, 31))
        count[@hits]
    .else
        count[@misses]
    .endif
    br[next#]
.end

; key -> flow; everything in registers of the outermost scope
.subroutine
classify#:
    .begin
        .reg result, entry, $hash[2], $entry[4]
        cam_lookup[result, key], lm_addr0[0]
        br_bset[result, 7, hit#]
        alu[$hash[0], --, b, key]
        immed[$hash[1], 0]
        hash_48[$hash[0], 1], sig_done[hashed]
        ctx_arb[hashed]
        immed[entry, (BUCKETS - 1)]
        alu[entry, entry, and, $hash[0]]
        alu_shf[entry, --, b, entry, <<ENTRY_SHIFT]
        .begin
            .reg base
            immed[base, TABLE_BASE_HIGH, <<16]
            sram[read, $entry[0], base, entry, 4], ctx_swap[entry_read]
        .end
        alu[flow, --, b, $entry[1]]
        alu_shf[entry, 0xf, and, result, >>3]
        cam_write[entry, key, 0]
        rtn[return_address]
    hit#:
        alu_shf[flow, 0xf, and, result, >>3]
        rtn[return_address]
    .end
.endsub
