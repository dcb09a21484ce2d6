; error: unknown_label.uc:3:4: error: label 'lop#' is not defined; did you mean 'loop#'?
loop#:
br[lop#]
