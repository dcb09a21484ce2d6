; error: sizeof_unknown.uc:4:17: error: sizeof($y): expected the name of a register or memory
.reg $x[4] n
.sig done
immed[n, sizeof($y)]
