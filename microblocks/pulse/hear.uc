; hear: receives the common time reference in microcode. Each context puts its number on ring 0
; whenever its signal arrives: `ixpemu run --rings all` shows it. Contexts 0 and 1; agents drain it.
.num_contexts 8

.reg write $number
.reg ring
.sig volatile pulse
.addr pulse 1
.sig sig_put

  immed[ring, 0]
  br!=ctx[0, other#]
  immed[$number, 0]
  br[again#]
other#:
  immed[$number, 1]
again#:
  ctx_arb[pulse]
  scratch[put, $number, ring, 0, 1], ctx_swap[sig_put]
  br[again#]
