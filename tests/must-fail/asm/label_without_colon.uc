; error: label_without_colon.uc:3:6: error: ':' is expected after the label 'loop#'
; error: label_without_colon.uc:4:4: error: label 'loop#' is not defined
loop#
br[loop#]
