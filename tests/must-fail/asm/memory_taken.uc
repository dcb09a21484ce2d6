; error: memory_taken.uc:4:12: error: 0x2008 to 0x200b of the scratchpad are not free for 'there'
.scratch first 8
.scratch second 8
.alloc_mem there scratch+0x2008 me 4
