; error: global_label_unknown.uc:2:15: error: label 'done#' is not defined where this can see it
.global_label done#
ctx_arb[kill]
