; error: pinned_twice.uc:2:8: error: signal t cannot be number 3: that number is taken
.sig s t
.addr s 3
.addr t 3
ctx_arb[s, t]
