; Selection of forms that combine several nodes: byte masks, fields, shifted operands, products
; no wider than the known bits of their factors.
; REQUIRES: plugin
; RUN: %llc %s -stop-after=finalize-isel -o - | %FileCheck %s
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.ctpop.i32(i32)
; CHECK-LABEL: name: masks
; (x AND 0xff00) XOR (y AND 0xff) takes no more than x with a byte cleared and one replaced.
; CHECK: CgAndri %1, 255
; CHECK: CgField %0, killed {{%[0-9]+}}, 13, 0
; CHECK: CgFieldClr %0, 11, 0
define i32 @masks(i32 %x, i32 %y) {
  %a = and i32 %x, 65280
  %b = and i32 %y, 255
  %c = and i32 %x, -16711681
  %d = xor i32 %a, %b
  %e = xor i32 %d, %c
  ret i32 %e
}
; CHECK-LABEL: name: field
; CHECK: [[V:%[0-9]+]]:gpr = CgField %0, %1, 2, 520
; CHECK-NEXT: COPY [[V]]
define i32 @field(i32 %x, i32 %y) {
  %keep = and i32 %x, -65281
  %put = shl i32 %y, 8
  %byte = and i32 %put, 65280
  %r = or i32 %keep, %byte
  ret i32 %r
}
; CHECK-LABEL: name: shifted
; CHECK: CgShfOrrr %0, %1, 261
; CHECK: CgShfAndri killed {{%[0-9]+}}, 3, 534
define i32 @shifted(i32 %x, i32 %y) {
  %s = lshr i32 %y, 5
  %r = or i32 %x, %s
  %t = and i32 %r, 12582912
  ret i32 %t
}
; CHECK-LABEL: name: scaled
; CHECK: CgShfAndir 120, %0, 515
; CHECK-NEXT: CgShfOrri killed {{%[0-9]+}}, 1, 520
define i32 @scaled(i32 %x) {
  %index = and i32 %x, 15
  %offset = shl i32 %index, 3
  %r = or i32 %offset, 256
  ret i32 %r
}
; CHECK-LABEL: name: rotated
; CHECK: CgShift %0, 793
define i32 @rotated(i32 %x) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 7)
  ret i32 %r
}
; CHECK-LABEL: name: swapped
; CHECK: CgFieldClr %0, 10, 776
; CHECK-NEXT: CgField {{%[0-9]+}}, %0, 5, 792
define i32 @swapped(i32 %x) {
  %r = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %r
}
; CHECK-LABEL: name: counted
; CHECK: CgPopCount %0
define i32 @counted(i32 %x) {
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r
}
; CHECK-LABEL: name: products
; CHECK-DAG: CgMul16x16
; CHECK-DAG: CgMul24x8
; CHECK: CgMul32
define i32 @products(i32 %x, i32 %y) {
  %a = lshr i32 %x, 8
  %b = and i32 %y, 255
  %p = mul i32 %a, %b
  %c = and i32 %x, 65535
  %d = lshr i32 %y, 16
  %q = mul i32 %c, %d
  %r = mul i32 %p, %q
  ret i32 %r
}
; A mask before a shift that keeps it a byte is one word, also for a sum.
; CHECK-LABEL: name: masked_and_scaled
; CHECK: [[SUM:%[0-9]+]]:gpr = CgAddrr
; CHECK-NEXT: CgShfAndir 60, [[SUM]], 514
; CHECK-NOT: CgAndri
define i32 @masked_and_scaled(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %masked = and i32 %sum, 15
  %scaled = shl i32 %masked, 2
  %result = xor i32 %scaled, %sum
  ret i32 %result
}
; A shifted byte joins the term whose bits it does not meet, without a register of its own.
; CHECK-LABEL: name: joined_term
; CHECK: [[JOINED:%[0-9]+]]:gpr = CgShfOrri {{.*}}, 1, 521
; CHECK: CgAddrr {{.*}}[[JOINED]]
define i32 @joined_term(i32 %x, i32 %y) {
  %low = and i32 %x, 255
  %term = or disjoint i32 %low, 512
  %sum = add i32 %term, %y
  ret i32 %sum
}
; Products of more than 64 bits need no library.
; CHECK-LABEL: name: wide
; CHECK-NOT: CgCall
; CHECK-COUNT-3: CgMul
; CHECK-NOT: CgCall
; CHECK: CgRet
define i32 @wide(i65 %x, i65 %y) {
  %product = mul i65 %x, %y
  %high = lshr i65 %product, 33
  %r = trunc i65 %high to i32
  ret i32 %r
}
