; Symbols of other programs.
; RUN: %lower --import=flows=1:0x2000 --number=far=5 %s | FileCheck %s
; RUN: not %lower --import=flow=1:0x2000 --number=fat=5 %s 2>&1 | FileCheck %s --check-prefix=TYPO
; RUN: not %lower --import=flows=2:0x2000 --number=far=5 %s 2>&1 | FileCheck %s --check-prefix=REGION
%struct.__me_signal = type { i32 }
@flows = addrspace(1) global [4 x i32] zeroinitializer
@far = external global %struct.__me_signal
@.import = private unnamed_addr constant [10 x i8] c"me.import\00", section "llvm.metadata"
@.remote = private unnamed_addr constant [10 x i8] c"me.remote\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @flows to ptr), ptr @.import, ptr @.import, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @far, ptr @.remote, ptr @.import, i32 1, ptr null }
], section "llvm.metadata"

declare i32 @__me_signal_number(ptr)

; CHECK: call void @__me_cmd_SRAM_READ(ptr %in, i32 8200, i32 0, i32 1, i32 1, ptr %done)
; CHECK: add i32 %{{.*}}, 5
; TYPO: error: remote 'far' is not visible in any program of the system; did you mean 'fat'?
; REGION: error: imported symbol 'flows' is in DRAM, but declared here in SRAM; declare it with the same region
define i32 @main() {
  %x = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @flows, i32 8)
  %n = call i32 @__me_signal_number(ptr @far)
  %s = add i32 %x, %n
  ret i32 %s
}
