; Signals in aggregates become signals by themselves, apart from the data beside them.
; RUN: %lower --stop-after=inline-objects %s | FileCheck %s --check-prefix=APART
; RUN: %lower --stop-after=resolve-objects -O0 %s | FileCheck %s
%struct.__me_signal = type { i32 }
%struct.__me_signal_pair = type { %struct.__me_signal, %struct.__me_signal }
%struct.port = type { %struct.__me_signal_pair, i32, [2 x %struct.__me_signal] }
@ports = internal global [2 x %struct.port] zeroinitializer
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_pin(ptr, i32)
declare void @__me_wait_all(ptr, ...)

; APART-LABEL: i32 @main()
; APART:         %ports.signals = alloca [2 x %struct.port], align {{.*}}!mecc.object [[O:![0-9]+]]
; APART:         getelementptr i8, ptr %ports.signals, i32 20
; APART:         [[N:%.*]] = getelementptr inbounds i8, ptr @ports, i32 28
; APART:         store volatile i32 7, ptr [[N]]
; APART:       [[O]] = !{!"signal", !"ports"}

; The pair takes two numbers of the four that the array has from 4 on.
; CHECK-LABEL: i32 @main()
; CHECK-DAG:     [[P:%.*]] = alloca %struct.__me_signal_pair, {{.*}}!mecc.object [[PO:![0-9]+]]
; CHECK-DAG:     [[A:%.*]] = alloca %struct.__me_signal, {{.*}}!mecc.object [[AO:![0-9]+]]
; CHECK-DAG:     [[B:%.*]] = alloca %struct.__me_signal, {{.*}}!mecc.object [[BO:![0-9]+]]
; CHECK-DAG:     [[C:%.*]] = alloca %struct.__me_signal, {{.*}}!mecc.object [[CO:![0-9]+]]
; CHECK-DAG:     [[D:%.*]] = alloca %struct.__me_signal, {{.*}}!mecc.object [[DO:![0-9]+]]
; CHECK:         call void @__me_pin(ptr [[C]], i32 4)
; CHECK:         call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr [[C]])
; CHECK:         call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr [[D]])
; CHECK:         call void (ptr, ...) @__me_wait_all(ptr [[P]], ptr [[A]], ptr [[B]])
; CHECK-NOT:     load
; CHECK:         store volatile i32 7
; CHECK-DAG:   [[PO]] = !{!"signal_pair", !"ports+20"}
; CHECK-DAG:   [[AO]] = !{!"signal", !"ports+32"}
; CHECK-DAG:   [[BO]] = !{!"signal", !"ports+36"}
; CHECK-DAG:   [[CO]] = !{!"signal", !"s+0"}
; CHECK-DAG:   [[DO]] = !{!"signal", !"s+4", !"pin", i32 5}
define i32 @main() {
entry:
  %s = alloca [2 x %struct.__me_signal]
  call void @__me_pin(ptr %s, i32 4)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [2 x %struct.__me_signal], ptr %s, i32 0, i32 %i
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %at)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 2
  br i1 %more, label %loop, label %out
out:
  %second = getelementptr [2 x %struct.port], ptr @ports, i32 0, i32 1
  %n = getelementptr %struct.port, ptr %second, i32 0, i32 1
  %b = getelementptr %struct.port, ptr %second, i32 0, i32 2, i32 0
  %c = getelementptr %struct.port, ptr %second, i32 0, i32 2, i32 1
  call void (ptr, ...) @__me_wait_all(ptr %second, ptr %b, ptr %c)
  store volatile i32 7, ptr %n
  ret i32 0
}
