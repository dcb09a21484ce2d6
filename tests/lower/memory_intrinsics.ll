; RUN: %lower --only=memory-intrinsics %s | FileCheck %s
declare void @llvm.memcpy.p1.p0.i32(ptr addrspace(1), ptr, i32, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.memset.p2.i32(ptr addrspace(2), i8, i32, i1)

; Small ones are read before they are written, longword by longword.
; CHECK-LABEL: define void @small(
; CHECK:         load i32, ptr %{{.*}}, align 4
; CHECK:         load i16, ptr %{{.*}}, align 4
; CHECK:         load i8, ptr %{{.*}}, align 2
; CHECK:         store i32 {{.*}}, align 4
; CHECK:         store i16
; CHECK:         store i8
define void @small(ptr addrspace(1) %to, ptr %from) {
  call void @llvm.memcpy.p1.p0.i32(ptr addrspace(1) align 4 %to, ptr align 4 %from, i32 7, i1 false)
  ret void
}

; Large ones loop in bursts of four longwords; the rest follows.
; CHECK-LABEL: define void @large(
; CHECK:         phi i32
; CHECK-COUNT-4: store i32 0
; CHECK:         br i1
; CHECK:         store i32 0
; CHECK:         store i16 0
define void @large(ptr %to) {
  call void @llvm.memset.p0.i32(ptr align 4 %to, i8 0, i32 102, i1 false)
  ret void
}

; A length that is not known: longwords, then bytes. Overlap decides the direction.
; CHECK-LABEL: define void @move(
; CHECK:         icmp ugt ptr %to, %from
; CHECK:         load i8
; CHECK:         load i32
; CHECK:         load i32
; CHECK:         load i8
define void @move(ptr %to, ptr %from, i32 %n) {
  call void @llvm.memmove.p0.p0.i32(ptr %to, ptr %from, i32 %n, i1 false)
  ret void
}

; Alignment of the beginning implies little for the longwords after it, nothing for the last bytes.
; CHECK-LABEL: define void @aligned(
; CHECK:         store i32 {{.*}}, align 4{{$}}
; CHECK:         store i8 {{.*}}, align 1{{$}}
define void @aligned(ptr addrspace(2) %to, i32 %n) {
  call void @llvm.memset.p2.i32(ptr addrspace(2) align 8 %to, i8 5, i32 %n, i1 false)
  ret void
}

; CHECK-LABEL: define void @fill(
; CHECK:         [[W:%.*]] = zext i8 %v to i32
; CHECK:         [[H:%.*]] = shl i32 [[W]], 8
; CHECK:         [[O:%.*]] = or i32 [[W]], [[H]]
; CHECK:         store i32
define void @fill(ptr %to, i8 %v) {
  call void @llvm.memset.p0.i32(ptr align 4 %to, i8 %v, i32 4, i1 false)
  ret void
}
