; One's complement sums become chains of additions with carry, and sums of halves a rotation.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=carried-sums %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; 64 bits, folded with the carry of the fold.
; CHECK-LABEL: wide#:
; CHECK: alu[[[D:[ab][0-9]+]], {{[ab][0-9]+}}, +, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, 0x0]
; CHECK: rtn
; OUT-LABEL: wide#:
; OUT-COUNT-3: +carry, 0x0]
define i32 @wide(i32 %a, i32 %b, i32 %c, i16 %d) noinline {
  %aw = zext i32 %a to i64
  %bw = zext i32 %b to i64
  %cw = zext i32 %c to i64
  %dw = zext i16 %d to i64
  %ab = add i64 %aw, %bw
  %cd = add i64 %cw, %dw
  %s = add i64 %ab, %cd
  %low = trunc i64 %s to i32
  %upper = lshr i64 %s, 32
  %high = trunc i64 %upper to i32
  %f = add i32 %low, %high
  %c1 = icmp ult i32 %f, %low
  %carry = zext i1 %c1 to i32
  %r = add i32 %f, %carry
  ret i32 %r
}

; 64 bits, folded twice.
; CHECK-LABEL: twice#:
; CHECK: alu[[[D:[ab][0-9]+]], {{[ab][0-9]+}}, +, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, 0x5]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, 0x0]
; CHECK: rtn
define i32 @twice(i32 %a, i32 %b, i32 %c) noinline {
  %aw = zext i32 %a to i64
  %bw = zext i32 %b to i64
  %cw = zext i32 %c to i64
  %ab = add i64 %aw, %bw
  %abc = add i64 %ab, %cw
  %s = add i64 %abc, 5
  %s.high = lshr i64 %s, 32
  %s.low = and i64 %s, 4294967295
  %f = add i64 %s.high, %s.low
  %f.high = lshr i64 %f, 32
  %t = add i64 %f.high, %f
  %r = trunc i64 %t to i32
  ret i32 %r
}

; 32 bits, the carry added in each step.
; CHECK-LABEL: steps#:
; CHECK: alu[[[D:[ab][0-9]+]], {{[ab][0-9]+}}, +, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, 0x0]
; CHECK: rtn
define i32 @steps(i32 %a, i32 %b, i32 %c) noinline {
  %s = add i32 %a, %b
  %s.c = icmp ult i32 %s, %b
  %s.carry = zext i1 %s.c to i32
  %t = add i32 %s, %s.carry
  %u = add i32 %c, %t
  %u.c = icmp ugt i32 %t, %u
  %u.carry = zext i1 %u.c to i32
  %r = add i32 %u, %u.carry
  ret i32 %r
}

; A partial sum with another use stays one.
; CHECK-LABEL: used#:
; CHECK-NOT: +carry, {{[ab]}}
; CHECK: rtn
define i32 @used(i32 %a, i32 %b, i32 %c) noinline {
  %s = add i32 %a, %b
  %s.c = icmp ult i32 %s, %b
  %s.carry = zext i1 %s.c to i32
  %t = add i32 %s, %s.carry
  call void @__me_csr_wr(i32 320, i32 %t)
  %u = add i32 %c, %t
  %u.c = icmp ult i32 %u, %t
  %u.carry = zext i1 %u.c to i32
  %r = add i32 %u, %u.carry
  ret i32 %r
}

; Halves, with a further term in the second sum.
; CHECK-LABEL: halves#:
; CHECK: >>rot16]
; CHECK-NEXT: alu[{{.*}}, +,
; CHECK-NEXT: alu_shf[{{.*}} >>16]
; CHECK-NEXT: alu[{{.*}}, +, 0x7]
; CHECK: rtn
; OUT-LABEL: halves#:
; OUT-NOT: >>rot16
; OUT: rtn
define i32 @halves(i32 %x) noinline {
  %h = lshr i32 %x, 16
  %l = and i32 %x, 65535
  %y = add i32 %h, %l
  %yh = lshr i32 %y, 16
  %yl = and i32 %y, 65535
  %seven = add i32 %yh, 7
  %z = add i32 %seven, %yl
  ret i32 %z
}

; The inverse of the lower half.
; CHECK-LABEL: inverse#:
; CHECK: >>rot16]
; CHECK-NEXT: alu[{{.*}}, +,
; CHECK-NEXT: alu[{{.*}}, ~B,
; CHECK-NEXT: alu_shf[{{.*}} >>16]
; CHECK: rtn
define i32 @inverse(i32 %x) noinline {
  %h = lshr i32 %x, 16
  %l = and i32 %x, 65535
  %y = add i32 %l, %h
  %yh = lshr i32 %y, 16
  %z = add i32 %y, %yh
  %half = and i32 %z, 65535
  %r = xor i32 %half, 65535
  ret i32 %r
}

; LLVM's form of the sum of the halves.
; CHECK-LABEL: product#:
; CHECK: >>16]
; CHECK-NEXT: +16,
; CHECK: rtn
define i32 @product(i32 %x) noinline {
  %h = lshr i32 %x, 16
  %m = mul i32 %h, -65535
  %r = add i32 %m, %x
  ret i32 %r
}

; A sum of halves within such a sum: all halves are added at the end.
; CHECK-LABEL: later#:
; CHECK: +, 0x7]
; CHECK-NEXT: >>rot16]
; CHECK-NOT: >>rot16]
; CHECK: rtn
define i32 @later(i16 %a, i16 %b) {
  %wide = zext i16 %a to i32
  %other = zext i16 %b to i32
  %x = add i32 %wide, %other
  %h = lshr i32 %x, 16
  %l = and i32 %x, 65535
  %y = add i32 %h, %l
  %yh = lshr i32 %y, 16
  %yl = and i32 %y, 65535
  %seven = add i32 %yh, 7
  %z = add i32 %seven, %yl
  %zh = lshr i32 %z, 16
  %zl = and i32 %z, 65535
  %u = add i32 %zh, %zl
  %uh = lshr i32 %u, 16
  %v = add i32 %uh, %u
  %r = and i32 %v, 65535
  ret i32 %r
}

; The rotated sum has another use.
; CHECK-LABEL: rotated#:
; CHECK-COUNT-2: >>rot16]
; CHECK: rtn
define i32 @rotated(i16 %a) {
  %x = zext i16 %a to i32
  %h = lshr i32 %x, 16
  %l = and i32 %x, 65535
  %y = add i32 %h, %l
  %yh = lshr i32 %y, 16
  %yl = and i32 %y, 65535
  %seven = add i32 %yh, 7
  %z = add i32 %seven, %yl
  %zh = lshr i32 %z, 16
  %zl = and i32 %z, 65535
  %u = add i32 %zh, %zl
  %uh = lshr i32 %u, 16
  %v = add i32 %uh, %u
  %r = and i32 %v, 65535
  %turned = call i32 @llvm.fshl.i32(i32 %z, i32 %z, i32 16)
  %q = xor i32 %turned, %r
  ret i32 %q
}
declare i32 @llvm.fshl.i32(i32, i32, i32)

; The sum could exceed a longword.
; CHECK-LABEL: whole#:
; CHECK: >>rot16]
; CHECK: >>rot16]
; CHECK: rtn
define i32 @whole(i32 %x) {
  %h = lshr i32 %x, 16
  %l = and i32 %x, 65535
  %y = add i32 %h, %l
  %yh = lshr i32 %y, 16
  %yl = and i32 %y, 65535
  %seven = add i32 %yh, 7
  %z = add i32 %seven, %yl
  %zh = lshr i32 %z, 16
  %zl = and i32 %z, 65535
  %u = add i32 %zh, %zl
  %uh = lshr i32 %u, 16
  %v = add i32 %uh, %u
  %r = and i32 %v, 65535
  ret i32 %r
}

define void @main() {
  %a = call i32 @wide(i32 1, i32 2, i32 3, i16 4)
  %b = call i32 @twice(i32 %a, i32 2, i32 3)
  %c = call i32 @steps(i32 %b, i32 2, i32 3)
  %d = call i32 @used(i32 %c, i32 2, i32 3)
  %e = call i32 @halves(i32 %d)
  %f = call i32 @inverse(i32 %e)
  %g = call i32 @product(i32 %f)
  %h = call i32 @later(i16 1, i16 2)
  %i = call i32 @whole(i32 %h)
  %k = call i32 @rotated(i16 7)
  %n = xor i32 %k, %i
  %j = add i32 %g, %n
  call void @__me_csr_wr(i32 320, i32 %j)
  ret void
}
declare void @__me_csr_wr(i32, i32)
