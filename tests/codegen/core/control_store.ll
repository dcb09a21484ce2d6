; A program larger than the control store is an error that names its largest functions.
; RUN: %mecc_codegen -control-store=5 %s | %FileCheck %s --check-prefix=FITS
; RUN: not %mecc_codegen -control-store=4 -stop-after=control-store %s 2>&1 | %FileCheck %s

; FITS: ; image test: 5 words
; CHECK: error: the program has 5 instructions and the control store 4; the largest function is main (5 instructions)
define void @main() {
  call void asm sideeffect "nop\0Anop\0Anop\0Anop", ""()
  ret void
}
