; error: entry_unknown.uc:2:8: error: label 'begin#' is not defined
.entry begin#
ctx_arb[kill]
