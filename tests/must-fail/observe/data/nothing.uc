.num_contexts 4
ctx_arb[kill]
