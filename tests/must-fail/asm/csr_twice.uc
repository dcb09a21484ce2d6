; error: csr_twice.uc:4:11: error: CTX_ENABLES is given another value here
; error: csr_twice.uc:3:11: note: its value is given here too
.init_csr CTX_ENABLES.LM_ADDR_0_GLOBAL 0
.init_csr CTX_ENABLES.LM_ADDR_0_GLOBAL 1
