/* dispatch.uc in C, in the style of 2004: microblocks that each say which block comes next, around
 * them a loop in main. It is a test of the compiler (run.py compares it with a model), so
 * it has the habits of programs of that time.
 *
 *   rx -RING_RX_PORT0-> source -> parse -> account -> classify -> sink -RING_TX-> tx
 *
 * Flows are found by a hash of addresses, ports and protocol in a table in SRAM, which a cache in
 * local memory mirrors: the CAM knows which of its sixteen entries holds which row. Rows are read
 * into the cache and always written through. One context after the other does this, so that a row is
 * in one place at a time.
 */
#include __MECC_MESSAGES__
#include "dl.h"

#define TRUE 1
#define FALSE 0

/* ---- blocks, and the system's settings */

#define BLOCK_PARSE 0
#define BLOCK_ACCOUNT 1
#define BLOCK_CLASSIFY 2

#if !defined(FLOW_LIMIT) || !defined(OUTPUT_PORT)
#error "the system file defines FLOW_LIMIT and OUTPUT_PORT"
#endif

/* ---- the flow table */

#define FLOWS 256
#define PROBES 4
#define FLOW_VALID (1u << 31)

typedef struct {
    uint32_t source;
    uint32_t destination;
    uint32_t ports;
    uint32_t protocol; /* 0: the row is free */
} flow_key_t;

typedef struct {
    flow_key_t key;
    uint32_t packets;
    uint32_t bytes;
    uint32_t refused;
    uint32_t reserved;
} flow_row_t;

#define ROW_WORDS (sizeof(flow_row_t) / sizeof(uint32_t))

__declspec(shared sram aligned(32)) flow_row_t flow_table[FLOWS];
__declspec(shared local_mem aligned(64)) flow_row_t flow_cache[16];
__declspec(shared scratch) uint32_t class_counters[4];

static volatile SIGNAL turn_flow;

/* ---- classes of packets */

enum { CLASS_OTHER, CLASS_ICMP, CLASS_TCP, CLASS_UDP };

/* ---- of the packet in hand */

static flow_key_t key;
static uint32_t row_packets;

/* ---- parse: the five numbers that make a flow */

#define ETHER_TYPE(header) ((header)[3] >> 16)
#define ETHER_TYPE_IPV4 0x0800

static __inline void parse_block(void)
{
    __declspec(dram_read_reg) uint32_t header[10];
    SIGNAL_PAIR header_done;

    dram_read(header, dl_buf_get_data(), 5, sig_done, &header_done);
    __wait_for_all(&header_done);
    if (ETHER_TYPE(header) != ETHER_TYPE_IPV4) {
        dl_drop_counter = COUNT_NOT_IPV4;
        dl_next_block = DL_BLOCK_DROP;
        return;
    }
    key.protocol = header[5] & 0xff;
    key.source = (header[6] << 16) | (header[7] >> 16);
    key.destination = (header[7] << 16) | (header[8] >> 16);
    if (key.protocol == 6 || key.protocol == 17)
        key.ports = (header[8] << 16) | (header[9] >> 16);
    else
        key.ports = 0;
    key.protocol |= FLOW_VALID;
    dl_next_block = BLOCK_ACCOUNT;
}

/* ---- account: the row of the flow, in the cache and in memory */

__intrinsic void hash_init(void)
{
    __declspec(sram_write_reg) uint32_t multiplier[2]; /* without them every hash is 0 */
    SIGNAL done;

    multiplier[0] = 0x9e3779b9;
    multiplier[1] = 0x7f4a7c15;
    cap_write(multiplier, cap_csr_hash_multiplier_64_0, 2, ctx_swap, &done);
}

__intrinsic uint32_t hash_of_key(void)
{
    __declspec(sram_read_write_reg) uint32_t data[2];
    SIGNAL done;

    data[0] = key.source ^ key.ports;
    data[1] = key.destination ^ key.protocol;
    hash_64(data, 1, ctx_swap, &done);
    return data[0];
}

/* The entry of the cache that holds the row, read if need be. */
static int cache_row(uint32_t index)
{
    cam_lookup_t found = cam_lookup(index);

    if (!found.hit) {
        __declspec(sram_read_reg) flow_row_t in;
        SIGNAL done;

        sram_read(&in, &flow_table[index], ROW_WORDS, ctx_swap, &done);
        flow_cache[found.entry_num] = in;
        cam_write(found.entry_num, index, 0);
    }
    return found.entry_num;
}

__intrinsic void write_row(uint32_t index, int entry)
{
    __declspec(sram_write_reg) flow_row_t out;
    SIGNAL done;

    out = flow_cache[entry];
    sram_write(&out, &flow_table[index], ROW_WORDS, ctx_swap, &done);
}

__intrinsic int is_row_of_key(__declspec(local_mem) flow_row_t *row)
{
    return row->key.source == key.source && row->key.destination == key.destination &&
           row->key.ports == key.ports && row->key.protocol == key.protocol;
}

/* Finds the row, or takes a free one; FALSE when PROBES rows belong to others. */
static int find_row(uint32_t *index, int *entry)
{
    int probes;

    *index = hash_of_key() & (FLOWS - 1);
    for (probes = PROBES; probes > 0; probes--) {
        *entry = cache_row(*index);
        if (flow_cache[*entry].key.protocol == 0) {
            flow_cache[*entry].key = key;
            return TRUE;
        }
        if (is_row_of_key(&flow_cache[*entry]))
            return TRUE;
        *index = (*index + 1) & (FLOWS - 1);
    }
    return FALSE;
}

static __inline void account_block(void)
{
    uint32_t index;
    int entry;

    __wait_for_all(&turn_flow);
    if (!find_row(&index, &entry)) {
        dl_pass_turn(&turn_flow);
        dl_drop_counter = COUNT_NO_ROOM;
        dl_next_block = DL_BLOCK_DROP;
        return;
    }
    flow_cache[entry].bytes += dl_meta.packet_size;
    row_packets = ++flow_cache[entry].packets;
    if (row_packets > FLOW_LIMIT)
        flow_cache[entry].refused++;
    write_row(index, entry);
    dl_pass_turn(&turn_flow);
    dl_meta.flow_id = index;
    if (row_packets > FLOW_LIMIT) {
        dl_drop_counter = COUNT_OVER_LIMIT;
        dl_next_block = DL_BLOCK_DROP;
        return;
    }
    dl_next_block = BLOCK_CLASSIFY;
}

/* ---- classify: by protocol */

static __inline void classify_block(void)
{
    switch (key.protocol & 0xff) {
    case 1:
        dl_meta.class_id = CLASS_ICMP;
        break;
    case 6:
        dl_meta.class_id = CLASS_TCP;
        break;
    case 17:
        dl_meta.class_id = CLASS_UDP;
        break;
    default:
        dl_meta.class_id = CLASS_OTHER;
    }
    scratch_incr(&class_counters[dl_meta.class_id]);
    dl_meta.output_port = OUTPUT_PORT;
    dl_next_block = DL_BLOCK_SINK;
}

/* ---- the loop */

/* The turn at the flow table belongs to every packet, also to those that never came so far. */
__intrinsic void skip_flow(void)
{
    __wait_for_all(&turn_flow);
    dl_pass_turn(&turn_flow);
}

main()
{
    int accounted;

    dl_init();
    if (ctx() == 0) {
        cam_clear();
        hash_init();
        dl_first_turn(&turn_flow);
    }
    while (1) {
        accounted = FALSE;
        dl_next_block = BLOCK_PARSE;
        dl_source(RING_RX_PORT0);
        while (dl_next_block >= 0) {
            switch (dl_next_block) {
            case BLOCK_PARSE:
                parse_block();
                break;
            case BLOCK_ACCOUNT:
                account_block();
                accounted = TRUE;
                break;
            case BLOCK_CLASSIFY:
                classify_block();
                break;
            default:
                dl_next_block = DL_BLOCK_DROP;
            }
        }
        if (!accounted)
            skip_flow();
        switch (dl_next_block) {
        case DL_BLOCK_SINK:
            DL_SINK(RING_TX);
            break;
        case DL_BLOCK_DROP:
            dl_skip_sink();
            dl_buf_drop();
            break;
        case DL_BLOCK_NONE:
            dl_skip_sink();
            break;
        }
    }
}
