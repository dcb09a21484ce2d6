; error: csr_contexts.uc:2:11: error: this makes 4 contexts, and the program has 8; say so with .num_contexts
.init_csr CTX_ENABLES.IN_USE_CONTEXTS 1
