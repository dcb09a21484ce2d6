; error: print_formats.uc:17:8: error: the format has '%s'; expected %d, %i, %u, %x, %X, %o, %c or %%
; error: print_formats.uc:18:8: error: the format asks for 2 values, 1 are given
; error: print_formats.uc:19:8: error: the format asks for 0 values, 1 are given
; error: print_formats.uc:20:8: error: the format has a width above 100
; error: print_formats.uc:21:8: error: a format is expected: .print "%u", value
; error: print_formats.uc:22:8: error: the format has no end; '"' is missing
; error: print_formats.uc:23:11: error: write .print_if (condition), "format", values
; error: print_formats.uc:24:13: error: ',' is expected behind the format
; error: print_formats.uc:25:10: error: it compares registers and constants only, not condition codes, signals, contexts or input states
; error: print_formats.uc:26:14: error: only registers and constants have values here; copy it into a register
; error: print_formats.uc:27:10: error: a condition is expected
; error: print_formats.uc:29:1: error: there is no instruction behind it that it could stand at
.reg n
.sig done
immed[n, 1]
alu[n, n, +, 1]
.print "%s", n
.print "%u %u", n
.print "none", n
.print "%101u", n
.print n
.print "%u
.print_if (n)
.print "%u" n
.assert (SIGNAL(done))
.print "%u", *l$index0
.assert ()
alu[--, --, B, n]
.print "%u", n
