; error: hash_count.uc:4:13: error: reference count 4 is out of range; 1 to 3 are possible
.reg $x[2]
.sig s
hash_48[$x, 4], ctx_swap[s]
