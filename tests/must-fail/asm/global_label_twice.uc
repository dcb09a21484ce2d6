; error: global_label_twice.uc:9:15: error: another label 'done#' is global already
; error: global_label_twice.uc:4:1: note: defined here
.begin
done#: nop
.global_label done#
.end
.begin
done#: nop
.global_label done#
.end
