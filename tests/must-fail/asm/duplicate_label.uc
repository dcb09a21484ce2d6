; error: duplicate_label.uc:5:1: error: label 'a#' is already defined in this scope
; error: duplicate_label.uc:3:1: note: defined here
a#:
nop
a#:
br[a#]
