; error: end_of_other.uc:4:1: error: this scope is never closed; .endsub is missing
; error: end_of_other.uc:7:1: error: .end is expected before .endsub
; error: end_of_other.uc:5:1: note: the scope was opened here
.subroutine
.begin
nop
.endsub
.end
