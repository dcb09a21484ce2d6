; error: unknown_csr.uc:3:14: error: 'ACTIVE_CTX_STSS' is no local CSR; did you mean 'ACTIVE_CTX_STS'?
.reg x
local_csr_rd[ACTIVE_CTX_STSS]
immed[x, 0]
