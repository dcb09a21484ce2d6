; error: entry_twice.uc:4:1: error: the entry is given already; a program begins in one place
; error: entry_twice.uc:3:8: note: given here
.entry start#
.entry start#
start#:
ctx_arb[kill]
