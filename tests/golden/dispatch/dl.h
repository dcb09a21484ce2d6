/* The dispatch loop's own library, as C programs of 2004 had it: sources and sinks of packets, and
 * their meta-data between the two. The handle and the meta-data of a packet are variables of
 * each context; meta-data are a cache of the packet's descriptor in SRAM. Contexts take packets in
 * turn and hand them on in the same turn, so order is kept.
 */
#ifndef DL_H
#define DL_H

#include <ixp.h>

typedef unsigned int uint32_t;
typedef int int32_t;

/* The next block: a number that the program defines, or one of these. */
#define DL_BLOCK_NONE -1 /* there was no packet */
#define DL_BLOCK_DROP -2
#define DL_BLOCK_SINK -3

typedef union {
    struct {
        unsigned int eop : 1;
        unsigned int sop : 1;
        unsigned int segments : 6;
        unsigned int descriptor : 24; /* longword address */
    };
    uint32_t value;
} dl_buf_handle_t;

typedef struct {
    uint32_t buffer_next; /* the queue array's */
    unsigned int buffer_size : 16;
    unsigned int offset : 16;
    unsigned int packet_size : 16;
    unsigned int input_port : 8;
    unsigned int output_port : 8;
    unsigned int header_type : 8;
    unsigned int class_id : 8;
    unsigned int color : 4;
    unsigned int reserved : 12;
    uint32_t flow_id;
    uint32_t reserved2[2];
    uint32_t packet_next;
} dl_meta_t;

typedef struct {
    dl_buf_handle_t handle;
    unsigned int reserved : 11;
    unsigned int port : 5;
    unsigned int bytes : 16;
} dl_message_t;

static __declspec(gp_reg) dl_buf_handle_t dl_buf;
static __declspec(gp_reg) int32_t dl_next_block;
static __declspec(gp_reg) uint32_t dl_drop_counter;
static dl_meta_t dl_meta;

static volatile SIGNAL dl_turn_source, dl_turn_sink;

/* A turn goes round as a signal: context 0 begins, each passes it to the next. */
__intrinsic void dl_first_turn(volatile SIGNAL *turn)
{
    signal_same_ME(__signal_number(turn), 0);
}

__intrinsic void dl_pass_turn(volatile SIGNAL *turn)
{
    signal_same_ME_next_ctx(__signal_number(turn));
}

__intrinsic void dl_init(void)
{
    if (ctx() == 0) {
        dl_first_turn(&dl_turn_source);
        dl_first_turn(&dl_turn_sink);
    }
}

/* ---- buffers */

__intrinsic __declspec(sram) void *dl_buf_get_desc(void)
{
    return (__declspec(sram) void *)(dl_buf.descriptor << 2);
}

__intrinsic __declspec(dram) void *dl_buf_get_data(void)
{
    uint32_t bank = (dl_buf.value & 0x18) << 4;

    return (__declspec(dram) void *)((dl_buf.value << 8) + DATA_OFFSET + bank);
}

__intrinsic void dl_buf_drop(void)
{
    scratch_incr((volatile __declspec(scratch) void *)dl_drop_counter);
    sram_enqueue(sram_queue(0, FREELIST_ENTRY, dl_buf.descriptor));
}

/* ---- meta-data */

__intrinsic void dl_meta_load_cache(void)
{
    __declspec(sram_read_reg) dl_meta_t in;
    SIGNAL done;

    sram_read(&in, dl_buf_get_desc(), sizeof(in) >> 2, ctx_swap, &done);
    dl_meta = in;
}

/* The first longword is the queue array's. */
__intrinsic void dl_meta_flush_cache(void)
{
    __declspec(sram_write_reg) uint32_t out[7];
    SIGNAL done;
    int i;

    for (i = 0; i < 7; i++)
        out[i] = ((uint32_t *)&dl_meta)[i + 1];
    sram_write(out, (__declspec(sram) char *)dl_buf_get_desc() + 4, 7, ctx_swap, &done);
}

/* ---- source and sink */

static __inline void dl_source(int ring)
{
    __declspec(sram_read_reg) dl_message_t message;
    SIGNAL arrived;

    __wait_for_all(&dl_turn_source);
    scratch_get_ring(&message, scratch_ring(ring), 2, sig_done, &arrived);
    __wait_for_all(&arrived);
    dl_pass_turn(&dl_turn_source);
    dl_buf = message.handle;
    if (dl_buf.value == 0) {
        dl_next_block = DL_BLOCK_NONE;
        return;
    }
    dl_meta_load_cache();
    dl_meta.packet_size = message.bytes;
    dl_meta.input_port = message.port;
}

/* Hands the packet on in its turn; drops it when there is no room. */
#define DL_SINK(ring)                                                                                                  \
    do {                                                                                                               \
        __declspec(sram_write_reg) dl_message_t message;                                                               \
        SIGNAL taken;                                                                                                  \
                                                                                                                       \
        dl_meta_flush_cache();                                                                                         \
        message.handle = dl_buf;                                                                                       \
        message.reserved = 0;                                                                                          \
        message.port = dl_meta.output_port;                                                                            \
        message.bytes = dl_meta.packet_size;                                                                           \
        __wait_for_all(&dl_turn_sink);                                                                                 \
        if (inp_state_test(DL_RING_FULL(ring))) {                                                                      \
            dl_pass_turn(&dl_turn_sink);                                                                               \
            dl_drop_counter = COUNT_TX_RING_FULL;                                                                      \
            dl_buf_drop();                                                                                             \
        } else {                                                                                                       \
            scratch_put_ring(&message, scratch_ring(ring), 2, sig_done, &taken);                                       \
            dl_pass_turn(&dl_turn_sink);                                                                               \
            __wait_for_all(&taken);                                                                                    \
        }                                                                                                              \
    } while (0)
#define DL_RING_FULL(ring) DL_RING_FULL_OF(ring)
#define DL_RING_FULL_OF(number) inp_state_scr_ring##number##_status

/* Passes on the turn of a packet that is not sent. */
__intrinsic void dl_skip_sink(void)
{
    __wait_for_all(&dl_turn_sink);
    dl_pass_turn(&dl_turn_sink);
}

#endif
