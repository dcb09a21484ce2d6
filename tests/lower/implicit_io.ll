; Loads and stores of memories outside become commands; neighbours become bursts.
; RUN: %lower --only=implicit-io %s | FileCheck %s

; CHECK-LABEL: define i32 @burst(
; CHECK:         [[A:%.*]] = ptrtoint ptr addrspace(1) %p to i32
; CHECK-NEXT:    call void @__me_cmd_SRAM_READ(ptr %in, i32 [[A]], i32 4, i32 3, i32 1, ptr %done)
; CHECK-NEXT:    [[X:%.*]] = load i32, ptr %in
; CHECK-NOT:     SRAM_READ
define i32 @burst(ptr addrspace(1) %p) {
  %p1 = getelementptr i32, ptr addrspace(1) %p, i32 1
  %p3 = getelementptr i32, ptr addrspace(1) %p, i32 3
  %x = load i32, ptr addrspace(1) %p1
  %y = load i32, ptr addrspace(1) %p3
  %s = add i32 %x, %y
  ret i32 %s
}

; Read-modify-write of neighbours is one read and one write: the bytes are known to differ.
; CHECK-LABEL: define void @increments(
; CHECK:         call void @__me_cmd_SRAM_READ(ptr %in, i32 {{.*}}, i32 0, i32 2, i32 1, ptr %done)
; CHECK-NOT:     call
; CHECK:         call void @__me_cmd_SRAM_WRITE(ptr %out, i32 {{.*}}, i32 0, i32 2, i32 1, ptr %done)
; CHECK-NOT:     call
; CHECK:         ret
define void @increments(ptr addrspace(1) %p) {
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  %x = load i32, ptr addrspace(1) %p
  %x1 = add i32 %x, 1
  store i32 %x1, ptr addrspace(1) %p
  %y = load i32, ptr addrspace(1) %q
  %y1 = add i32 %y, 1
  store i32 %y1, ptr addrspace(1) %q
  ret void
}

; Another root may be the same memory.
; CHECK-LABEL: define i32 @may_alias(
; CHECK:         call void @__me_cmd_SRAM_WRITE(
; CHECK:         call void @__me_cmd_SRAM_READ(
define i32 @may_alias(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  store i32 1, ptr addrspace(1) %p
  %x = load i32, ptr addrspace(1) %q
  ret i32 %x
}

; A store between two loads of one address may be to that address: the second load stays behind it.
; CHECK-LABEL: define i32 @store_between(
; CHECK:         call void @__me_cmd_SRAM_READ(
; CHECK:         call void @__me_cmd_SRAM_WRITE(
; CHECK:         call void @__me_cmd_SRAM_READ(
define i32 @store_between(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = load i32, ptr addrspace(1) %p
  store i32 1, ptr addrspace(1) %q
  %y = load i32, ptr addrspace(1) %p
  %s = add i32 %x, %y
  ret i32 %s
}

; Volatile accesses stay single and in order.
; CHECK-LABEL: define void @ordered(
; CHECK:         call void @__me_cmd_SCRATCH_READ(ptr %in, i32 %{{.*}}, i32 0, i32 1,
; CHECK:         call void @__me_cmd_SCRATCH_READ(ptr %in, i32 %{{.*}}, i32 4, i32 1,
define void @ordered(ptr addrspace(3) %p) {
  %q = getelementptr i32, ptr addrspace(3) %p, i32 1
  %x = load volatile i32, ptr addrspace(3) %p
  %y = load volatile i32, ptr addrspace(3) %q
  ret void
}

; DRAM moves quadwords; its two signals are waited for by ctx_arb.
; CHECK-LABEL: define i32 @quadword(
; CHECK:         call void @__me_cmd_DRAM_READ(ptr %in, i32 [[A:%.*]], i32 0, i32 1, i32 0, ptr %done)
; CHECK-NEXT:    call void (ptr, ...) @__me_wait_all(ptr %done)
; CHECK:         [[H:%.*]] = load i32, ptr %in
; CHECK:         ret i32
define i32 @quadword(ptr addrspace(2) align 8 %p) {
  %q = getelementptr i8, ptr addrspace(2) %p, i32 4
  %x = load i32, ptr addrspace(2) %q, align 4
  %w = load i32, ptr addrspace(2) %p, align 8
  %s = add i32 %x, %w
  ret i32 %s
}

; Bytes at a known offset are extracted; writes get a byte mask, 1 << 20 enables it.
; CHECK-LABEL: define i8 @bytes(
; CHECK:         [[W:%.*]] = load i32, ptr %in
; CHECK-NEXT:    [[S:%.*]] = lshr i32 [[W]], 16
; CHECK-NEXT:    trunc i32 [[S]] to i8
; CHECK:         call void @__me_cmdi_SRAM_WRITE(ptr %out, i32 {{.*}}, i32 4, i32 1, i32 1064960, i32 1, ptr %done)
define i8 @bytes(ptr addrspace(1) align 4 %p, i8 %v) {
  %q = getelementptr i8, ptr addrspace(1) %p, i32 1
  %r = getelementptr i8, ptr addrspace(1) %p, i32 5
  %x = load i8, ptr addrspace(1) %q, align 1
  store i8 %v, ptr addrspace(1) %r, align 1
  ret i8 %x
}

; The scratchpad takes whole longwords only: clear the bits to be 0, set the bits to be 1.
; CHECK-LABEL: define void @scratch_half(
; CHECK-NOT:     READ
; CHECK:         [[H:%.*]] = shl i32 {{.*}}, 16
; CHECK-NEXT:    [[N:%.*]] = xor i32 [[H]], -1
; CHECK-NEXT:    [[Z:%.*]] = and i32 -65536, [[N]]
; CHECK-NEXT:    store i32 [[Z]], ptr %out
; CHECK-NEXT:    call void @__me_cmd_SCRATCH_CLR(ptr %out, i32 {{.*}}, i32 0, i32 0, i32 1, ptr %done)
; CHECK-NEXT:    store i32 [[H]], ptr %out
; CHECK-NEXT:    call void @__me_cmd_SCRATCH_SET(ptr %out, i32 {{.*}}, i32 0, i32 0, i32 1, ptr %done)
; CHECK-NOT:     WRITE
; CHECK:         ret void
define void @scratch_half(ptr addrspace(3) align 4 %p, i16 %v) {
  store i16 %v, ptr addrspace(3) %p, align 4
  ret void
}

; One of them is enough for all zeroes or all ones; neighbours that fill a longword are written.
; CHECK-LABEL: define void @scratch_constants(
; CHECK:         store i32 16711680, ptr %out
; CHECK-NEXT:    call void @__me_cmd_SCRATCH_SET(
; CHECK:         store i32 65280, ptr %out
; CHECK-NEXT:    call void @__me_cmd_SCRATCH_CLR(
; CHECK-NOT:     SCRATCH_SET
; CHECK:         call void @__me_cmd_SCRATCH_WRITE(ptr %out, i32 {{.*}}, i32 4, i32 1,
; CHECK-NOT:     SCRATCH
; CHECK:         ret void
define void @scratch_constants(ptr addrspace(3) align 4 %p) {
  %p1 = getelementptr i8, ptr addrspace(3) %p, i32 1
  %p2 = getelementptr i8, ptr addrspace(3) %p, i32 2
  %p4 = getelementptr i8, ptr addrspace(3) %p, i32 4
  %p6 = getelementptr i8, ptr addrspace(3) %p, i32 6
  store volatile i8 -1, ptr addrspace(3) %p1
  store volatile i8 0, ptr addrspace(3) %p2
  store i16 7, ptr addrspace(3) %p4, align 4
  store i16 8, ptr addrspace(3) %p6, align 2
  ret void
}

; A value that may lie in two longwords changes bits in both.
; CHECK-LABEL: define void @scratch_anywhere(
; CHECK-COUNT-2: call void @__me_cmd_SCRATCH_{{CLR|SET}}(ptr %out, i32 {{.*}}, i32 0, i32 0,
; CHECK-COUNT-2: call void @__me_cmd_SCRATCH_{{CLR|SET}}(ptr %out, i32 {{.*}}, i32 4, i32 0,
define void @scratch_anywhere(ptr addrspace(3) %p, i16 %v) {
  store i16 %v, ptr addrspace(3) %p, align 1
  ret void
}

; A byte at an unknown offset is shifted by the address.
; CHECK-LABEL: define i8 @somewhere(
; CHECK:         [[A:%.*]] = ptrtoint ptr addrspace(1) %p to i32
; CHECK:         and i32 [[A]], -4
; CHECK:         [[L:%.*]] = and i32 [[A]], 3
; CHECK:         shl i32 [[L]], 3
; CHECK:         call void @__me_cmd_SRAM_READ(ptr %in, i32 {{.*}}, i32 0, i32 1, i32 1, ptr %done)
; CHECK:         call i32 @llvm.fshl.i32(
define i8 @somewhere(ptr addrspace(1) %p) {
  %x = load i8, ptr addrspace(1) %p, align 1
  ret i8 %x
}

; The variable part of an address is shared.
; CHECK-LABEL: define i32 @fields(
; CHECK:         call void @__me_cmd_SRAM_READ(ptr %in, i32 {{.*}}, i32 0, i32 2, i32 1, ptr %done)
; CHECK-NOT:     SRAM_READ
define i32 @fields(ptr addrspace(1) %p, i32 %n) {
  %a = getelementptr [4 x { i32, i32 }], ptr addrspace(1) %p, i32 0, i32 %n, i32 0
  %b = getelementptr [4 x { i32, i32 }], ptr addrspace(1) %p, i32 0, i32 %n, i32 1
  %x = load i32, ptr addrspace(1) %a
  %y = load i32, ptr addrspace(1) %b
  %s = add i32 %x, %y
  ret i32 %s
}

; A pointer that was itself loaded.
; CHECK-LABEL: define i32 @chain(
; CHECK:         call void @__me_cmd_SRAM_READ(
; CHECK:         [[N:%.*]] = load i32, ptr %in
; CHECK:         call void @__me_cmd_SRAM_READ(ptr %in, i32 [[N]], i32 8, i32 1
define i32 @chain(ptr addrspace(1) %p) {
  %next = load ptr addrspace(1), ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %next, i32 8
  %x = load i32, ptr addrspace(1) %q
  ret i32 %x
}

; RBUF is read and TBUF written through the MSF, at 0x2000.
; CHECK-LABEL: define void @buffers(
; CHECK:         [[A:%.*]] = add i32 {{.*}}, 8192
; CHECK:         call void @__me_cmd_MSF_READ(ptr %in, i32 [[A]], i32 0, i32 1
; CHECK:         call void @__me_cmd_MSF_WRITE(
define void @buffers(ptr addrspace(4) %r, ptr addrspace(5) %t) {
  %x = load i32, ptr addrspace(4) %r
  store i32 %x, ptr addrspace(5) %t
  ret void
}
